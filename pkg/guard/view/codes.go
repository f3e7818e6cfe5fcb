package view

import (
	"strings"
	"unicode/utf8"
)

// minCodes is how many numbers in a row are read as characters.
const minCodes = 5

// binary reads groups of seven or eight bits, or a row of eights.
func (d *decoder) binary(text string, i int) int {
	d.raw, d.ends = d.raw[:0], d.ends[:0]
	at := i
	for at < len(text) {
		if at+2 < len(text) && text[at] == '0' && text[at+1]|0x20 == 'b' {
			at += 2
		}
		n := 0
		for at+n < len(text) && text[at+n]|1 == '1' {
			n++
		}
		if n == 0 || n != 7 && n%8 != 0 || at+n < len(text) && classes[text[at+n]] == digit {
			break
		}
		width := 8
		if n == 7 {
			width = 7
		}
		for k := 0; k < n; k += width {
			value := 0
			for _, c := range []byte(text[at+k : at+k+width]) {
				value = value<<1 | int(c&1)
			}
			d.raw = append(d.raw, byte(value))
		}
		at += n
		d.ends = append(d.ends, end{at, len(d.raw)})
		at = gap(text, at, 3)
	}
	if end := d.settle(3, readable); end > 0 {
		return end
	}
	return d.bar(Binary, at)
}

// decimals reads numbers as the codes of characters; those of three digits below eight also as octal.
func (d *decoder) decimals(text string, i int) int {
	n, end := smallNumbers(text, i)
	if end-i >= 3*minThrees && n == 0 && d.threes(text[i:end]) {
		return end
	}
	if n < minCodes {
		return d.bar(Decimal, end)
	}
	at := d.numbers(text, i, 10)
	if end := d.settle(minCodes, wordlike); end > 0 {
		return end
	}
	octal := d.numbers(text, i, 8)
	if end := d.settle(minCodes, wordlike); end > 0 {
		return end
	}
	places := d.places(text, i)
	if end := d.settle(minPlaces, known); end > 0 {
		return end
	}
	return d.bar(Decimal, max(at, octal, places))
}

// numbers writes the numbers at i, in the base, as characters to d.raw and returns where they end.
func (d *decoder) numbers(text string, i, base int) int {
	d.raw, d.ends = d.raw[:0], d.ends[:0]
	for i < len(text) {
		if base == 8 {
			i += octalPrefix(text, i)
		}
		value, n := 0, 0
		for i+n < len(text) && n < 4 && classes[text[i+n]] == digit && int(text[i+n]-'0') < base {
			value = value*base + int(text[i+n]-'0')
			n++
		}
		if n > 0 && i+n < len(text) && isHex(text[i+n]) && classes[text[i+n]].letter() {
			d.ends = d.ends[:0] // "6e": they are hexadecimal
			return i + n
		}
		if n < 2 || n > 3 || value < ' ' || value > 0xFF || i+n < len(text) && (classes[text[i+n]] == digit || classes[text[i+n]].letter()) {
			return max(i, i+n)
		}
		i += n
		d.raw = utf8.AppendRune(d.raw, rune(value))
		d.ends = append(d.ends, end{i, len(d.raw)})
		i = codeGap(text, i, 2)
	}
	return i
}

// minThrees is how many codes of three digits each are read that stand without anything between them.
const minThrees = 8

// threes reads digits as codes of three each.
func (d *decoder) threes(digits string) bool {
	if len(digits)%3 != 0 {
		return false
	}
	d.out = d.out[:0]
	for i := 0; i < len(digits); i += 3 {
		value := int(digits[i]-'0')*100 + int(digits[i+1]-'0')*10 + int(digits[i+2]-'0')
		if value < ' ' || value > 0xFF {
			return false
		}
		d.out = utf8.AppendRune(d.out, rune(value))
	}
	return wordlike(d.out) && known(d.out)
}

// octalPrefix returns how long the prefix of an octal number at i is: "0o".
func octalPrefix(text string, i int) int {
	if i+2 < len(text) && text[i] == '0' && text[i+1]|0x20 == 'o' {
		return 2
	}
	return 0
}

// codeGap is gap, for codes that are the arguments of calls, too: "chr(98)+chr(108)".
func codeGap(text string, i, most int) int {
	if i >= len(text) || text[i] != ')' {
		return gap(text, i, most)
	}
	next := i + 1
	if next < len(text) && (text[next] == '+' || text[next] == '&') {
		next++
	}
	next = gap(text, next, 2)
	if next < len(text) && (text[next] == '+' || text[next] == '&') {
		next = gap(text, next+1, 1)
	}
	for _, name := range [...]string{"chr(", "char("} {
		if next+len(name) <= len(text) && strings.EqualFold(text[next:next+len(name)], name) {
			return next + len(name)
		}
	}
	return i
}

func startsHex(text string, i int) bool {
	return i+1 < len(text) && opens(text, i) && (isHex(text[i+1]) || text[i+1]|0x20 == 'x' && text[i] == '0')
}

