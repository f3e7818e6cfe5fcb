package grounding

import "github.com/recado/recado/pkg/language/lex"

// emergency are the numbers for help that every reply may give.
var calling = words("al llame llama call marque marca disque ligue numero number o para dial")

var emergency = listed("emergency")

var (
	// generic are nouns that a reply counts by itself: what it asks for and offers, nothing of the business.
	generic = listed("generic")
	// replies are words of what the assistant itself does in a moment.
	replies = listed("replies")
	// wishes stand before a weekday or a part of the day that is only wished well.
	wishes = listed("wishes")
)

// courtesies are said by the thousand.
var courtesies = listed("courtesies")

// harmless reports whether a mention says nothing that needs evidence.
func (d *draft) harmless(m *mention) bool {
	switch m.kind {
	case Number:
		return d.harmlessNumber(m)
	case Quantity:
		return d.harmlessQuantity(m)
	case Date:
		return m.day.day == 0 && (d.in(m.from-1, wishes) || d.looked(m.from))
	case Phone:
		return d.is(m.from-1, "[", "_")
	case Percent:
		agreed := d.is(m.to, "de") && d.is(m.to+1, "acuerdo", "acordo", "seguro", "segura", "certeza", "confianza")
		return m.value == 100_00 && (agreed || !d.is(m.to, "de", "off", "of"))
	case Clock:
		return d.is(m.from, "24") && d.is(m.to, "/")
	case Free:
		return d.openFree(m)
	}
	return false
}

// looked reports whether the words before token i wish a good day or offer to look: "would you like me to see what she has on Saturday?"
func (d *draft) looked(i int) bool {
	from, _ := d.sentence(i)
	offer := false
	for k := from; k < i; k++ {
		offer = offer || d.in(k, mayI)
		if offer && d.in(k, looks) {
			return true
		}
	}
	return d.is(i-1, "dia") && d.in(i-2, wishes)
}

var (
	mayI  = listed("mayI")
	looks = listed("looks")
)

// openFree reports whether "free", "libre" stand in a sentence that asks or denies.
func (d *draft) openFree(m *mention) bool {
	from, _ := d.sentence(m.from)
	for i := from; i < m.from; i++ {
		if d.in(i, denies) {
			return true
		}
	}
	return !d.says(m.from)
}

// denies are the words after which a sentence denies or leaves open.
var denies = listed("denies")

func (d *draft) harmlessNumber(m *mention) bool {
	v, i := m.value, m.from
	switch {
	case d.listNumber(i), v == 100, v == 0 && m.word, m.word && (d.in(m.to, courtesies) || d.in(m.to+1, courtesies)):
		return true
	case d.is(i, "24") && d.is(i+1, "/"), d.is(i-1, "/") && d.is(i-2, "24"), d.is(i, "365"):
		return true
	case emergency[d.at(i)] && d.in(i-1, calling):
		return true
	case d.is(i-1, "×", "x") && d.repeated(m), d.is(m.to, ")") && d.glued(m.to) && !d.is(i-1, "("), d.counts(m):
		return true
	case d.is(m.to, "⃣", "️"), d.is(i-1, "opcion", "option", "opcao", "paso", "step", "passo", "#"):
		return true
	case v <= 1200 && (d.in(m.to, generic) || d.in(m.to+1, generic)), d.bullets > 1 && v == int64(d.bullets)*100:
		return true
	case m.word && v <= 300:
		return true
	case !d.now.IsZero() && (v == int64(d.now.Year())*100 || v == int64(d.now.Year()+1)*100):
		return true
	}
	return d.inMask(i)
}

// counts reports whether a number says how often a price is taken: the reply has their product, too.
func (d *draft) counts(m *mention) bool {
	n := m.value / 100
	if m.value%100 != 0 || n < 2 || n > 60 {
		return false
	}
	for i := range d.mentions {
		of := &d.mentions[i]
		if of.kind == Amount && d.held[i] && d.gives(of.value*n) {
			return true
		}
	}
	return false
}

// gives reports whether the reply gives an amount.
func (d *draft) gives(v int64) bool {
	for i := range d.mentions {
		if m := &d.mentions[i]; m.kind == Amount && m.value == v {
			return true
		}
	}
	return false
}

// repeated reports whether another number of the reply is the same.
func (d *draft) repeated(m *mention) bool {
	for k := range d.mentions {
		if o := &d.mentions[k]; o.from != m.from && o.value == m.value && o.kind == m.kind {
			return true
		}
	}
	return false
}

// inMask reports whether token i is part of what stands for personal data: "[TEL_1]".
func (d *draft) inMask(i int) bool { return d.glued(i) && d.is(i-1, "_", "[") }

// harmlessQuantity lets "en un minuto te respondo" pass.
func (d *draft) harmlessQuantity(m *mention) bool {
	if m.unit.kind != "time" {
		return false
	}
	if m.value <= 10 {
		from, to := d.sentence(m.from)
		for i := from; i < to; i++ {
			if d.in(i, replies) {
				return true
			}
		}
	}
	one := m.word && d.word(m.from) == 1 || d.is(m.from, "a", "an")
	if c := d.class(m.from + 1); one && m.to == m.from+2 && (c == lex.Day || c == lex.Minute) {
		return true // "que tengas un día excelente"
	}
	return m.value == day && d.is(m.from-1, "las", "the")
}
