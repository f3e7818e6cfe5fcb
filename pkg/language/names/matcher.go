// Package names reads names: a tenant's own, of services, dishes, staff and branches; people's; addresses, contacts and competitors.
package names

import (
	"slices"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/lex"
)

// The kinds of names that a tenant has.
const (
	KindService = "service"
	KindDish    = "dish"
	KindStaff   = "staff"
	KindBranch  = "branch"
)

// Entry is one thing of a tenant that customers call by name.
type Entry struct {
	ID      string
	Name    string
	Aliases []string
	Kind    string
}

// Names are a tenant's entries, kept by whoever owns them: the matcher holds none of their strings.
type Names interface {
	Len() int
	At(i int) Entry
}

// Entries are names in a slice.
type Entries []Entry

// Len is how many there are.
func (e Entries) Len() int { return len(e) }

// At is the entry at i.
func (e Entries) At(i int) Entry { return e[i] }

// Match is an entry named in a text.
type Match struct {
	ID, Name, Kind string
	// From and To are the tokens that name it, To excluded.
	From, To int
	// Whole means that a full name or alias was said, not a part of one. Entries that share the said part each have a Match.
	Whole bool
}

// Matcher finds a tenant's own names in texts. It is built once, never changes and may be used from many goroutines.
//
// Names are compared by how their words sound (key). Everything is in a few arrays without pointers, as there are as many
// matchers as tenants: words of equal length lie side by side in letters, so that their number tells where.
type Matcher struct {
	names   Names
	letters []byte
	words   []vocable
	byLen   [maxKey + 2]uint16 // the first word of each length
	at      [maxKey + 2]uint32 // where the words of each length begin in letters
	phrases []uint16           // for each name: entry, how many words follow its first, those words; grouped by first word
	parts   []uint16           // the entries whose own name has a word, grouped by word
}

// vocable is one word of the names.
type vocable struct {
	phrases, parts uint32 // where its groups begin
	spelled        uint16 // a hash of how it is written, anySpelling where names write it in two ways
	mask           uint16 // a bit for each of its letters, and longWord
}

// A tenant has at most this many names; more are left out, the last first.
const (
	maxEntries = 60_000
	maxPhrase  = 16
	// A word that more entries share than this says too little to name one of them.
	maxShared = 4
	// A word keeps at most this many entries: enough to narrow them down by the next word.
	maxParts = 512
)

// NewMatcher indexes the names and aliases of entries.
func NewMatcher(entries []Entry) *Matcher { return NewMatcherOf(Entries(entries)) }

// NewMatcherOf indexes names that stay with their owner and must not change.
func NewMatcherOf(names Names) *Matcher {
	b := builder{known: make(map[string]int32, 2*names.Len())}
	for i := range min(names.Len(), maxEntries) {
		e := names.At(i)
		b.add(i, e.Name, true)
		for _, alias := range e.Aliases {
			b.add(i, alias, false)
		}
	}
	m := &Matcher{names: names}
	b.rank(m)
	b.group(m)
	return m
}

// builder gathers the words of the names in the order in which they come.
type builder struct {
	known  map[string]int32
	found  []spelling
	spoken []spoken
	words  []int32 // of all names
	rankOf []int32 // of the words found
}

type spelling struct {
	key     string
	spelled uint16
	long    bool
}

// spoken is a name as words: words[from:to].
type spoken struct {
	entry, from, to int
	own             bool // the entry's own name, whose words count as parts
}

func (b *builder) add(entry int, name string, own bool) {
	s := spoken{entry: entry, from: len(b.words), own: own}
	t := language.ReadAsWritten(name)
	var room [maxKey]byte
	for i := range t.Tokens {
		tok := &t.Tokens[i]
		if tok.Kind == language.Mark || tok.Kinds()&lex.Unnaming != 0 || len(b.words)-s.from == maxPhrase {
			continue
		}
		key := soundKey(tok.Norm, room[:0])
		if len(key) == 0 {
			continue
		}
		at, ok := b.known[string(key)]
		if !ok {
			if len(b.found) == maxEntries {
				continue
			}
			at = int32(len(b.found))
			b.found = append(b.found, spelling{key: string(key), spelled: spelledHash(tok.Norm)})
			b.known[b.found[at].key] = at
		}
		w := &b.found[at]
		if w.spelled != spelledHash(tok.Norm) {
			w.spelled = anySpelling
		}
		w.long = w.long || tok.Kind == language.Word && singular(tok.Norm) >= minFuzzy
		b.words = append(b.words, at)
	}
	if s.to = len(b.words); s.to > s.from {
		b.spoken = append(b.spoken, s)
	}
}

// rank numbers the words by length and then letters.
func (b *builder) rank(m *Matcher) {
	order := make([]int32, len(b.found))
	size := 0
	for i := range order {
		order[i] = int32(i)
		size += len(b.found[i].key)
	}
	slices.SortFunc(order, func(x, y int32) int { return byLength(b.found[x].key, b.found[y].key) })
	m.letters, m.words, b.rankOf = make([]byte, 0, size), make([]vocable, len(order)+1), make([]int32, len(order))
	next := 0
	for n, i := range order {
		w := &b.found[i]
		for ; next <= len(w.key); next++ {
			m.byLen[next], m.at[next] = uint16(n), uint32(len(m.letters))
		}
		b.rankOf[i] = int32(n)
		m.letters = append(m.letters, w.key...)
		m.words[n].spelled, m.words[n].mask = w.spelled, maskOf(w.key)
		if w.long {
			m.words[n].mask |= longWord
		}
	}
	for ; next < len(m.byLen); next++ {
		m.byLen[next], m.at[next] = uint16(len(order)), uint32(len(m.letters))
	}
}

// group lays the names out by their first word, and the entries by the words of their own names.
func (b *builder) group(m *Matcher) {
	n := len(b.found)
	firsts, parts := make([][]uint16, n), make([][]uint16, n)
	var sizes [2]int
	for _, s := range b.spoken {
		ids := b.words[s.from:s.to]
		w := b.rankOf[ids[0]]
		group := append(firsts[w], uint16(s.entry), uint16(len(ids)-1))
		for _, id := range ids[1:] {
			group = append(group, uint16(b.rankOf[id]))
		}
		firsts[w], sizes[0] = group, sizes[0]+len(ids)+1
		for _, id := range ids {
			w := b.rankOf[id]
			if s.own && len(parts[w]) < maxParts && (len(parts[w]) == 0 || parts[w][len(parts[w])-1] != uint16(s.entry)) {
				parts[w], sizes[1] = append(parts[w], uint16(s.entry)), sizes[1]+1
			}
		}
	}
	m.phrases, m.parts = make([]uint16, 0, sizes[0]), make([]uint16, 0, sizes[1])
	for w := range n + 1 {
		m.words[w].phrases, m.words[w].parts = uint32(len(m.phrases)), uint32(len(m.parts))
		if w < n {
			m.phrases, m.parts = append(m.phrases, firsts[w]...), append(m.parts, parts[w]...)
		}
	}
}
