package spoken_test

import (
	"testing"

	"github.com/recado/recado/services/tool-executor/tools/spoken"
)

func TestNumbersInWordsAreDigits(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"cinco cinco doce treinta y cuatro": "551234", "thirty four fifty": "3450", "nove oito sete meia": "9876", "55 12": "5512",
		"treinta": "30", "treinta y": "30y", "no sé": "nosé", "": "",
	} {
		if got := spoken.Phone(said); got != want {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
}

func TestSignsOfAnAddressAreWritten(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"Ana guion bajo b arroba correo punto com": "ana_b@correo.com", "ana (at) gmail (dot) com": "ana@gmail.com", "arroba": "arroba", "": "",
	} {
		if got := spoken.Email(said); got != want {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
}
