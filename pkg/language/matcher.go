package language

import (
	"cmp"
	"slices"
	"sort"
	"strings"
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

// Match is an entry named in a text.
type Match struct {
	ID, Name, Kind string
	// From and To are the tokens that name it, To excluded.
	From, To int
	// Whole means that a full name or alias was said, not a part of one. Entries that share the said part each have a Match.
	Whole bool
}

// Matcher finds a tenant's own names in texts. It is built once, never changes and may be used from many goroutines.
type Matcher struct {
	entries []named
	words   []string // the stems of all names, by length and then letters
	byLen   [maxStem + 2]uint16
	phrases []phrase
	first   []uint32 // phrases by their first word: first[w] to first[w+1]
	stems   []uint16 // the words of all phrases
	parts   [][]uint16
}

type named struct{ id, name, kind string }

type phrase struct {
	at    uint32 // into stems
	entry uint16
	words uint8
}

// A tenant has at most this many names; more are left out, longest lists last.
const (
	maxEntries = 60_000
	maxStem    = 31
	// A word that more entries share than this says too little to name one of them.
	maxShared = 4
	minFuzzy  = 5
)

// NewMatcher indexes the names and aliases of entries.
func NewMatcher(entries []Entry) *Matcher {
	if len(entries) > maxEntries {
		entries = entries[:maxEntries]
	}
	m := &Matcher{entries: make([]named, len(entries))}
	var names []spelled
	for i, e := range entries {
		m.entries[i] = named{e.ID, e.Name, e.Kind}
		names = append(names, spell(i, e.Name, true))
		for _, alias := range e.Aliases {
			names = append(names, spell(i, alias, false))
		}
	}
	m.index(names)
	return m
}

// spelled is a name as stems.
type spelled struct {
	entry int
	stems []string
	whole bool // the entry's own name, whose words count as parts
}

func spell(entry int, name string, own bool) spelled {
	s := spelled{entry: entry, whole: own}
	t := Read(name)
	for i := range t.Tokens {
		if stem := stemOf(&t.Tokens[i]); stem != "" {
			s.stems = append(s.stems, strings.Clone(stem))
		}
	}
	return s
}

func (m *Matcher) index(names []spelled) {
	for _, n := range names {
		m.words = append(m.words, n.stems...)
	}
	slices.SortFunc(m.words, byLength)
	m.words = slices.Clip(slices.Compact(m.words))
	m.words = m.words[:min(len(m.words), maxEntries)]
	m.words = slices.Clone(m.words)
	for l := range m.byLen {
		m.byLen[l] = uint16(sort.Search(len(m.words), func(i int) bool { return len(m.words[i]) >= l }))
	}
	m.parts = make([][]uint16, len(m.words))
	slices.SortStableFunc(names, func(a, b spelled) int { return cmp.Compare(m.firstOf(a), m.firstOf(b)) })
	for _, n := range names {
		m.add(n)
	}
	m.stems, m.phrases = slices.Clip(m.stems), slices.Clip(m.phrases)
	m.first = make([]uint32, len(m.words)+1)
	for w := range m.first {
		m.first[w] = uint32(sort.Search(len(m.phrases), func(i int) bool { return int(m.stems[m.phrases[i].at]) >= w }))
	}
}

func (m *Matcher) firstOf(n spelled) int {
	if len(n.stems) == 0 {
		return -1
	}
	return m.exact(n.stems[0])
}

// add stores one name; its words point back to the entry while few entries share them.
func (m *Matcher) add(n spelled) {
	if len(n.stems) == 0 || len(n.stems) > 16 {
		return
	}
	p := phrase{at: uint32(len(m.stems)), entry: uint16(n.entry), words: uint8(len(n.stems))}
	ids := make([]uint16, 0, len(n.stems))
	for _, stem := range n.stems {
		w := m.exact(stem)
		if w < 0 {
			return
		}
		ids = append(ids, uint16(w))
	}
	m.stems = append(m.stems, ids...)
	m.phrases = append(m.phrases, p)
	for _, w := range ids {
		if part := m.parts[w]; n.whole && len(part) <= maxShared && !slices.Contains(part, p.entry) {
			m.parts[w] = append(part, p.entry)
		}
	}
}

func byLength(a, b string) int {
	if len(a) != len(b) {
		return cmp.Compare(len(a), len(b))
	}
	return strings.Compare(a, b)
}

// stemOf is the form in which names are compared: without a plural's s, and "" for words that name nothing by themselves.
func stemOf(t *Token) string {
	if t.Kind == Mark || unnaming[t.Norm] {
		return ""
	}
	w := t.Norm
	if len(w) >= 4 && w[len(w)-1] == 's' {
		w = w[:len(w)-1]
	}
	if len(w) > maxStem {
		w = w[:maxStem]
	}
	return w
}

// unnaming are articles, prepositions and titles: they stand in names and are left out by those who say them.
var unnaming = set(`el la los las un una de del al a con y e en para por the of and with a an in for o os as do da dos das com
	doctor doctora doctores lic licenciada licenciado ing senor senora don dona mr mrs ms miss dr dra sucursal sede branch`)

func set(words string) map[string]bool {
	s := make(map[string]bool)
	for w := range strings.FieldsSeq(words) {
		s[w] = true
	}
	return s
}
