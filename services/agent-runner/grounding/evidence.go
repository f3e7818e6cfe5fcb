package grounding

import (
	"slices"
	"strings"
	"time"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/calendar"
	"github.com/recado/recado/services/agent-runner/grounding/currency"
	"github.com/recado/recado/services/agent-runner/grounding/done"
	"github.com/recado/recado/services/agent-runner/grounding/lists"
)

// source says whose words a text is.
type source uint8

const (
	business source = iota // of a tool, a document, the business's own settings
	customer               // of the customer, or said before: no price, no discount comes from there
)

// Evidence is what the texts of a turn say, indexed once: a draft is checked against it. The zero value is not ready: use New.
type Evidence struct {
	names   *Evidence // of the business's settings; never written here
	now     time.Time
	numbers map[numeral]bool
	amounts map[int64][]string // the currencies in which an amount is given, in hundredths
	codes   set                // the currencies that are named
	clocks  map[int64]bool
	days    []dayOf
	months  [13]bool
	week    [8]bool // the weekdays that are named
	reach   map[string]bool
	phones  []string
	stems   map[string][]int32 // where each word stands
	places  int32              // how many words there are
	free    bool
	effects done.Effect
	tolds   []*told
	toldBy  map[worth][]*told
	// toldWords are those of all that is told.
	toldWords set
	opened    [8]bool // the weekdays that have hours in some place
	closed    [8]bool // the weekdays on which the business is said to be closed
}

// numeral is a number that evidence holds, as what it is said.
type numeral struct {
	kind  string // "" for a bare number, "%" for a share, else the kind of a unit
	value int64
	from  source
}

// New is evidence without any texts. now is the customer's time, by which "tomorrow" is read; a zero one reads it as nothing.
func New(now time.Time) *Evidence {
	return &Evidence{
		now: now, numbers: map[numeral]bool{}, amounts: map[int64][]string{}, codes: set{}, clocks: map[int64]bool{},
		toldBy: map[worth][]*told{}, toldWords: set{},
		reach: map[string]bool{}, stems: map[string][]int32{},
	}
}

// maxEvidence bounds what is read of one text: a tool's result has a bound of its own, which is far below.
const maxEvidence = 256 << 10

// Add takes in what the business says: a tool's result as JSON, or a text.
func (e *Evidence) Add(text string) { e.add(text, business) }

// AddSaid takes in what the customer has written or was told before: days, times, numbers and names may be repeated, but no price
// comes from there.
func (e *Evidence) AddSaid(text string) { e.add(text, customer) }

// AddResult takes in what a tool of a name has returned: it has done only what that tool does.
func (e *Evidence) AddResult(tool, text string) {
	before := e.effects
	e.Add(text)
	if of := done.ByTool(tool); of != 0 {
		e.effects = before | e.effects&of
	}
}

func (e *Evidence) add(text string, from source) {
	text = text[:min(len(text), maxEvidence)]
	if from == business && e.addJSON(text) {
		return
	}
	e.prose(text, from, nil)
	if from == business {
		e.effects |= done.Told(text)
	}
}

// maxField bounds the strings of an object that are a part of it: a longer one is a text of its own.
const maxField = 200

// prose reads a text; what it names is also put into rec where that is not nil.
func (e *Evidence) prose(text string, from source, rec *told) {
	var room [64]mention
	var own *sentences
	if from == business && (rec == nil || len(text) > maxField) {
		own = &sentences{e: e, outer: rec}
	}
	for _, p := range pieces(text) {
		found := p.mentions(room[:0])
		settleHalves(found)
		for k := range found {
			e.take(&found[k], from)
			rec.take(&found[k])
		}
		own.read(&p, found)
		e.spans(&p)
		for i := range p.Tokens {
			e.note(&p, i)
			rec.note(&p, i)
		}
	}
	e.closed[0] = false
	e.places += 20 // nothing goes on from one text into another
	if lists.EveryDay(language.FoldString(text)) {
		e.everyDay()
	}
}

