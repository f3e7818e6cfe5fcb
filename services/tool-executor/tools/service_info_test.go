package tools

import (
	"fmt"
	"testing"

	"github.com/recado/recado/services/tool-executor/tools/wire"
)

func offersNamed(names ...string) (out []offer) {
	for _, name := range names {
		out = append(out, offer{name: name})
	}
	return out
}

func TestBestOfferPrefersTheWholeNameThenItsBeginningThenAPart(t *testing.T) {
	t.Parallel()
	offers := offersNamed("Limpieza dental profunda", "Limpieza", "Blanqueamiento dental", "Corte de pelo con lavado")
	offers[2].aliases = []string{"Blanqueo"}
	for wanted, want := range map[string]string{
		"limpieza":                 "Limpieza",
		"LIMPIEZA  ":               "Limpieza",
		"limpieza dental":          "Limpieza dental profunda",
		"dental":                   "Blanqueamiento dental",
		"blanqueo":                 "Blanqueamiento dental",
		"lavado de pelo":           "Corte de pelo con lavado",
		"una limpieza por favor":   "Limpieza",
		"el lavado y corte de oro": "Corte de pelo con lavado",
	} {
		if got, ok := bestOffer(offers, wanted); !ok || got.name != want {
			t.Errorf("%q finds %q, want %q", wanted, got.name, want)
		}
	}
	for _, wanted := range []string{"", "  ", "ortodoncia", "lavado de coches", "de"} {
		if got, ok := bestOffer(offersNamed("Masaje", "Corte con lavado"), wanted); ok {
			t.Errorf("%q finds %q, want nothing", wanted, got.name)
		}
	}
}

func TestPriceRangeIsEmptyWithoutPrices(t *testing.T) {
	t.Parallel()
	low, high := int64(80_000), int64(150_000)
	for _, c := range []struct {
		o    offer
		want string
	}{
		{offer{currency: "MXN"}, ""},
		{offer{currency: "MXN", priceMin: &low}, ""},
		{offer{currency: "MXN", priceMin: &low, priceMax: &low}, "$800"},
		{offer{currency: "MXN", priceMin: &low, priceMax: &high}, "$800 - $1,500"},
	} {
		if got := c.o.priceRange(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
	if got := wire.Major(low, "MXN"); got != 800 {
		t.Errorf("80000 centavos are %v pesos", got)
	}
	if got := wire.Major(800, "CLP"); got != 800 {
		t.Errorf("800 of a currency without minor units are %v", got)
	}
}

func TestRefusalListsABoundedNumberOfNames(t *testing.T) {
	t.Parallel()
	var names []string
	for i := range 50 {
		names = append(names, fmt.Sprintf("servicio %d", i))
	}
	if got := offerNames(offersNamed(names...)); len(got) != wire.NamesListed || got[0] != "servicio 0" {
		t.Errorf("%d names, the first %q", len(got), got[0])
	}
	if got := offerNames(nil); len(got) != 0 {
		t.Errorf("no offers give %v", got)
	}
}
