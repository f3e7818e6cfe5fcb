package grounding

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/lex"
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
	for _, d := range weekdaysIn(from, to) {
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
	case len(w) < 3, small[w], p.class(i) != lex.None, currencies[w] != "":
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

// misplaced checks that what the draft says of one thing is not what the evidence says of another.
func (d *draft) misplaced() {
	for i := range d.mentions {
		m := &d.mentions[i]
		values := worthsOf(m)
		if !d.held[i] || len(values) == 0 || len(d.tolds) < 2 || !d.lone(i) {
			continue
		}
		if of := d.elsewhere(values, i); of != "" && !d.derived(i) {
			d.claim(m.kind, m.from, m.to)
			d.claims[len(d.claims)-1].Of = of
			d.blame(m.from, of)
		}
	}
}

// lone reports whether a weekday or a time is the only one of its sentence, but for the other end of a span: of several nobody knows
// which is said of what.
func (d *draft) lone(i int) bool {
	m := &d.mentions[i]
	if m.kind != Date && m.kind != Clock {
		return true
	}
	from, to := d.sentence(m.from)
	for k := range d.mentions {
		o := &d.mentions[k]
		apart := o.from > m.to+3 || o.to+3 < m.from || m.kind == Date
		if k != i && apart && o.kind == m.kind && o.from >= from && o.from < to {
			return false
		}
	}
	return m.kind == Clock || !d.closes(m.from)
}

// blame names the person or the place, too, that a value of their sentence is not of.
func (d *draft) blame(at int, of string) {
	from, to := d.sentence(at)
	for i := from; i < to; i++ {
		if d.capital(i) && !d.opens(i) && d.subject(i) == of {
			end := d.runOf(i)
			for i > from && d.capital(i-1) || d.is(i-1, ".") && d.in(i-2, titles) {
				i--
			}
			d.claim(Name, i, end)
			return
		}
	}
}

// subjects are the words around mention i that tell what it is said of: back to the value of its kind before it, and after it on to the
// next mark.
func (d *draft) subjects(i int) (before, after set) {
	before, after = set{}, set{}
	m := &d.mentions[i]
	from, to := d.sentence(m.from)
	for k := range i {
		if b := &d.mentions[k]; b.kind == m.kind && b.to > from && m.kind != Clock {
			from = b.to
		}
	}
	if i+1 < len(d.mentions) && d.mentions[i+1].kind == m.kind {
		to = min(to, d.mentions[i+1].from)
	}
	d.valuesIn(from, to, i, before)
	d.subjectsIn(from, m.from, before)
	end := m.to
	for end < to && (m.kind == Clock || !d.is(end, ",", ";", ".", ":", "y", "and", "e", "–", "-")) {
		end++
	}
	d.subjectsIn(m.to, end, after)
	if m.kind == Clock {
		for w := range after {
			before[w] = true
		}
	}
	d.spanned(from, to, before)
	return before, after
}

// valuesIn adds the days and the counts in a span, as words, but for mention i.
func (d *draft) valuesIn(from, to, i int, out set) {
	for k := range d.mentions {
		switch o := &d.mentions[k]; {
		case k == i, o.from < from, o.from >= to:
		case o.kind == Date:
			for _, w := range wordsOfDay(o.day) {
				out[w] = true
			}
		case o.kind == Number && !o.word && o.to == o.from+1:
			out["#"+d.at(o.from)] = true
		}
	}
}

// strangers checks that the person whom the draft names for a day is there on that day.
func (d *draft) strangers() {
	for i := range d.Tokens {
		if !d.in(i, titles) {
			continue
		}
		at := i + 1
		for d.is(at, ".") {
			at++
		}
		from, to := d.sentence(i)
		on := set{}
		d.valuesIn(from, to, -1, on)
		if !d.capital(at) || len(on) == 0 || len(on) > 2 {
			continue
		}
		for k := at; k < d.runOf(at); k++ {
			if d.absent(worth{Name, 0, stem(d.at(k))}, on) {
				d.claim(Name, i, d.runOf(at))
				break
			}
		}
	}
}

// absent reports whether a name stands in the evidence, but not on the days of which the evidence has others.
func (d *draft) absent(name worth, on set) bool {
	var there, others bool
	for _, t := range d.tolds {
		switch dated := t.shared(on) != ""; {
		case t.values[name] && dated, t.values[name] && !t.dated():
			return false
		case t.values[name]:
			there = true
		case dated:
			others = true
		}
	}
	return there && others
}

// dated reports whether a day is said of it.
func (t *told) dated() bool {
	for w := range t.words {
		if strings.HasPrefix(w, "on") && strings.Contains(w, "-") {
			return true
		}
	}
	return false
}

// subjectsIn adds the words of a span that something may be said of, with the other names of things.
func (d *draft) subjectsIn(from, to int, out set) {
	for k := from; k < to; k++ {
		w := d.subject(k)
		if w == "" {
			continue
		}
		out[w] = true
		for _, o := range offerings[w] {
			for _, name := range things[o.thing] {
				if len(name) == 1 && len(o.stems) == 1 {
					out[name[0]] = true
				}
			}
		}
	}
}

// misaddressed is a word of what the draft says is at an address which the evidence gives to something else.
func (d *draft) misaddressed(from, to int) string {
	start, _ := d.sentence(from)
	said := set{}
	for k := start; k < from; k++ {
		if w := d.subject(k); w != "" {
			said[w] = true
		}
	}
	other, found := "", false
	for _, t := range d.tolds {
		word := t.shared(said)
		if d.within(from, to, t) {
			if found = true; word != "" {
				return ""
			}
		} else if word != "" && t.kinds[string(Address)] && !ordinary[word] {
			other = word
		}
	}
	if !found {
		return ""
	}
	return other
}

// within reports whether a told has all words and numbers of an address.
func (d *draft) within(from, to int, t *told) bool {
	for i := from; i < to; i++ {
		switch w := d.subject(i); {
		case d.digits(i) > 0 && !t.words["#"+d.at(i)], w != "" && !d.in(i, streets) && !d.in(i, roads) && !t.words[w]:
			return false
		}
	}
	return true
}

// spanned adds the weekdays between two that are joined.
func (d *draft) spanned(from, to int, out set) {
	for k := from; k < to; k++ {
		first, end := d.weekday(k)
		if end == k || !d.is(end, "a", "-", "–", "to", "through", "al") {
			continue
		}
		if last, after := d.weekday(end + 1); after > end+1 {
			for _, w := range weekdaysIn(first, last) {
				out[dayWord(w)] = true
			}
		}
	}
}

// elsewhere is a word of what the draft speaks of, where the evidence gives the value to something else and another one to that; "" where
// it does not. What the draft says fits what shares most of its words.
func (d *draft) elsewhere(values []worth, i int) string {
	var right, wrong []*told
	for _, v := range values {
		right = append(right, d.toldBy[v]...)
	}
	if len(right) == 0 {
		return ""
	}
	of, after := d.subjects(i)
	if d.coveredBy(right, of) && d.coveredBy(right, after) {
		return ""
	}
	for _, t := range d.tolds {
		if t.kinds[string(values[0].kind)] && !t.holdsAny(values) {
			wrong = append(wrong, t)
		}
	}
	if !anyShares(right, of) && !anyShares(wrong, of) {
		of = after
	}
	for _, w := range wrong {
		if word := d.better(w, right, of); word != "" {
			return word
		}
	}
	return ""
}

// coveredBy reports whether one of them has all words that the evidence says anything of.
func (d *draft) coveredBy(tolds []*told, of set) bool {
	for _, t := range tolds {
		all := true
		for w := range of {
			all = all && (t.words[w] || !d.toldWords[w] || ordinary[w])
		}
		if all {
			return true
		}
	}
	return false
}

// keep takes in what belongs together.
func (e *Evidence) keep(t *told) {
	if len(e.tolds) >= maxTolds {
		return
	}
	e.tolds = append(e.tolds, t)
	for v := range t.values {
		e.toldBy[v] = append(e.toldBy[v], t)
	}
	for w := range t.words {
		e.toldWords[w] = true
	}
}

// anyShares reports whether one of them has a word that tells what is spoken of.
func anyShares(tolds []*told, of set) bool {
	for _, t := range tolds {
		for w := range of {
			if t.words[w] && !ordinary[w] {
				return true
			}
		}
	}
	return false
}

// better is a telling word that one shares with what the draft speaks of, where it shares all that any of the others does, and more.
func (d *draft) better(one *told, others []*told, of set) string {
	for _, o := range others {
		for w := range of {
			if o.words[w] && !one.words[w] {
				return ""
			}
		}
	}
	best := ""
	for w := range of {
		more := one.words[w] && !ordinary[w]
		for _, o := range others {
			more = more && !o.words[w]
		}
		if more && (best == "" || w < best) {
			best = w
		}
	}
	return best
}

func (t *told) holdsAny(values []worth) bool {
	for _, v := range values {
		if t.values[v] {
			return true
		}
	}
	return false
}

// shared is a word that stands in both.
func (t *told) shared(of set) string {
	best := ""
	for w := range of {
		switch {
		case !t.words[w]:
		case best == "", ordinary[best], w < best && !ordinary[w]:
			best = w
		}
	}
	return best
}

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
