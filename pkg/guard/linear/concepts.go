package linear

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/guard/attack"
	"github.com/recado/recado/pkg/language"
)

// conceptFiles list what attackers, and customers who sound like them, speak of, and the words that mean it: so that the model
// knows of words which its examples do not have. They are further classes of words, after those of the rules.
//
//go:embed concepts/*.txt
var conceptFiles embed.FS

// concepts are the numbers of the concepts of a word, by the hash of its letters.
var concepts = mustConcepts()

// mayMean tells at once of most words that they have no concept.
var mayMean = func() attack.Sieve {
	s := attack.NewSieve(len(concepts))
	for h := range concepts {
		s.Add(h)
	}
	return s
}()

// conceptsOf returns the concepts of a word by the hash of its letters.
func conceptsOf(h uint64) []uint16 {
	if !mayMean.May(h) {
		return nil
	}
	return concepts[h]
}

const maxConcepts = 256 // in all

func mustConcepts() map[uint64][]uint16 {
	out := make(map[uint64][]uint16, 1<<14)
	known := language.Words()
	slices.Sort(known)
	ids := map[string]uint16{}
	language.EachConcept(conceptFiles, func(name string, words []string) {
		id := number(ids, name)
		for _, w := range words {
			begin, all := strings.CutSuffix(w, "*")
			mean(out, begin, id)
			at, _ := slices.BinarySearch(known, begin)
			for ; all && at < len(known) && strings.HasPrefix(known[at], begin); at++ {
				mean(out, known[at], id)
			}
		}
	})
	return out
}

// number is that of a concept, whose lines may stand in several files.
func number(ids map[string]uint16, name string) uint16 {
	_, name, _ = strings.Cut(name, ".") // the file
	if _, ok := ids[name]; !ok {
		ids[name] = uint16(attack.MaxClasses + 1 + len(ids))
	}
	if len(ids) > maxConcepts {
		panic(fmt.Sprintf("guard: concept %s: expected at most %d", name, maxConcepts))
	}
	return ids[name]
}

func mean(concepts map[uint64][]uint16, w string, id uint16) {
	h := attack.Letters(w)
	if !slices.Contains(concepts[h], id) {
		concepts[h] = append(concepts[h], id)
	}
}
