package names

import (
	"bytes"
	"sort"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/lex"
)

// What a token is among the words of the names, where it is not one of them.
const (
	none    = -1 // no name has it
	skipped = -2 // names leave it out, and so do those who say them
	joining = -3 // as skipped, but what follows may be another name
)

// maxMatches bounds what one text names, and with it the time that an order takes and the room that its lines need.
const maxMatches = 256

// Find returns the entries named in a text, in the order of the text. The longest name wins.
func (m *Matcher) Find(t language.Text) []Match {
	if m == nil || len(m.words) <= 1 {
		return nil
	}
	var room [language.MaxTokens]int32
	ids := room[:min(len(t.Tokens), language.MaxTokens)]
	named := false
	for i := range ids {
		ids[i] = m.id(&t.Tokens[i])
		named = named || ids[i] >= 0
	}
	if !named {
		return nil
	}
	return m.matches(t, ids)
}

func (m *Matcher) matches(t language.Text, ids []int32) []Match {
	var found []Match
	var room [maxParts]uint16
	for i := 0; i < len(ids) && len(found) < maxMatches; {
		if ids[i] < 0 {
			i++
			continue
		}
		entry, to := m.longest(ids, i)
		share, end := m.partial(t, ids, i, room[:0])
		switch {
		case end > to:
			for _, e := range share {
				found = append(found, m.match(e, i, end, false))
			}
		case to > i:
			found = append(found, m.match(entry, i, to, true))
		}
		i = max(to, end, i+1)
	}
	return found
}

func (m *Matcher) match(entry uint16, from, to int, whole bool) Match {
	e := m.names.At(int(entry))
	return Match{ID: e.ID, Name: e.Name, Kind: e.Kind, From: from, To: to, Whole: whole}
}

// id looks up a token among the words of the names: by its sound, as a small one, or with slips. Short and everyday words
// must be written as the name is.
func (m *Matcher) id(tok *language.Token) int32 {
	switch {
	case tok.Kind == language.Mark:
		if loose(tok.Norm) {
			return skipped
		}
		return none
	case tok.Kinds()&lex.Unnaming != 0 && tok.Lex.Class == lex.Number: // "dos" of Portuguese names
		return none
	case tok.Kinds()&lex.Unnaming != 0:
		if tok.Norm == "y" || tok.Norm == "e" || tok.Norm == "and" {
			return joining
		}
		return skipped
	}
	said := tok.Norm
	if tok.Kind == language.Word {
		said = tok.Said
	}
	var room [maxKey]byte
	key := soundKey(said, room[:0])
	w := m.exact(key)
	if w >= 0 && m.writes(w, said) {
		return int32(w)
	}
	if said != tok.Norm {
		var room [maxKey]byte
		if w := m.exact(soundKey(tok.Norm, room[:0])); w >= 0 && m.writes(w, tok.Norm) {
			return int32(w)
		}
	}
	if tok.Kind != language.Word || singular(said) < minFuzzy-1 || isOrdinary(tok) {
		return none
	}
	if w < 0 {
		w = m.meant(said, key)
	}
	return int32(w)
}

// writes reports whether word w of the names is written as said.
func (m *Matcher) writes(w int, said string) bool {
	return m.words[w].spelled == anySpelling || m.words[w].spelled == spelledHash(said)
}

// meant finds the word of which said is a form, or that is written so but for slips.
func (m *Matcher) meant(said string, key []byte) int {
	if said[len(said)-1] == 's' {
		var room [maxKey]byte
		if w := m.exact(sounds(said, room[:0])); w >= 0 {
			return w
		}
	}
	if w := m.diminutive(said, key); w >= 0 {
		return w
	}
	if language.IsWord(said) {
		return none // a word of its own, however near
	}
	return m.fuzzy(said, key)
}

func (m *Matcher) exact(key []byte) int {
	n := len(key)
	if n == 0 || n > maxKey {
		return none
	}
	from, count := int(m.byLen[n]), int(m.byLen[n+1]-m.byLen[n])
	letters := m.letters[m.at[n]:]
	i := sort.Search(count, func(i int) bool { return bytes.Compare(letters[i*n:i*n+n], key) >= 0 })
	if i < count && bytes.Equal(letters[i*n:i*n+n], key) {
		return from + i
	}
	return none
}

