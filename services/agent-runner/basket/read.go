package basket

import (
	"slices"
	"strings"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/lex"
	"github.com/recado/recado/pkg/language/names"
	"github.com/recado/recado/pkg/language/order"
)

// Change is what a wish does to what is ordered already.
type Change string

// The changes. Of Plain the basket tells: a new dish is added, one that is there gets the count that was said.
const (
	Plain  Change = ""
	Remove Change = order.Removed
)

// Wish is one dish that was named, and what is wanted of it.
type Wish struct {
	// Among are the dishes that it may mean, by name; mostly one.
	Among    []string `json:"among"`
	Said     string   `json:"said,omitempty"`
	Quantity int      `json:"quantity,omitempty"` // 0 where nothing was counted
	Options  []string `json:"options,omitempty"`
	Notes    string   `json:"notes,omitempty"`
	Change   Change   `json:"change,omitempty"`
	More     bool     `json:"more,omitempty"`  // on top of what there is
	Exact    bool     `json:"exact,omitempty"` // in place of what there is
}

// Said is what a text says of an order.
type Said struct {
	Clear   bool     // all goes, and the order begins anew
	Wishes  []Wish   // in the order of the text
	Unknown []string // things that were asked for and that the menu does not have

	// What follows is about the dish that was spoken of last, where the text names none.
	Count    int
	More     bool
	Note     string
	All      bool // the note is for everything
	DropLast bool
}

// Nothing reports whether a text says nothing of an order.
func (s *Said) Nothing() bool {
	ofLast := s.DropLast || s.Count > 0 || s.Note != ""
	return !s.Clear && !ofLast && len(s.Wishes)+len(s.Unknown) == 0
}

// restWords is how many words a message has at most that is about the dish spoken of last without naming it.
const restWords = 10

// Read reads what a text says of an order; last is the dish that was spoken of last, empty where there is none.
func (m *Menu) Read(text, last string) (s Said) {
	t := language.Read(text)
	found := m.names.Find(t)
	s.Clear = says(text, "clear")
	s.Wishes = m.wishes(t, order.Lines(t, found))
	s.Unknown = unknown(t, found)
	if last != "" && onlyPartOf(t, s.Wishes, found) {
		s.Wishes = nil // "con extra arroz" is no dish of rice
	}
	if len(s.Wishes) == 0 {
		m.takeKinds(&s, t)
	}
	if len(s.Wishes)+len(s.Unknown) == 0 && last != "" && !s.Clear && t.Words() <= restWords {
		m.readRest(&s, t, last)
	}
	return s
}

// wishes are the lines of an order as wishes: those that share words of the text are one that may mean several dishes.
func (m *Menu) wishes(t language.Text, lines []order.Line) (out []Wish) {
	for i := 0; i < len(lines); {
		to := i + 1
		for to < len(lines) && lines[to].From == lines[i].From && !m.repeats(lines[i:to], lines[to]) {
			to++
		}
		if lines[i].Kind == names.KindDish && len(out) < MaxLines {
			prev, next := 0, len(t.Tokens)
			if i > 0 {
				prev = lines[i-1].To
			}
			if to < len(lines) {
				next = lines[to].From
			}
			out = m.wish(out, t, lines[i:to], max(0, min(prev, lines[i].From)), next)
		}
		i = to
	}
	return out
}

// misspelt is the dish that the word after a name means, where it is a slip of a word in which another dish of that name differs:
// "sebiche misto".
func (m *Menu) misspelt(t language.Text, l order.Line) string {
	word := t.Token(l.To)
	if word.Kind != language.Word || len(word.Said) < minSlip || !l.Whole {
		return ""
	}
	own := contentOf(l.Name)
	for i := range m.dishes {
		name := contentOf(m.dishes[i].Name)
		akin := slices.ContainsFunc(name, func(w string) bool { return slices.Contains(own, w) })
		slip := slices.ContainsFunc(name, func(w string) bool { return !slices.Contains(own, w) && oneSlip(w, singular(word.Said)) })
		if akin && slip {
			return m.dishes[i].Name
		}
	}
	return ""
}

// minSlip is how many letters a word has at least that may be misspelt.
const minSlip = 5

// oneSlip reports whether two words differ by one letter.
func oneSlip(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 || a == b || len(a) < minSlip-1 {
		return a == b && len(a) >= minSlip-1
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) == len(b) {
		return a[i+1:] == b[i+1:]
	}
	return a[i:] == b[i+1:]
}

