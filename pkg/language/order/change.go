package order

import (
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/lex"
)

// changeBefore reads what the words between the thing before and group i say is to be done; without a verb the last one holds.
func (o *order) changeBefore(i int) string {
	from, to := 0, o.groups[i].from
	if i > 0 {
		from = o.groups[i-1].to
	}
	change, swaps := o.change, false
	if o.instead == i && i > 0 {
		change = Added
	}
	for k := from; k < to; k++ {
		switch {
		case o.Is(k, ".", ";", "!", "?") || k > from && o.NewLine(k):
			change, swaps = "", false
		case o.unwanted(k):
			change, k = Removed, o.pastVerbs(k+1, to)
		case o.Of(k, lex.Adds):
			change = Added
		case o.Of(k, lex.Removes) && o.takesFrom(k+1, to):
			change, o.taken = "", language.Span{From: k, To: o.trimmed(k, to)}
		case o.Of(k, lex.Removes):
			change = Removed
		case o.Is(k, "vez", "lugar") && o.Is(k-1, "en", "em"), o.Is(k, "instead") && o.Is(k+1, "of"):
			change, o.instead = Removed, i+1
		case o.Of(k, lex.Swaps):
			change, swaps = Removed, true
		case o.Is(k, "por", "for", "with", "con", "to", "pela", "pelo", "a") && change == Removed && !swaps && o.swapping(i):
			change = Added
		case o.Is(k, "mejor", "melhor") && change == Removed:
			change = Added
		case o.Of(k, lex.Wants) && (change == Removed || o.instead == i && i > 0):
			change = Added
		case o.Of(k, lex.Wants):
			change = ""
		case o.Is(k, "sin", "without", "sem") && i == 0 && k == to-1:
			change = Removed
		}
	}
	return change
}

// pastVerbs returns the last of the verbs that go with a "no" before token i.
func (o *order) pastVerbs(i, to int) int {
	for i+1 < to && o.Of(i+1, lex.Wants|lex.Adds) {
		i++
	}
	return i
}

// takesFrom reports whether what a verb takes away is only a part of the thing at to: "quítale la cebolla a los tacos".
func (o *order) takesFrom(from, to int) bool {
	end := o.trimmed(from, to)
	if end == to || !o.Is(end, "a", "al", "from", "on", "to", "en", "aos", "ao") {
		return false
	}
	for k := from; k < end; k++ {
		if o.Tokens[k].Kind == language.Word && o.Spoken(k) == 0 && !o.Of(k, vesselKinds) {
			return true
		}
	}
	return false
}

// trimmed is where "a los" begins that stands right before token to.
func (o *order) trimmed(from, to int) int {
	end := to
	for end > from && o.Is(end-1, "a", "al", "los", "las", "la", "el", "the", "from", "on", "to", "en", "mis", "mi", "my", "aos", "ao", "as", "os", "o") {
		end--
	}
	return end
}

// swapping reports whether the thing before group i was to be swapped for another.
func (o *order) swapping(i int) bool {
	from := 0
	if i == 0 {
		return false
	}
	if i > 1 {
		from = o.groups[i-2].to
	}
	for k := from; k < o.groups[i-1].from; k++ {
		if o.Of(k, lex.Swaps) {
			return true
		}
	}
	return false
}

// unwanted reports whether "no quiero", "don't want", "não coloca" begins at k.
func (o *order) unwanted(k int) bool {
	if !o.Is(k, "no", "nao", "dont", "not", "tampoco") {
		return false
	}
	at := k + 1
	for o.Is(at, "me", "le", "lo", "need", "te", "se") && at < k+3 {
		at++
	}
	return o.Is(at, "quiero", "queremos", "want", "quero", "need", "necesito", "pongas", "pongan", "mandes", "manden", "agregues", "agreguen", "incluyas", "incluyan", "add", "send", "include", "coloca", "coloque", "traigas", "manda", "preciso") ||
		o.Is(k+1, "need", "want")
}

// refusedAfterward reports whether the words after a thing take it back: "las papas ya no", "the fries, remove them".
func (o *order) refusedAfterward(from, end int) bool {
	for k := from; k < min(end, from+5); k++ {
		switch {
		case o.NewLine(k), o.Is(k, ".", ";", "y", "e", "and"):
			return false
		case o.Is(k, "quitala", "quitalas", "quitalo", "quitalos", "sacala", "sacalas", "sacalo", "sacalos", "cancelala", "cancelalas", "cancelalo", "cancelalos", "eliminala", "eliminalo"), o.Is(k, "remove", "cancel") && o.Is(k+1, "it", "them"):
			return true
		case o.Is(k, "no", "nao") && (k+1 == len(o.Tokens) || o.Is(k+1, ".", "porfavor", "gracias") || o.Is(k+1, ",") && k == from && !o.takesBack(k+2) && o.Class(k+2) != lex.Number && o.Digits(k+2) < 0 || o.Is(k+1, "por") && o.Is(k+2, "favor")) && (k == from || o.Is(k-1, "ya")):
			return true
		case o.Is(k, "no") && o.Is(k+1, "quiero") && (k == from || o.Is(k-1, "ya")) && k+2 >= end:
			return true
		}
	}
	return false
}
