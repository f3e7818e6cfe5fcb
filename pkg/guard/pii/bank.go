package pii

// ibanLengths gives the length of the IBANs of each country that issues them to retail customers.
var ibanLengths = map[string]int{
	"AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22, "BR": 29, "CH": 21,
	"CR": 22, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "DO": 28, "EE": 20, "ES": 24, "FI": 18, "FO": 18, "FR": 27,
	"GB": 22, "GE": 22, "GI": 23, "GL": 18, "GR": 27, "GT": 28, "HR": 21, "HU": 28, "IE": 22, "IL": 23, "IS": 26,
	"IT": 27, "JO": 30, "KW": 30, "KZ": 20, "LB": 28, "LI": 21, "LT": 20, "LU": 20, "LV": 21, "MC": 27, "MD": 24,
	"ME": 22, "MK": 19, "MR": 27, "MT": 31, "MU": 30, "NL": 18, "NO": 15, "PK": 24, "PL": 28, "PS": 29, "PT": 25,
	"QA": 29, "RO": 24, "RS": 22, "SA": 24, "SE": 24, "SI": 19, "SK": 24, "SM": 27, "SV": 28, "TN": 24, "TR": 26,
	"UA": 29, "VA": 22, "VG": 24, "XK": 20, "LY": 25, "IQ": 23, "BY": 28, "LC": 32, "SC": 31, "TL": 23, "ST": 25,
}

// lengthsByLetters is ibanLengths by the two letters.
var lengthsByLetters = func() (t [26][26]uint8) {
	for country, length := range ibanLengths {
		t[country[0]-'A'][country[1]-'A'] = uint8(length)
	}
	return t
}()

// ibanLength returns the length of an IBAN that begins as code does, or 0.
func ibanLength(code []byte) int {
	if !isUpper(code[0]) || !isUpper(code[1]) {
		return 0
	}
	return int(lengthsByLetters[code[0]-'A'][code[1]-'A'])
}

// iban checks the letters and digits of an IBAN, in upper case and without blanks.
func iban(code []byte) bool {
	if len(code) < 15 || !isDigit(code[2]) || !isDigit(code[3]) || ibanLength(code) != len(code) {
		return false
	}
	return mod97(code[4:], code[:4]) == 1
}

func mod97(parts ...[]byte) int {
	rest := 0
	for _, part := range parts {
		for _, c := range part {
			if isDigit(c) {
				rest = rest*10 + int(c-'0')
			} else {
				rest = rest*100 + int(c-'A') + 10
			}
			if rest > 1e15 {
				rest %= 97
			}
		}
	}
	return rest % 97
}

// weigh sums the products of digits and weights, from the left; the weights begin again when they are used up.
func weigh(digits []byte, weights string) int {
	sum := 0
	for i, c := range digits {
		sum += int(c-'0') * int(weights[i%len(weights)]-'0')
	}
	return sum
}

// clabe checks the 18 digits of a Mexican CLABE: a bank's code, which may be a new one if the words name a CLABE, a place and the
// check digit.
func clabe(d []byte, named bool) bool {
	if len(d) != 18 || !named && !mexicanBanks[atoi3(d)] {
		return false
	}
	sum := 0
	for i, c := range d[:17] {
		sum += int(c-'0') * int("371"[i%3]-'0') % 10
	}
	return byte('0'+(10-sum%10)%10) == d[17]
}

func atoi3(d []byte) int { return int(d[0]-'0')*100 + int(d[1]-'0')*10 + int(d[2]-'0') }

// mexicanBanks are the codes of those who issue CLABEs.
var mexicanBanks = func() map[int]bool {
	out := map[int]bool{}
	for _, code := range [...]int{
		1, 2, 6, 9, 12, 14, 19, 21, 22, 30, 32, 36, 37, 42, 44, 58, 59, 60, 62, 72, 102, 103, 106, 108, 110, 112, 113, 116, 124, 126,
		127, 128, 129, 130, 131, 132, 133, 135, 136, 137, 138, 139, 140, 141, 143, 145, 147, 148, 149, 150, 151, 152, 153, 154, 155,
		156, 157, 158, 159, 160, 166, 167, 168, 600, 601, 602, 605, 606, 607, 608, 610, 613, 614, 615, 616, 617, 618, 619, 620, 621,
		622, 623, 626, 627, 628, 629, 630, 631, 632, 633, 634, 636, 637, 638, 640, 642, 646, 647, 648, 649, 651, 652, 653, 655, 656,
		659, 661, 670, 677, 680, 683, 684, 685, 688, 689, 699, 703, 706, 710, 711, 712, 713, 714, 715, 720, 722, 723, 725, 727, 728,
		730, 732, 734, 738, 812, 901, 902, 903,
	} {
		out[code] = true
	}
	return out
}()

// cbu checks the 22 digits of an Argentine CBU or CVU: two blocks, each with its check digit.
func cbu(d []byte) bool {
	if len(d) != 22 {
		return false
	}
	return (10-weigh(d[:7], "7139713")%10)%10 == int(d[7]-'0') && (10-weigh(d[8:21], "3971397139713")%10)%10 == int(d[21]-'0')
}

// luhn checks the digits of a card.
func luhn(digits []byte) bool {
	sum := 0
	for i := range digits {
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
func issuer(digits []byte) bool {
	n := len(digits)
	first4 := atoi3(digits)*10 + int(digits[3]-'0')
	first2 := first4 / 100
	switch {
	case digits[0] == '4':
		return n == 13 || n == 16 || n == 19
	case first2 >= 51 && first2 <= 55, first4 >= 2221 && first4 <= 2720:
		return n == 16
	case first2 == 34 || first2 == 37:
		return n == 15
	case first2 == 36 || first2 == 38 || first2 == 39 || first4 >= 3000 && first4 <= 3059 || first4 == 3095:
		return n == 14 || n == 16
	case first2 == 35 || first2 == 60 || first2 == 62 || first2 == 63 || first2 == 64 || first2 == 65:
		return n >= 16
	case first2 == 50 || first2 >= 56 && first2 <= 58 || first2 == 67 || first2 == 81:
		return n >= 16 // Maestro, Elo, UnionPay
	}
	return false
}
