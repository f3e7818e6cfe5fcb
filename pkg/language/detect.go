package language

import "strings"

// A word of one language alone counts wordWeight; a letter that only it writes counts letterWeight.
const (
	wordWeight   = 2
	letterWeight = 3
	priorWeight  = 1
)

// Detect tells the language of a message. prior is the conversation's, and wins where the text says nothing or little;
// without a prior that is Spanish.
func Detect(t Text, prior Lang) Lang { return detect(t, prior, priorWeight) }

// DetectClearly is Detect for a text that changes the language only where two words more speak for another one.
func DetectClearly(t Text, prior Lang) Lang { return detect(t, prior, 2*wordWeight-1) }

// DetectSurely is Detect for a few words, which change the language only where a letter or three words more speak for another one.
func DetectSurely(t Text, prior Lang) Lang { return detect(t, prior, 2*wordWeight+1) }

func detect(t Text, prior Lang, weight int) Lang {
	var score [3]int
	for i := range t.Tokens {
		if t.Tokens[i].Kind == Word {
			w := t.Tokens[i].known()
			in := w.langs | w.tells
			for l := range score {
				score[l] += wordWeight * int(in>>l&1)
			}
		}
	}
	score[0] += letterWeight * min(2, countAny(t.Raw, "ñÑ¿¡"))
	score[2] += letterWeight * min(2, countAny(t.Raw, "ãõçÃÕÇêÊ"))
	prior = prior.Spoken()
	best := index(prior)
	score[best] += weight
	for l := range score {
		if score[l] > score[best] {
			best = l
		}
	}
	return Langs[best]
}

// Langs are the languages in the order of their bits in lex.Langs.
var Langs = [3]Lang{Spanish, English, Portuguese}

func index(l Lang) int {
	for i, known := range Langs {
		if known == l {
			return i
		}
	}
	return 0
}

// countAny counts the runes of s, read up to the limit of a text, that stand in set.
func countAny(s, set string) int {
	n := 0
	for _, c := range Bounded(s) {
		if c >= 0x80 && strings.ContainsRune(set, c) {
			n++
		}
	}
	return n
}
