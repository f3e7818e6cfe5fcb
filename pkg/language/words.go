package language

import (
	"strings"

	"github.com/recado/recado/pkg/language/lex"
)

// word is what is known of one word: the readers find everything here, so that each word of a text is looked up once, when it is read.
type word struct {
	text  string
	lex   lex.Lexeme
	kinds lex.Kinds
	// meant is the word that this is short for, or a known slip of; 0 where it stands for itself.
	meant uint32
	hash  uint32
	sound uint32
	means ConceptSet
	langs uint8 // as in lex.Langs
	tells uint8 // as in lex.Tells
	known bool  // a word of its own, and no slip of another
}

// wordTable finds words by their hash, by open addressing. Word 0 is every word that is not in it.
type wordTable struct {
	words []word
	slots []wordSlot
}

// wordSlot is empty where at is 0.
type wordSlot struct{ hash, at uint32 }

func newWordTable() *wordTable {
	return &wordTable{words: make([]word, 1, 1<<15), slots: make([]wordSlot, 1<<15)}
}

// add returns the word w, which is put into the table where it is not there yet. The next add makes what it returns stale.
func (t *wordTable) add(w string) *word {
	if 4*len(t.words) > 3*len(t.slots) {
		t.grow()
	}
	if at := t.find([]byte(w)); at != 0 {
		return &t.words[at]
	}
	t.words = append(t.words, word{text: w, hash: Hash(w), sound: Sound(w)})
	t.put(wordSlot{Hash(w), uint32(len(t.words) - 1)})
	return &t.words[len(t.words)-1]
}

func (t *wordTable) grow() {
	old := t.slots
	t.slots = make([]wordSlot, 2*len(old))
	for _, slot := range old {
		if slot.at != 0 {
			t.put(slot)
		}
	}
}

func (t *wordTable) put(slot wordSlot) {
	at := slot.hash & uint32(len(t.slots)-1)
	for t.slots[at].at != 0 {
		at = (at + 1) & uint32(len(t.slots)-1)
	}
	t.slots[at] = slot
}

// find returns the number of a word, and 0 where it is not in the table.
func (t *wordTable) find(w []byte) uint32 {
	h := uint32(hashSeed)
	for _, c := range w {
		h = (h ^ uint32(c)) * 16777619
	}
	h ^= h >> 15 // as Hash
	for at := h; ; at++ {
		slot := t.slots[at&uint32(len(t.slots)-1)]
		if slot.at == 0 || slot.hash == h && t.words[slot.at].text == string(w) {
			return slot.at
		}
	}
}

// of returns what is known of a word.
func (t *wordTable) of(w string) *word { return &t.words[t.find([]byte(w))] }

// meanings notes what words mean to the readers, beside those of a vocabulary.
func (t *wordTable) meanings() {
	for w, l := range lex.Words {
		of := t.add(w)
		of.lex, of.known = l, true
	}
	for w, langs := range lex.Langs {
		of := t.add(w)
		of.langs, of.known = langs, true
	}
	for w, langs := range lex.Tells {
		t.add(w).tells = langs
	}
	t.sort()
	for short, long := range lex.Abbreviations {
		t.add(short)
		t.add(long)
		t.of(short).meant = t.find([]byte(long))
	}
	for w := range concepts.words {
		t.add(w)
	}
	for i := range t.words {
		t.words[i].means = concepts.of(t.words[i].text)
	}
}

// sort notes the kinds of the words.
func (t *wordTable) sort() {
	for _, lists := range []map[lex.Kinds]string{lex.KindLists, lex.DateKinds} {
		for kind, list := range lists {
			for w := range strings.FieldsSeq(list) {
				t.add(w).kinds |= kind
			}
		}
	}
}

// known is what is known of a token, which is nothing where it is no word.
func (t *Token) known() *word { return &vocabulary.words[t.word] }

// Kinds are the kinds of words that a token is of.
func (t *Token) Kinds() lex.Kinds { return t.known().kinds }

// Langs are the languages that have a token as a word of their own, as in lex.Langs.
func (t *Token) Langs() uint8 { return t.known().langs }

// IsWord reports whether w is a word of its own, and no slip of another.
func IsWord(w string) bool { return vocabulary.of(w).known }
