package grounding

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/services/agent-runner/grounding/done"
	"github.com/recado/recado/services/agent-runner/grounding/lists"
)

// Keys of a tool's results whose numbers say what they are.
var (
	moneyKeys = listed("moneyKeys")
	timeKeys  = map[string]unit{
		"minutes": {"time", 1}, "min": {"time", 1}, "mins": {"time", 1}, "hours": {"time", 60}, "days": {"time", day},
		"weeks":  {"time", 7 * day},
		"months": {"months", 1}, "years": {"months", 12},
	}
	percentKeys = words("percent percentage pct discount rate descuento off")
	addressKeys = words("address direccion endereco street")
	bounds      = words("min max from to value low high typical average minimum maximum")
	durations   = words("duration duracion duracao dura lasts time tiempo tempo eta prep preparation wait espera length")
	keyDays     = lists.Days
)

// addJSON takes in a text that is JSON, and reports whether it is.
func (e *Evidence) addJSON(text string) bool {
	text = strings.TrimSpace(text)
	if text == "" || text[0] != '{' && text[0] != '[' {
		return false
	}
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	var v any
	if dec.Decode(&v) != nil || dec.More() {
		return false
	}
	e.effects |= done.Of(v)
	e.value("", v, nil)
	return true
}

// lasting reports whether "min" in a key is minutes and no least value: "duration_min".
func lasting(key string) bool {
	return slices.ContainsFunc(strings.Split(strings.ToLower(key), "_"), func(w string) bool { return durations[w] })
}

// value takes in a value under a key; rec is the record that it belongs to.
func (e *Evidence) value(key string, v any, rec *told) {
	switch v := v.(type) {
	case string:
		if key == "currency" {
			e.codes[strings.ToUpper(v)] = true
		}
		if addressKeys[key] {
			rec.kinds[string(Address)] = true
		}
		if d := keyDays[language.FoldString(v)]; d > 0 && (strings.Contains(key, "day") || strings.Contains(key, "dia")) {
			e.date(dayOf{weekday: d})
			rec.weekdays(d, d)
		}
		e.prose(v, business, rec)
	case json.Number:
		e.figure(key, v, rec)
	case []any:
		e.numbers[numeral{"", int64(len(v)) * 100, business}] = true
		for _, one := range v {
			e.value(key, one, rec)
		}
	case map[string]any:
		e.object(key, v, rec)
	}
}

// object takes in what belongs together.
func (e *Evidence) object(key string, o map[string]any, outer *told) {
	rec := outer.child(key, o)
	minor := &minors{formatted: formattedIn(o)}
	unit := unitIn(key, o)
	for k, v := range o {
		e.key(k, v)
		minor.note(k, v)
		if bounds[k] {
			k += unit
		}
		e.value(k, v, rec)
	}
	for _, v := range minor.amounts() {
		e.amount(v, "")
		rec.take(&mention{kind: Amount, value: v, alt: -1})
	}
	e.keep(rec)
}

// unitIn is what the key of an object, or a field of it, says its figures are: {"eta_minutes": {"min": 25, "max": 35}}.
func unitIn(key string, o map[string]any) string {
	said, _ := o["unit"].(string)
	for w := range strings.SplitSeq(strings.ToLower(key)+"_"+strings.ToLower(said), "_") {
		if _, timed := timeKeys[w]; timed && w != "min" {
			return "_" + w
		}
	}
	return ""
}

// keyFigure takes in a key that is a figure: {"stock": {"8": 0, "9": 2}}.
func (e *Evidence) keyFigure(k string) {
	if v, ok := hundredthsOf(json.Number(k)); ok {
		e.take(&mention{kind: Number, value: v, alt: -1}, business)
	}
}

