package view

import (
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

func startsPercent(text string, i int) bool {
	if text[i] == '=' {
		return mailed(text, i)
	}
	return text[i] == '%' && i+2 < len(text) && (isHex(text[i+1]) && isHex(text[i+2]) || text[i+1]|0x20 == 'u')
}

const (
	// minMailed is how many escapes of mail stand near each other where they are read, and mailReach how near.
	minMailed = 3
	mailReach = 24
	// maxMailed is how many hexadecimal digits may stand after an equals sign: two of the escape, and letters of a word.
	maxMailed = 10
)

// mailed reports an escape of mail at i that has others near it, one of them at least within a word: "a=61" alone is a sum.
func mailed(text string, i int) bool {
	if !mailedAt(text, i) {
		return false
	}
	n, within := 0, false
	for at := max(0, i-mailReach); at < min(len(text), i+mailReach) && (n < minMailed || !within); at++ {
		if mailedAt(text, at) {
			n++
			within = within || at+3 < len(text) && (text[at+3] == '=' || classes[text[at+3]].letter() && !isHex(text[at+3]))
		}
	}
	return n >= minMailed && within
}

// mailedAt reports an equals sign and two hexadecimal digits, with few more after them: more are a code of their own.
func mailedAt(text string, i int) bool {
	if text[i] != '=' {
		return false
	}
	_, end := hexRun(text, i+1, maxMailed)
	return end-i > 2 && end-i <= maxMailed
}

// percents reads a row of percent escapes.
func (d *decoder) percents(text string, i int) int {
	d.out = d.out[:0]
	sign := text[i]
	for i+2 < len(text) && text[i] == sign && (isHex(text[i+1]) && isHex(text[i+2]) || startsPercent(text, i)) {
		if text[i+1]|0x20 == 'u' {
			value, end := hexRun(text, i+2, 4)
			if end != i+6 {
				break
			}
			d.out, i = utf8.AppendRune(d.out, rune(value)), end
			continue
		}
		value, end := hexRun(text, i+1, 2)
		d.out, i = append(d.out, byte(value)), end
	}
	if end := d.shown(i); end > 0 {
		return end
	}
	return d.bar(Percent, i)
}

// shown returns end if what was decoded can be seen.
func (d *decoder) shown(end int) int {
	if len(d.out) == 0 || !utf8.Valid(d.out) {
		return 0
	}
	for i, c := range d.out {
		if c < ' ' && c != '\n' && c != '\t' && c != '\r' || c == 0x7F {
			d.out[i] = ' '
		}
	}
	return end
}

func startsEntity(text string, i int) bool {
	return text[i] == '&' && i+2 < len(text) && (text[i+1] == '#' || classes[text[i+1]].letter())
}

// maxEntity bounds the name of an entity.
const maxEntity = 12

// entities reads one HTML entity; the semicolon may be missing after a number.
func (d *decoder) entities(text string, i int) int {
	end := i + 1
	if text[end] == '#' {
		end++
		if text[end]|0x20 == 'x' {
			end++
		}
	}
	first := end
	for end < len(text) && end-i < maxEntity && (classes[text[end]].letter() && text[end] < 0x80 || classes[text[end]] == digit) {
		end++
	}
	if end == first || end == len(text) && text[i+1] != '#' || text[i+1] != '#' && text[end] != ';' {
		return 0
	}
	if text[i+1] == '#' {
		return d.numeric(text, i+2)
	}
	c := entityNames[text[first:end]]
	if c == 0 {
		c = drawnLetter(text[first:end])
	}
	if c == 0 {
		return 0
	}
	d.out = utf8.AppendRune(d.out[:0], c)
	return d.shown(end + 1)
}

// drawnLetter returns the letter whose double-struck, Gothic or script form an entity names: "aopf", "afr", "ascr".
func drawnLetter(name string) rune {
	switch name[1:] {
	case "opf", "fr", "scr":
		return rune(name[0])
	}
	return 0
}

// numeric reads the number of an entity at i.
func (d *decoder) numeric(text string, i int) int {
	value, end := 0, i
	if text[i]|0x20 == 'x' {
		value, end = hexRun(text, i+1, 8)
		if end == i+1 {
			return 0
		}
	} else {
		for end < len(text) && end-i < 8 && classes[text[end]] == digit {
			value = value*10 + int(text[end]-'0')
			end++
		}
	}
	if end < len(text) && text[end] == ';' {
		end++
	}
	if value == 0 || value > unicode.MaxRune || end == i {
		return 0
	}
	d.out = utf8.AppendRune(d.out[:0], rune(value))
	return d.shown(end)
}

func startsEscape(text string, i int) bool {
	switch {
	case i+1 >= len(text):
		return false
	case text[i] == '\\':
		return true
	}
	return text[i]|0x20 == 'u' && text[i+1] == '+' && opens(text, i)
}

// escapes reads a row of escapes as programming languages write them, and of code points as Unicode names them.
func (d *decoder) escapes(text string, i int) int {
	d.out = d.out[:0]
	raw, end := false, i
	apart := eachApart(text, i)
	for i < len(text) && startsEscape(text, i) {
		value, next, octet := escapeAt(text, i)
		if next == 0 {
			break
		}
		if raw = raw || octet; octet {
			d.out = append(d.out, byte(value))
		} else {
			d.out = d.appendUnit(value)
		}
		if i, end = next, next; apart && i+2 < len(text) && text[i] == ' ' && startsEscape(text, i+1) {
			i++ // blanks between escapes are none of the text
		}
	}
	if len(d.out) == 0 {
		return 0
	}
	if raw && !utf8.Valid(d.out) {
		d.raw = append(d.raw[:0], d.out...)
		d.out = d.out[:0]
		for _, c := range d.raw {
			d.out = utf8.AppendRune(d.out, rune(c))
		}
	}
	return d.shown(end)
}

// farEscapes is how many escapes are tried for a blank after each.
const farEscapes = 24

// eachApart reports a row of escapes with a blank after each: the blanks are none of the text.
func eachApart(text string, i int) bool {
	for range farEscapes {
		_, next, _ := escapeAt(text, i)
		if next == 0 || next+2 >= len(text) || text[next] != ' ' && startsEscape(text, next) {
			return next == 0 || next+2 >= len(text)
		}
		if i = next + 1; text[next] != ' ' || !startsEscape(text, i) {
			return true
		}
	}
	return true
}

// appendUnit writes a code point, or the second half of one in UTF-16 together with its first.
func (d *decoder) appendUnit(value int) []byte {
	if utf16.IsSurrogate(rune(value)) && value < 0xDC00 {
		d.ends = append(d.ends[:0], end{raw: value})
		return d.out
	}
	if value >= 0xDC00 && value < 0xE000 && len(d.ends) > 0 {
		value = int(utf16.DecodeRune(rune(d.ends[0].raw), rune(value)))
		d.ends = d.ends[:0]
	}
	return utf8.AppendRune(d.out, rune(value))
}

// escapeAt reads one escape: its value, where it ends (0: it is none), and whether it is one byte of UTF-8.
func escapeAt(text string, i int) (value, end int, octet bool) {
	rest := text[i+1:]
	switch c := rest[0]; {
	case c == '+', c == 'u', c == 'U':
		return codePoint(text, i)
	case c == 'x', c == 'X':
		if strings.HasPrefix(rest[1:], "{") {
			return braced(text, i+3)
		}
		value, end = hexRun(text, i+2, 2)
		return value, nonEmpty(end, i+3), true
	case c >= '0' && c <= '7':
		for end = i + 1; end < len(text) && end < i+4 && text[end] >= '0' && text[end] <= '7'; end++ {
			value = value<<3 | int(text[end]-'0')
		}
		return value, nonEmpty(end, i+3), true
	case c == 'n', c == 't', c == 'r':
		if len(rest) > 1 && classes[rest[1]] == lower {
			return 0, 0, false // "\ntarde" may be a line's end, "\nuevo" a path: neither hides a word
		}
		return '\n', i + 2, false
	}
	return 0, 0, false
}

func nonEmpty(end, least int) int {
	if end < least {
		return 0
	}
	return end
}

// codePoint reads \uXXXX, \u{X}, \UXXXXXXXX and U+XXXX.
func codePoint(text string, i int) (value, end int, octet bool) {
	switch {
	case text[i+1] == '+':
		value, end = hexRun(text, i+2, 6)
		return value, nonEmpty(end, i+4), false
	case i+2 < len(text) && text[i+2] == '{':
		return braced(text, i+3)
	case text[i+1] == 'U':
		if value, end = hexRun(text, i+2, 8); end == i+10 && value <= unicode.MaxRune {
			return value, end, false
		}
	}
	value, end = hexRun(text, i+2, 4)
	return value, nonEmpty(end, i+6), false
}

func braced(text string, i int) (value, end int, octet bool) {
	value, end = hexRun(text, i, 6)
	if end == i || end >= len(text) || text[end] != '}' {
		return 0, 0, false
	}
	return value, end + 1, false
}

// entityNames are the names that texts in our languages use.
var entityNames = map[string]rune{
	"lt": '<', "gt": '>', "amp": '&', "quot": '"', "apos": '\'', "nbsp": ' ', "Tab": '\t', "NewLine": '\n', "excl": '!', "num": '#',
	"dollar": '$', "percnt": '%', "lpar": '(', "rpar": ')', "ast": '*', "plus": '+', "comma": ',', "period": '.', "sol": '/', "colon": ':',
	"semi": ';', "equals": '=', "quest": '?', "commat": '@', "lsqb": '[', "lbrack": '[', "bsol": '\\', "rsqb": ']', "rbrack": ']', "lowbar": '_',
	"grave": '`', "lcub": '{', "lbrace": '{', "verbar": '|', "vert": '|', "rcub": '}', "rbrace": '}', "iexcl": '¡', "iquest": '¿', "euro": '€',
	"pound": '£', "yen": '¥', "cent": '¢', "copy": '©', "reg": '®', "sect": '§', "deg": '°', "ordf": 'ª', "ordm": 'º', "laquo": '«', "raquo": '»',
	"aacute": 'á', "eacute": 'é', "iacute": 'í', "oacute": 'ó', "uacute": 'ú', "ntilde": 'ñ', "uuml": 'ü', "ccedil": 'ç', "atilde": 'ã', "otilde": 'õ',
	"agrave": 'à', "egrave": 'è', "igrave": 'ì', "ograve": 'ò', "ugrave": 'ù', "acirc": 'â', "ecirc": 'ê', "icirc": 'î', "ocirc": 'ô', "ucirc": 'û',
	"auml": 'ä', "euml": 'ë', "iuml": 'ï', "ouml": 'ö', "yacute": 'ý', "oslash": 'ø', "aelig": 'æ', "szlig": 'ß', "aring": 'å',
	"Aacute": 'Á', "Eacute": 'É', "Iacute": 'Í', "Oacute": 'Ó', "Uacute": 'Ú', "Ntilde": 'Ñ', "Uuml": 'Ü', "Ccedil": 'Ç',
	"ndash": '-', "mdash": '-', "hyphen": '-', "lsquo": '\'', "rsquo": '\'', "ldquo": '"', "rdquo": '"', "hellip": '.', "bull": '*', "middot": '·',
	"ensp": ' ', "emsp": ' ', "thinsp": ' ',
}
