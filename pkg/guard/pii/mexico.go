package pii

import (
	"bytes"
	"strings"
)

const curpAlphabet = "0123456789ABCDEFGHIJKLMN\xD1OPQRSTUVWXYZ" // Ñ counts, one byte here

// shaped reports whether a code fits a shape: L letter, D digit, A either, V vowel or X, S sex, Y what ends an RFC.
func shaped(code []byte, shape string) bool {
	if len(code) != len(shape) {
		return false
	}
	for i, c := range code {
		ok := true
		switch shape[i] {
		case 'L':
			ok = isLetter(c) || c == '&' || c == eneByte
		case 'D':
			ok = isDigit(c)
		case 'A':
			ok = isLetter(c) || isDigit(c)
		case 'V':
			ok = strings.IndexByte("AEIOUX", c) >= 0
		case 'S':
			ok = c == 'H' || c == 'M' || c == 'X'
		case 'Y':
			ok = isDigit(c) || c == 'A'
		}
		if !ok {
			return false
		}
	}
	return true
}

// curp checks a Mexican CURP in upper case.
func curp(code []byte) bool {
	if !shaped(code, "LLLLDDDDDDSLLLLLAD") || !monthAndDay(code[6:10]) || bytes.IndexByte(code, eneByte) >= 0 || bytes.IndexByte(code, '&') >= 0 {
		return false
	}
	sum := 0
	for i, c := range code[:17] {
		sum += strings.IndexByte(curpAlphabet, c) * (18 - i)
	}
	return int(code[17]-'0') == (10-sum%10)%10
}

func monthAndDay(mmdd []byte) bool {
	m, d := decimal(mmdd[:2]), decimal(mmdd[2:])
	return m >= 1 && m <= 12 && d >= 1 && d <= 31
}

const rfcAlphabet = "0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ \xD1"

// rfc checks a Mexican RFC in upper case; sure means that the check character is right, which some issued ones are not.
func rfc(code []byte) (ok, sure bool) {
	full := code
	var buf [13]byte
	switch {
	case shaped(code, "LVLLDDDDDDAAY") && monthAndDay(code[6:10]):
	case shaped(code, "LLLDDDDDDAAY") && monthAndDay(code[5:9]):
		buf[0] = ' '
		copy(buf[1:], code)
		full = buf[:]
	default:
		return false, false
	}
	if string(code) == "XAXX010101000" || string(code) == "XEXX010101000" {
		return false, false // the public at large
	}
	sum := 0
	for i, c := range full[:12] {
		sum += strings.IndexByte(rfcAlphabet, c) * (13 - i)
	}
	check := byte('0')
	switch rest := sum % 11; {
	case rest == 1:
		check = 'A'
	case rest > 1:
		check = byte('0' + 11 - rest)
	}
	return true, check == full[12]
}

// nss checks the eleven digits of a Mexican social security number.
func nss(d []byte) bool { return len(d) == 11 && luhn(d) }
