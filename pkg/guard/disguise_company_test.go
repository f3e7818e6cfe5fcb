package guard_test

import (
	"math/rand/v2"
	"strings"
)

// company is how many honest words stand before and after a hidden text.
type company struct{ before, behind int }

// few and many are the companies in which each cipher is hidden.
var (
	few  = []company{{0, 12}, {12, 12}}
	many = []company{{60, 0}, {60, 60}}
)

// amid are ciphers that must be found wherever they stand in an honest text, with the least share that is found amid a few
// words, and amid many. Of what cannot be told but by what it says, less is found, as of the same attacks as they are.
var amid = []struct {
	name          string
	inFew, inMany float64
	hide          func(r *rand.Rand, text string) string
}{
	{"rot13", 0.94, 0.94, by(shiftedBy(13))},
	{"three places", 0.94, 0.93, by(shiftedBy(3))},
	{"any places", 0.92, 0.91, shiftedAnyhow},
	{"forty-seven places", 0.89, 0.89, by(rot47)},
	{"mirrored", 0.95, 0.95, by(mirrored)},
	{"backwards", 0.93, 0.91, by(backwards)},
	{"words backwards", 0.91, 0.90, by(func(t string) string { return eachWordOf(t, " ", backwards) })},
	{"pairs turned", 0.66, 0.60, by(func(t string) string { return eachWordOf(t, " ", pairsTurned) })},
	{"upside down", 0.94, 0.93, by(upsideDown)},
	{"blanks", 0.92, 0.91, apart(" ", "  ")},
	{"blanks, none between words", 0.85, 0.85, apart(" ", " ")},
	{"dots", 0.93, 0.92, apart(".", " ")},
	{"stars", 0.93, 0.92, apart("*", " ")},
	{"syllables, dashes", 0.75, 0.65, spoken("-")},
	{"syllables, blanks", 0.63, 0.5, spoken(" ")},
	{"words torn", 0.72, 0.50, torn(" ")},
	{"vowels as stars", 0.75, 0.64, vowelsAs("*", 1)},
	{"leet", 0.93, 0.85, swapped(leetAll, 1)},
	{"bits", 0.94, 0.92, bytewise("%08b", " ")},
	{"Morse", 0.93, 0.92, inMorse(" / ")},
	{"decimal codes", 0.93, 0.92, bytewise("%d", " ")},
	{"hex", 0.93, 0.90, bytewise("%02x", " ")},
	{"base64", 0.93, 0.89, by(b64)},
	{"base64 word by word", 0.92, 0.85, by(func(t string) string { return eachWordOf(t, " ", b64) })},
	{"base32", 0.93, 0.88, by(b32)},
	{"entities", 0.93, 0.93, runewise("&#%d;", 1)},
	{"p after vowels", 0.89, 0.83, babbled("p")},
	{"f after vowels", 0.89, 0.84, babbled("f")},
	{"Pig Latin", 0.87, 0.83, by(func(t string) string { return eachWordOf(t, " ", pigLatin) })},
	{"in Cyrillic letters", 0.88, 0.86, swapped(cyrillicAll, 1)},
	{"Cyrillic twins", 0.95, 0.93, swapped(sameOf, 1)},
	{"flags", 0.93, 0.86, lettersFrom(0, 0x1F1E6, "")},
}

// upsideDown writes letters on their heads, from the end.
func upsideDown(text string) string {
	return backwards(swapped("aɐ bq cɔ dp eǝ fɟ gƃ hɥ iᴉ jɾ kʞ mɯ nu pd qb rɹ tʇ un vʌ wʍ yʎ", 1)(fixed(), strings.ToLower(plainly.Replace(text))))
}

// fixed is chance that is the same each time.
func fixed() *rand.Rand { return rand.New(rand.NewPCG(1, 1)) }

// honestWords makes passages of so many words of honest messages.
func honestWords(r *rand.Rand, messages []string, words int) string {
	var out []string
	for len(out) < words {
		out = append(out, strings.Fields(messages[r.IntN(len(messages))])...)
	}
	return strings.Join(out[:words], " ")
}
