package pii

import "testing"

// issued are numbers of each kind that are right, as published in examples or computed by hand.
var issued = map[string][]string{
	TypeCard:  {"4111111111111111", "5555555555554444", "378282246310005", "6011111111111117", "30569309025904", "3530111333300000", "2223003122003222"},
	TypeIBAN:  {"ES9121000418450200051332", "DE89370400440532013000", "GB29NWBK60161331926819", "FR1420041010050500013M02606", "BR1800360305000010009795493C1"},
	TypeCLABE: {"032180000118359719", "002010077777777771"},
	TypeCBU:   {"2850590940090418135201"},
	TypeNUSS:  {"281234567840"},
	TypeRUC:   {"20100070970", "20131312955"},
	TypeCUIT:  {"20123456786", "30500010912"},
	TypeDNI:   {"12345678Z", "00000000T"},
	TypeNIE:   {"X1234567L", "Z1234567R"},
	TypeCIF:   {"A58818501", "B58378431", "Q2818002D"},
	TypeCURP:  {"HEGG560427MVZRRL04"},
	TypeRFC:   {"GODE561231GR8"},
	TypeRUT:   {"123456785", "111111111"},
	TypeNIT:   {"8001972684", "8999990902"},
}

// right reports whether the check of a kind accepts a number.
func right(kind, number string) bool {
	d := []byte(number)
	switch kind {
	case TypeCard:
		return len(d) >= 13 && len(d) <= 19 && digitsOnly(d) && issuer(d) && luhn(d)
	case TypeIBAN:
		return iban(d)
	case TypeCLABE:
		return digitsOnly(d) && clabe(d, false)
	case TypeCBU:
		return digitsOnly(d) && cbu(d)
	case TypeNUSS:
		return digitsOnly(d) && nuss(d)
	case TypeRUC:
		return digitsOnly(d) && ruc(d)
	case TypeCUIT:
		return digitsOnly(d) && cuit(d)
	case TypeNSS:
		return digitsOnly(d) && nss(d)
	case TypeDNI:
		return len(d) == 9 && digitsOnly(d[:8]) && dni(d[:8], d[8])
	case TypeNIE:
		return nie(d) == TypeNIE
	case TypeCIF:
		ok, _ := cif(d)
		return ok
	case TypeCURP:
		return curp(d)
	case TypeRFC:
		ok, sure := rfc(d)
		return ok && sure
	case TypeRUT:
		return len(d) > 1 && digitsOnly(d[:len(d)-1]) && rutCheck(d[:len(d)-1]) == d[len(d)-1]
	case TypeNIT:
		return len(d) > 1 && digitsOnly(d) && nitCheck(d[:len(d)-1]) == d[len(d)-1]
	case TypeSSN:
		return digitsOnly(d) && ssn(d)
	}
	return false
}

func TestChecksAcceptIssuedNumbers(t *testing.T) {
	t.Parallel()
	for kind, numbers := range issued {
		for _, number := range numbers {
			if !right(kind, number) {
				t.Errorf("%s %s is refused", kind, number)
			}
		}
	}
}

func TestChecksRefuseOneWrongDigit(t *testing.T) {
	t.Parallel()
	for kind, numbers := range issued {
		for _, number := range numbers {
			for i := range number {
				if !isDigit(number[i]) {
					continue
				}
				wrong := []byte(number)
				wrong[i] = '0' + (wrong[i]-'0'+1)%10
				if right(kind, string(wrong)) {
					t.Errorf("%s %s is accepted for %s", kind, wrong, number)
				}
			}
		}
	}
}

func FuzzChecks(f *testing.F) {
	for _, numbers := range issued {
		for _, number := range numbers {
			f.Add(number)
		}
	}
	f.Add("")
	f.Add("\x00\xff")
	f.Fuzz(func(_ *testing.T, number string) {
		for kind := range issued {
			right(kind, number)
		}
		right(TypeSSN, number)
		right(TypeNSS, number)
		if digits := []byte(number); digitsOnly(digits) {
			for _, plus := range [...]bool{false, true} {
				planOf(digits, plus)
			}
		}
	})
}

func FuzzFind(f *testing.F) {
	for kind, numbers := range issued {
		for _, number := range numbers {
			f.Add("mi " + kind + " es " + number + " gracias")
		}
	}
	for _, text := range [...]string{
		"mi cel es 55 1234-5678 ext. 9", "a n a @ g m a i l . c o m", "ana punto lopez arroba gmail punto com", "doble cinco triple cero",
		"contraseña: \"Gato 22\"", "-----BEGIN PRIVATE KEY-----\nMIIE\n-----END", "://a:b@c", "Perro1 es mi clave", "[55] 1234", "5⃣5⃣", "\xff@\xff.com", "+(+(1",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var finder Finder
		last := 0
		for _, sp := range finder.Find(text) {
			if sp.Start < last || sp.End <= sp.Start || sp.End > len(text) || sp.Kind == "" {
				t.Fatalf("%+v after %d of %d", sp, last, len(text))
			}
			last = sp.End
		}
	})
}
