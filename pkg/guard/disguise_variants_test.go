package guard_test

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
)

// variant is one way in which people hide a text; least is the share of the attacks in it that are found.
type variant struct {
	class, name string
	least       float64
	hide        func(r *rand.Rand, text string) string
}

// by makes a variant of what needs no chance.
func by(hide func(text string) string) func(*rand.Rand, string) string {
	return func(_ *rand.Rand, text string) string { return hide(text) }
}

// eachWordOf hides the words of a text one by one.
func eachWordOf(text, glue string, hide func(w string) string) string {
	words := strings.Fields(text)
	for i := range words {
		words[i] = hide(words[i])
	}
	return strings.Join(words, glue)
}

// longWords hides the words that carry the meaning, at least one.
func longWords(text string, hide func(w string) string) string {
	words := strings.Fields(text)
	longest := 0
	for i, w := range words {
		if len(w) > len(words[longest]) {
			longest = i
		}
	}
	for i, w := range words {
		if i == longest || len(w) > 5 {
			words[i] = hide(w)
		}
	}
	return strings.Join(words, " ")
}

// apart writes mark between the letters of each word and glue between words.
func apart(mark, glue string) func(*rand.Rand, string) string {
	return by(func(text string) string {
		return eachWordOf(text, glue, func(w string) string { return strings.Join(strings.Split(w, ""), mark) })
	})
}

// syllables writes mark after each vowel that a consonant and a vowel follow.
func syllables(mark string) func(*rand.Rand, string) string {
	vowel := func(c rune) bool { return strings.ContainsRune("aeiouáéíóú", unicode.ToLower(c)) }
	return by(func(text string) string {
		return eachWordOf(text, " ", func(w string) string {
			var out strings.Builder
			letters := []rune(w)
			for i, c := range letters {
				out.WriteRune(c)
				if i+2 < len(letters) && vowel(c) && unicode.IsLetter(letters[i+1]) && !vowel(letters[i+1]) && vowel(letters[i+2]) {
					out.WriteString(mark)
				}
			}
			return out.String()
		})
	})
}

// plainly takes accents off, as those do who write in figures or signs.
var plainly = strings.NewReplacer("á", "a", "é", "e", "í", "i", "ó", "o", "ú", "u", "ü", "u", "ñ", "n", "ã", "a", "õ", "o", "ç", "c", "ê", "e", "â", "a", "à", "a", "ô", "o",
	"Á", "A", "É", "E", "Í", "I", "Ó", "O", "Ú", "U", "Ñ", "N", "¿", "", "¡", "", "“", `"`, "”", `"`, "’", "'", "—", "-", "…", "...", "«", `"`, "»", `"`)

// swapped writes letters by a table "aX bY", each with the chance.
func swapped(table string, chance float64) func(*rand.Rand, string) string {
	to := map[rune]string{}
	for pair := range strings.FieldsSeq(table) {
		c := []rune(pair)
		to[c[0]] = string(c[1:])
	}
	return func(r *rand.Rand, text string) string {
		var out strings.Builder
		for _, c := range plainly.Replace(text) {
			s, ok := to[c]
			if !ok {
				if s, ok = to[unicode.ToLower(c)]; ok && len(s) > 1 {
					s = strings.ToUpper(s)
				}
			}
			if !ok || r.Float64() > chance {
				s = string(c)
			}
			out.WriteString(s)
		}
		return out.String()
	}
}

// onePerWord hides one letter of each word by hide, where it changes one.
func onePerWord(hide func(*rand.Rand, string) string) func(*rand.Rand, string) string {
	return func(r *rand.Rand, text string) string {
		return eachWordOf(plainly.Replace(text), " ", func(w string) string {
			for _, at := range r.Perm(len(w)) {
				if w[at] > 0x7F {
					continue
				}
				if s := hide(r, w[at:at+1]); s != w[at:at+1] {
					return w[:at] + s + w[at+1:]
				}
			}
			return w
		})
	}
}

// shiftedBy writes letters so many places on.
func shiftedBy(n int) func(string) string {
	return func(text string) string {
		return strings.Map(func(c rune) rune {
			switch {
			case c >= 'a' && c <= 'z':
				return 'a' + (c-'a'+rune(n))%26
			case c >= 'A' && c <= 'Z':
				return 'A' + (c-'A'+rune(n))%26
			}
			return c
		}, plainly.Replace(text))
	}
}