// longest returns the entry whose name covers the most tokens from i, and the token after it.
func (m *Matcher) longest(ids []int32, i int) (entry uint16, to int) {
	to = i
	for rest := m.phrases[m.words[ids[i]].phrases:m.words[ids[i]+1].phrases]; len(rest) > 1; {
		n := int(rest[1]) + 2
		if end := covers(rest[2:n], ids, i+1); end > to {
			entry, to = rest[0], end
		}
		rest = rest[n:]
	}
	return entry, to
}

// covers returns the token after the words, which may have skipped ones between them, or 0.
func covers(words []uint16, ids []int32, i int) int {
	for _, w := range words {
		for i < len(ids) && (ids[i] == skipped || ids[i] == joining) {
			i++
		}
		if i >= len(ids) || ids[i] != int32(w) {
			return 0
		}
		i++
	}
	return i
}

// partial returns the entries that share the words from i on, when these are few, and the token after those words.
func (m *Matcher) partial(t language.Text, ids []int32, i int, share []uint16) ([]uint16, int) {
	if !m.telling(t, ids, i) {
		return nil, i
	}
	share, to := append(share, m.sharing(ids[i])...), i+1
	for k := to; k < min(len(ids), i+maxPhrase); k++ { // no further, or a word said again and again costs the square of the text
		if ids[k] == skipped {
			continue
		}
		if ids[k] < 0 {
			break
		}
		both := narrow(share, m.sharing(ids[k]))
		if both == 0 {
			break
		}
		share, to = share[:both], k+1
	}
	if len(share) == 0 || len(share) > maxShared {
		return nil, i
	}
	return share, to
}

func (m *Matcher) sharing(w int32) []uint16 {
	return m.parts[m.words[w].parts:m.words[w+1].parts]
}

// telling reports whether a word can stand for a name: no word of everyday, and if an ordinary one then the name's first.
func (m *Matcher) telling(t language.Text, ids []int32, i int) bool {
	tok := &t.Tokens[i]
	share := m.sharing(ids[i])
	if len(share) == 0 || tok.Kind != language.Word || tok.Lex.Class != lex.None || tok.Kinds()&lex.Everyday != 0 {
		return false
	}
	if m.names.At(int(share[0])).Kind == KindStaff {
		return m.callsStaff(t, i)
	}
	return len(tok.Norm) >= minTelling && (!isOrdinary(tok) || m.heads(ids[i], share[0]))
}

// minTelling is the shortest word that can stand for a longer name.
const minTelling = 4

// callsStaff reports whether a word names a person: names that are ordinary words too need a title or a capital.
func (m *Matcher) callsStaff(t language.Text, i int) bool {
	s := scan{&t}
	if s.Of(i-1, lex.PersonTitle) || s.Is(i-1, ".") && s.Of(i-2, lex.PersonTitle) {
		return true
	}
	tok := &t.Tokens[i]
	if len(tok.Norm) >= minTelling && !isOrdinary(tok) {
		return true
	}
	return len(tok.Norm) >= 3 && i > 0 && s.Capital(i) && !s.Is(i-1, ".", "?", "!", "¿", "¡") && !shouts(t)
}

// shouts reports whether a text is written in capitals.
func shouts(t language.Text) bool {
	for i := range t.Tokens {
		if t.Tokens[i].Kind == language.Word && !language.StartsUpper(t.Raw[t.Tokens[i].Start:]) {
			return false
		}
	}
	return true
}

// heads reports whether a name of the entry begins with the word.
func (m *Matcher) heads(w int32, entry uint16) bool {
	for rest := m.phrases[m.words[w].phrases:m.words[w+1].phrases]; len(rest) > 1; rest = rest[rest[1]+2:] {
		if rest[0] == entry {
			return true
		}
	}
	return false
}

// narrow leaves first in all what is in other too, unless nothing would be left, and returns how many these are. Both are in order.
func narrow(all, other []uint16) (both int) {
	k := 0
	for pass := range 2 {
		both, k = 0, 0
		for _, e := range all {
			for k < len(other) && other[k] < e {
				k++
			}
			if k < len(other) && other[k] == e {
				if pass == 1 {
					all[both] = e
				}
				both++
			}
		}
		if both == 0 {
			return 0
		}
	}
	return both
}
