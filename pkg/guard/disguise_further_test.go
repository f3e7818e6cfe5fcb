package guard_test

import (
	"encoding/base32"
	"encoding/base64"
	"math/rand/v2"
	"strings"
	"unicode"
	"unicode/utf16"
)

// inGroups writes a mark after every so many letters, words run together.
func inGroups(size int, mark string) func(*rand.Rand, string) string {
	return by(func(text string) string {
		var out strings.Builder
		n := 0
		for _, c := range text {
			if !unicode.IsLetter(c) {
				continue
			}
			if n > 0 && n%size == 0 {
				out.WriteString(mark)
			}
			out.WriteRune(c)
			n++
		}
		return out.String()
	})
}

// torn parts each word of four letters or more at one place.
func torn(mark string) func(*rand.Rand, string) string {
	return func(r *rand.Rand, text string) string {
		return eachWordOf(text, " ", func(w string) string {
			letters := []rune(w)
			if len(letters) < 4 {
				return w
			}
			at := 1 + r.IntN(len(letters)-1)
			return string(letters[:at]) + mark + string(letters[at:])
		})
	}
}

func isVowel(c rune) bool {
	return strings.ContainsRune("aeiouáéíóúüãõâêô", unicode.ToLower(c))
}

// spoken parts words where their syllables meet, as Spanish does: in-struc-cio-nes.
func spoken(mark string) func(*rand.Rand, string) string {
	return by(func(text string) string {
		return eachWordOf(text, " ", func(w string) string { return strings.Join(syllablesOf([]rune(w)), mark) })
	})
}

func syllablesOf(w []rune) (parts []string) {
	start := 0
	for i := 1; i+1 < len(w); i++ {
		onset := unicode.IsLetter(w[i]) && !isVowel(w[i]) && isVowel(w[i+1])
		if onset && i > 1 && strings.ContainsRune("lrh", w[i]) && strings.ContainsRune("bcdfgpt", unicode.ToLower(w[i-1])) {
			i--
			if i > start && strings.ContainsFunc(string(w[start:i]), isVowel) {
				parts, start = append(parts, string(w[start:i])), i
			}
			i++
			continue
		}
		if onset && strings.ContainsFunc(string(w[start:i]), isVowel) {
			parts, start = append(parts, string(w[start:i])), i
		}
	}
	return append(parts, string(w[start:]))
}

// between writes one of the marks between the letters of each word, another each time.
func between(marks string) func(*rand.Rand, string) string {
	return func(r *rand.Rand, text string) string {
		return eachWordOf(text, "  ", func(w string) string {
			var out strings.Builder
			for i, c := range []rune(w) {
				if i > 0 {
					out.WriteByte(marks[r.IntN(len(marks))])
				}
				out.WriteRune(c)
			}
			return out.String()
		})
	}
}

// fenced writes each letter between two marks.
func fenced(open, end string) func(*rand.Rand, string) string {
	return by(func(text string) string {
		return eachWordOf(text, " ", func(w string) string {
			return open + strings.Join(strings.Split(w, ""), end+open) + end
		})
	})
}

// keyWords hides the long words only.
func keyWords(hide func(*rand.Rand, string) string) func(*rand.Rand, string) string {
	return func(r *rand.Rand, text string) string {
		return longWords(text, func(w string) string { return hide(r, w) })
	}
}

// vowelsAs writes vowels as one of the signs, with the chance; no signs: leaves them out.
func vowelsAs(signs string, chance float64) func(*rand.Rand, string) string {
	return func(r *rand.Rand, text string) string {
		var out strings.Builder
		for _, c := range plainly.Replace(text) {
			switch {
			case !isVowel(c) || r.Float64() > chance:
				out.WriteRune(c)
			case signs != "":
				out.WriteByte(signs[r.IntN(len(signs))])
			}
		}
		return out.String()
	}
}

// eachLetter hides each word letter by letter in a table of whole words or codes, joined by glue.
func eachLetter(table map[rune]string, glue, words string) func(*rand.Rand, string) string {
	return by(func(text string) string {
		return eachWordOf(strings.ToLower(plainly.Replace(text)), words, func(w string) string {
			var out []string
			for _, c := range w {
				if s := table[c]; s != "" {
					out = append(out, s)
				}
			}
			return strings.Join(out, glue)
		})
	})
}

// alphabet makes a table of words for a to z.
func alphabet(words string) map[rune]string {
	table := map[rune]string{}
	for i, w := range strings.Fields(words) {
		table['a'+rune(i)] = w
	}
	return table
}

