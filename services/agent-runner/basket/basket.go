// Package basket reads what customers say of an order against the menu, and keeps the lines that come of it.
package basket

import (
	"cmp"
	"slices"
	"strings"
)

// The bounds of an order; a tool that takes one has the same.
const (
	MaxLines    = 30
	MaxQuantity = 50
	maxNotes    = 200 // bytes of a line's notes
	maxUnclear  = 4
)

// Line is something that is ordered: a dish by its name on the menu, and how it is wanted.
type Line struct {
	Name     string   `json:"name"`
	Quantity int      `json:"quantity"`
	Options  []string `json:"options,omitempty"`
	Notes    string   `json:"notes,omitempty"`
}

// Basket is what a customer has ordered so far. It lives in the state of a dialogue.
type Basket struct {
	Lines []Line `json:"lines,omitempty"`
	// Last is the name of the dish that was spoken of last: "mejor tres" is about it.
	Last string `json:"last,omitempty"`
	// Unclear are wishes that may mean several dishes; the first is asked about.
	Unclear []Wish `json:"unclear,omitempty"`
}

// Outcome is what became of what was said: whether the basket is another one, and what could not be done.
type Outcome struct {
	Changed bool
	Cleared bool
	SoldOut []string // dishes that cannot be had now
	Absent  []string // dishes that were to go and are not there
	TooMany []string // dishes of which more was wanted than a line may have
	Full    bool     // there was no room for another line
}

// Empty reports whether nothing is ordered.
func (b *Basket) Empty() bool { return len(b.Lines) == 0 }

// Copied is a basket of its own with the same content.
func (b *Basket) Copied() *Basket {
	c := *b
	c.Lines, c.Unclear = slices.Clone(b.Lines), slices.Clone(b.Unclear)
	for i := range c.Lines {
		c.Lines[i].Options = slices.Clone(c.Lines[i].Options)
	}
	return &c
}

// Equal reports whether two baskets hold the same lines and doubts.
func (b *Basket) Equal(other *Basket) bool {
	same := slices.EqualFunc(b.Lines, other.Lines, func(x, y Line) bool {
		return x.Name == y.Name && x.Quantity == y.Quantity && x.Notes == y.Notes && slices.Equal(x.Options, y.Options)
	})
	return same && slices.EqualFunc(b.Unclear, other.Unclear, func(x, y Wish) bool { return slices.Equal(x.Among, y.Among) })
}

// Apply changes the basket as was said.
func (b *Basket) Apply(s Said, m *Menu) (out Outcome) {
	before := b.Copied()
	if s.Clear {
		*b = Basket{}
		out.Cleared = true
	}
	swapped := 0 // how many the dish had that the next one comes in place of
	for _, w := range s.Wishes {
		name := b.meant(w, m)
		switch {
		case name == "" && w.Change == Remove:
			out.Absent = append(out.Absent, w.Said)
		case name == "":
			b.doubt(w, m)
		case w.Change == Remove:
			swapped = b.remove(name, w, &out)
			continue
		default:
			if w.Quantity == 0 {
				w.Quantity = swapped
			}
			b.put(name, w, m, &out)
		}
		swapped = 0
	}
	b.applyRest(s, m, &out)
	out.Changed = !before.Equal(b)
	return out
}

// applyRest applies what names no dish: a count, a note, the end of the line that was spoken of last.
func (b *Basket) applyRest(s Said, m *Menu, out *Outcome) {
	i := b.lastLine()
	switch {
	case i < 0:
		return
	case s.DropLast:
		b.Last = b.Lines[i].Name
		b.Lines = slices.Delete(b.Lines, i, i+1)
		return
	case s.Count > 0 && s.More:
		b.count(i, b.Lines[i].Quantity+s.Count, out)
	case s.Count > 0:
		b.count(b.lineFor(i, s.Count), s.Count, out)
	}
	if s.Note == "" {
		return
	}
	for k := range b.Lines {
		if s.All || k == i {
			b.annotate(k, s.Note, m)
		}
	}
}

// lineFor is the line that gets a count: line i, which was spoken of last, or where that has this count already the last that has not.
func (b *Basket) lineFor(i, count int) int {
	for k := i; k >= 0; k-- {
		if b.Lines[k].Quantity != count {
			return k
		}
	}
	return i
}

