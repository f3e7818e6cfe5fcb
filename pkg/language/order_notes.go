package language

import (
	"strings"

	"github.com/recado/recado/pkg/language/lex"
)

// maxNote is how many words a note has at most.
const maxNote = 14

// noteAt reads how a thing is wanted from the words between its name and end, and returns the token after them.
func (o *order) noteAt(from, end int) (note string, to int) {
	i := from
	for i < end && o.linking(i, from) {
		i++
	}
	if o.is(i, "las", "los", "as", "os", "the") && o.class(i+1) == lex.Number && o.opensNote(i+2, end, false) {
		i += 2
	}
	if i >= end || !o.opensNote(i, end, i == from) {
		return "", from
	}
	to = o.noteEnd(i, end)
	return o.noteText(i, to), to
}

// linking tells whether token i may stand between a name and its note.
func (o *order) linking(i, from int) bool {
	if i > from && o.newLine(i) {
		return false
	}
	return o.is(i, ",", ":", "(", "-", "pero", "but", "que", "sea", "sean", "venga", "vengan", "tenga", "tengan", "traiga", "lleve", "quede", "favor", "porfavor", "please", "mas") || o.is(i, "y", "e", "and") && i == from || o.is(i, "por") && o.is(i+1, "favor") || o.is(i, "todos", "todas", "ambos", "ambas", "both", "all")
}

// opensNote tells whether a note begins at token i; beside the name also a size or "de carne" is one.
func (o *order) opensNote(i, end int, beside bool) bool {
	if o.newLine(i) || i >= end {
		return false
	}
	next := o.at(i + 1)
	switch {
	case o.is(i, "sin", "without", "sem", "con", "with", "com"):
		return i+1 < end && next != "" && o.Tokens[i+1].Kind == Word && !o.of(i+1, lex.NotWith|lex.PersonTitle) && o.class(i+1) != lex.Hour
	case o.is(i, "no") && i+1 < end:
		return o.Tokens[i+1].Kind == Word && o.spoken(i+1)&^2 == 0 && !o.of(i+1, lex.NotWith) && o.class(i+1) == lex.None
	case o.is(i, "s", "c") && o.is(i+1, "/") && o.glued(i+1):
		return i+2 < end && o.Tokens[i+2].Kind == Word
	case o.of(i, lex.Note) && o.is(i, "solo", "sola", "only", "just"):
		return i+1 < end && o.Tokens[i+1].Kind == Word && o.class(i+1) == lex.None
	case o.of(i, lex.Note):
		return !o.is(i, "bien", "muy", "well", "bem") || i+1 < end && o.Tokens[i+1].Kind == Word && o.spoken(i+1) == 0
	case o.is(i, "al", "a") && o.is(i+1, "punto", "lado", "parte", "vapor", "dente", "termino", "gusto"), o.is(i, "on") && o.is(i+1, "the") && o.is(i+2, "side"), o.is(i, "ao") && o.is(i+1, "ponto"):
		return true
	case beside && o.is(i, "de", "al", "estilo", "sabor", "tipo") && i+1 < end:
		return o.Tokens[i+1].Kind == Word && o.class(i+1) == lex.None && o.spoken(i+1) == 0 && !o.of(i+1, lex.NotWith) && len(next) > 2
	}
	return o.apart(i, end)
}

// apart tells whether "la salsa aparte" begins at i.
func (o *order) apart(i, end int) bool {
	if !o.is(i, "la", "el", "las", "los", "the", "o", "a", "todo") {
		return false
	}
	for k := i + 1; k < min(end, i+4); k++ {
		if o.is(k, "aparte", "apart") || o.is(k, "on", "al", "a") && o.is(k+1, "the", "lado", "parte") {
			return true
		}
		if o.Tokens[k].Kind != Word {
			return false
		}
	}
	return false
}

// noteEnd returns the token after the note that begins at from.
func (o *order) noteEnd(from, end int) int {
	i := from + 1
	for ; i < end && i < from+maxNote; i++ {
		if o.newLine(i) || o.closesNote(i, from) {
			break
		}
		if o.is(i, ",", "y", "e", "and", "&", "ni", "pero", "but") && !o.noteGoesOn(i+1, end, from) {
			break
		}
	}
	for i > from+1 && o.is(i-1, ",", "y", "e", "and", "con", "-", "o", "de", "que", "para", "por", "pero", "favor", "&", "but", "mas", "a", "en", "al", "to") {
		i--
	}
	return i
}

// noteGoesOn tells whether the word after a comma or an "and" belongs to the note still.
func (o *order) noteGoesOn(i, end, from int) bool {
	if i >= end || o.newLine(i) || o.closesNote(i, from) {
		return false
	}
	if o.is(i, "y", "e", "and", "con", "sin", "ni") {
		i++
	}
	if o.opensNote(i, end, false) || o.opensNote(i-1, end, false) && o.is(i-1, "con", "sin") {
		return true
	}
	if o.class(i) == lex.Number || o.digits(i) >= 0 || o.class(i) == lex.Other || o.is(i, "un", "una", "a", "an", "la", "el", "los", "las", "the") && !o.noteLed(from) {
		return false
	}
	return o.noteLed(from) && i < end && o.Tokens[i].Kind == Word && (o.spoken(i) == 0 || o.is(i, "mucha", "mucho", "la", "el", "las", "los", "sal", "no")) && !orderVerb(o.Text, i)
}

// noteLed tells whether a note lists what goes in or out, so that it may have more than one part.
func (o *order) noteLed(from int) bool {
	return o.is(from, "sin", "con", "extra", "with", "without", "sem", "com", "no", "poco", "poca", "mucho", "mucha", "hold", "solo")
}

// closesNote tells whether token i is the end of what is said about a thing.
func (o *order) closesNote(i, from int) bool {
	if o.Tokens[i].Kind == Mark {
		return !o.is(i, ",", "-", "/", "&", "%", "'", "\"", "(") && (!o.is(i, ".") || !o.glued(i+1))
	}
	switch {
	case orderVerb(o.Text, i), o.of(i, lex.NoteStop):
		return true
	case o.is(i, "por") && o.is(i+1, "favor"), o.is(i, "para", "for", "pra") && !o.is(i+1, "ninos", "nino", "kids"), o.is(i, "to") && o.is(i+1, "go", "take"), o.is(i, "a") && o.is(i+1, "domicilio", "nombre", "las", "la", "recoger"), o.is(i, "at"):
		return i > from
	case i > from && streetAt(o.Text, i):
		return true
	case i > from+1 && o.Tokens[i].Kind == Number && o.listEnds(i+1):
		return true
	case i > from+1 && (o.is(i, "la", "el", "as", "os") && o.is(i+1, "otra", "otro", "outra", "outro") || o.is(i, "the") && o.is(i+1, "other", "rest")):
		return true
	}
	return i > from && (o.class(i) == lex.Today || o.class(i) == lex.Tomorrow || o.class(i) == lex.Weekday || o.class(i) == lex.Tonight)
}

// noteText is what the customer wrote, on one line.
func (o *order) noteText(from, to int) string {
	return strings.Join(strings.Fields(o.Original(from, to)), " ")
}
