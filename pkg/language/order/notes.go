package order

import (
	"slices"
	"strings"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/lex"
	"github.com/recado/recado/pkg/language/names"
)

// maxNote is how many words a note has at most.
const maxNote = 14

// noteAt reads how a thing is wanted from the words between its name and end, and returns the token after them.
func (o *order) noteAt(from, end int) (note string, to int) {
	i := from
	for i < end && o.linking(i, from) {
		i++
	}
	if o.Is(i, "las", "los", "as", "os", "the") && o.Class(i+1) == lex.Number && o.opensNote(i+2, end, false) {
		i += 2
	}
	if i >= end || !o.opensNote(i, end, i == from) {
		return "", from
	}
	to = o.noteEnd(i, end)
	return o.noteText(i, to), to
}

// linking reports whether token i may stand between a name and its note.
func (o *order) linking(i, from int) bool {
	if i > from && o.NewLine(i) {
		return false
	}
	return o.Is(i, ",", ":", "(", "-", "pero", "but", "que", "sea", "sean", "venga", "vengan", "tenga", "tengan", "traiga", "lleve", "quede", "favor", "porfavor", "please", "mas") || o.Is(i, "y", "e", "and") && i == from || o.Is(i, "por") && o.Is(i+1, "favor") || o.Is(i, "todos", "todas", "ambos", "ambas", "both", "all")
}

// opensNote reports whether a note begins at token i; beside the name also a size or "de carne" is one.
func (o *order) opensNote(i, end int, beside bool) bool {
	if o.NewLine(i) || i >= end {
		return false
	}
	next := o.At(i + 1)
	switch {
	case o.Is(i, "sin", "without", "sem", "con", "with", "com"):
		return i+1 < end && next != "" && o.Tokens[i+1].Kind == language.Word && !o.Of(i+1, lex.NotWith|lex.PersonTitle) && o.Class(i+1) != lex.Hour
	case o.Is(i, "no") && i+1 < end:
		return o.Tokens[i+1].Kind == language.Word && o.Spoken(i+1)&^2 == 0 && !o.Of(i+1, lex.NotWith) && o.Class(i+1) == lex.None
	case o.Is(i, "s", "c") && o.Is(i+1, "/") && o.Glued(i+1):
		return i+2 < end && o.Tokens[i+2].Kind == language.Word
	case o.Of(i, lex.Note) && o.Is(i, "solo", "sola", "only", "just"):
		return i+1 < end && o.Tokens[i+1].Kind == language.Word && o.Class(i+1) == lex.None
	case o.Of(i, lex.Note):
		return !o.Is(i, "bien", "muy", "well", "bem") || i+1 < end && o.Tokens[i+1].Kind == language.Word && o.Spoken(i+1) == 0
	case o.Is(i, "al", "a") && o.Is(i+1, "punto", "lado", "parte", "vapor", "dente", "termino", "gusto"), o.Is(i, "on") && o.Is(i+1, "the") && o.Is(i+2, "side"), o.Is(i, "ao") && o.Is(i+1, "ponto"):
		return true
	case beside && o.Is(i, "de", "al", "estilo", "sabor", "tipo") && i+1 < end:
		return o.Tokens[i+1].Kind == language.Word && o.Class(i+1) == lex.None && o.Spoken(i+1) == 0 && !o.Of(i+1, lex.NotWith) && len(next) > 2
	}
	return o.apart(i, end)
}

// apart reports whether "la salsa aparte" begins at i.
func (o *order) apart(i, end int) bool {
	if !o.Is(i, "la", "el", "las", "los", "the", "o", "a", "todo") {
		return false
	}
	for k := i + 1; k < min(end, i+4); k++ {
		if o.Is(k, "aparte", "apart") || o.Is(k, "on", "al", "a") && o.Is(k+1, "the", "lado", "parte") {
			return true
		}
		if o.Tokens[k].Kind != language.Word {
			return false
		}
	}
	return false
}

