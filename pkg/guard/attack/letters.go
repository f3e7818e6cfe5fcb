package attack

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// foldFurther gives the base letter of one with an accent that only further languages have, or 0.
func foldFurther(c rune) rune {
	if c != 'ß' && c < 0x100 || c >= 0x250 && (c < firstMarked || c > lastMarked) {
		return 0
	}
	return further[unicode.ToLower(c)]
}

// firstMarked and lastMarked bound the letters of Vietnamese, of transcriptions, and of who decorates: ḿ, ẁ, ḥ.
const firstMarked, lastMarked = 0x1E00, 0x1EFF

var further = func() map[rune]rune {
	out := map[rune]rune{}
	base := 'a'
	for _, c := range "aăąǎ cćčĉċ dďđ eęěĕė gğģĝġ hĥħ iĭįıǐ jĵ kķ lłľļĺ nńňņ oŏőǒ rřŕŗ sśšşșŝß tťţțŧ uůűŭųǔ wŵ yŷ zźżž" {
		switch {
		case c == ' ':
		case c < unicode.MaxASCII:
			base = c
		default:
			out[c] = base
		}
	}
	for _, bounds := range [...][2]rune{{0x100, 0x24F}, {firstMarked, lastMarked}} {
		for c := bounds[0]; c <= bounds[1]; c++ {
			if plain := norm.NFD.String(string(c))[0]; plain < utf8.RuneSelf && out[c] == 0 && unicode.IsLower(c) {
				out[c] = rune(plain)
			}
		}
	}
	return out
}()
