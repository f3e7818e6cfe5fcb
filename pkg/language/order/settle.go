package order

import (
	"slices"
	"strings"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/names"
)

// halve gives a group that is half of the one before its share: "una docena de empanadas, mitad carne mitad pollo".
func (o *order) halve(i int) bool {
	base := i - 1
	for base > 0 && o.groups[base].half {
		base--
	}
	if base < 0 || !o.groups[base].thing() {
		return false
	}
	if o.groups[base].count < 2 || o.groups[base].count%2 != 0 || !o.covers(&o.groups[base], &o.groups[i]) {
		return false
	}
	o.groups[i].count = o.groups[base].count / 2
	o.add(i, o.groups[i].count, "", o.change)
	return true
}

// covers reports whether a name that several things share leaves room for what is named more closely.
func (o *order) covers(base, closer *group) bool {
	if base.matches[0].Whole && len(closer.matches) > 0 && base.matches[0].ID != closer.matches[0].ID {
		return false
	}
	for _, m := range closer.matches {
		if !slices.ContainsFunc(base.matches, func(b names.Match) bool { return b.ID == m.ID }) {
			return false
		}
	}
	return true
}

// narrow leaves of each group that several things share those that a group before it may mean too, and of "3 de pollo" those
// of which that is the kind.
func (o *order) narrow() {
	for i := range o.groups {
		g := &o.groups[i]
		if len(g.matches) < 2 || !g.thing() {
			continue
		}
		for k := range i {
			if base := &o.groups[k]; len(base.matches) > 1 && base.thing() {
				g.matches = o.among(base, g.matches)
			}
		}
		if o.Is(g.matches[0].From-1, "de", "al") {
			if kinds := slices.DeleteFunc(slices.Clone(g.matches), o.headed); len(kinds) > 0 {
				g.matches = kinds
			}
		}
	}
}

// headed reports whether the name of a match begins with the word that was said.
func (o *order) headed(m names.Match) bool {
	return strings.HasPrefix(language.FoldString(m.Name), o.At(m.From))
}

// among are the matches that the base may mean too, or all where it may mean none.
func (o *order) among(base *group, matches []names.Match) []names.Match {
	var both []names.Match
	for _, m := range matches {
		if slices.ContainsFunc(base.matches, func(b names.Match) bool { return b.ID == m.ID }) {
			both = append(both, m)
		}
	}
	if len(both) == 0 {
		return matches
	}
	return both
}

// settled takes out what is said again more closely or corrected, and adds up what is said twice.
func (o *order) settled() []Line {
	lines := o.lines[:0]
	for n, l := range o.lines {
		base := o.bases[n]
		if rest, narrowed := o.narrowed(base); narrowed && rest <= 0 {
			continue
		} else if narrowed {
			l.Quantity = rest
		}
		at := slices.IndexFunc(lines, func(k Line) bool { return k.ID == l.ID && k.Change == l.Change })
		switch {
		case at < 0:
			lines = append(lines, l)
		case o.correctedTo(base):
			lines[at].Quantity, lines[at].Notes = l.Quantity, joinNotes(lines[at].Notes, l.Notes)
		case lines[at].From == l.From:
			lines = append(lines, l) // the parts of one split
		case l.Quantity == 0 || lines[at].Quantity == 0:
			lines[at].Quantity += l.Quantity
			if lines[at].Notes != l.Notes {
				lines[at].Notes = joinNotes(lines[at].Notes, l.Notes)
			}
		case lines[at].Notes == l.Notes:
			lines[at].Quantity += l.Quantity
		default:
			lines = append(lines, l)
		}
	}
	return lines
}

// narrowed reports whether group i names several things, and groups after it say which ("3 tacos: 2 de pastor y 1 de suadero"),
// and how many they leave of its count.
func (o *order) narrowed(i int) (rest int, ok bool) {
	base := &o.groups[i]
	if len(base.matches) < 2 {
		return 0, false
	}
	rest = base.count
	for k := i + 1; k < len(o.groups); k++ {
		if closer := &o.groups[k]; len(closer.matches) < len(base.matches) && o.covers(base, closer) {
			if rest, ok = rest-closer.count, true; closer.count == 0 {
				rest = 0
			}
		}
	}
	return rest, ok
}

// correctedTo reports whether what stands before group i takes back what was said: "no, mejor", "perdón".
func (o *order) correctedTo(i int) bool {
	from := max(0, o.groups[i].from-4)
	if i > 0 {
		from = max(from, o.groups[i-1].to)
	}
	for k := from; k < o.groups[i].from; k++ {
		if o.takesBack(k) {
			return true
		}
	}
	return false
}

func (o *order) takesBack(k int) bool {
	if o.Is(k, "solo", "only", "just", "so") && (o.Digits(k+1) > 0 || o.Word(k+1) > 0) {
		return true
	}
	return o.Is(k, "mejor", "perdon", "digo", "corrijo", "sorry", "actually", "wait", "espera", "melhor", "desculpa", "alias", "rather", "quise", "sean") || o.Is(k, "no", "nao") && o.Is(k+1, ",", "mejor", "espera", "wait", "perdon")
}

// corrects returns the number that takes the place of the count: "dos tacos, no, mejor tres"; 0 when there is none.
func (o *order) corrects(from, to int) int {
	back := false
	for i := from; i < to && i < from+10; i++ {
		if o.takesBack(i) || o.Run(i, "make", "it") {
			back = true
			continue
		}
		n, next, ok := o.Number(i)
		if back && ok && n >= 1 && n <= maxQuantity && !o.ClockTail(next) &&
			(next >= len(o.Tokens) || o.Tokens[next].Kind == language.Mark || o.Is(next, "porfavor", "por", "please", "mejor", "gracias")) {
			return n
		}
	}
	return 0
}