func backwards(text string) string {
	r := []rune(text)
	slices.Reverse(r)
	return string(r)
}

func wordsInTurn(text string) string {
	w := strings.Fields(text)
	slices.Reverse(w)
	return strings.Join(w, " ")
}

// halves parts a text in its middle, between words.
func halves(text string) (string, string) {
	w := strings.Fields(text)
	return strings.Join(w[:len(w)/2], " "), strings.Join(w[len(w)/2:], " ")
}

func b64(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }

// wrapped breaks a text in lines of so many characters.
func wrapped(text string, width int) string {
	var lines []string
	for len(text) > width {
		lines, text = append(lines, text[:width]), text[width:]
	}
	return strings.Join(append(lines, text), "\n")
}

// bytewise writes each byte by the format and glue between.
func bytewise(format, glue string) func(*rand.Rand, string) string {
	return by(func(text string) string {
		parts := make([]string, len(text))
		for i := range len(text) {
			parts[i] = fmt.Sprintf(format, text[i])
		}
		return strings.Join(parts, glue)
	})
}

// runewise writes each letter by the format with the chance, other characters as they are.
func runewise(format string, chance float64) func(*rand.Rand, string) string {
	return func(r *rand.Rand, text string) string {
		var out strings.Builder
		for _, c := range text {
			if unicode.IsLetter(c) && r.Float64() < chance {
				fmt.Fprintf(&out, format, c)
			} else {
				out.WriteRune(c)
			}
		}
		return out.String()
	}
}

var morseCode = strings.Fields(".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --..")

// inMorse writes the letters in Morse code, other characters left out.
func inMorse(glue string) func(*rand.Rand, string) string {
	return by(func(text string) string {
		return eachWordOf(strings.ToLower(plainly.Replace(text)), glue, func(w string) string {
			var signs []string
			for _, c := range w {
				if c >= 'a' && c <= 'z' {
					signs = append(signs, morseCode[c-'a'])
				}
			}
			return strings.Join(signs, " ")
		})
	})
}

// lettersFrom writes letters from two rows of Unicode, with the exceptions that lie elsewhere; no upper row: small letters.
func lettersFrom(lower, upper rune, elsewhere string) func(*rand.Rand, string) string {
	odd := map[rune]rune{}
	for pair := range strings.FieldsSeq(elsewhere) {
		c := []rune(pair)
		odd[c[0]] = c[1]
	}
	return by(func(text string) string {
		return strings.Map(func(c rune) rune {
			if upper == 0 {
				c = unicode.ToLower(c)
			} else if lower == 0 {
				c = unicode.ToUpper(c)
			}
			switch {
			case odd[c] != 0:
				return odd[c]
			case c >= 'a' && c <= 'z':
				return lower + c - 'a'
			case c >= 'A' && c <= 'Z':
				return upper + c - 'A'
			}
			return c
		}, plainly.Replace(text))
	})
}

// strewn writes one of the characters after each letter with the chance.
func strewn(marks string, chance float64) func(*rand.Rand, string) string {
	all := []rune(marks)
	return func(r *rand.Rand, text string) string {
		var out strings.Builder
		for _, c := range text {
			if out.WriteRune(c); unicode.IsLetter(c) && r.Float64() < chance {
				out.WriteRune(all[r.IntN(len(all))])
			}
		}
		return out.String()
	}
}

// unseenText follows an innocent question as characters without width, by the rune of each byte.
func unseenText(of func(c byte) rune) func(*rand.Rand, string) string {
	return by(func(text string) string {
		out := []rune("Hola, ¿a qué hora abren mañana?")
		for _, c := range []byte(text) {
			out = append(out, of(c))
		}
		return string(out)
	})
}

// then hides what another has hidden.
func then(first, second func(*rand.Rand, string) string) func(*rand.Rand, string) string {
	return func(r *rand.Rand, text string) string { return second(r, first(r, text)) }
}

// quoting puts a hidden text into a sentence with %s.
func quoting(sentence string, hide func(*rand.Rand, string) string) func(*rand.Rand, string) string {
	return func(r *rand.Rand, text string) string { return fmt.Sprintf(sentence, hide(r, text)) }
}

func hexed(text string) string { return hex.EncodeToString([]byte(text)) }
