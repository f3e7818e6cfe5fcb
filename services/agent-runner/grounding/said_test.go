package grounding_test

import (
	"slices"
	"strings"
	"testing"
)

// said is a reply with what it rests on; invented is what no evidence supports in it, "" where it is true.
type said struct{ lang, reply, evidence, invented string }

func (s said) check(t *testing.T) {
	t.Helper()
	got := wrong(s.reply, s.lang, strings.Split(s.evidence, " ¶ ")...)
	if s.invented == "" && len(got) > 0 {
		t.Errorf("touched %q in %q", got, s.reply)
	}
	meets := func(claim string) bool { return strings.Contains(claim, s.invented) || strings.Contains(s.invented, claim) }
	if s.invented != "" && !slices.ContainsFunc(got, meets) {
		t.Errorf("missed %q in %q, found %q", s.invented, s.reply, got)
	}
}

func TestNumberWordsAreThoseOfTheReplysLanguage(t *testing.T) {
	t.Parallel()
	for _, s := range []said{
		{"en", "You may freeze it once a year, for free.", `{"freeze":"one time per year, free"}`, ""},
		{"en", "Take it only once a day with food.", "Dose: one per day", ""},
		{"es", "You can reschedule once at no cost.", "Reprogramar: una vez sin costo", ""},
		{"en", "Once it is ready, I will text you.", "", ""},
		{"es", "Llegamos a las once de la mañana.", `{"time":"11:00"}`, ""},
		{"es", "Son once piezas por caja.", `{"pieces":8}`, "once"},
		{"es", "Cuesta once mil pesos.", `{"price":12000}`, "once mil pesos"},
		{"pt", "São onze pessoas no máximo.", `{"capacity":8}`, "onze"},
		{"en", "It seats eleven guests.", `{"capacity":8}`, "eleven"},
	} {
		s.check(t)
	}
}
