package view

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// minBase64 is how many characters are read as base64 or base32; minWord, where what they say is words.
const (
	minBase64 = 16
	minWord   = 8
)

// sixBits holds the value of each character of base64, standard or for addresses, plus one.
var sixBits = func() (t [256]byte) {
	for i, c := range []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/") {
		t[c] = byte(i) + 1
	}
	t['-'], t['_'] = t['+'], t['/']
	return t
}()

func startsBase64(text string, i int) bool {
	return sixBits[text[i]] != 0 && (i == 0 || sixBits[text[i-1]] == 0 && classes[text[i-1]] < foreign)
}

// base64 reads a run of base64, in one piece or parted by blanks and line ends, or of base32.
func (d *decoder) base64(text string, i int) int {
	token := base64Token(text, i)
	if n := strings.IndexByte(text[i:token], '-'); n > 0 && text[i] == '+' && d.utf7(text[i+1:i+n]) {
		return i + n + 1
	}
	if i >= d.grouped && (token-i >= minBase64 || odd(text[i:token])) {
		d.grouped = d.gatherBase64(text, i)
		if end := d.settleBase64(); end > 0 {
			return end
		}
	}
	if token-i >= minBase64 {
		d.raw = append(d.raw[:0], strings.TrimRight(text[i:token], "=")...)
		if d.sextets(d.raw) || d.quintets(d.raw) || d.backwards(text, i, token) {
			return token
		}
	}
	return d.bar(Base64, token)
}

// utf7 decodes what UTF-7 writes between a plus and a hyphen (RFC 2152): letters of two bytes each, the first of them zero.
func (d *decoder) utf7(run string) bool {
	d.wide = d.wide[:0]
	acc, bits := 0, 0
	for i := range len(run) {
		if run[i] == '=' {
			return false
		}
		acc, bits = acc<<6|int(sixBits[run[i]]-1), bits+6
		if bits < 16 {
			continue
		}
		bits -= 16
		c := rune(acc >> bits)
		acc &= 1<<bits - 1
		if c < ' ' || c >= 0x250 {
			return false
		}
		d.wide = utf8.AppendRune(d.wide, c)
	}
	d.out = append(d.out[:0], d.wide...)
	return len(d.out) > 0
}

// backwards decodes a run that was turned round after it was encoded.
func (d *decoder) backwards(text string, i, end int) bool {
	d.raw = append(d.raw[:0], strings.TrimRight(text[i:end], "=")...)
	slices.Reverse(d.raw)
	return d.sextets(d.raw)
}

// gatherBase64 collects the pieces of the group at i in raw, without their padding, and returns where they end.
func (d *decoder) gatherBase64(text string, i int) int {
	d.ends, d.raw, d.padded = d.ends[:0], d.raw[:0], false
	first, padding := 0, false
	for i < len(text) {
		stop := base64Token(text, i)
		token := text[i:stop]
		if len(token) == 0 || first > 0 && !continues(token, first) || first == 0 && len(token) < minBase64 && !odd(token) {
			return i
		}
		first = max(first, len(token))
		d.padded = d.padded || padding
		padding = token[len(token)-1] == '='
		d.raw = append(d.raw, strings.TrimRight(token, "=")...)
		d.ends = append(d.ends, end{stop, len(d.raw)})
		if i = blanks(text, stop); i == stop {
			return i
		}
	}
	return i
}

// settleBase64 decodes the group, without the words that may follow it, into out; where it ends, or 0.
func (d *decoder) settleBase64() int {
	for try := 0; try < 4 && len(d.ends) > 0; try++ {
		last := d.ends[len(d.ends)-1]
		if last.raw < minWord-2 {
			return 0
		}
		if d.wordByWord() || !d.padded && d.sextets(d.raw[:last.raw]) && (last.raw >= minBase64 || wordlike(d.out)) {
			return last.text
		}
		if last.raw >= minBase64 && d.quintets(d.raw[:last.raw]) {
			return last.text
		}
		d.ends = d.ends[:len(d.ends)-1]
	}
	return 0
}

// wordByWord decodes the pieces of a group with blanks between them and reports whether they are words that were encoded
// one by one: what is wrapped has lines of one length.
func (d *decoder) wordByWord() bool {
	n := len(d.ends)
	if n < 2 {
		return false
	}
	wrapped, last := !d.padded, 0
	for i, e := range d.ends {
		size := e.raw - last
		last = e.raw
		wrapped = wrapped && (size == d.ends[0].raw || i == n-1 && size < d.ends[0].raw)
	}
	if wrapped {
		return false
	}
	d.words = d.words[:0]
	last = 0
	for _, e := range d.ends {
		if size := e.raw - last; size%4 == 1 || size < 2 || !d.sextets(d.raw[last:e.raw]) {
			return false
		}
		d.words = append(append(d.words, d.out...), ' ')
		last = e.raw
	}
	d.out = append(d.out[:0], d.words[:len(d.words)-1]...)
	return wordlike(d.out)
}

