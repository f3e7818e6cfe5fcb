package language

import "github.com/recado/recado/pkg/language/lex"

// ends tells whether a clause ends at i: at the end of the text, a mark, or a word that opens something new.
func (t *Text) ends(i int) bool {
	return i >= len(t.Tokens) || t.Tokens[i].Kind == Mark || t.in(i, lex.Ends)
}

// counted tells whether the word at i makes the number before it a quantity, a price, an age or a share.
func (t *Text) counted(i int) bool {
	switch t.class(i) {
	case lex.Years, lex.Hour, lex.Minute, lex.Day, lex.Week, lex.Months:
		return true
	}
	if t.is(i, "of") && t.class(i+1) != lex.Month && t.class(i+1) != lex.Next && t.class(i+1) != lex.This && !t.is(i+1, "the") {
		return true
	}
	if t.glued(i) && t.is(i, "x", "k", "kg", "g", "ml", "cm", "mm", "mg", "°", "c", "er", "do") {
		return true
	}
	if t.glued(i) && t.is(i, "th", "st", "nd", "rd") {
		return false
	}
	if t.in(i, lex.Counted) || t.is(i, "%", "$", "€", "st", "rd") {
		return true
	}
	if t.is(i, "for", "por", "x") && t.digits(i+1) > 0 && t.digits(i+1) < t.digits(i-1) && t.digits(i-1) <= 4 {
		return true // "2 for 1"
	}
	return t.is(i, "x", "por") && !t.is(i+1, "la", "las", "el", "lo", "favor", "fa", "que", "q")
}

// clockTail tells whether what stands at i makes the number before it an hour.
func (t *Text) clockTail(i int) bool { return t.hourTail(i, false) }

// hourTail is clockTail; after a lead to a day, only what no day has.
func (t *Text) hourTail(i int, led bool) bool {
	switch {
	case t.is(i, ":") && t.digits(i+1) >= 0, t.class(i) == lex.AmPm, t.class(i) == lex.Hour:
		return true
	case t.is(i, "a", "p") && (t.is(i+1, "m") || t.is(i+1, ".") && t.is(i+2, "m")):
		return true
	case t.is(i, "y", "e") && (t.class(i+1) == lex.Half || t.class(i+1) == lex.Quarter):
		return true
	case t.is(i, "oclock") || t.run(i, "en", "punto") || t.inexact(i):
		return true
	}
	if led && (t.is(i, "por", "en", "a", "in", "tarde", "noche", "night") || t.is(i, "de") && t.is(i+1, "manha", "manana", "noche", "noite")) {
		return false
	}
	part, _ := t.ofPart(i)
	return part != 0
}

// inexact tells whether "ish" or "y pico" at i shows the number before it to be an hour.
func (t *Text) inexact(i int) bool {
	return t.is(i, "or") && t.is(i+1, "so") && t.ends(i+2) || t.is(i, "ish") && t.glued(i) || t.is(i, "ponele", "ponle") && t.token(i+1).Kind != Number || t.is(i, "-") && t.is(i+1, "ish") || t.is(i, "y") && t.is(i+1, "pico", "piquito", "cacho", "cachito", "pucho")
}

// ofPart reads the part of the day that belongs to a time before it: "de la tarde", "da noite", "in the morning", "del mediodía".
func (t *Text) ofPart(i int) (part, to int) {
	at := i
	switch {
	case !t.of(i, lex.OfPart):
		return 0, i
	case t.is(at, "de", "por", "en", "a", "d") && t.is(at+1, "la"):
		at += 2
	case t.is(at, "da", "de"):
		at++
	case t.run(at, "in", "the"):
		at += 2
	case t.is(at, "at") && t.is(at+1, "night"):
		at++
	case t.is(at, "del", "do", "de") && t.noonFollows(at+1):
		_, to, _ = t.noonAt(at + 1)
		return lex.Afternoon, to
	case t.is(at, "noche", "night", "tarde", "madrugada", "noite"):
	default:
		return 0, i
	}
	switch {
	case t.class(at) == lex.Part:
		return int(t.Tokens[at].lex.N), at + 1
	case t.class(at) == lex.Manana && at == i+2:
		return lex.Morning, at + 1
	}
	return 0, i
}

func (t *Text) noonFollows(i int) bool {
	h, _, ok := t.noonAt(i)
	return ok && h == 12
}

// noonAt reads the words for noon and midnight, together or apart.
func (t *Text) noonAt(i int) (hour, to int, ok bool) {
	if c := t.class(i); c != lex.Noon && c != lex.Half && !t.in(i, lex.Halfway) {
		return 0, i, false
	}
	to = i + 2
	if t.is(i+1, "-") {
		to++
	}
	switch {
	case t.class(i) == lex.Noon && t.capital(i) && t.is(i-1, "cafe", "bar", "hotel", "restaurante", "club"):
		return 0, i, false
	case t.class(i) == lex.Noon:
		return int(t.Tokens[i].lex.N), i + 1, true
	case t.is(i, "meio", "medio") && t.is(to-1, "dia"):
		return 12, to, true
	case t.is(i, "meia", "media") && t.is(to-1, "noite", "noche"):
		return 0, to, true
	}
	return 0, i, false
}

func (t *Text) startsTime(i int) bool {
	return t.digits(i) >= 0 || t.class(i) == lex.Number && !t.is(i, "un", "uno") || t.class(i) == lex.Noon || t.is(i, "medio", "meio")
}
