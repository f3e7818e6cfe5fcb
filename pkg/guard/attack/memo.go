package attack

// meaning is what the lexicon says of a word.
type meaning struct {
	letters key
	class   Class
	hash    uint64
	// stamp is another for each word that was ever put here, and never 0.
	stamp uint32
	// ok: the lexicon has the word, or its verb or stem; whole: it is long and no words without their blanks.
	ok, whole bool
}

// key is a word of at most maxKept letters, the first letter lowest, and whether it ends as the past does.
type key struct {
	first, second uint64
	past          bool
}

// memo remembers the meanings of words that were met; the views of one text share most of theirs, and all texts many.
type memo struct {
	stamp uint32
	words *[MemoSize]meaning // by itself, so that each stands in one line of the cache
}

const (
	// MemoSize is how many words a Reader remembers.
	MemoSize = 1 << memoBits
	memoBits = 11
	// maxKept is how many letters a remembered word can have.
	maxKept = 16
)

func (k *key) slot() int {
	return int((k.first ^ k.second*0x9E3779B97F4A7C15) * 0x9E3779B97F4A7C15 >> (64 - memoBits))
}

// meaningOf returns what the lexicon says of a word, and where it is remembered, or -1; it is valid until the next word.
func (s *Reader) meaningOf(word []byte, k key) (m *meaning, slot int) {
	if len(word) == 0 || len(word) > maxKept {
		s.meant = words.meaning(word, k.past)
		return &s.meant, -1
	}
	if s.memo.words == nil {
		s.memo.words = new([MemoSize]meaning)
	}
	slot = k.slot()
	if m = &s.memo.words[slot]; m.letters != k || m.stamp == 0 {
		*m = words.meaning(word, k.past)
		s.memo.stamp = max(1, s.memo.stamp+1)
		m.letters, m.stamp = k, s.memo.stamp
	}
	return m, slot
}

// meaning looks a folded word up, or the word that it sounds like or stands for.
func (l *lexicon) meaning(word []byte, past bool) (m meaning) {
	m.class, m.ok = l.lookup(word)
	m.hash = letters(word)
	if len(word) <= maxShort {
		if known, found := l.short[string(word)]; found {
			m.hash = known
		}
	}
	if !m.ok && len(word) >= minHeard && word[0] > '9' {
		if near := l.near.find(word); near != nil {
			m.class, m.hash = near.class, near.hash
		}
	}
	if past {
		m.class = inPast(m.class)
	}
	return m
}
