package guard_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/guard"
)

// personal texts; «» mark what must be found, and the type stands first.
var personal = []struct{ kind, text string }{
	{"email", "mi correo es «ana.perez+x@mail.example.com.mx», gracias"},
	{"email", "<«a_b-c@example.org»>."},
	{"email", "mailto:«josé@correo.example»"},
	{"phone", "mi cel es «55 1234 5678»"},
	{"phone", "«5512345678»"},
	{"phone", "llámame al «+52 1 55 1234 5678» por favor"},
	{"phone", "«+52 (55) 1234-5678»"},
	{"phone", "«(55) 1234 5678» es mi número"},
	{"phone", "tel:«8112345678»"},
	{"phone", "Tel.«55-1234-5678»."},
	{"phone", "cel«5512345678»"},
	{"phone", "📞«5512345678»"},
	{"phone", "whatsapp «987 654 321»"},
	{"phone", "«+51 987654321»"},
	{"phone", "soy de España, «612 345 678»"},
	{"phone", "«+34612345678» o por correo"},
	{"phone", "«612 34 56 78»"},
	{"phone", "«+54 9 11 2345-6789»"},
	{"phone", "mi número es «11 2345-6789»"},
	{"phone", "«+56 9 8765 4321»"},
	{"phone", "«9 8765 4321»"},
	{"phone", "«300 123 4567»"},
	{"phone", "«+57 300 1234567»"},
	{"phone", "call me at «(415) 555-2671»"},
	{"phone", "«+1 415 555 2671»"},
	{"phone", "«0044 20 7946 0958»"},
	{"phone", "+«»«+442079460958»"},
	{"phone", "mi fono fijo es «2345678»"},
	{"phone", "a las 5 «5512345678»"},
	{"phone", "el 12/05/2026 «5512345678»"},
	{"phone", "pedido 44123, tel «5512345678»"},
	{"phone", "https://wa.me/«5215512345678»"},
	{"phone", "５５ «５５１２３４５６７８»"},
	{"phone", "«55\u200b12345678»"},
	{"phone", "«+54 11 15 2345 6789»"},
	{"phone", "cel «15 2345 6789»"},
	{"phone", "«(011) 4123-4567»"},
	{"phone", "fijo «01 234 5678»"},
	{"phone", "2 pizzas para «5512345678» a las 8"},
	{"credit_card", "mi tarjeta «4111 1111 1111 1111» vence 12/28"},
	{"credit_card", "«4111111111111111»"},
	{"credit_card", "amex «3782 822463 10005»"},
	{"credit_card", "«5555-5555-5555-4444»"},
	{"iban", "«ES91 2100 0418 4502 0005 1332»"},
	{"iban", "mi cuenta «DE89370400440532013000», gracias"},
	{"mx_curp", "CURP «HEGG560427MVZRRL04»"},
	{"mx_curp", "curp: «hegg560427mvzrrl04»."},
	{"es_dni", "mi DNI «12345678Z»"},
	{"es_dni", "«12.345.678-Z»"},
	{"es_nie", "NIE «X1234567L»"},
	{"es_nie", "«X-1234567-L»"},
	{"cl_rut", "rut «12.345.678-5»"},
	{"cl_rut", "«12345678-5»"},
	{"cl_rut", "mi rut es «123456785»"},
	{"ar_cuit", "CUIT «20-12345678-6»"},
	{"ar_cuit", "cuil «20123456786»"},
}

// harmless texts hold numbers that are no personal data.
var harmless = []string{
	"mi pedido 5512345678 no llega",
	"orden #1234567890",
	"folio 9876543210",
	"número de guía 4123456789",
	"order number 4155552671",
	"tracking 612345678",
	"cuesta $1,250.00",
	"$ 1.500.000",
	"son 600.000.000 pesos",
	"total 5512345678",
	"S/ 987654321",
	"5512345678 pesos",
	"a las 10:30 o 11:45",
	"el 12/05/2026 a las 15:30",
	"2026-05-12",
	"del 12-05-26 al 14-05-26",
	"mesa para 4 a las 8",
	"de 9 a 18 h, de lunes a viernes",
	"1, 2, 3, 4, 5, 6, 7, 8, 9, 10",
	"años 2019 2020 2021",
	"4111 1111 1111 1112",
	"12345678A",
	"X1234567A",
	"ES91 2100 0418 4502 0005 1333",
	"HEGG560427MVZRRL05",
	"12.345.678-9",
	"ORD-12345678",
	"SKU AB12345678901",
	"v1.2.3.4",
	"99% de 1000000",
	"1111111111",
	"0000000000000000",
	"arroba @restaurante",
	"a@b",
	"tengo 35 años y mido 1.75",
	"código postal 03100",
	"8x10",
	"https://example.com/p/5512345678901",
}

