package heard

import (
	"slices"
	"strings"
	"unicode"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/tenant"
)

// urgently are the words by which a business calls what it does at once.
var urgently = []string{"urgencia", "urgencias", "emergencia", "urgent", "emergency", "urgência"}

// Urgent is the business's own service for what cannot wait; nil where it has none.
func Urgent(all []tenant.Name) *tenant.Name {
	urgent := func(name string) bool { return SharesWord(name, urgently...) }
	i := slices.IndexFunc(all, func(s tenant.Name) bool { return slices.ContainsFunc(append([]string{s.Name}, s.Aliases...), urgent) })
	if i < 0 {
		return nil
	}
	return &all[i]
}

// ServicesOf are the services that go by a person's specialty.
func ServicesOf(s *tenant.Settings, staff string) (own []tenant.Name) {
	i := slices.IndexFunc(s.Staff, func(n tenant.Name) bool { return n.ID == staff })
	if i < 0 || s.Staff[i].Tag == "" {
		return nil
	}
	for _, one := range s.Services {
		if ofSpecialty(one, s.Staff[i].Tag) {
			own = append(own, one)
		}
	}
	return own
}

// ofSpecialty reports whether a service goes by a specialty, or by one of two that are joined.
func ofSpecialty(service tenant.Name, specialty string) bool {
	names := append([]string{service.Name}, service.Aliases...)
	return slices.ContainsFunc(strings.Split(specialty, " y "), func(part string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return SharesAll(name, part) })
	})
}

// ForChildren are the services that by their names are for children.
func ForChildren(all []tenant.Name) (own []tenant.Name) {
	for _, s := range all {
		names := append([]string{s.Name}, s.Aliases...)
		if slices.ContainsFunc(names, func(name string) bool { return In(name, "for_children") }) {
			own = append(own, s)
		}
	}
	return own
}

// foldedWords are a name's words without accents and capitals, those that carry no meaning left out.
func foldedWords(s string) []string {
	return slices.DeleteFunc(strings.Fields(language.FoldString(s)), func(w string) bool { return len(w) < 4 })
}

// SharesWord reports whether one of the words stands in a text.
func SharesWord(text string, words ...string) bool {
	have := strings.FieldsFunc(language.FoldString(text), func(r rune) bool { return !unicode.IsLetter(r) })
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(have, language.FoldString(w)) })
}

// SharesAll reports whether every word of a name stands in a text.
func SharesAll(text, name string) bool {
	words, have := foldedWords(name), foldedWords(text)
	return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(have, w) })
}
