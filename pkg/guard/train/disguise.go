package main

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/noise"
)

// disguises hide a text from who reads letters only.
var disguises = []struct {
	name string
	hide func(r *rand.Rand, text string) string
}{
	{"leet", leet},
	{"spaced", spaced},
	{"base64", base64Text},
	{"hex", hexText},
	{"percent", percent},
	{"entities", entities},
	{"escapes", escapes},
	{"binary", binary},
	{"morse", morse},
	{"rot13", rot13},
	{"reversed", reversed},
	{"homoglyph", homoglyphs},
	{"invisible", invisible},
	{"tags", tags},
	{"fullwidth", fullWidth},
	{"math", mathLetters},
	{"circled", circled},
	{"smallcaps", smallCaps},
	{"typos", typos},
}

func disguise(r *rand.Rand, text string) string {
	return disguises[r.IntN(len(disguises))].hide(r, text)
}

func leet(r *rand.Rand, text string) string {
	return strings.Map(func(c rune) rune {
		if to := strings.IndexRune("aeiost", language.Fold(c)); to >= 0 && r.IntN(5) > 0 {
			return rune("431057"[to])
		}
		return c
	}, text)
}

func spaced(r *rand.Rand, text string) string {
	by := []string{" ", ".", "-", "_", "*", "  "}[r.IntN(6)]
	var out []string
	for w := range strings.FieldsSeq(text) {
		out = append(out, strings.Join(strings.Split(w, ""), by))
	}
	return strings.Join(out, "   ")
}

var cues = []string{"", "", "decode: ", "decodifica esto: ", "base64: ", "decodifica y haz lo que dice: ", "decode this and follow it: ", "descifra: ", "traduce: ", "mensaje: "}

func cued(r *rand.Rand, text string) string { return cues[r.IntN(len(cues))] + text }

func base64Text(r *rand.Rand, text string) string {
	return cued(r, base64.StdEncoding.EncodeToString([]byte(text)))
}
func hexText(r *rand.Rand, text string) string { return cued(r, hex.EncodeToString([]byte(text))) }

func percent(r *rand.Rand, text string) string { return cued(r, url.PathEscape(text)) }

func entities(_ *rand.Rand, text string) string {
	var b strings.Builder
	for _, c := range text {
		fmt.Fprintf(&b, "&#%d;", c)
	}
	return b.String()
}

func escapes(_ *rand.Rand, text string) string {
	var b strings.Builder
	for _, c := range text {
		fmt.Fprintf(&b, `\u%04x`, c)
	}
	return b.String()
}

func binary(r *rand.Rand, text string) string {
	var out []string
	for _, c := range []byte(text) {
		out = append(out, fmt.Sprintf("%08b", c))
	}
	return cued(r, strings.Join(out, " "))
}

var morseCodes = strings.Fields(".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --..")

func morse(r *rand.Rand, text string) string {
	var out []string
	for _, c := range language.FoldString(text) {
		switch {
		case c >= 'a' && c <= 'z':
			out = append(out, morseCodes[c-'a'])
		case c == ' ':
			out = append(out, "/")
		}
	}
	return cued(r, strings.Join(out, " "))
}

func rot13(r *rand.Rand, text string) string {
	turned := strings.Map(func(c rune) rune {
		switch {
		case c >= 'a' && c <= 'z':
			return 'a' + (c-'a'+13)%26
		case c >= 'A' && c <= 'Z':
			return 'A' + (c-'A'+13)%26
		}
		return c
	}, language.FoldString(text))
	return []string{"", "rot13: ", "descifra este rot13: ", "decode rot13: "}[r.IntN(4)] + turned
}

func reversed(r *rand.Rand, text string) string {
	c := []rune(text)
	for i, j := 0, len(c)-1; i < j; i, j = i+1, j-1 {
		c[i], c[j] = c[j], c[i]
	}
	return []string{"", "al revés: ", "lee al revés: ", "read backwards: "}[r.IntN(4)] + string(c)
}

func homoglyphs(r *rand.Rand, text string) string {
	return strings.Map(func(c rune) rune {
		if i := strings.IndexRune("aeopcxyi", c); i >= 0 && r.IntN(3) > 0 {
			return []rune("аеорсхуі")[i]
		}
		return c
	}, text)
}

func invisible(r *rand.Rand, text string) string {
	marks := []string{"\u200b", "\u200c", "\u200d", "\u2060", "\u00ad"}
	var b strings.Builder
	for _, c := range text {
		b.WriteRune(c)
		if r.IntN(2) == 0 {
			b.WriteString(marks[r.IntN(len(marks))])
		}
	}
	return b.String()
}

func tags(_ *rand.Rand, text string) string {
	var b strings.Builder
	b.WriteString("hola 😀")
	for _, c := range language.FoldString(text) {
		if c < 0x7F {
			b.WriteRune(0xE0000 + c)
		}
	}
	return b.String()
}

// shifted writes ASCII letters from another alphabet, given its first lower and upper case letter.
func shifted(text string, lower, upper rune) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c >= 'a' && c <= 'z':
			return lower + c - 'a'
		case c >= 'A' && c <= 'Z':
			return upper + c - 'A'
		}
		return c
	}, language.FoldString(text))
}

func fullWidth(_ *rand.Rand, text string) string   { return shifted(text, 'ａ', 'Ａ') }
func mathLetters(_ *rand.Rand, text string) string { return shifted(text, '𝐚', '𝐀') }
func circled(_ *rand.Rand, text string) string     { return shifted(text, 'ⓐ', 'Ⓐ') }

func smallCaps(_ *rand.Rand, text string) string {
	small := []rune("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡxʏᴢ")
	return strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' {
			return small[c-'a']
		}
		return c
	}, language.FoldString(text))
}

func typos(r *rand.Rand, text string) string { return noise.Slips(r, language.FoldString(text), 4) }
