package grounding

import (
	"cmp"
	"fmt"
	"strconv"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/lex"
	"github.com/recado/recado/services/agent-runner/grounding/currency"
	"github.com/recado/recado/services/agent-runner/grounding/lists"
)

// told is what belongs together in the evidence: an object of a tool's result or a sentence, with its words and what it says.
type told struct {
	words  set
	values map[worth]bool
	kinds  set
}

// worth is a value as the kind of thing that it is.
type worth struct {
	kind  Kind
	value int64
	key   string
}

// maxTolds bounds what is compared; a page of a tool's result has some tens of objects.
const maxTolds = 1000

func newTold() *told { return &told{set{}, map[worth]bool{}, set{}} }

// worthsOf are the values of a mention that belong to what it is said of.
func worthsOf(m *mention) []worth {
	switch m.kind {
	case Date:
		if m.day.day == 0 {
			return []worth{{Date, int64(m.day.weekday), ""}}
		}
	case Amount, Percent:
		return []worth{{m.kind, m.value, ""}}
	case Quantity:
		return []worth{{m.kind, m.value, m.unit.kind}}
	case Clock:
		if m.alt >= 0 {
			return []worth{{m.kind, m.value, ""}, {m.kind, m.alt, ""}}
		}
		return []worth{{m.kind, m.value, ""}}
	case Phone:
		return []worth{{m.kind, 0, m.key[max(0, len(m.key)-minPhone):]}}
	}
	return nil
}

// take notes a value; a nil told takes nothing.
func (t *told) take(m *mention) {
	if t == nil {
		return
	}
	for _, v := range worthsOf(m) {
		t.values[v] = true
		t.kinds[string(v.kind)] = true
	}
	if m.kind == Date {
		for _, w := range wordsOfDay(m.day) {
			t.words[w] = true
		}
	}
}

// wordsOfDay are a day as words that a time may be said of.
func wordsOfDay(d dayOf) (out []string) {
	if w := cmp.Or(d.weekday, weekdayOf(d)); w > 0 {
		out = append(out, dayWord(w))
	}
	if d.month > 0 {
		out = append(out, fmt.Sprintf("on%d-%d", d.month, d.day))
	}
	return out
}

// note notes a word: weekdays by their number, so that "sat" and "sábados" are the same.
func (t *told) note(p *piece, i int) {
	if t == nil || p.Tokens[i].Kind == language.Mark {
		return
	}
	if w := p.subject(i); w != "" {
		t.words[w] = true
	}
	if p.digits(i) > 0 {
		t.words["#"+p.at(i)] = true
	}
	if p.in(i, streets) && (p.letters(i+1) || p.is(i+1, ".")) {
		t.kinds[string(Address)] = true
	}
}

// weekdays notes the days from one to another.
func (t *told) weekdays(from, to int) {
	for _, d := range lists.WeekdaysIn(from, to) {
		t.words[dayWord(d)], t.values[worth{Date, int64(d), ""}] = true, true
	}
	t.kinds[string(Date)] = true
}

func dayWord(d int) string { return "day" + strconv.Itoa(d) }

// subject is the word at i as what something is said of, "" where it says nothing of that.
func (p *piece) subject(i int) string {
	w := p.at(i)
	switch {
	case !p.letters(i):
		return ""
	case p.class(i) == lex.Weekday, p.class(i) == lex.Feira && (p.is(i+1, "-", "feira") || p.is(i-1, "a")):
		return dayWord(p.n(i))
	case len(w) < 3, small[w], p.class(i) != lex.None, currency.Words[w] != "":
		return ""
	}
	return stem(w)
}

// child is what an object within another one begins with: the words of the other's name and of its own key.
func (t *told) child(key string, o map[string]any) *told {
	out := newTold()
	if t != nil {
		for w := range t.words {
			if _, named := t.values[worth{Name, 0, w}]; named {
				out.words[w] = true
				out.values[worth{Name, 0, w}] = true
			}
		}
	}
	p := piece{Text: language.ReadAsWritten(key)}
	for i := range p.Tokens {
		if d := keyDays[p.at(i)]; d > 0 {
			out.weekdays(d, d)
			if until := keyDays[p.at(i+2)]; p.is(i+1, "-", "_") && until > 0 {
				out.weekdays(d, until)
			}
		}
	}
	for _, k := range nameKeys {
		name, ok := o[k].(string)
		if !ok || len(name) > 80 {
			continue
		}
		p := piece{Text: language.ReadAsWritten(name)}
		for i := range p.Tokens {
			if w := p.subject(i); w != "" {
				out.words[w] = true
				out.values[worth{Name, 0, w}] = true
			}
		}
	}
	return out
}

// small are words that carry no name.
var small = listed("small")

// nameKeys are the fields that name an object.
var nameKeys = [...]string{"name", "branch_name", "service_name", "title", "service", "dish", "branch", "staff_name"}

// sentences puts what a text says into one told a sentence, with the words of the one before: "¿Cuánto cuesta X? $800".
type sentences struct {
	e     *Evidence
	outer *told
	last  *told
}

func (s *sentences) read(p *piece, found []mention) {
	if s == nil {
		return
	}
	for from := 0; from < len(p.Tokens); {
		to := from + 1
		for to < len(p.Tokens) && !p.breaks(to) && !p.endsSentence(to-1) {
			to++
		}
		s.sentence(p, found, from, to)
		from = to
	}
}

// sentence keeps what a sentence says: the items of a list that each have a price apart, with the words before its colon.
func (s *sentences) sentence(p *piece, found []mention, from, to int) {
	var amounts []int
	for k := range found {
		if found[k].kind == Amount && found[k].from >= from && found[k].from < to {
			amounts = append(amounts, k)
		}
	}
	head := from
	for head < to && !p.is(head, ":") {
		head++
	}
	if len(amounts) < 2 || head == to || found[amounts[0]].from < head+2 {
		head = from
	}
	for at := head; at < to; {
		end := at + 1
		for end < to && (len(amounts) < 2 || !p.is(end, ",", ";") || !priced(found, at, end)) {
			end++
		}
		t := s.outer.child("", nil)
		for i := from; i < head; i++ {
			t.note(p, i)
		}
		for i := at; i < end; i++ {
			t.note(p, i)
		}
		for k := range found {
			if found[k].from >= at && found[k].from < end {
				t.take(&found[k])
			}
		}
		s.keep(t, t.words)
		at = end
	}
}

// priced reports whether an amount stands between two tokens.
func priced(found []mention, from, to int) bool {
	for k := range found {
		if found[k].kind == Amount && found[k].from >= from && found[k].from < to {
			return true
		}
	}
	return false
}

func (s *sentences) keep(t *told, own set) {
	if s.last != nil && len(s.last.kinds) == 0 {
		words := set{}
		for w := range own {
			words[w] = true
		}
		for w := range s.last.words {
			words[w] = true
		}
		t.words = words
	}
	if len(t.words) > 0 {
		s.e.keep(t)
	}
	s.last = t
}
