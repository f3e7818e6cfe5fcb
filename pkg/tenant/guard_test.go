package tenant_test

import (
	"testing"

	"github.com/recado/recado/pkg/tenant"
)

func TestGuardAllowsOnlyTheTenantsLinks(t *testing.T) {
	t.Parallel()
	g := tenant.Guard{AllowedLinks: []string{"clinica.example"}, OwnLinks: []string{"https://maps.example/?q=1"}}
	for link, want := range map[string]bool{
		"https://clinica.example/precios":        true,
		"HTTP://Citas.Clinica.Example./":         true,
		"clinica.example/menu":                   true,
		"https://maps.example/?q=1":              true,
		"https://maps.example/?q=secret":         false,
		"https://clinica.example@evil.example/":  false,
		"https://evilclinica.example/":           false,
		"https://clinica.example.evil.example/":  false,
		"javascript://clinica.example/%0aalert1": false,
		"https://":                               false,
		"://":                                    false,
	} {
		if got := g.AllowsLink(link); got != want {
			t.Errorf("AllowsLink(%q) = %v, want %v", link, got, want)
		}
	}
}

func TestGuardWithoutThresholdsHasTheDefaults(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		guard       tenant.Guard
		flag, block float64
	}{
		{tenant.Guard{}, 3, 6},
		{tenant.Guard{FlagAt: 5}, 5, 6},
		{tenant.Guard{BlockAt: 2}, 2, 2},
		{tenant.Guard{FlagAt: 1, BlockAt: 20}, 1, 20},
	} {
		if flag, block := x.guard.Thresholds(); flag != x.flag || block != x.block {
			t.Errorf("%+v: got %v and %v, want %v and %v", x.guard, flag, block, x.flag, x.block)
		}
	}
}