// repeats reports whether a line is another share of a dish that was counted: "dos cafés, uno con leche y otro sin azúcar".
func (m *Menu) repeats(lines []order.Line, next order.Line) bool {
	return slices.ContainsFunc(lines, func(l order.Line) bool { return l.ID == next.ID })
}

// wish appends what some lines of the same words say, or makes it an option of the dish before.
func (m *Menu) wish(out []Wish, t language.Text, lines []order.Line, from, to int) []Wish {
	l := lines[0]
	if option := m.asOption(out, t, l); option != "" {
		last := &out[len(out)-1]
		last.Options = append(last.Options, option)
		return out
	}
	w := Wish{Quantity: l.Quantity, Said: t.Original(l.From, l.To)}
	for _, one := range lines {
		w.Among = append(w.Among, one.Name)
	}
	if meant := m.misspelt(t, l); meant != "" {
		w.Among = []string{meant}
	}
	if n, written := countAt(t, l.From); w.Quantity == 0 && written {
		w.Quantity = n
		if n == 0 {
			l.Change = order.Removed
		}
	}
	w.Exact = l.Change != order.Added && says(t.Original(from, to), "exact")
	onTop := says(t.Original(from, l.To), "more") || l.To < to && is(t.At(l.To), "more")
	w.More = l.Change == order.Added || onTop && !w.Exact
	if l.Change == order.Removed || l.Quantity == 0 && lacks(t, l.From) {
		w.Change = Remove
	}
	if w.Quantity == 0 && says(t.Original(from, l.From), "drops") {
		w.Change = Remove
	}
	if says(l.Notes, "no_note") {
		l.Notes = ""
	}
	if l.Notes == "" && l.Quantity == 0 && len(out) == 0 {
		l.Notes = m.noteAhead(t, l)
	}
	w.Options, _, w.Notes = m.Named(w.Among[0]).options(l.Notes)
	if len(w.Among) > 1 {
		w.Options, w.Notes = nil, l.Notes
	}
	w.Notes = clipped(w.Notes)
	return append(out, w)
}

// noteAhead is how a dish is wanted by words that stand before it: "sin cebolla el ceviche".
func (m *Menu) noteAhead(t language.Text, l order.Line) string {
	to := l.From
	for to > 0 && t.Is(to-1, "el", "la", "los", "las", "al", "a", "en", "the", "o", "os", "as") {
		to--
	}
	for at := 0; at < to-1; at++ {
		if is(t.At(at), "opens_note") && !t.Is(at, "no", "con", "com", "with") {
			return m.noteOf(l.Name, t.Original(at, to))
		}
	}
	return ""
}

// onlyPartOf reports whether a message names dishes by a part of their names only, as what is to come with or without another one.
func onlyPartOf(t language.Text, wishes []Wish, found []names.Match) bool {
	for _, f := range found {
		if f.Whole || !t.Is(f.From-1, "con", "sin", "extra", "with", "without", "com", "sem", "mas", "mucho", "poco") {
			return false
		}
	}
	return len(wishes) > 0 && !slices.ContainsFunc(wishes, func(w Wish) bool { return w.Quantity > 0 })
}

// lacks reports whether a message begins by doing without what stands at token i: "sin el flan".
func lacks(t language.Text, i int) bool {
	if t.Is(i-1, "el", "la", "los", "las", "the", "o", "a", "os", "as") {
		i--
	}
	return i <= maxLead && t.Is(i-1, "sin", "without", "sem")
}

// maxLead is how many words stand before "sin el flan": "ah y".
const maxLead = 3

// asOption is the option of the dish before that a dish is meant as: "un lomo con papas fritas".
func (m *Menu) asOption(out []Wish, t language.Text, l order.Line) string {
	if len(out) == 0 || l.Quantity > 0 || !t.Is(l.From-1, "con", "with", "com", "extra") {
		return ""
	}
	return m.Named(out[len(out)-1].Among[0]).optionLike(l.Name)
}

// countAt is the number in digits right before token i that is no count that anybody means: none, or more than there can be.
func countAt(t language.Text, i int) (n int, written bool) {
	if t.Is(i-1, "de") {
		i--
	}
	n = t.Digits(i - 1)
	if n < 0 || t.Is(i-2, "$", "€", "#", "/", ".", ",", ":") {
		return 0, false
	}
	return n, n == 0 || n > MaxQuantity
}

