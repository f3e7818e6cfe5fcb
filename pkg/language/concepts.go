package language

import (
	"embed"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// conceptFiles list concepts with the words that mean them. They give the models what few examples cannot: that words which
// they have not seen mean what others do.
//
//go:embed concepts/*.txt
var conceptFiles embed.FS

// concepts are read once.
var concepts = mustConcepts()

// maxConcepts is the most concepts that a word has.
const maxConcepts = 4

// ConceptSet are the concepts of a word; 0 is none.
type ConceptSet [maxConcepts]uint8

func (s *ConceptSet) add(id uint8) {
	for i, have := range s {
		if have == id {
			return
		}
		if have == 0 {
			s[i] = id
			return
		}
	}
}

// thesaurus knows the concepts of words; 0 is none.
type thesaurus struct {
	names   []string
	words   map[string]ConceptSet
	begins  map[string]ConceptSet
	lengths []int // of begins, ascending
}

func mustConcepts() *thesaurus {
	t := &thesaurus{names: []string{""}, words: make(map[string]ConceptSet), begins: make(map[string]ConceptSet)}
	EachConcept(conceptFiles, t.add)
	for begin := range t.begins {
		if !slices.Contains(t.lengths, len(begin)) {
			t.lengths = append(t.lengths, len(begin))
		}
	}
	slices.Sort(t.lengths)
	return t
}

// EachConcept calls see with the concepts of the files in a folder "concepts" that is part of the program, in order: a line for
// each, its name and the words that mean it, where "asust*" is all words that begin so; a line that begins with # is a comment.
func EachConcept(files embed.FS, see func(name string, words []string)) {
	entries, err := files.ReadDir("concepts")
	if err != nil {
		panic(err)
	}
	for _, entry := range entries {
		text, err := files.ReadFile("concepts/" + entry.Name())
		if err != nil {
			panic(err)
		}
		for line := range strings.Lines(string(text)) {
			if name, words, ok := strings.Cut(strings.TrimSpace(line), " "); ok && name != "#" {
				see(strings.TrimSuffix(entry.Name(), ".txt")+"."+name, strings.Fields(words))
			}
		}
	}
}

func (t *thesaurus) add(name string, words []string) {
	if len(t.names) > 255 || slices.Contains(t.names, name) {
		panic(fmt.Sprintf("concept %s: expected at most 255 concepts, each once", name))
	}
	id := uint8(len(t.names))
	t.names = append(t.names, name)
	for _, w := range words {
		into := t.words
		begin, ok := strings.CutSuffix(w, "*")
		if ok {
			into = t.begins
		}
		set := into[begin]
		set.add(id)
		into[begin] = set
	}
}

// of returns the concepts of a word.
func (t *thesaurus) of(w string) ConceptSet {
	set := t.words[w]
	for _, n := range t.lengths {
		if n > len(w) {
			break
		}
		if begun, ok := t.begins[w[:n]]; ok {
			for _, id := range begun {
				if id != 0 {
					set.add(id)
				}
			}
		}
	}
	return set
}

// Concepts are those of a word.
func (t *Token) Concepts() ConceptSet {
	if t.word != 0 {
		return t.known().means
	}
	return concepts.of(t.Norm)
}

// conceptReach is how many words apart two concepts are a pair at most.
const conceptReach = 4

// conceptFeatures appends the concepts of a text's words, and those of words that stand near each other, to keys.
func conceptFeatures(t Text, keys []uint32) []uint32 {
	var near [conceptReach]ConceptSet
	var before uint32
	words := 0
	for i := range t.Tokens {
		tok := &t.Tokens[i]
		if tok.Kind == Mark {
			if sentenceEnd(tok.Norm) {
				near = [conceptReach]ConceptSet{}
			}
			continue
		}
		if words++; words > FeatureWords {
			break
		}
		set := tok.Concepts()
		for _, id := range set {
			if id == 0 {
				break
			}
			keys = append(keys, Feature(featConcept, uint32(id)), Feature(featWordConcept, before, uint32(id)))
			for _, other := range near {
				for _, a := range other {
					if a == 0 {
						break
					}
					keys = append(keys, Feature(featConcepts, uint32(a), uint32(id)))
				}
			}
		}
		before = wordHash(tok)
		copy(near[1:], near[:conceptReach-1])
		near[0] = set
	}
	return keys
}

func sentenceEnd(mark string) bool { return mark == "." || mark == "?" || mark == "!" }

// Words lists the words that the readers or the thesaurus know, in no order.
func Words() []string {
	out := make([]string, 0, len(vocabulary.words))
	for i := range vocabulary.words {
		out = append(out, vocabulary.words[i].text)
	}
	return out
}

// Concept returns the number of the concept of a name, and whether there is one.
func Concept(name string) (uint8, bool) {
	id := slices.Index(concepts.names, name)
	return uint8(max(id, 0)), id >= 0
}

// ConceptWords lists the words that mean a concept.
func ConceptWords() []string { return slices.Sorted(maps.Keys(concepts.words)) }

// ShareConcept reports whether two words mean a concept in common.
func ShareConcept(a, b string) bool {
	of := concepts.of(b)
	for _, id := range concepts.of(a) {
		if id != 0 && slices.Contains(of[:], id) {
			return true
		}
	}
	return false
}