// hex reads bytes of two hexadecimal digits, in one run or parted, with or without 0x or x before each.
func (d *decoder) hex(text string, i int) int {
	d.raw, d.ends = d.raw[:0], d.ends[:0]
	at, digits := i, true
	for at < len(text) {
		start := hexPrefix(text, at)
		stop := start
		for stop < len(text) && isHex(text[stop]) {
			digits = digits && classes[text[stop]] == digit
			stop++
		}
		if n := stop - start; n == 0 || n%2 != 0 || stop < len(text) && classes[text[stop]].letter() && !prefixed(text, stop) {
			at = max(at, stop)
			break
		}
		for ; start < stop; start += 2 {
			d.raw = append(d.raw, byte(hexValue(text[start])<<4|hexValue(text[start+1])))
		}
		d.ends = append(d.ends, end{stop, len(d.raw)})
		at = gap(text, stop, 2)
	}
	if wide16(d.raw) {
		d.narrowRaw()
	}
	least, fits := 5, readable
	if digits {
		least, fits = 8, func(b []byte) bool { return wordlike(b) || bare(b) } // a long number reads so by chance
	}
	if end := d.settle(least, fits); end > 0 {
		return end
	}
	return d.bar(Hex, at)
}

// narrowRaw leaves of letters of two bytes each the byte that tells them, with what says in which order they stand.
func (d *decoder) narrowRaw() {
	d.wide = d.wide[:0]
	from := 0
	for i := range d.ends {
		for ; from < d.ends[i].raw; from++ {
			if c := d.raw[from]; c != 0 && (from > 1 || c < 0xFE) {
				d.wide = utf8.AppendRune(d.wide, rune(c))
			}
		}
		d.ends[i].raw = len(d.wide)
	}
	d.raw = append(d.raw[:0], d.wide...)
}

func hexPrefix(text string, i int) int {
	switch {
	case i+2 < len(text) && text[i] == '0' && text[i+1]|0x20 == 'x':
		return i + 2
	case i+1 < len(text) && (text[i]|0x20 == 'x' || text[i] == '#'):
		return i + 1
	}
	return i
}

func prefixed(text string, i int) bool { return text[i]|0x20 == 'x' }

// morseKeys holds letters by their signs: a one, then a bit for each, dash being one.
var morseKeys = func() (t [128]byte) {
	for letter, signs := range map[byte]string{
		'a': ".-", 'b': "-...", 'c': "-.-.", 'd': "-..", 'e': ".", 'f': "..-.", 'g': "--.", 'h': "....", 'i': "..", 'j': ".---",
		'k': "-.-", 'l': ".-..", 'm': "--", 'n': "-.", 'o': "---", 'p': ".--.", 'q': "--.-", 'r': ".-.", 's': "...", 't': "-",
		'u': "..-", 'v': "...-", 'w': ".--", 'x': "-..-", 'y': "-.--", 'z': "--..", '0': "-----", '1': ".----", '2': "..---",
		'3': "...--", '4': "....-", '5': ".....", '6': "-....", '7': "--...", '8': "---..", '9': "----.", '.': ".-.-.-",
		',': "--..--", '?': "..--..", '\'': ".----.", '!': "-.-.--", '/': "-..-.", '-': "-....-", '@': ".--.-.", ':': "---...",
	} {
		key := 1
		for _, s := range signs {
			key = key<<1 | int((s-'-')^1)
		}
		t[key] = letter
	}
	t[1<<5|0b11011], t[1<<5|0b00100], t[1<<5|0b01101] = 'n', 'e', 'a' // ñ, é, á
	return t
}()

func startsMorse(text string, i int) bool {
	_, n := morseSign(text, i)
	return n > 0 && (i == 0 || text[i-1] <= ' ' || text[i-1] == '"' || text[i-1] == ':' || text[i-1] == '(' || text[i-1] == '\'')
}

// morseSign returns 0 for a dot and 1 for a dash at i, and its length; 0 for neither.
func morseSign(text string, i int) (sign, n int) {
	switch c := text[i]; {
	case c == '.', c == '*':
		return 0, 1
	case c == '-', c == '_':
		return 1, 1
	case c < utf8.RuneSelf:
		return 0, 0
	}
	switch c, n := utf8.DecodeRuneInString(text[i:]); c {
	case '·', '•', '●', '∙', '⋅', '⚫':
		return 0, n
	case '−', '➖', '▬', 'ー', '─', '━':
		return 1, n
	}
	return 0, 0
}

// morse reads letters parted by one blank and words parted by more, a slash or a line's end.
func (d *decoder) morse(text string, i int) int {
	d.out = d.out[:0]
	at, stop, letters := i, i, 0
	for at < len(text) {
		key, after := morseLetter(text, at)
		if key == 0 || morseKeys[key] == 0 {
			break
		}
		d.out = append(d.out, morseKeys[key])
		letters++
		stop = after
		blanks, wide := 0, false
		for at = after; at < len(text) && (text[at] <= ' ' || text[at] == '/' || text[at] == '|'); at++ {
			blanks++
			wide = wide || text[at] > ' ' || text[at] == '\n' || blanks > 1
		}
		if blanks == 0 {
			break
		}
		if wide {
			d.out = append(d.out, ' ')
		}
	}
	if letters < 4 || !various(d.out) {
		return d.bar(Morse, max(stop, at))
	}
	return stop
}

// morseLetter returns the key of the signs at i, 0 for none or too many, and where they end.
func morseLetter(text string, i int) (key, end int) {
	key = 1
	for i < len(text) {
		sign, n := morseSign(text, i)
		if n == 0 {
			break
		}
		if key = key<<1 | sign; key > 127 {
			return 0, i
		}
		i += n
	}
	if key == 1 || i < len(text) && (classes[text[i]].letter() || classes[text[i]] == digit) {
		return 0, i
	}
	return key, i
}

// various reports at least three different letters: rows of dots or dashes are ornaments.
func various(text []byte) bool {
	var seen uint32
	n := 0
	for _, c := range text {
		if bit := uint32(1) << (c & 31); c != ' ' && seen&bit == 0 {
			seen |= bit
			n++
		}
	}
	return n > 2
}