// settleHalves takes the times of a text that counts to 24 as they stand: "9:00 a 14:00" says nothing of 21:00.
func settleHalves(found []mention) {
	whole := false
	for i := range found {
		whole = whole || found[i].kind == Clock && found[i].value >= 13*60 && found[i].digital
	}
	for i := range found {
		if whole && found[i].digital {
			found[i].alt = -1
		}
	}
}

func (e *Evidence) everyDay() {
	for d := range e.week {
		e.week[d] = true
	}
}

// take notes what a text mentions.
func (e *Evidence) take(m *mention, from source) {
	switch m.kind {
	case Amount:
		if from == business {
			e.amount(m.value, m.code)
		}
		e.numbers[numeral{"", m.value, customer}] = true
	case Percent:
		e.numbers[numeral{"%", m.value, from}] = true
	case Free:
		e.free = e.free || from == business
	case Date:
		e.date(m.day)
	case Clock:
		e.clocks[m.value] = true
		if m.unit.kind != "" {
			e.numbers[numeral{m.unit.kind, m.value, from}] = true
		}
		if m.alt >= 0 {
			e.clocks[m.alt] = true
		}
	case Phone:
		e.phones = append(e.phones, m.key)
	case Email, Link:
		e.link(m.key)
	case Quantity:
		e.numbers[numeral{m.unit.kind, m.value, from}] = true
	case Number:
		e.numbers[numeral{"", m.value, from}] = true
	}
}

func (e *Evidence) amount(v int64, code string) {
	if slices.Contains(e.amounts[v], code) {
		return
	}
	e.amounts[v] = append(e.amounts[v], code)
	if code != "" && code != currency.Sign {
		e.codes[code] = true
	}
}

func (e *Evidence) date(d dayOf) {
	if d.day == 0 {
		e.week[d.weekday] = true
		return
	}
	if d.weekday == 0 {
		d.weekday = weekdayOf(d)
	}
	if slices.Contains(e.days, d) {
		return
	}
	e.days = append(e.days, d)
	e.months[d.month] = true
}

// weekdayOf is the weekday of a day whose year is known, else 0.
func weekdayOf(d dayOf) int {
	if d.year == 0 || d.month == 0 {
		return 0
	}
	on, ok := calendar.Real(d.year, d.month, d.day)
	if !ok {
		return 0
	}
	return on.Weekday()
}

func (e *Evidence) link(key string) {
	e.reach[key] = true
	host, _, deep := strings.Cut(key, "/")
	if deep {
		e.reach[host] = true
	}
	if _, domain, ok := strings.Cut(host, "@"); ok && domain != "" {
		e.reach[domain] = true
	}
}

// spans notes the weekdays between two that a text joins: "lunes a viernes".
func (e *Evidence) spans(p *piece) {
	for i := range p.Tokens {
		from, to := p.weekday(i)
		if to > i && p.closes(i) {
			e.closed[from] = true
		}
		if to == i || !p.is(to, "a", "-", "–", "to", "through", "al", "thru", "ate", "até", "hasta") {
			continue
		}
		at := to + 1
		for p.is(at, "el", "o", "a", "los") {
			at++
		}
		if until, end := p.weekday(at); end > at {
			for _, d := range lists.WeekdaysIn(from, until) {
				e.week[d] = true
			}
		}
	}
}

func (e *Evidence) note(p *piece, i int) {
	if t := &p.Tokens[i]; t.Kind == language.Mark {
		return
	}
	s := stem(p.at(i))
	e.stems[s] = append(e.stems[s], e.places)
	e.places++
}

// has reports whether a word stands in the evidence, in whatever number and gender.
func (e *Evidence) has(word string) bool { return e.hasStem(stem(word)) }

func (e *Evidence) hasStem(s string) bool {
	return len(e.stems[s]) > 0 || e.names != nil && len(e.names.stems[s]) > 0
}
