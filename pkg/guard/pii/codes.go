package pii

import "strings"

// ibanLengths gives the length of the IBANs of each country that issues them to retail customers.
var ibanLengths = map[string]int{
	"AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22, "BR": 29, "CH": 21,
	"CR": 22, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "DO": 28, "EE": 20, "ES": 24, "FI": 18, "FO": 18, "FR": 27,
	"GB": 22, "GE": 22, "GI": 23, "GL": 18, "GR": 27, "GT": 28, "HR": 21, "HU": 28, "IE": 22, "IL": 23, "IS": 26,
	"IT": 27, "JO": 30, "KW": 30, "KZ": 20, "LB": 28, "LI": 21, "LT": 20, "LU": 20, "LV": 21, "MC": 27, "MD": 24,
	"ME": 22, "MK": 19, "MR": 27, "MT": 31, "MU": 30, "NL": 18, "NO": 15, "PK": 24, "PL": 28, "PS": 29, "PT": 25,
	"QA": 29, "RO": 24, "RS": 22, "SA": 24, "SE": 24, "SI": 19, "SK": 24, "SM": 27, "SV": 28, "TN": 24, "TR": 26,
	"UA": 29, "VA": 22, "XK": 20,
}

// iban returns the end of an IBAN that starts at start, or 0. Single blanks or hyphens may group it.
func iban(text string, start int) int {
	if len(text)-start < 15 || !isLetter(text[start]) || !isLetter(text[start+1]) || !isDigit(text[start+2]) && text[start+2] != ' ' {
		return 0
	}
	country := [2]byte{upper(text[start]), upper(text[start+1])}
	length := ibanLengths[string(country[:])]
	if length == 0 {
		return 0
	}
	var buf [34]byte
	end, ok := compact(text, start, buf[:length])
	if !ok || wordAt(text, end) || !isDigit(buf[2]) || !isDigit(buf[3]) || mod97(buf[4:length], buf[:4]) != 1 {
		return 0
	}
	return end
}

// compact fills out with the letters and digits from start, in upper case, and returns where they end.
func compact(text string, start int, out []byte) (end int, ok bool) {
	n := 0
	for i := start; i < len(text); i++ {
		c := text[i]
		switch {
		case isLetter(c) || isDigit(c):
			out[n] = upper(c)
			if n++; n == len(out) {
				return i + 1, true
			}
		case (c == ' ' || c == '-') && i > start && (isLetter(text[i-1]) || isDigit(text[i-1])):
		default:
			return 0, false
		}
	}
	return 0, false
}

func mod97(parts ...[]byte) int {
	rest := 0
	for _, part := range parts {
		for _, c := range part {
			if isDigit(c) {
				rest = (rest*10 + int(c-'0')) % 97
			} else {
				rest = (rest*100 + int(c-'A') + 10) % 97
			}
		}
	}
	return rest
}

const curpAlphabet = "0123456789ABCDEFGHIJKLMN\xD1OPQRSTUVWXYZ" // Ñ counts, one byte here

// curp returns the end of a Mexican CURP with a right check digit that starts at start, or 0.
func curp(text string, start int) int {
	const shape = "LLLLDDDDDDSLLLLLAD"
	if len(text)-start < len(shape) {
		return 0
	}
	sum := 0
	for i := range len(shape) {
		c := upper(text[start+i])
		switch shape[i] {
		case 'L':
			if !isLetter(c) {
				return 0
			}
		case 'D':
			if !isDigit(c) {
				return 0
			}
		case 'S':
			if c != 'H' && c != 'M' && c != 'X' {
				return 0
			}
		default:
			if !isLetter(c) && !isDigit(c) {
				return 0
			}
		}
		if i < len(shape)-1 {
			sum += strings.IndexByte(curpAlphabet, c) * (len(shape) - i)
		}
	}
	end := start + len(shape)
	date := text[start+4 : start+10]
	if !monthAndDay(date[2:4], date[4:6]) || int(text[end-1]-'0') != (10-sum%10)%10 || wordAt(text, end) {
		return 0
	}
	return end
}