// key takes in the name of a field that is true or has a value: weekdays, and words such as "parking".
func (e *Evidence) key(k string, v any) {
	if lists.Empty(v) {
		e.closed[keyDays[strings.ToLower(k)]] = true
		return
	}
	e.keyFigure(k)
	p := piece{Text: language.ReadAsWritten(strings.ReplaceAll(k, "_", " "))}
	for i := range p.Tokens {
		e.week[keyDays[p.at(i)]] = true
		e.opened[keyDays[p.at(i)]] = true
		e.note(&p, i)
	}
	if from, to, ok := strings.Cut(language.FoldString(k), "-"); ok && keyDays[from] > 0 && keyDays[to] > 0 {
		for _, d := range lists.WeekdaysIn(keyDays[from], keyDays[to]) {
			e.week[d], e.opened[d] = true, true
		}
	}
}

// figure takes in a number of JSON by what its key says of it. Amounts wait for the end of their object.
func (e *Evidence) figure(key string, n json.Number, rec *told) {
	v, ok := hundredthsOf(n)
	if !ok {
		return
	}
	m := mention{kind: Number, value: v, alt: -1}
	for w := range strings.SplitSeq(strings.ToLower(key), "_") {
		switch u, timed := timeKeys[w]; {
		case moneyKeys[w] && !timed && !strings.Contains(key, "minutes"):
			m.kind = ""
		case timed && (w != "min" || lasting(key)):
			m.kind, m.value, m.unit = Quantity, v*u.of/100, unit{u.kind, 1}
		case percentKeys[w]:
			e.numbers[numeral{"%", v, business}] = true
			rec.take(&mention{kind: Percent, value: v, alt: -1})
		}
	}
	if len(n) > 6 && m.kind == Number && !strings.ContainsAny(string(n), ".eE") {
		e.phones = append(e.phones, strings.TrimLeft(string(n), "-"))
	}
	if m.kind == Quantity {
		e.numbers[numeral{"", v, business}] = true
	}
	e.take(&m, business)
	rec.take(&m)
	e.stems[string(n)] = append(e.stems[string(n)], e.places)
	e.places++
}

func hundredthsOf(n json.Number) (int64, bool) {
	if i, err := n.Int64(); err == nil {
		return i * 100, i < maxNumber/100 && i > -maxNumber/100
	}
	f, err := n.Float64()
	if err != nil || math.Abs(f) > maxNumber/100 {
		return 0, false
	}
	return int64(math.Round(f * 100)), true
}

// minors settles which amounts of an object are in cents: where the same object writes one out, that tells; a number with decimals
// is none.
type minors struct {
	formatted map[int64]bool // the amounts that the object writes out
	bare      []int64        // hundredths of its numbers under keys of money
}

func formattedIn(o map[string]any) map[int64]bool {
	out := map[int64]bool{}
	for _, v := range o {
		s, ok := v.(string)
		if !ok || len(s) > 400 {
			continue
		}
		for _, p := range pieces(s) {
			for _, m := range p.mentions(nil) {
				if m.kind == Amount {
					out[m.value] = true
				}
			}
		}
	}
	return out
}

func (m *minors) note(key string, v any) {
	n, ok := v.(json.Number)
	if s, text := v.(string); text {
		if _, err := strconv.ParseFloat(s, 64); err == nil {
			n, ok = json.Number(s), true
		}
	}
	if !ok {
		return
	}
	for w := range strings.SplitSeq(strings.ToLower(key), "_") {
		if moneyKeys[w] && !strings.Contains(key, "minutes") {
			if v, ok := hundredthsOf(n); ok {
				m.bare = append(m.bare, v)
			}
			return
		}
	}
}

// amounts are those of the object in hundredths; where nothing tells, both readings are taken.
func (m *minors) amounts() (out []int64) {
	var cents, whole bool
	for _, v := range m.bare {
		cents = cents || m.formatted[v/100] && v != 0
		whole = whole || m.formatted[v]
	}
	for _, v := range m.bare {
		if !cents || whole {
			out = append(out, v)
		}
		if !whole && v%100 == 0 && (cents || v >= 1000_00) {
			out = append(out, v/100)
		}
	}
	return out
}
