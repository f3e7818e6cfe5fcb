package grounding

import (
	"strings"

	"github.com/recado/recado/services/agent-runner/grounding/lists"
)

// misplaced checks that what the draft says of one thing is not what the evidence says of another.
func (d *draft) misplaced() {
	for i := range d.mentions {
		m := &d.mentions[i]
		values := worthsOf(m)
		if !d.held[i] || len(values) == 0 || len(d.tolds) < 2 || !d.lone(i) {
			continue
		}
		if of := d.elsewhere(values, i); of != "" && !d.derived(i) && !d.total(i) {
			d.claim(m.kind, m.from, m.to)
			d.claims[len(d.claims)-1].Of = d.written(of)
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
		if inside := o.from >= from && o.from < to; k != i && apart && inside && o.kind == m.kind {
			return false
		}
	}
	return m.kind == Clock || !d.closes(m.from)
}

// written is a stem as the draft writes its word.
func (d *draft) written(stem string) string {
	for i := range d.Tokens {
		if d.subject(i) == stem {
			return d.raw(i, i+1)
		}
	}
	return stem
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
			d.claims[len(d.claims)-1].Of = d.raw(at, at+1)
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
			for _, name := range things[o.Thing] {
				if len(name) == 1 && len(o.Stems) == 1 {
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
			for _, w := range lists.WeekdaysIn(first, last) {
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
