// Package noise writes texts as people in a hurry do, for those who learn from texts and those who test readers of them.
package noise

import (
	"math/rand/v2"
	"strings"
	"unicode"

	"github.com/recado/recado/pkg/language"
)

// Noisy writes a text as people in a hurry do.
func Noisy(r *rand.Rand, text string) string {
	switch r.IntN(8) {
	case 0:
		text = strings.ToUpper(text)
	case 1, 2, 3:
		text = strings.ToLower(text)
	}
	if r.IntN(2) == 0 {
		text = language.FoldString(text)
	}
	if r.IntN(4) == 0 {
		text = strings.Map(func(c rune) rune {
			if strings.ContainsRune("¿¡.,;:!?", c) {
				return -1
			}
			return c
		}, text)
	}
	if r.IntN(2) == 0 {
		text = Slips(r, text, 12)
	}
	switch r.IntN(8) {
	case 0:
		text += " " + emoji[r.IntN(len(emoji))]
	case 1:
		text = fillers[r.IntN(len(fillers))] + " " + text
	case 2:
		text += " " + fillers[r.IntN(len(fillers))]
	}
	return text
}

var emoji = []string{"🙏", "😂", "👍", "😊", "❤️", "😅", "🤔", "👀", "🔥", "😈", "!!!", "???", "..."}

var fillers = []string{
	"hola", "este", "eh", "oye", "mira", "bueno", "a ver", "porfa", "por favor", "buenas", "buenos días", "hi", "hey",
	"so", "um", "please", "ok", "gracias", "thanks", "che", "parce", "wey", "pues", "oi", "dale", "po", "causa",
}

// Slips makes about one mistake in so many letters' words.
func Slips(r *rand.Rand, text string, in int) string {
	words := strings.Split(text, " ")
	for i, w := range words {
		if len(w) > 3 && r.IntN(in/2) == 0 {
			words[i] = slip(r, w)
		}
	}
	return strings.Join(words, " ")
}

func slip(r *rand.Rand, word string) string {
	c := []rune(word)
	if len(c) < 3 {
		return word
	}
	i := r.IntN(len(c) - 1)
	if !unicode.IsLetter(c[i]) {
		return word
	}
	switch r.IntN(6) {
	case 0:
		return string(c[:i]) + string(c[i+1:])
	case 1:
		c[i], c[i+1] = c[i+1], c[i]
		return string(c)
	case 2:
		return string(c[:i+1]) + string(c[i:])
	case 3:
		c[i] = near(r, c[i])
		return string(c)
	}
	return phonetic.Replace(word)
}

// keys are the rows of a keyboard; a slip hits the key beside.
var keys = []string{"qwertyuiop", "asdfghjkl", "zxcvbnm"}

func near(r *rand.Rand, c rune) rune {
	for _, row := range keys {
		if i := strings.IndexRune(row, c); i >= 0 {
			if r.IntN(2) == 0 && i > 0 {
				return rune(row[i-1])
			}
			return rune(row[min(i+1, len(row)-1)])
		}
	}
	return c
}

// phonetic writes as one hears.
var phonetic = strings.NewReplacer("que", "ke", "qui", "ki", "ca", "ka", "co", "ko", "ce", "se", "ci", "si", "v", "b", "ll", "y", "z", "s",
	"h", "", "cc", "x", "x", "ks", "ge", "je", "gi", "ji", "tion", "shun", "you", "u", "ight", "ite", "th", "d", "ph", "f")

// Garbled writes a text as those do who spell by ear, leave letters out, or hide from filters.
func Garbled(r *rand.Rand, text string) string {
	text = strings.ToLower(language.FoldString(text))
	words := strings.Split(text, " ")
	for i, w := range words {
		if len(w) < 3 {
			continue
		}
		switch r.IntN(5) {
		case 0:
			words[i] = byEar(r, w)
		case 1:
			words[i] = slip(r, byEar(r, w))
		case 2:
			words[i] = slip(r, w)
		case 3:
			if r.IntN(2) == 0 && len(w) > 4 {
				words[i] = w[:1] + strings.Map(func(c rune) rune {
					if strings.ContainsRune("aeiou", c) {
						return -1
					}
					return c
				}, w[1:])
			}
		}
	}
	return strings.Join(words, " ")
}

// ear are spellings of one sound.
var ear = [][2]string{
	{"que", "ke"},
	{"qu", "k"},
	{"ca", "ka"},
	{"co", "ko"},
	{"cu", "ku"},
	{"ce", "se"},
	{"ci", "si"},
	{"z", "s"},
	{"s", "z"},
	{"v", "b"},
	{"b", "v"},
	{"ll", "y"},
	{"y", "ll"},
	{"h", ""},
	{"x", "ks"},
	{"cc", "ks"},
	{"ge", "je"},
	{"gi", "ji"},
	{"tion", "shun"},
	{"you", "u"},
	{"ight", "ite"},
	{"th", "d"},
	{"ph", "f"},
	{"er", "a"},
	{"ea", "ee"},
	{"ck", "k"},
	{"ou", "u"},
	{"your", "ur"},
	{"are", "r"},
	{"and", "n"},
	{"the", "da"},
	{"s ", "z"},
	{"c", "k"},
	{"w", "gu"},
	{"ado", "ao"},
}

func byEar(r *rand.Rand, word string) string {
	for range 3 {
		pair := ear[r.IntN(len(ear))]
		word = strings.Replace(word, pair[0], pair[1], 1)
	}
	return word
}
