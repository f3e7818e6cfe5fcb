// Package order reads the lines of orders, their counts and notes.
package order

import (
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/names"
)

// What a line does to an order that may already stand.
const (
	Added   = "add"
	Removed = "remove"
)

// Line is a thing asked for: how many of it, how it is wanted, and whether it comes to an order or leaves it.
type Line struct {
	names.Match
	// Quantity is 0 where nothing was counted.
	Quantity int
	// Notes are the customer's words: "sin cebolla", "con todo".
	Notes string
	// Change is Added, Removed or "", where the text does not say.
	Change string
}

// Lines reads the lines of an order from the services and dishes found in a text: "dos tacos al pastor sin cebolla y un agua".
// Things that share a name (Match.Whole) have a line each. Only dishes have notes.
func Lines(t language.Text, found []names.Match) []Line {
	o := order{scan: scan{&t}}
	for i, floor := 0, 0; i < len(found); {
		to := i + 1
		for to < len(found) && found[to].From == found[i].From {
			to++
		}
		o.groups = append(o.groups, o.group(found[i:to], floor))
		i, floor = to, o.groups[len(o.groups)-1].to
	}
	o.narrow()
	for i := range o.groups {
		o.read(i)
	}
	return o.settled()
}

// scan reads one text for counts and things.
type scan struct{ *language.Text }

// order reads the lines of one text.
type order struct {
	scan
	groups []group
	lines  []Line
	bases  []int  // for each line, the group it came from
	change string // what the last verb said
	// instead is the group that comes in place of the one before it.
	instead int
	// taken is what the last verb takes from the thing after it.
	taken language.Span
}

// group is what one name in the text may mean, with its count.
type group struct {
	matches  []names.Match
	from, to int // with the count
	count    int
	note     string // "jarra", "medio kilo"
	half     bool   // "mitad de"
}

func (o *order) group(matches []names.Match, floor int) group {
	first := &matches[0]
	g := group{matches: matches, from: first.From, to: first.To}
	if first.Kind != names.KindService && first.Kind != names.KindDish {
		return g
	}
	c := o.countBefore(first.From, floor)
	g.count, g.from, g.note, g.half = c.n, c.from, c.note, c.half
	if g.count == 0 {
		g.count, g.to = o.countAfter(g.to)
	}
	return g
}

func (g *group) dish() bool { return g.matches[0].Kind == names.KindDish }

func (g *group) thing() bool { return g.dish() || g.matches[0].Kind == names.KindService }

// until is where the text of group i ends: at the next one.
func (o *order) until(i int) int {
	if i+1 < len(o.groups) {
		return o.groups[i+1].from
	}
	return len(o.Tokens)
}

// read adds the lines of group i.
func (o *order) read(i int) {
	g := &o.groups[i]
	if !g.thing() || len(g.matches) == 0 {
		return
	}
	o.taken = language.Span{}
	o.change = o.changeBefore(i)
	if o.insideNote(i) {
		return
	}
	if g.half && o.halve(i) {
		return
	}
	if !g.dish() {
		o.add(i, g.count, "", "")
		return
	}
	o.readDish(i)
}

func (o *order) readDish(i int) {
	g := &o.groups[i]
	end := o.until(i)
	for k := i + 1; k < len(o.groups) && o.swallows(k); k++ {
		end = o.until(k)
	}
	change := o.change
	if o.refusedAfterward(g.to, end) {
		change = Removed
	}
	if parts := o.split(g, end); len(parts) > 0 {
		for _, p := range parts {
			o.add(i, p.count, joinNotes(g.note, p.note), change)
		}
		return
	}
	note, to := o.noteAt(g.to, end)
	note = joinNotes(o.noteText(o.taken.From, o.taken.To), note)
	count := g.count
	if n := o.corrects(to, end); n > 0 {
		count = n
		if change == Removed {
			change = ""
		}
	} else if n, next, ok := o.Number(to); count == 0 && note != "" && ok && n >= 1 && n < 100 && to < end && o.listEnds(next) {
		count = n
	}
	o.add(i, count, joinNotes(g.note, note), change)
}

func (o *order) add(i, count int, note, change string) {
	for _, m := range o.groups[i].matches {
		o.lines, o.bases = append(o.lines, Line{Match: m, Quantity: count, Notes: note, Change: change}), append(o.bases, i)
	}
}

func joinNotes(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + ", " + b
}

// insideNote reports whether a group is part of the note of a line before it: the cheese of "sin queso".
func (o *order) insideNote(i int) bool {
	return o.swallows(i) && len(o.lines) > 0 && o.bases[len(o.bases)-1] >= i-1-o.swallowedBefore(i)
}

func (o *order) swallowedBefore(i int) int {
	n := 0
	for i--; i > 0 && o.swallows(i); i-- {
		n++
	}
	return n
}

// swallows reports whether the note of an earlier dish reaches over group k.
func (o *order) swallows(k int) bool {
	g := &o.groups[k]
	if k > 0 && g.count == 1 && o.Is(g.from, "otra", "otro") && o.Is(g.from+1, "de") && o.groups[k-1].count > 1 && !g.matches[0].Whole {
		return true // "una de flor y otra de queso"
	}
	if k == 0 || !o.groups[k-1].dish() || !g.dish() || g.count > 0 || o.breaks(o.groups[k-1].to, g.from) {
		return false
	}
	before := g.from - 1
	if o.Is(before, "de", "del", "el", "la", "los", "las", "the", "o", "a", "os", "as") {
		before--
	}
	if o.Is(before, "sin", "without", "sem", "extra", "doble", "double", "hold", "no", "ni", "poco", "poca", "mucho", "mucha", "poquito", "poquita", "less", "light", "pouco", "pouca", "mas") {
		return true
	}
	if o.Is(before, "con", "with", "com") {
		return !g.matches[0].Whole
	}
	return o.Is(before, "y", "e", "and", ",") && !g.matches[0].Whole && o.swallowedOrNoted(k-1)
}

// swallowedOrNoted reports whether a note is open after group k: "sin cebolla y queso".
func (o *order) swallowedOrNoted(k int) bool {
	if o.swallows(k) {
		return true
	}
	for i := o.groups[k].to; i < o.groups[k+1].from; i++ {
		if o.Is(i, "sin", "without", "sem") {
			return true
		}
	}
	return false
}

// breaks reports whether a sentence or a line ends between two tokens.
func (o *order) breaks(from, to int) bool {
	for i := from; i <= to && i < len(o.Tokens); i++ {
		if i < to && o.Is(i, ".", ";", "?", "!") || i > from && o.NewLine(i) {
			return true
		}
	}
	return false
}
