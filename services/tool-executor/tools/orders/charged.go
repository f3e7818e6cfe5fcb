package orders

import (
	"slices"
	"strings"
	"unicode"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/match"
)

// Words of a note, folded: those after which something is wanted with a dish, and those that end it.
var (
	withs = []string{"con", "with", "com"}
	ends  = []string{"y", "e", "and", "sin", "without", "sem", "no", "pero", "but", "mas"}
	units = []string{"un", "una", "a", "an", "um", "uma", "some", "extra"}
)

// uncharged refuses a note that asks for what costs something as an option: "con huevo" where the egg has a price.
func (l line) uncharged(field, lang string) *tool.Error {
	for _, wanted := range wishesOf(l.notes) {
		found := match.Meant(l.dish.options, func(o option) match.Name { return o.called }, wanted)
		chosen := func(o option) bool { return slices.ContainsFunc(l.options, o.excludes) }
		costs := func(o option) bool { return o.price > 0 }
		if slices.ContainsFunc(found, costs) && !slices.ContainsFunc(found, chosen) {
			return l.dish.unknownOption(field, say("note_costs", lang, "{name}", wanted, "{dish}", l.dish.name()), "")
		}
	}
	return nil
}

// wishesOf are what a note wants with a dish: "huevo" of "sin cebolla, con huevo".
func wishesOf(note string) (out []string) {
	var wish []string
	end := func() {
		if len(wish) > 1 {
			out = append(out, strings.Join(wish[1:], " "))
		}
		wish = nil
	}
	for w := range strings.FieldsFuncSeq(marked(note), unicode.IsSpace) {
		with := slices.Contains(withs, w)
		if with || w == "," || slices.Contains(ends, w) {
			end()
		}
		if with || len(wish) > 0 && !slices.Contains(units, w) {
			wish = append(wish, w)
		}
	}
	end()
	return out
}

// marked is a note folded, with a comma of its own for each mark.
func marked(note string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsSpace(r) {
			return r
		}
		return ','
	}, strings.NewReplacer(",", " , ", ";", " , ", ".", " , ", ":", " , ", "(", " , ", ")", " , ", "+", " , ", "/", " , ").
		Replace(language.FoldString(note)))
}
