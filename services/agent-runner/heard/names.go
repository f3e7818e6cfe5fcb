package heard

import (
	"slices"
	"strings"
	"unicode"

	"github.com/recado/recado/pkg/knowledge"
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

// Stems of two words are alike where they share so many letters, and so large a part of the shorter word.
const (
	sharedLetters = 5
	sharedPart    = 0.6
	commonIn      = 3 // a word that so many services have tells none apart
)

// Alike are the services that a text speaks of in other forms of their words: "vacunar a mi gata", "blanquearme los dientes".
func Alike(all []tenant.Name, text string) (alike []tenant.Name) {
	said := plainWords(text)
	common := map[string]int{}
	for _, s := range all {
		for _, w := range plainWords(s.Name) {
			common[w]++
		}
	}
	for _, s := range all {
		named := slices.ContainsFunc(plainWords(s.Name), func(w string) bool {
			like := knowledge.Covers(w, text) == 1 || slices.ContainsFunc(said, func(v string) bool { return akin(w, v) })
			return like && common[w] < commonIn
		})
		if named {
			alike = append(alike, s)
		}
	}
	return alike
}

func akin(v, w string) bool {
	n, shorter := 0, min(len(v), len(w))
	for n < shorter && v[n] == w[n] {
		n++
	}
	return n >= sharedLetters && float64(n) >= sharedPart*float64(shorter)
}

// generals are words of the service that one begins with who does not know which.
var generals = []string{"valoracion", "general", "diagnostico", "revision", "checkup", "avaliacao", "consulta"}

// General is the service that one begins with who does not know which; nil where none is called so.
func General(all []tenant.Name) *tenant.Name {
	for _, word := range generals {
		i := slices.IndexFunc(all, func(s tenant.Name) bool { return SharesWord(s.Name, word) })
		if i >= 0 {
			return &all[i]
		}
	}
	return nil
}
