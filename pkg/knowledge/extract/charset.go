package extract

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	enc "golang.org/x/text/encoding/unicode"
)

const utf8BOM = "\ufeff"

// decode returns a text in UTF-8 and the name of the encoding it had, empty for UTF-8. What cannot be told for sure is refused: a text
// in the wrong letters is found by nobody.
func decode(body []byte) (text, charset string, err error) {
	switch {
	case bytes.HasPrefix(body, []byte("\xff\xfe\x00\x00")), bytes.HasPrefix(body, []byte("\x00\x00\xfe\xff")):
		return "", "", refuse("expected text in UTF-8, got UTF-32: save it as UTF-8")
	case bytes.HasPrefix(body, []byte("\xff\xfe")):
		return decodeUTF16(body[2:], enc.LittleEndian)
	case bytes.HasPrefix(body, []byte("\xfe\xff")):
		return decodeUTF16(body[2:], enc.BigEndian)
	}
	body = bytes.TrimPrefix(body, []byte(utf8BOM))
	switch {
	case bytes.IndexByte(body, 0) >= 0:
		return "", "", refuse("expected text in UTF-8, got something that is no text: expected %s", expected)
	case utf8.Valid(body):
		return string(body), "", nil
	case !plausible1252(body):
		return "", "", refuse("expected text in UTF-8, got an encoding that cannot be told for sure: save it as UTF-8")
	}
	out, err := charmap.Windows1252.NewDecoder().Bytes(body)
	if err != nil {
		return "", "", refuse("expected text in UTF-8: save it in this encoding")
	}
	return string(out), "Windows-1252", nil
}

func decodeUTF16(body []byte, order enc.Endianness) (text, charset string, err error) {
	out, err := enc.UTF16(order, enc.IgnoreBOM).NewDecoder().Bytes(body)
	broken := bytes.Count(out, []byte("\ufffd"))
	if err != nil || len(body)%2 != 0 || broken > 0 || bytes.IndexByte(out, 0) >= 0 {
		return "", "", refuse("expected text in UTF-8, got broken UTF-16: save it as UTF-8")
	}
	return string(out), "UTF-16", nil
}

// letters1252 is what texts in Spanish, English and Portuguese hold beyond ASCII.
const letters1252 = "áéíóúüñÁÉÍÓÚÜÑçÇãõâêôàÃÕÂÊÔÀïö¿¡ºª°«»“”‘’–—…€£·•®™©§²³½¼¾×\u00a0\u00ad´"

// plausible1252 reports whether bytes that are no UTF-8 are surely Windows-1252 or the Latin-1 in it: mostly ASCII, its other letters
// those of our languages, and no remains of UTF-8.
func plausible1252(body []byte) bool {
	high, known, control, utf := 0, 0, 0, 0
	for i := 0; i < len(body); {
		c := body[i]
		if c < utf8.RuneSelf {
			if c < ' ' && !strings.ContainsRune("\t\n\r\f\v", rune(c)) {
				control++
			}
			i++
			continue
		}
		if _, size := utf8.DecodeRune(body[i:]); size > 1 {
			utf++
			i += size
			continue
		}
		high++
		if strings.ContainsRune(letters1252, charmap.Windows1252.DecodeByte(c)) {
			known++
		}
		i++
	}
	return control == 0 && utf <= high/10 && high <= len(body)/3 && known >= high*9/10
}

// clean takes out what nobody sees: marks of direction, of width and of syllables, and control characters. Ligatures become letters.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == '\u00a0' || r == '\u2007' || r == '\u202f':
			return ' '
		case r == '\u00ad' || r == unicode.ReplacementChar || unicode.In(r, unicode.Cf, unicode.Cc, unicode.Co):
			return -1
		}
		return r
	}, ligatures.Replace(s))
}

var ligatures = strings.NewReplacer("ﬀ", "ff", "ﬁ", "fi", "ﬂ", "fl", "ﬃ", "ffi", "ﬄ", "ffl", "ﬅ", "st", "ﬆ", "st")