// lastLine is the line that was spoken of last; -1 where nothing is ordered.
func (b *Basket) lastLine() int {
	for i, l := range slices.Backward(b.Lines) {
		if l.Name == b.Last {
			return i
		}
	}
	return len(b.Lines) - 1
}

// meant is the dish that a wish means: the only one, the only one that is ordered already, the only one that can be had.
func (b *Basket) meant(w Wish, m *Menu) string {
	if len(w.Among) == 1 {
		return b.called(w)
	}
	ordered := slices.DeleteFunc(slices.Clone(w.Among), func(name string) bool { return len(b.linesOf(name)) == 0 })
	if len(ordered) == 1 && (w.Change == Remove || w.Quantity == 0 || w.Exact) {
		return ordered[0]
	}
	there := slices.DeleteFunc(slices.Clone(w.Among), func(name string) bool { return !m.There(name) })
	if len(there) == 1 {
		return there[0]
	}
	return ""
}

// called is the dish that a wish names; the one that is ordered where a word of its name is said again without a count: "sin cebolla
// el ceviche" after a mixed one.
func (b *Basket) called(w Wish) string {
	name := w.Among[0]
	if w.Quantity > 0 || w.More || len(b.linesOf(name)) > 0 {
		return name
	}
	meant, words := "", contentOf(w.Said)
	for _, l := range b.Lines {
		own := contentOf(l.Name)
		if slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(own, w) }) || l.Name == meant {
			continue
		}
		if meant != "" {
			return name
		}
		meant = l.Name
	}
	return cmp.Or(meant, name)
}

// doubt keeps a wish that may mean several dishes until the customer says which.
func (b *Basket) doubt(w Wish, m *Menu) {
	there := slices.DeleteFunc(slices.Clone(w.Among), func(name string) bool { return !m.There(name) })
	if len(there) > 0 {
		w.Among = there
	}
	if len(b.Unclear) < maxUnclear {
		b.Unclear = append(b.Unclear, w)
	}
}

// Settle takes the dish that an answer chooses for the first doubt: by its words, or its place from 1; false where it chooses none.
func (b *Basket) Settle(text string, choice int, m *Menu) (out Outcome, ok bool) {
	if len(b.Unclear) == 0 {
		return out, false
	}
	w := b.Unclear[0]
	name := ""
	switch {
	case choice > 0 && choice <= len(w.Among):
		name = w.Among[choice-1]
	default:
		name = chosen(w.Among, text)
	}
	if name == "" {
		name = other(m.Read(text, ""))
	}
	if name == "" {
		return out, false
	}
	b.Unclear = slices.Delete(b.Unclear, 0, 1)
	w.Among = []string{name}
	out = b.Apply(Said{Wishes: []Wish{w}}, m)
	out.Changed = true
	return out, true
}

// other is the one dish that an answer names instead of those that were offered.
func other(s Said) string {
	if len(s.Wishes) != 1 {
		return ""
	}
	w := s.Wishes[0]
	if len(w.Among) != 1 || w.Quantity > 0 || w.Change != Plain {
		return ""
	}
	return w.Among[0]
}

// linesOf are the places of the lines of a dish.
func (b *Basket) linesOf(name string) (at []int) {
	for i, l := range b.Lines {
		if l.Name == name {
			at = append(at, i)
		}
	}
	return at
}

// remove takes a dish out, or some of it, and returns how many there were.
func (b *Basket) remove(name string, w Wish, out *Outcome) (had int) {
	lines := b.linesOf(name)
	if len(lines) == 0 {
		out.Absent = append(out.Absent, name)
		return w.Quantity
	}
	b.Last = name
	if noted := b.noted(lines, w); len(noted) > 0 {
		lines = noted
	}
	for _, i := range lines {
		had += b.Lines[i].Quantity
	}
	left := had - w.Quantity
	if w.Quantity == 0 {
		left = 0
	}
	for _, i := range slices.Backward(lines) {
		switch l := &b.Lines[i]; {
		case left <= 0:
			b.Lines = slices.Delete(b.Lines, i, i+1)
		case l.Quantity > left:
			l.Quantity, left = left, 0
		default:
			left -= l.Quantity
		}
	}
	if w.Quantity > 0 {
		had = min(had, w.Quantity)
	}
	return had
}

