package names

import (
	"fmt"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/language"
)

func clinic() *Matcher {
	return NewMatcher([]Entry{
		{ID: "s1", Name: "Limpieza dental", Aliases: []string{"profilaxis", "cleaning"}, Kind: KindService},
		{ID: "s2", Name: "Blanqueamiento dental", Aliases: []string{"whitening"}, Kind: KindService},
		{ID: "s3", Name: "Corona de porcelana", Kind: KindService},
		{ID: "s4", Name: "Corona de zirconia", Kind: KindService},
		{ID: "s5", Name: "Consulta de ortodoncia", Aliases: []string{"brackets", "frenos"}, Kind: KindService},
		{ID: "p1", Name: "Dra. Ana López", Kind: KindStaff},
		{ID: "p2", Name: "Dr. Luis Méndez", Kind: KindStaff},
		{ID: "b1", Name: "Sucursal Polanco", Kind: KindBranch},
		{ID: "d1", Name: "Ají de gallina", Kind: KindDish},
	})
}

func TestMatcherFindsNamesAsCustomersWriteThem(t *testing.T) {
	t.Parallel()
	m := clinic()
	for text, want := range map[string]string{
		"cuánto cuesta la limpieza dental":     "s1",
		"cuanto cuesta una limpiesa dental":    "s1",
		"quiero una limpieza":                  "s1?",
		"una limpiesa":                         "s1?",
		"profilaxis":                           "s1",
		"blanqueamento":                        "s2?",
		"how much is a cleaning?":              "s1",
		"una corona":                           "s3? s4?",
		"corona porcelana":                     "s3",
		"coronas de zirconia":                  "s4",
		"quiero brackets con la dra ana lopez": "s5 p1",
		"con la doctora López":                 "p1?",
		"en polanco":                           "b1",
		"aji de gallina y una limpieza":        "d1 s1?",
		"hola, una consulta":                   "",
		"":                                     "",
		"dental":                               "",
		"mañana a las 5":                       "",
	} {
		var got []string
		for _, f := range m.Find(language.Read(text)) {
			id := f.ID
			if !f.Whole {
				id += "?"
			}
			got = append(got, id)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("Find(%q) = %v, want %q", text, got, want)
		}
	}
}

func TestMatcherWithoutNamesFindsNothing(t *testing.T) {
	t.Parallel()
	var none *Matcher
	if got := append(none.Find(language.Read("hola")), NewMatcher(nil).Find(language.Read("hola"))...); got != nil {
		t.Errorf("found %v", got)
	}
}

func TestSlipsAreCountedUpToTheLimit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b        string
		limit, want int
	}{
		{"limpieza", "limpiesa", 1, 1},
		{"limpieza", "limpeza", 1, 1},
		{"limpieza", "limpiezas", 1, 1},
		{"limpieza", "lipmieza", 1, 1},
		{"limpieza", "limpieza", 1, 0},
		{"limpieza", "limpesa", 1, 2},
		{"limpieza", "limpesa", 2, 2},
		{"corona", "cromado", 2, 3},
		{"ortodoncia", "otrodonica", 2, 2},
		{"ab", "ba", 1, 1},
		{"", "a", 1, 1},
		{"", "abc", 2, 3},
	} {
		if got := slips([]byte(c.a), []byte(c.b), c.limit); got != c.want || slips([]byte(c.b), []byte(c.a), c.limit) != c.want {
			t.Errorf("slips(%q, %q, %d) = %v, want %v", c.a, c.b, c.limit, got, c.want)
		}
	}
}

func FuzzMatcher(f *testing.F) {
	f.Add("Limpieza dental", "una limpiesa dental")
	f.Add("", "\xff")
	f.Fuzz(func(t *testing.T, name, text string) {
		m := NewMatcher([]Entry{{ID: "x", Name: name, Aliases: []string{text}}})
		for _, got := range m.Find(language.Read(text)) {
			if got.From >= got.To || got.ID != "x" {
				t.Fatalf("match %+v", got)
			}
		}
	})
}

func BenchmarkMatcherFind(b *testing.B) {
	var entries []Entry
	for i := range 200 {
		entries = append(entries, Entry{ID: fmt.Sprint(i), Name: fmt.Sprintf("Servicio %c%cton numero %d", 'a'+i%26, 'a'+i/26, i), Kind: KindService})
	}
	m := NewMatcher(entries)
	text := language.Read("hola buenas tardes quisiera saber cuanto cuesta el tratamientto de blanqueamientoo con la doctora martinezz porfavor")
	for b.Loop() {
		m.Find(text)
	}
}
