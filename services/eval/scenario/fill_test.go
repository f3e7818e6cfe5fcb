package scenario

import (
	"regexp"
	"testing"
)

func TestPlaceholdersInPatternsFitTheWaysOfWritingAValue(t *testing.T) {
	t.Parallel()
	f := facts{}
	f.put("service.1.price", "120000")
	f.put("menu.1.price", "42.50")
	f.put("service.1.name", "Limpieza (con flúor)")
	f.moment("slot.1", "2026-11-24", "17:00")
	f.moment("slot.2", "2026-12-05", "09:30")
	for _, c := range []struct {
		pattern   string
		fit, miss []string
	}{
		{"{{service.1.price}}", []string{"$120.000", "120,000.00", "120000", "120 000"}, []string{"12.000", "1200000", "120.0001"}},
		{"{{menu.1.price}}", []string{"S/ 42.50", "42,5"}, []string{"42", "425"}},
		{"^{{service.1.name}}$", []string{"Limpieza (con flúor)"}, []string{"Limpieza con flúor"}},
		{"{{slot.1.date_es}}", []string{"martes 24 de noviembre", "Tuesday 24 November", "November 24", "24/11", "terça-feira, 24 de novembro"}, []string{"martes 25 de noviembre", "24 de diciembre"}},
		{"{{slot.1.time_es}}", []string{"a las 5 de la tarde", "5 p. m.", "17:00", "5:00 pm", "17h"}, []string{"5 de la mañana", "7:00", "a las 5"}},
		{"{{slot.2.time}}", []string{"9:30 de la mañana", "09:30", "9h30", "9:30 a.m."}, []string{"9 de la mañana", "19:30"}},
		{"{{slot.2.date}}", []string{"5 de diciembre", "05/12"}, []string{"15/12"}},
	} {
		pattern, err := f.pattern(c.pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range c.fit {
			if !regexp.MustCompile(pattern).MatchString(text) {
				t.Errorf("%s does not fit %q: %s", c.pattern, text, pattern)
			}
		}
		for _, text := range c.miss {
			if regexp.MustCompile(pattern).MatchString(text) {
				t.Errorf("%s fits %q: %s", c.pattern, text, pattern)
			}
		}
	}
}

func TestPlaceholdersAreSaidAsPeopleSayThem(t *testing.T) {
	t.Parallel()
	f := facts{}
	f.moment("slot.1", "2026-11-24", "17:00")
	got, err := f.text("el {{slot.1.date_es}} a las {{ slot.1.time_es }}, {{slot.1.date}}, {{slot.1.time_en}}")
	if want := "el martes 24 de noviembre a las 5 de la tarde, 2026-11-24, 5 pm"; err != nil || got != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	if _, err := f.text("{{slot.9.date}}"); err == nil {
		t.Error("a placeholder that nothing stands for was filled")
	}
	for required, want := range map[string]bool{"slot.1": true, "slot.1.date": true, "slot.2": false, "loyalty": false} {
		if f.has(required) != want {
			t.Errorf("%s can be filled: %t", required, !want)
		}
	}
}

func TestAProgrammeStandsForItsNameAndRewards(t *testing.T) {
	t.Parallel()
	f := catalogue(&businesses(t)["dental"].Tenant)
	for _, required := range []string{"loyalty", "loyalty.program", "reward.1", "reward.kit.tokens"} {
		if !f.has(required) {
			t.Errorf("%s is not there", required)
		}
	}
	if text, err := f.text("{{reward.1.name}}: {{reward.kit.tokens}}"); err != nil || text != "Kit de higiene dental: 40" {
		t.Errorf("got %q, %v", text, err)
	}
	if catalogue(&businesses(t)["medical"].Tenant).has("loyalty") {
		t.Error("a tenant without a programme has one")
	}
}