func marked(text string) (plain string, spans [][2]int) {
	var out []rune
	for _, r := range text {
		switch r {
		case '«':
			spans = append(spans, [2]int{len(out), 0})
		case '»':
			spans[len(spans)-1][1] = len(out)
		default:
			out = append(out, r)
		}
	}
	empty := func(s [2]int) bool { return s[0] == s[1] }
	return string(out), slices.DeleteFunc(spans, empty)
}

func TestPersonalDataIsFound(t *testing.T) {
	t.Parallel()
	for _, p := range personal {
		text, spans := marked(p.text)
		got := guard.Screen(text, guard.Contact)
		if len(got.PII) != len(spans) {
			t.Errorf("%q: found %+v", text, got.PII)
			continue
		}
		for i, f := range got.PII {
			if f.Type != p.kind || [2]int{f.Start, f.End} != spans[i] {
				t.Errorf("%q: found %+v, want %s at %v", text, f, p.kind, spans[i])
			}
			if strings.Contains(got.Masked, f.Value) || !strings.Contains(got.Masked, f.Token) {
				t.Errorf("%q became %q", text, got.Masked)
			}
		}
		if got.Verdict != guard.Modify {
			t.Errorf("%q is %v", text, got.Verdict)
		}
		if masked := guard.Mask(text); !strings.Contains(masked, guard.Protected) {
			t.Errorf("Mask(%q) = %q", text, masked)
		}
	}
}

func TestHarmlessNumbersStay(t *testing.T) {
	t.Parallel()
	for _, text := range harmless {
		if got := guard.Screen(text, guard.Contact); len(got.PII) != 0 || got.Masked != text {
			t.Errorf("%q became %q: %+v", text, got.Masked, got.PII)
		}
		if got := guard.Mask(text); got != text {
			t.Errorf("Mask(%q) = %q", text, got)
		}
	}
}

func TestTokensAreNumberedPerTypeAndValue(t *testing.T) {
	t.Parallel()
	var n guard.Numbering
	first := n.Screen("soy 55 1234 5678, o 5598765432, o ana@example.com; repito: 55-1234-5678", guard.Contact)
	if want := "soy [TEL_1], o [TEL_2], o [EMAIL_1]; repito: [TEL_1]"; first.Masked != want {
		t.Errorf("masked %q, want %q", first.Masked, want)
	}
	second := n.Screen("ANA@example.com y luis@example.com", guard.Contact)
	if want := "[EMAIL_1] y [EMAIL_2]"; second.Masked != want {
		t.Errorf("the next text of the message: %q, want %q", second.Masked, want)
	}
}

func TestEveryTypeHasATokenOfItsOwn(t *testing.T) {
	t.Parallel()
	kinds := []string{
		guard.TypeEmail, guard.TypePhone, guard.TypeCard, guard.TypeIBAN, guard.TypePassport, guard.TypeSecret, guard.TypeDNI, guard.TypeNIE,
		guard.TypeCIF, guard.TypeNUSS, guard.TypeCURP, guard.TypeRFC, guard.TypeCLABE, guard.TypeNSS, guard.TypeDNIPeru, guard.TypeRUC,
		guard.TypeCE, guard.TypeDNIArg, guard.TypeCUIT, guard.TypeCBU, guard.TypeRUT, guard.TypeCC, guard.TypeNIT, guard.TypeSSN,
	}
	seen := map[string]string{guard.Token("", 1): "no type"}
	for _, kind := range kinds {
		token := guard.Token(kind, 1)
		if other, taken := seen[token]; taken {
			t.Errorf("%s and %s share %s", kind, other, token)
		}
		seen[token] = kind
		if masked := guard.Mask("mi dato es " + token + ", gracias"); masked != "mi dato es "+token+", gracias" {
			t.Errorf("%s became %q", token, masked)
		}
	}
}

func TestMaskingAMaskedTextChangesNothing(t *testing.T) {
	t.Parallel()
	for _, p := range personal {
		text, _ := marked(p.text)
		once := guard.Mask(text)
		if twice := guard.Mask(once); twice != once {
			t.Errorf("%q became %q, then %q", text, once, twice)
		}
	}
}

func TestMaskKeepsWhatTheBusinessMaySay(t *testing.T) {
	t.Parallel()
	got := guard.Mask("Llámenos al 55 5000 1000 o al cliente 55 1234 5678", "+52 55 1111 2222", "5550001000")
	if want := "Llámenos al 55 5000 1000 o al cliente " + guard.Protected; got != want {
		t.Errorf("masked %q, want %q", got, want)
	}
}
