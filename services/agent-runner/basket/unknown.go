package basket

import (
	"slices"
	"strings"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/lex"
	"github.com/recado/recado/pkg/language/names"
)

// The bounds of what is said of things that the menu does not have.
const (
	maxUnknown      = 3
	maxUnknownWords = 3
)

// unknown finds things that were asked for and that have no name on the menu: "dos hamburguesas", "quiero pizza".
func unknown(t language.Text, found []names.Match) (out []string) {
	for i := 0; i < len(t.Tokens) && len(out) < maxUnknown; i++ {
		at := asksAt(&t, i)
		if at == 0 || inNote(&t, i) || leadsTo(&t, i, found) {
			continue
		}
		to := thingEnd(&t, at, found)
		if to == at {
			continue
		}
		if thing := strings.ToLower(t.Original(at, to)); !slices.Contains(out, thing) {
			out = append(out, thing)
		}
		i = to - 1
	}
	return out
}

// asksAt is where a thing can stand that token i counts or wants; 0 where it does neither.
func asksAt(t *language.Text, i int) int {
	if t.Is(i-1, "las", "la", "at", "para", "somos", "$", "#", ":", "numero", "calle", "av", "pedido") {
		return 0
	}
	if n, next, ok := t.Number(i); ok && n > 0 {
		return pastSmall(t, next)
	}
	counted := t.Is(i, "unos", "unas", "an", "a") || t.Of(i, lex.Wants) && !t.Is(i-1, "no", "nao", "dont")
	toPlace := t.Is(i, "a") || t.Is(i+1, "a")
	if counted && (!toPlace || !spanish(t)) {
		return pastSmall(t, i+1)
	}
	return 0
}

// spanish reports whether a text surely is Spanish, where "a" counts nothing: "me lo mandan a Barranco".
func spanish(t *language.Text) bool { return language.Detect(*t, language.English) == language.Spanish }

// leadsTo reports whether an "a" says where things go, as it does right behind a name: "dos lomos a Barranco".
func leadsTo(t *language.Text, i int, found []names.Match) bool {
	return t.Is(i, "a") && slices.ContainsFunc(found, func(m names.Match) bool { return m.To == i })
}

// pastSmall is the token after words that may stand between a count and its thing.
func pastSmall(t *language.Text, i int) int {
	for range 3 {
		vessel := t.Of(i, lex.Vessel|lex.Fancy) || t.Is(i, "docena", "docenas", "par", "media", "medio", "dozen", "couple", "duzia", "meia")
		switch {
		case vessel && t.Is(i+1, "de", "of"):
			i += 2
		case vessel, t.Is(i, "x", "un", "una", "uno", "unos", "unas", "a", "an", "um", "uma"):
			i++
		}
	}
	return i
}

// thingEnd is the token after a thing that begins at token i; i where nothing that can be one stands there.
func thingEnd(t *language.Text, i int, found []names.Match) int {
	to := i
	for to < len(t.Tokens) && to < i+maxUnknownWords {
		tok := t.Token(to)
		known := slices.ContainsFunc(found, func(m names.Match) bool { return m.From <= to && to < m.To })
		switch {
		case known && to == i, known && joinsName(t, i, to):
			return i
		case known, tok.Kind != language.Word, to > i && t.NewLine(to), to > i && endsThing(t, to):
			return trimmed(t, i, to)
		case to == i && (!thing(t, to) || endsThing(t, to)):
			return i
		}
		to++
	}
	return trimmed(t, i, to)
}

// joinsName reports whether small words alone stand between a count and a name of the menu.
func joinsName(t *language.Text, from, to int) bool {
	for i := from; i < to; i++ {
		if !t.Of(i, lex.Unnaming|lex.Fancy) {
			return false
		}
	}
	return true
}

// thing reports whether a word can be something to eat or drink.
func thing(t *language.Text, i int) bool {
	tok := t.Token(i)
	if len(tok.Norm) < minWord || tok.Lex.Class != lex.None || is(tok.Norm, "no_thing") {
		return false
	}
	verb := lex.Wants | lex.Adds | lex.Removes | lex.Swaps | lex.Unnaming | lex.Ordinary | lex.NoteStop | lex.NotWith
	return !t.Of(i, verb)
}

func endsThing(t *language.Text, i int) bool {
	joins := t.Is(i, "y", "e", "o", "and", "or", "sin", "con", "without", "with", "sem", "com", "para", "por", "for", "to", "pero", "a",
		"en", "in")
	return joins || t.Of(i, lex.NoteStop|lex.Adds|lex.Removes|lex.Wants) || t.Token(i).Lex.Class != lex.None
}

// trimmed is the end of a thing without the small words that it would end in.
func trimmed(t *language.Text, from, to int) int {
	for to > from && t.Of(to-1, lex.Unnaming) {
		to--
	}
	return to
}

// inNote reports whether a token says how a thing is wanted: "con dos limones".
func inNote(t *language.Text, i int) bool {
	return t.Is(i-1, "con", "sin", "with", "without", "com", "sem")
}