// base64Token returns where the run of base64 at i ends, with its padding.
func base64Token(text string, i int) int {
	for i < len(text) && sixBits[text[i]] != 0 {
		i++
	}
	for n := 0; n < 6 && i < len(text) && text[i] == '='; n++ {
		i++
	}
	return i
}

// blanks returns where at most four blanks or line ends at i end.
func blanks(text string, i int) int {
	for n := 0; n < 4 && i < len(text) && text[i] <= ' '; n++ {
		i++
	}
	return i
}

// odd reports a token that no word looks like: capitals after small letters, or digits among letters.
func odd(token string) bool {
	small, capital, digits, inner := false, false, false, false
	for i := range len(token) {
		switch classes[token[i]] {
		case lower:
			small = true
		case upper:
			capital, inner = true, inner || i > 0
		case digit:
			digits = true
		case join:
			return true
		}
	}
	return small && inner || digits && (small || capital)
}

// continues reports a token that may go on after one of the length first.
func continues(token string, first int) bool {
	return len(token) == first || odd(token) || len(token)%4 == 0
}

// sextets decodes base64 into d.out and reports whether it is text.
func (d *decoder) sextets(blob []byte) bool {
	d.out = d.out[:0]
	acc, bits := 0, 0
	for _, c := range blob {
		if c == '=' {
			break
		}
		acc, bits = acc<<6|int(sixBits[c]-1), bits+6
		if bits >= 8 {
			bits -= 8
			d.out = append(d.out, byte(acc>>bits))
			acc &= 1<<bits - 1
		}
		if n := len(d.out); n == 8 && !likely(d.out) && !wide16(d.out) || n == minSample && torn(d.out) && !wide16(d.out) {
			return false
		}
	}
	if wide16(d.out) {
		d.narrow()
	}
	d.trim()
	return readable(d.out) || bare(d.out)
}

// wide16 reports letters of two bytes each, as Windows writes them.
func wide16(b []byte) bool {
	even, odd := 0, 0
	for i, c := range b {
		if c == 0 && i%2 == 0 {
			even++
		} else if c == 0 {
			odd++
		}
	}
	return len(b) >= 8 && 5*max(even, odd) >= 2*len(b)
}

// narrow leaves of such letters the byte that tells them.
func (d *decoder) narrow() {
	d.wide = d.wide[:0]
	for _, c := range d.out {
		if c != 0 {
			d.wide = utf8.AppendRune(d.wide, rune(c))
		}
	}
	d.out = append(d.out[:0], d.wide...)
}

// bare reports what holds nothing but Morse code or bits.
func bare(b []byte) bool {
	for _, c := range b {
		if c != '.' && c != '-' && c != '/' && c|1 != '1' && c != ' ' && c != '\n' {
			return false
		}
	}
	return len(b) >= minBase64
}

// minSample is how much is decoded before a long blob is given up that is no UTF-8.
const minSample = 64

// torn reports bytes that begin no UTF-8.
func torn(b []byte) bool {
	for len(b) > 0 && !utf8.Valid(b) {
		c, n := utf8.DecodeRune(b)
		if c == utf8.RuneError && n <= 1 {
			return utf8.FullRune(b)
		}
		b = b[n:]
	}
	return false
}

// likely reports bytes that may begin a text.
func likely(b []byte) bool {
	bad := 0
	for _, c := range b {
		if c < ' ' && c != '\n' && c != '\r' && c != '\t' || c == 0x7F {
			bad++
		}
	}
	return bad < 3
}

// trim drops a character that the blob's end cut.
func (d *decoder) trim() {
	for n := 1; n < utf8.UTFMax && n <= len(d.out); n++ {
		if c := d.out[len(d.out)-n]; utf8.RuneStart(c) {
			if c >= utf8.RuneSelf && !utf8.FullRune(d.out[len(d.out)-n:]) {
				d.out = d.out[:len(d.out)-n]
			}
			return
		}
	}
}

// quintets decodes base32 into d.out and reports whether it is text.
func (d *decoder) quintets(blob []byte) bool {
	d.out = d.out[:0]
	acc, bits := 0, 0
	for _, c := range blob {
		value := 0
		switch {
		case c == '=':
			continue
		case classes[c].letter():
			value = int(c|0x20) - 'a'
		case c >= '2' && c <= '7':
			value = int(c-'2') + 26
		default:
			return false
		}
		acc, bits = acc<<5|value, bits+5
		if bits >= 8 {
			bits -= 8
			d.out = append(d.out, byte(acc>>bits))
			acc &= 1<<bits - 1
		}
		if len(d.out) == 8 && !likely(d.out) {
			return false
		}
	}
	return wordlike(d.out)
}