// readRest reads a message that names no dish as one about the dish spoken of last: "mejor tres", "sin cebolla", "quítalo".
func (m *Menu) readRest(s *Said, t language.Text, last string) {
	s.DropLast = says(t.Raw, "drop_last")
	if s.DropLast {
		return
	}
	s.All = says(t.Raw, "all")
	at := turnsBack(t)
	for ; at < len(t.Tokens) && s.Note == ""; at++ {
		if is(t.At(at), "opens_note") {
			s.Note = m.noteOf(last, t.Original(at, len(t.Tokens)))
		}
	}
	if named, _, _ := m.Named(last).options(t.Raw); s.Note == "" && len(named) > 0 {
		s.Note = strings.Join(named, ", ")
	}
	more, exact := says(t.Raw, "more"), says(t.Raw, "exact")
	if s.Note != "" {
		t.Tokens = t.Tokens[:max(0, at-1)] // a number in a note counts something else
	}
	exact = exact || says(t.Raw, "wait") && isNumber(t, turnsBack(t))
	if n, ok := onlyNumber(t); ok && (more || exact) {
		s.Count, s.More = n, more && !exact
	}
	if s.Count == 0 && s.Note == "" && more && oneMore(t) {
		s.Count, s.More = 1, true
	}
}

// turnsBack is where a change begins after a "no" or a "wait" at the head of a text, which are no way in which a thing is wanted: "no
// wait, make it one"; 0 where it has none.
func turnsBack(t language.Text) (at int) {
	for i := 0; i < len(t.Tokens); i++ {
		mark, no := t.Token(i).Kind == language.Mark, t.Is(i, "no", "nao", "not")
		switch {
		case t.Is(i, "hold") && t.Is(i+1, "on"):
			i++
			at = i + 1
		case is(t.At(i), "wait"), mark && i > 0:
			at = i + 1
		case !no || i > maxLead:
			return at
		}
	}
	return at
}

// isNumber reports whether nothing but a number stands in a text from token i on.
func isNumber(t language.Text, i int) bool {
	_, next, ok := t.Number(i)
	return ok && next == len(t.Tokens)
}

// noteOf is how a dish is wanted by words that begin so; empty where they say something else.
func (m *Menu) noteOf(dish, words string) string {
	t := language.Read(dish + ", " + words)
	found := m.names.Find(t)
	for _, l := range order.Lines(t, found[:min(len(found), 1)]) {
		if l.Name == dish && is(first(l.Notes), "opens_note") && !says(l.Notes, "no_note") {
			return clipped(l.Notes)
		}
	}
	return ""
}

// oneMore reports whether a message asks for one more of the same: "otro igual", "another one".
func oneMore(t language.Text) bool {
	for i := range t.Tokens {
		if t.Is(i, "otro", "otra", "another", "outro", "outra") {
			return t.Is(i+1, "igual", "mas", "one", "mais", "porfa", "porfavor", "please", "por", "") || t.Token(i+1).Kind == language.Mark
		}
	}
	return false
}

// onlyNumber is the one number of a short text that is no hour and no price.
func onlyNumber(t language.Text) (n int, ok bool) {
	for i := 0; i < len(t.Tokens); {
		value, next, isNumber := t.Number(i)
		if !isNumber {
			i++
			continue
		}
		hour := t.Is(i-1, "las", "la", "at", "as", "$", "#") ||
			t.Is(next, ":", "am", "pm", "h", "hrs", "de", "$", "/") || t.In(next, lex.Counted)
		if ok || hour || value < 1 {
			return 0, false
		}
		n, ok, i = value, true, next
	}
	return n, ok
}

// chosen is the one name that an answer fits better than all others, by the words in which they differ.
func chosen(among []string, text string) string {
	saidWords := wordsOf(text)
	best, second, at := 0, 0, -1
	for i, name := range among {
		n := 0
		for _, w := range contentOf(name) {
			if slices.Contains(saidWords, w) && !inAll(among, w) {
				n++
			}
		}
		switch {
		case n > best:
			best, second, at = n, best, i
		case n > second:
			second = n
		}
	}
	if at < 0 || best == second {
		return ""
	}
	return among[at]
}

func inAll(names []string, word string) bool {
	return !slices.ContainsFunc(names, func(name string) bool { return !slices.Contains(contentOf(name), word) })
}

// Join puts names into one list with a comma between.
func Join(names []string) string { return strings.Join(names, ", ") }
