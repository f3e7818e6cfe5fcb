package view

import "math/bits"

// decoders read what is encoded at a place of a text: each returns where it ends, or 0, and leaves the meaning in out.
var decoders = [...]struct {
	kind   Kind
	starts func(text string, i int) bool // nil: wherever a word may begin
	read   func(d *decoder, text string, i int) int
}{
	{Percent, startsPercent, (*decoder).percents},
	{HTML, startsEntity, (*decoder).entities},
	{Escape, startsEscape, (*decoder).escapes},
	{Morse, startsMorse, (*decoder).morse},
	{Binary, nil, (*decoder).binary},
	{Decimal, nil, (*decoder).decimals},
	{Hex, startsHex, (*decoder).hex},
	{Base64, startsBase64, (*decoder).base64},
}

// starters has, per byte, a bit for each decoder whose text may begin with it.
var starters = func() (t [256]uint8) {
	for c := range t {
		b := byte(c)
		for k, may := range [len(decoders)]bool{
			b == '%' || b == '=', b == '&', b == '\\' || b|0x20 == 'u', b >= 0xC2 || b == '.' || b == '*' || b == '-' || b == '_',
			b|1 == '1', classes[b] == digit, isHex(b) || b == '#', sixBits[b] != 0,
		} {
			if may {
				t[c] |= 1 << k
			}
		}
	}
	return t
}()

// decoder is the memory of decoding one text.
type decoder struct {
	out   []byte
	raw   []byte
	words []byte
	wide  []byte
	// ends holds where the last pieces of a group end, in the text and in raw, to give up what follows a blob.
	ends []end
	// barred holds, per decoder, up to where a group was read in vain.
	barred [kinds]int
	// grouped is up to where base64 was read in groups.
	grouped int
	// padded: a piece of base64 other than the last is padded, so that each is a text of its own.
	padded bool
}

type end struct{ text, raw int }

// readEncoded decodes everything that is encoded in the text, each piece in its place.
func readEncoded(r *reading, b *Buffer) bool {
	d := &b.decoder
	d.barred, d.grouped = [kinds]int{}, 0
	text := r.from.Text
	for i := 0; i < len(text); {
		next := i + 1
		if sixBits[text[i]] != 0 { // within a word nothing begins
			for next < len(text) && sixBits[text[next]] != 0 {
				next++
			}
			if i > 0 && sixBits[text[i-1]] != 0 {
				i = next
				continue
			}
		}
		for rest := starters[text[i]]; rest != 0; rest &= rest - 1 {
			k := bits.TrailingZeros8(rest)
			how := &decoders[k]
			if i < d.barred[how.kind] || how.starts != nil && !how.starts(text, i) {
				continue
			}
			if end := how.read(d, text, i); end > i {
				if !r.changed {
					r.kind = how.kind
				}
				r.copyTo(i)
				r.put(d.out, end)
				if !mailWord(text, i) {
					r.encoded += latins(d.out)
				}
				next = end
				break
			}
		}
		i = next
	}
	return r.changed
}

// mailWord reports what mail programs encode in the lines before a letter: "=?UTF-8?B?…?=".
func mailWord(text string, i int) bool {
	return i > 4 && text[i-1] == '?' && text[i-2]|0x20 == 'b' && text[i-3] == '?'
}

// latins counts the Latin letters without accents.
func latins(text []byte) (n int) {
	for _, c := range text {
		if isLatin(c) {
			n++
		}
	}
	return n
}

// bar keeps a decoder from what it has read up to end.
func (d *decoder) bar(kind Kind, end int) int {
	d.barred[kind] = end
	return 0
}

// opens reports whether a token may begin at i.
func opens(text string, i int) bool {
	if i == 0 {
		return true
	}
	cl := classes[text[i-1]]
	return !cl.letter() && cl != digit
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

func hexValue(c byte) int {
	switch {
	case c <= '9':
		return int(c - '0')
	case c >= 'a':
		return int(c-'a') + 10
	}
	return int(c-'A') + 10
}

// hexRun returns the value of at most most hexadecimal digits at i and where they end.
func hexRun(text string, i, most int) (value, end int) {
	end = i
	for end < len(text) && end-i < most && isHex(text[end]) {
		value = value<<4 | hexValue(text[end])
		end++
	}
	return value, end
}

// gap returns where the blanks and marks that may part codes at i end.
func gap(text string, i, most int) int {
	for n := 0; n < most && i < len(text); n, i = n+1, i+1 {
		switch text[i] {
		case ' ', '\n', '\r', '\t', ',', ';', '-', ':', '.', '/', '|', '_':
		default:
			return i
		}
	}
	return i
}

// settle gives up pieces at the end of a group until the rest is text; the group's end, or 0.
func (d *decoder) settle(least int, fits func([]byte) bool) int {
	for try := 0; try < 4 && len(d.ends) > 0; try++ {
		last := d.ends[len(d.ends)-1]
		if last.raw < least {
			return 0
		}
		if d.out = append(d.out[:0], d.raw[:last.raw]...); fits(d.out) {
			return last.text
		}
		d.ends = d.ends[:len(d.ends)-1]
	}
	return 0
}

// wordlike is readable with more letters: what a few numbers might give by chance.
func wordlike(text []byte) bool {
	letters := 0
	for _, c := range text {
		if classes[c].letter() || c >= 0x80 || c == ' ' {
			letters++
		}
	}
	return letters*100 >= len(text)*75 && various(text) && readable(text)
}
