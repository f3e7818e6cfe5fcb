package language

import "github.com/recado/recado/pkg/language/lex"

// Ends reports whether a clause ends at i: at the end of the text, a mark, or a word that opens something new.
func (t *Text) Ends(i int) bool {
	return i >= len(t.Tokens) || t.Tokens[i].Kind == Mark || t.In(i, lex.Ends)
}

// Counted reports whether the word at i makes the number before it a quantity, a price, an age or a share.
func (t *Text) Counted(i int) bool {
	switch t.Class(i) {
	case lex.Years, lex.Hour, lex.Minute, lex.Day, lex.Week, lex.Months:
		return true
	}
	if t.Is(i, "of") && t.Class(i+1) != lex.Month && t.Class(i+1) != lex.Next && t.Class(i+1) != lex.This && !t.Is(i+1, "the") {
		return true
	}
	if t.Glued(i) && t.Is(i, "x", "k", "kg", "g", "ml", "cm", "mm", "mg", "°", "c", "er", "do") {
		return true
	}
	if t.Glued(i) && t.Is(i, "th", "st", "nd", "rd") {
		return false
	}
	if t.In(i, lex.Counted) || t.Is(i, "%", "$", "€", "st", "rd") {
		return true
	}
	if t.Is(i, "for", "por", "x") && t.Digits(i+1) > 0 && t.Digits(i+1) < t.Digits(i-1) && t.Digits(i-1) <= 4 {
		return true // "2 for 1"
	}
	return t.Is(i, "x", "por") && !t.Is(i+1, "la", "las", "el", "lo", "favor", "fa", "que", "q")
}

// ClockTail reports whether what stands at i makes the number before it an hour.
func (t *Text) ClockTail(i int) bool { return t.HourTail(i, false) }

// HourTail is clockTail; after a lead to a day, only what no day has.
func (t *Text) HourTail(i int, led bool) bool {
	switch {
	case t.Is(i, ":") && t.Digits(i+1) >= 0, t.Class(i) == lex.AmPm, t.Class(i) == lex.Hour:
		return true
	case t.Is(i, "a", "p") && (t.Is(i+1, "m") || t.Is(i+1, ".") && t.Is(i+2, "m")):
		return true
	case t.Is(i, "y", "e") && (t.Class(i+1) == lex.Half || t.Class(i+1) == lex.Quarter):
		return true
	case t.Is(i, "oclock") || t.Run(i, "en", "punto") || t.Inexact(i):
		return true
	}
	if led && (t.Is(i, "por", "en", "a", "in", "tarde", "noche", "night") || t.Is(i, "de") && t.Is(i+1, "manha", "manana", "noche", "noite")) {
		return false
	}
	part, _ := t.OfPart(i)
	return part != 0
}

// Inexact reports whether "ish" or "y pico" at i shows the number before it to be an hour.
func (t *Text) Inexact(i int) bool {
	return t.Is(i, "or") && t.Is(i+1, "so") && t.Ends(i+2) || t.Is(i, "ish") && t.Glued(i) || t.Is(i, "ponele", "ponle") && t.Token(i+1).Kind != Number || t.Is(i, "-") && t.Is(i+1, "ish") || t.Is(i, "y") && t.Is(i+1, "pico", "piquito", "cacho", "cachito", "pucho")
}

// OfPart reads the part of the day that belongs to a time before it: "de la tarde", "da noite", "in the morning", "del mediodía".
func (t *Text) OfPart(i int) (part, to int) {
	at := i
	switch {
	case t.Is(at, "de", "por", "en", "a", "d") && t.Is(at+1, "la"):
		at += 2
	case t.Is(at, "da", "de"):
		at++
	case t.Run(at, "in", "the"):
		at += 2
	case t.Is(at, "at") && t.Is(at+1, "night"):
		at++
	case t.Is(at, "del", "do", "de") && t.NoonFollows(at+1):
		_, to, _ = t.NoonAt(at + 1)
		return lex.Afternoon, to
	case t.Is(at, "noche", "night", "tarde", "madrugada", "noite"):
	default:
		return 0, i
	}
	switch {
	case t.Class(at) == lex.Part:
		return int(t.Tokens[at].Lex.N), at + 1
	case t.Class(at) == lex.Manana && at == i+2:
		return lex.Morning, at + 1
	}
	return 0, i
}

// NoonFollows reports whether the words for noon stand at i.
func (t *Text) NoonFollows(i int) bool {
	h, _, ok := t.NoonAt(i)
	return ok && h == 12
}

// NoonAt reads the words for noon and midnight, together or apart.
func (t *Text) NoonAt(i int) (hour, to int, ok bool) {
	if c := t.Class(i); c != lex.Noon && c != lex.Half && !t.In(i, lex.Halfway) {
		return 0, i, false
	}
	to = i + 2
	if t.Is(i+1, "-") {
		to++
	}
	switch {
	case t.Class(i) == lex.Noon && t.Capital(i) && t.Is(i-1, "cafe", "bar", "hotel", "restaurante", "club"):
		return 0, i, false
	case t.Class(i) == lex.Noon:
		return int(t.Tokens[i].Lex.N), i + 1, true
	case t.Is(i, "meio", "medio") && t.Is(to-1, "dia"):
		return 12, to, true
	case t.Is(i, "meia", "media") && t.Is(to-1, "noite", "noche"):
		return 0, to, true
	}
	return 0, i, false
}

// StartsTime reports whether a time can begin at i.
func (t *Text) StartsTime(i int) bool {
	return t.Digits(i) >= 0 || t.Class(i) == lex.Number && !t.Is(i, "un", "uno") || t.Class(i) == lex.Noon || t.Is(i, "medio", "meio")
}
