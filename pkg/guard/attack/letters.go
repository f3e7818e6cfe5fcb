package attack

import "unicode"

// foldFurther gives the base letter of one with an accent that only further languages have, or 0.
func foldFurther(c rune) rune {
	if c != 'ß' && c < 0x100 || c >= 0x250 {
		return 0
	}
	return further[unicode.ToLower(c)]
}

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
	return out
}()
