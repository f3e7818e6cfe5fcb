package question

import (
	"slices"
	"strings"

	"github.com/recado/recado/pkg/knowledge"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// onlyNames reports whether the words that carry a text are all of the name of a mention.
func (t *Turn) onlyNames(text string, m *recadov1.Mention) bool {
	return knowledge.Covers(strings.Join(carrying(text), " "), m.GetName()) == 1 // of no words it is 0
}

// guessedWords is how many words a question has at most in which a part of a name is meant for one.
const guessedWords = 10

// guess is the one service that alone has some of the words of a text in its names.
func (t *Turn) guess(text string) (out []*recadov1.Mention) {
	if len(strings.Fields(text)) > guessedWords {
		return nil
	}
	for _, w := range carrying(text) {
		var of []*recadov1.Mention
		for _, n := range t.settings().Services {
			if m := (&recadov1.Mention{Id: n.ID, Name: n.Name}); t.speaksOf(w, m) {
				of = append(of, m)
			}
		}
		if len(of) == 1 {
			out = withMention(out, of[0])
		}
	}
	if len(out) > 1 {
		return nil
	}
	return out
}

// nearest is the one of several that share the words by which an item was called, of whose names the whole message has most.
func (t *Turn) nearest(text string, m *recadov1.Mention) *recadov1.Mention {
	// a word that many names share tells of none: what it was called by is misspelt, and whoever read that knows better
	called := strings.Join(slices.DeleteFunc(carrying(text), func(w string) bool { return !t.speaksOf(w, m) || t.common(w) }), " ")
	if called == "" || slices.ContainsFunc(t.names(m), func(name string) bool { return knowledge.Covers(name, t.Text) == 1 }) {
		return m
	}
	best, most := m, knowledge.CoveredBy(t.Text, strings.Join(t.names(m), " "))
	for _, n := range t.settings().Services {
		names := strings.Join(append([]string{n.Name}, n.Aliases...), " ")
		if of := knowledge.CoveredBy(t.Text, names); of > most && knowledge.Covers(called, names) == 1 {
			best, most = &recadov1.Mention{Id: n.ID, Name: n.Name}, of
		}
	}
	return best
}