// noteEnd returns the token after the note that begins at from.
func (o *order) noteEnd(from, end int) int {
	i := from + 1
	for ; i < end && i < from+maxNote; i++ {
		if o.NewLine(i) || o.closesNote(i, from) {
			break
		}
		if o.Is(i, ",", "y", "e", "and", "&", "ni", "pero", "but") && !o.noteGoesOn(i+1, end, from) {
			break
		}
	}
	for i > from+1 && o.Is(i-1, ",", "y", "e", "and", "con", "-", "o", "de", "que", "para", "por", "pero", "favor", "&", "but", "mas", "a", "en", "al", "to") {
		i--
	}
	return i
}

// noteGoesOn reports whether the word after a comma or an "and" belongs to the note still.
func (o *order) noteGoesOn(i, end, from int) bool {
	if i >= end || o.NewLine(i) || o.closesNote(i, from) {
		return false
	}
	if o.Is(i, "y", "e", "and", "con", "sin", "ni") {
		i++
	}
	if o.opensNote(i, end, false) || o.opensNote(i-1, end, false) && o.Is(i-1, "con", "sin") {
		return true
	}
	if o.Class(i) == lex.Number || o.Digits(i) >= 0 || o.Class(i) == lex.Other || o.Is(i, "un", "una", "a", "an", "la", "el", "los", "las", "the") && !o.noteLed(from) {
		return false
	}
	return o.noteLed(from) && i < end && o.Tokens[i].Kind == language.Word && (o.Spoken(i) == 0 || o.Is(i, "mucha", "mucho", "la", "el", "las", "los", "sal", "no")) && !names.OrderVerb(o.Text, i)
}

// noteLed reports whether a note lists what goes in or out, so that it may have more than one part.
func (o *order) noteLed(from int) bool {
	return o.Is(from, "sin", "con", "extra", "with", "without", "sem", "com", "no", "poco", "poca", "mucho", "mucha", "hold", "solo")
}

// closesNote reports whether token i is the end of what is said about a thing.
func (o *order) closesNote(i, from int) bool {
	if o.Tokens[i].Kind == language.Mark {
		return !o.Is(i, ",", "-", "/", "&", "%", "'", "\"", "(") && (!o.Is(i, ".") || !o.Glued(i+1))
	}
	switch {
	case o.Is(i, "nada") && o.Is(i-1, "sin", "sem"):
		return false
	case names.OrderVerb(o.Text, i), o.Of(i, lex.NoteStop):
		return true
	case o.leadsAway(i):
		return i > from
	case i > from && names.StreetAt(o.Text, i):
		return true
	case i > from+1 && o.Tokens[i].Kind == language.Number && o.listEnds(i+1):
		return true
	case i > from+1 && (o.Is(i, "la", "el", "as", "os") && o.Is(i+1, "otra", "otro", "outra", "outro") || o.Is(i, "the") && o.Is(i+1, "other", "rest")):
		return true
	}
	return i > from && (o.Class(i) == lex.Today || o.Class(i) == lex.Tomorrow || o.Class(i) == lex.Weekday || o.Class(i) == lex.Tonight)
}

// away are pairs of words that say where, when or for whom, and no more how a thing is wanted.
var away = map[string][]string{
	"por": {"favor"},
	"to":  {"go", "take", "pick", "collect", "fetch", "eat", "deliver", "bring", "be"},
	"a":   {"domicilio", "nombre", "las", "la", "recoger"},
}

// leadsAway reports whether token i begins what is said of the order itself.
func (o *order) leadsAway(i int) bool {
	if o.Is(i, "para", "for", "pra") {
		return !o.Is(i+1, "ninos", "nino", "kids")
	}
	return o.Is(i, "at") || slices.Contains(away[o.At(i)], o.At(i+1))
}

// noteText is what the customer wrote, on one line.
func (o *order) noteText(from, to int) string {
	return strings.Join(strings.Fields(o.Original(from, to)), " ")
}
