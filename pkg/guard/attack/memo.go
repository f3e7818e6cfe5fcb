package attack

import "encoding/binary"

// meaning is what the lexicon says of a word.
type meaning struct {
	// first and second are the word's letters.
	first, second uint64
	class         Class
	hash          uint64
	// ok: the lexicon has the word, or its verb or stem.
	ok bool
}

// memo remembers the meanings of words that were met; the views of one text share most of theirs, and all texts many.
type memo [memoSize]meaning

const (
	memoBits = 9
	memoSize = 1 << memoBits
	// longestKept is how many letters a remembered word can have; those that may be glued are not remembered.
	longestKept = 16
)

// meaningOf returns what the lexicon says of the word that begins at from and goes to the end of the folded letters; it is
// valid until the next word.
func (s *Reader) meaningOf(from int) *meaning {
	word := s.Folded[from:]
	if len(word) == 0 || len(word) >= shortestGlued || cap(word) < longestKept {
		s.meant = words.meaning(word)
		return &s.meant
	}
	all := word[:longestKept]
	first, second := binary.LittleEndian.Uint64(all), binary.LittleEndian.Uint64(all[8:])
	if n := len(word); n <= 8 {
		first, second = first&(1<<(8*n)-1), 0
	} else {
		second &= 1<<(8*(n-8)) - 1
	}
	m := &s.memo[(first^second*0x9E3779B97F4A7C15)*0x9E3779B97F4A7C15>>(64-memoBits)]
	if m.first != first || m.second != second {
		*m = words.meaning(word)
		m.first, m.second = first, second
	}
	return m
}

// meaning looks a folded word up, or the word that it sounds like or stands for.
func (l *lexicon) meaning(word []byte) (m meaning) {
	m.class, m.ok = l.lookup(word)
	m.hash = letters(word)
	if len(word) <= longestShort {
		if known, found := l.short[string(word)]; found {
			m.hash = known
		}
	}
	if !m.ok && len(word) >= shortestHeard && word[0] > '9' {
		if near := l.near.find(word); near != nil {
			m.class, m.hash = near.class, near.hash
		}
	}
	return m
}
