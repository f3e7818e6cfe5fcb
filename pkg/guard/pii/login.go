package pii

import "strings"

// behindLogin reads the password behind a name and a slash: "credenciales: admin / Puerto88", "wifi: Casa_Sol / verano2031".
func (f *Finder) behindLogin(pos, end int) (got Span) {
	i := f.blanks(end, 1)
	switch {
	case f.exactly(i, ":T:") || f.exactly(i, ":S:"):
		return f.wifiCode(i)
	case f.at(i) == ':':
		i = f.blanks(i+1, 2)
	case f.follows(i, "is ") || f.follows(i, "es "):
		i += len("is ")
	default:
		return got
	}
	if i = f.valueEnd(i); !f.follows(i, " / ") {
		return got
	}
	if got = f.value(pos, lead{at: i + len(" / "), cue: cuePassword, sure: true, strange: true}); got.End-got.Start < 6 {
		return Span{}
	}
	return got
}

// wifiCode reads the password of a network as its QR code has it: WIFI:T:WPA;S:Casa;P:clave8821;;
func (f *Finder) wifiCode(i int) (got Span) {
	upto := min(i+maxDomain, len(f.text))
	at := strings.Index(f.text[i:upto], ";P:")
	if at < 0 || strings.IndexByte(f.text[i:i+at], '\n') >= 0 {
		if strings.IndexByte(f.text[i:upto], '\n') < 0 {
			f.at(i + maxDomain) // more may follow
		}
		return got
	}
	i += at + len(";P:")
	end := i
	for end-i < maxValue && f.at(end) != ';' && f.at(end) != 0 && f.at(end) != '\n' {
		end++
	}
	if end == i {
		return got
	}
	return Span{TypeSecret, i, end}
}
