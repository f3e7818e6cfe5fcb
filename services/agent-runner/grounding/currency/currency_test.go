package currency_test

import (
	"testing"

	"github.com/recado/recado/services/agent-runner/grounding/currency"
)

func TestASignMayBeThatOfPesosAndDollars(t *testing.T) {
	t.Parallel()
	mexican := map[string]bool{"MXN": true}
	for _, c := range []struct {
		claimed, known string
		said           map[string]bool
		fits           bool
	}{
		{currency.Sign, "MXN", mexican, true},
		{currency.Peso, currency.Sign, nil, true},
		{currency.Peso, currency.Sign, mexican, true},
		{"USD", currency.Sign, nil, true},
		{"USD", currency.Sign, mexican, false},
		{"PEN", currency.Sign, nil, false},
		{"EUR", "PEN", nil, false},
		{"MXN", "MXN", mexican, true},
		{"BRL", "", mexican, false},
	} {
		if got := currency.Fits(c.claimed, c.known, c.said); got != c.fits {
			t.Errorf("%q for %q: %v", c.claimed, c.known, got)
		}
	}
}
