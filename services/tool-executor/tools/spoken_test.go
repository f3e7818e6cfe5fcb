package tools

import "testing"

func TestSpokenContactDataIsStoredInWrittenForm(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"cinco cinco uno dos tres cuatro cinco seis siete ocho": "5512345678", "55 doce 34 56 78": "5512345678",
		"cincuenta y cinco, treinta y cuatro, veinte, once, noventa y nueve": "5534201199", "five five one two three four five six seven eight": "5512345678",
		"+52 55 1234 5678": "+525512345678", "nove oito sete meia cinco quatro três dois um": "987654321", "thirty four fifty five sixty one two": "3455612",
		"cincuenta y algo": "", "no tengo": "", "": "",
	} {
		l := lead{Name: "Ana", Phone: said}
		if refusal := l.tidy(); l.Phone != want || refusal != nil != (want == "" && said != "") {
			t.Errorf("%q is kept as %q (%v), want %q", said, l.Phone, refusal, want)
		}
	}
	for said, want := range map[string]string{
		"ana.perez arroba gmail punto com": "ana.perez@gmail.com", "ana (at) gmail (dot) com": "ana@gmail.com", "ana@gmail. com": "ana@gmail.com",
		"Ana guion bajo b arroba correo punto com punto mx": "ana_b@correo.com.mx", "Ana.B@Example.com": "Ana.B@Example.com",
	} {
		l := lead{Email: said}
		if refusal := l.tidy(); refusal != nil || l.Email != want {
			t.Errorf("%q is kept as %q (%v), want %q", said, l.Email, refusal, want)
		}
	}
	if refusal := (&lead{Email: "arroba punto"}).tidy(); refusal == nil {
		t.Error("what is no address was kept")
	}
}

func FuzzSaidContactData(f *testing.F) {
	f.Add("cincuenta y cinco, doce")
	f.Add("ana guion bajo b arroba correo punto com")
	f.Fuzz(func(t *testing.T, text string) {
		l := lead{Phone: text, Email: text}
		if l.tidy() == nil && (compactPhone(l.Phone) != l.Phone || l.Email != "" && !plausibleEmail(l.Email)) {
			t.Fatalf("%q is kept as %+v", text, l)
		}
	})
}