func monthAndDay(month, day string) bool {
	m, d := number(month), number(day)
	return m >= 1 && m <= 12 && d >= 1 && d <= 31
}

const dniLetters = "TRWAGMYFPDXBNJZSQVHLCKE"

// nie returns the end of a Spanish NIE (X, Y or Z, seven digits, letter) that starts at start, or 0.
func nie(text string, start int) int {
	first := upper(text[start])
	if first < 'X' || first > 'Z' {
		return 0
	}
	var buf [9]byte
	end, ok := compact(text, start, buf[:])
	if !ok || wordAt(text, end) || !allDigits(buf[1:8]) {
		return 0
	}
	value := int(first-'X')*10_000_000 + number(string(buf[1:8]))
	if dniLetters[value%23] != buf[8] {
		return 0
	}
	return end
}

// dniEnd returns the end of a Spanish DNI whose eight digits end at end: its letter, apart by one mark at most; or 0.
func dniEnd(text string, digits string, end int) int {
	if len(digits) != 8 || end >= len(text) {
		return 0
	}
	if text[end] == '-' || text[end] == ' ' || text[end] == '.' {
		end++
	}
	if end >= len(text) || wordAt(text, end+1) || upper(text[end]) != dniLetters[number(digits)%23] {
		return 0
	}
	return end + 1
}

// luhn checks the digits of a card.
func luhn(digits string) bool {
	sum := 0
	for i := range len(digits) {
		d := int(digits[len(digits)-1-i] - '0')
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}

// issuer reports whether a card network issues numbers of this length and beginning.
func issuer(digits string) bool {
	n := len(digits)
	first2, first4 := number(digits[:2]), number(digits[:4])
	switch {
	case digits[0] == '4':
		return n == 13 || n == 16 || n == 19
	case first2 >= 51 && first2 <= 55, first4 >= 2221 && first4 <= 2720:
		return n == 16
	case first2 == 34 || first2 == 37:
		return n == 15
	case first2 == 36 || first2 == 38 || first2 == 39 || first4 >= 3000 && first4 <= 3059:
		return n == 14 || n == 16
	case first2 == 35 || first2 == 60 || first2 == 62 || first2 == 63 || first2 == 64 || first2 == 65:
		return n >= 16
	case first2 == 50 || first2 >= 56 && first2 <= 58 || first2 == 67:
		return n >= 16 // Maestro, Elo
	}
	return false
}

// rutCheck returns the check character of a Chilean RUT: 0-9 or K.
func rutCheck(digits string) byte {
	sum, factor := 0, 2
	for i := len(digits) - 1; i >= 0; i-- {
		sum += int(digits[i]-'0') * factor
		if factor++; factor > 7 {
			factor = 2
		}
	}
	switch check := 11 - sum%11; check {
	case 11:
		return '0'
	case 10:
		return 'K'
	default:
		return byte('0' + check)
	}
}

// cuit checks an Argentine CUIT or CUIL: kind, DNI, check digit.
func cuit(digits string) bool {
	if len(digits) != 11 {
		return false
	}
	switch number(digits[:2]) {
	case 20, 23, 24, 25, 26, 27, 30, 33, 34:
	default:
		return false
	}
	sum := 0
	for i, weight := range [...]int{5, 4, 3, 2, 7, 6, 5, 4, 3, 2} {
		sum += int(digits[i]-'0') * weight
	}
	check := (11 - sum%11) % 11
	return check < 10 && byte('0'+check) == digits[10]
}

func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func upper(c byte) byte {
	if c >= 'a' && c <= 'z' {
		return c - 'a' + 'A'
	}
	return c
}

func allDigits(b []byte) bool {
	for _, c := range b {
		if !isDigit(c) {
			return false
		}
	}
	return len(b) > 0
}

// number reads digits; callers keep them short.
func number(digits string) int {
	n := 0
	for i := range len(digits) {
		n = n*10 + int(digits[i]-'0')
	}
	return n
}
