package pii

import "slices"

// rutCheck returns the check character of a Chilean RUT: 0-9 or K.
func rutCheck(digits []byte) byte {
	sum, factor := 0, 2
	for _, digit := range slices.Backward(digits) {
		sum += int(digit-'0') * factor
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

const taxWeights = "5432765432"

// cuit checks an Argentine CUIT or CUIL: kind, DNI, check digit.
func cuit(d []byte) bool {
	if len(d) != 11 {
		return false
	}
	switch decimal(d[:2]) {
	case 20, 23, 24, 25, 26, 27, 30, 33, 34, 50, 51, 55:
	default:
		return false
	}
	check := (11 - weigh(d[:10], taxWeights)%11) % 11
	return check < 10 && byte('0'+check) == d[10]
}

// ruc checks the eleven digits of a Peruvian RUC.
func ruc(d []byte) bool {
	if len(d) != 11 {
		return false
	}
	switch decimal(d[:2]) {
	case 10, 15, 16, 17, 20:
	default:
		return false
	}
	return byte('0'+(11-weigh(d[:10], taxWeights)%11)%10) == d[10]
}

var nitWeights = [...]int{3, 7, 13, 17, 19, 23, 29, 37, 41, 43, 47, 53, 59, 67, 71}

// nitCheck returns the check digit of a Colombian NIT.
func nitCheck(d []byte) byte {
	sum := 0
	for i, c := range d {
		sum += int(c-'0') * nitWeights[(len(d)-1-i)%len(nitWeights)]
	}
	rest := sum % 11
	if rest > 1 {
		rest = 11 - rest
	}
	return byte('0' + rest)
}

// ssn checks what a US social security number cannot be.
func ssn(d []byte) bool {
	if len(d) != 9 || d[0] == '9' {
		return false
	}
	area := atoi3(d)
	return area != 0 && area != 666 && decimal(d[3:5]) != 0 && decimal(d[5:]) != 0
}

// itin checks what the Internal Revenue Service gives to those without a social security number.
func itin(d []byte) bool { return len(d) == 9 && d[0] == '9' && within(d[3], '5', '9') }