// noted are those of some lines that are wanted as a wish says.
func (b *Basket) noted(lines []int, w Wish) []int {
	if w.Notes == "" && len(w.Options) == 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(lines), func(i int) bool {
		return !strings.EqualFold(b.Lines[i].Notes, w.Notes) || !slices.Equal(b.Lines[i].Options, w.Options)
	})
}

// put adds a dish, or changes the line that it has.
func (b *Basket) put(name string, w Wish, m *Menu, out *Outcome) {
	if !m.There(name) {
		out.SoldOut = append(out.SoldOut, name)
		return
	}
	b.Last = name
	lines := b.linesOf(name)
	plain := w.Notes == "" && len(w.Options) == 0
	if len(lines) == 0 {
		b.add(Line{Name: name, Quantity: max(1, w.Quantity), Options: w.Options, Notes: w.Notes}, out)
		return
	}
	last := lines[len(lines)-1]
	if noted := b.noted(lines, w); len(noted) > 0 {
		last, plain = noted[0], true
	}
	switch {
	case w.Quantity == 0 && plain && w.More:
		b.count(last, b.Lines[last].Quantity+1, out)
	case w.Quantity == 0: // how it is wanted, or only a mention
		b.takeNotes(last, w, m)
	case w.More && plain:
		b.count(last, b.Lines[last].Quantity+w.Quantity, out)
	case w.More || !plain && !w.Exact:
		b.add(Line{Name: name, Quantity: w.Quantity, Options: w.Options, Notes: w.Notes}, out)
	default:
		b.setAll(lines, last, w, out)
		b.takeNotes(b.linesOf(name)[0], w, m)
	}
}

// setAll leaves one line of a dish, with a count.
func (b *Basket) setAll(lines []int, keep int, w Wish, out *Outcome) {
	b.count(keep, w.Quantity, out)
	if !w.Exact {
		return
	}
	for _, i := range slices.Backward(lines) {
		if i != keep {
			b.Lines = slices.Delete(b.Lines, i, i+1)
		}
	}
}

func (b *Basket) takeNotes(i int, w Wish, m *Menu) {
	if w.Notes != "" {
		b.annotate(i, w.Notes, m)
	}
	for _, o := range w.Options {
		b.choose(i, o, m)
	}
}

// annotate adds how a line is wanted: the options that are named, the rest as its note.
func (b *Basket) annotate(i int, note string, m *Menu) {
	l := &b.Lines[i]
	d := m.Named(l.Name)
	options, dropped, rest := d.options(note)
	for _, o := range options {
		b.choose(i, o, m)
	}
	dropped = append(dropped, unwanted(l.Options, note)...)
	l.Options = slices.DeleteFunc(l.Options, func(o string) bool { return slices.Contains(dropped, o) })
	if rest == "" || strings.Contains(strings.ToLower(l.Notes), strings.ToLower(rest)) {
		return
	}
	if l.Notes != "" {
		rest = l.Notes + ", " + rest
	}
	l.Notes = clipped(rest)
}

// choose takes an option into a line; of a group there is one.
func (b *Basket) choose(i int, option string, m *Menu) {
	l := &b.Lines[i]
	d := m.Named(l.Name)
	group := d.group(option)
	l.Options = slices.DeleteFunc(slices.Clone(l.Options), func(o string) bool {
		return o == option || group != "" && d.group(o) == group
	})
	l.Options = append(l.Options, option)
	slices.Sort(l.Options)
}

func (b *Basket) count(i, n int, out *Outcome) {
	if n > MaxQuantity {
		out.TooMany = append(out.TooMany, b.Lines[i].Name)
		return
	}
	b.Lines[i].Quantity = n
}

// add appends a line, within the bounds.
func (b *Basket) add(l Line, out *Outcome) {
	switch {
	case l.Quantity > MaxQuantity:
		out.TooMany = append(out.TooMany, l.Name)
	case len(b.Lines) >= MaxLines:
		out.Full = true
	default:
		l.Notes = clipped(l.Notes)
		b.Lines = append(b.Lines, l)
	}
}

// clipped is a note within its bound, cut between words.
func clipped(s string) string {
	if len(s) <= maxNotes {
		return s
	}
	s = strings.ToValidUTF8(s[:maxNotes], "")
	if i := strings.LastIndexByte(s, ' '); i > 0 {
		s = s[:i]
	}
	return s
}
