package pii

const dniLetters = "TRWAGMYFPDXBNJZSQVHLCKE"

// dni checks the letter of a Spanish DNI of eight digits.
func dni(digits []byte, control byte) bool {
	return len(digits) == 8 && dniLetters[decimal(digits)%23] == upper(control)
}

// nie checks X, Y or Z, seven digits and a letter; K, L and M are of those without a DNI.
func nie(code []byte) (kind string) {
	if len(code) != 9 || !digitsOnly(code[1:8]) {
		return ""
	}
	value := decimal(code[1:8])
	switch code[0] {
	case 'X', 'Y', 'Z':
		if kind = TypeNIE; dniLetters[(int(code[0]-'X')*10_000_000+value)%23] == code[8] {
			return kind
		}
	case 'K', 'L', 'M':
		if dniLetters[value%23] == code[8] {
			return TypeDNI
		}
	}
	return ""
}

// cif checks the number of a Spanish legal person; sure is false for a check digit that one in ten codes has.
func cif(code []byte) (ok, sure bool) {
	if len(code) != 9 || !digitsOnly(code[1:8]) {
		return false, false
	}
	sum := 0
	for i, c := range code[1:8] {
		d := int(c - '0')
		if i%2 == 0 {
			d *= 2
			d = d/10 + d%10
		}
		sum += d
	}
	check := (10 - sum%10) % 10
	switch code[0] {
	case 'P', 'Q', 'R', 'S', 'N', 'W':
		return code[8] == "JABCDEFGHI"[check], true
	case 'A', 'B', 'E', 'H':
		return code[8] == byte('0'+check), false
	case 'C', 'D', 'F', 'G', 'J', 'U', 'V':
		return code[8] == byte('0'+check) || code[8] == "JABCDEFGHI"[check], !isDigit(code[8])
	}
	return false, false
}

// nuss checks the twelve digits of a Spanish social security number.
func nuss(d []byte) bool {
	if len(d) != 12 {
		return false
	}
	province := decimal(d[:2])
	if province < 1 || province > 53 && province != 66 {
		return false
	}
	number := decimal(d[2:10])
	value := number + province*100_000_000
	if number < 10_000_000 {
		value = number + province*10_000_000
	}
	return value%97 == decimal(d[10:])
}

func digitsOnly[T string | []byte](s T) bool {
	for i := range len(s) {
		if !isDigit(s[i]) {
			return false
		}
	}
	return len(s) > 0
}

// decimal reads digits; callers keep them short.
func decimal(digits []byte) int {
	n := 0
	for _, c := range digits {
		n = n*10 + int(c-'0')
	}
	return n
}
