package order

import (
	"testing"

	"github.com/recado/recado/pkg/language"
)

func TestOrderNumberIsFound(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"dónde está mi pedido 1234": "1234", "orden #A-45": "A-45", "my order number is 88": "88", "#5521": "5521", "pedido": "", "quiero pedir 2 tacos": "",
		"mi pedido de 2 tacos": "", "pedido número 7": "7",
	} {
		if got := Number(language.Read(text)); got != want {
			t.Errorf("OrderNumber(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestQuantitiesAreRead(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{"dos tacos": 2, "3 órdenes de tacos": 3, "2x tacos": 2, "unos tacos": 0, "tacos": 0, "quiero 12 tacos": 12, "veinticinco tacos": 25} {
		read := language.Read(text)
		at := 0
		for i := range read.Tokens {
			if read.Tokens[i].Norm == "tacos" {
				at = i
			}
		}
		if got := QuantityBefore(read, at); got != want {
			t.Errorf("QuantityBefore(%q) = %d, want %d", text, got, want)
		}
	}
	for text, want := range map[string]int{"3": 3, "tres": 3, "somos 4": 4, "5pm": 0, "hola": 0, "24/11": 0, "": 0, "quiero 3 tacos": 0} {
		if got := BareNumber(language.Read(text)); got != want {
			t.Errorf("BareNumber(%q) = %d, want %d", text, got, want)
		}
	}
}