// mirrored writes a for z, b for y.
func mirrored(text string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c >= 'a' && c <= 'z':
			return 'a' + 'z' - c
		case c >= 'A' && c <= 'Z':
			return 'A' + 'Z' - c
		}
		return c
	}, plainly.Replace(text))
}

// rot47 shifts every sign from ! to ~.
func rot47(text string) string {
	return strings.Map(func(c rune) rune {
		if c < '!' || c > '~' {
			return c
		}
		return '!' + (c-'!'+47)%94
	}, plainly.Replace(text))
}

// shiftedAnyhow writes letters some places on, the same for a text.
func shiftedAnyhow(r *rand.Rand, text string) string { return shiftedBy(1 + r.IntN(25))(text) }

// shiftedSpanish writes letters three places on in the alphabet with ñ.
func shiftedSpanish(text string) string {
	letters := []rune("abcdefghijklmnñopqrstuvwxyz")
	at := map[rune]int{}
	for i, c := range letters {
		at[c] = i
	}
	return strings.Map(func(c rune) rune {
		if i, ok := at[c]; ok {
			return letters[(i+3)%len(letters)]
		}
		return c
	}, strings.ToLower(strings.NewReplacer("á", "a", "é", "e", "í", "i", "ó", "o", "ú", "u", "ü", "u").Replace(text)))
}

// babbled writes each vowel with a consonant and itself again: "hopolapa".
func babbled(consonant string) func(*rand.Rand, string) string {
	return by(func(text string) string {
		var out strings.Builder
		letters := []rune(plainly.Replace(text))
		for i, c := range letters {
			out.WriteRune(c)
			if isVowel(c) && (i+1 == len(letters) || !isVowel(letters[i+1])) {
				out.WriteString(consonant + string(unicode.ToLower(c)))
			}
		}
		return out.String()
	})
}

// pigLatin moves the consonants before a word's first vowel after it.
func pigLatin(w string) string {
	at := strings.IndexAny(strings.ToLower(w), "aeiouáéíóú")
	if at <= 0 {
		return w + "way"
	}
	return w[at:] + w[:at] + "ay"
}

// pairsTurned changes each two letters of a word about.
func pairsTurned(w string) string {
	c := []rune(w)
	for i := 0; i+1 < len(c); i += 2 {
		c[i], c[i+1] = c[i+1], c[i]
	}
	return string(c)
}

// shuffledInside keeps the first and the last letter of a word and shuffles the others.
func shuffledInside(r *rand.Rand, text string) string {
	return eachWordOf(text, " ", func(w string) string {
		c := []rune(w)
		if len(c) > 3 {
			r.Shuffle(len(c)-2, func(i, j int) { c[i+1], c[j+1] = c[j+1], c[i+1] })
		}
		return string(c)
	})
}

// everySecondUpper writes capitals by turns.
func everySecondUpper(text string) string {
	n := 0
	return strings.Map(func(c rune) rune {
		if n++; n%2 == 0 {
			return unicode.ToUpper(c)
		}
		return unicode.ToLower(c)
	}, text)
}

// glued writes all words as one; camel with capitals.
func glued(text string) string { return strings.Join(strings.Fields(text), "") }

func camel(text string) string {
	return eachWordOf(text, "", func(w string) string {
		c := []rune(strings.ToLower(w))
		c[0] = unicode.ToUpper(c[0])
		return string(c)
	})
}

// wide is base64 of a text in UTF-16.
func wide(text string) string {
	var out []byte
	for _, u := range utf16.Encode([]rune(text)) {
		out = append(out, byte(u), byte(u>>8))
	}
	return base64.StdEncoding.EncodeToString(out)
}

func b32(text string) string { return base32.StdEncoding.EncodeToString([]byte(text)) }

// numbered writes letters by their places in the alphabet.
func numbered(mark, words string) func(*rand.Rand, string) string {
	return eachLetter(alphabet("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26"), mark, words)
}

// turnedInside turns two letters of each word of five and more about.
func turnedInside(r *rand.Rand, text string) string {
	return eachWordOf(text, " ", func(w string) string {
		c := []rune(w)
		if len(c) > 4 {
			i := 1 + r.IntN(len(c)-2)
			c[i], c[i+1] = c[i+1], c[i]
		}
		return string(c)
	})
}

// doubled writes each letter of a word twice.
func doubled(w string) string {
	var b strings.Builder
	for _, c := range w {
		b.WriteString(strings.Repeat(string(c), 2))
	}
	return b.String()
}
