package services_test

import (
	"slices"
	"testing"
)

func TestTheSweeperMayWriteSettingsAndNothingElse(t *testing.T) {
	t.Parallel()
	s := deployedNATS(t)
	b := s.Bus(t, "sweep")
	check(t, "put settings back", b.Put(t.Context(), "tenants", "clinica-sol", []byte("{}")))
	keys, err := b.Keys(t.Context(), "tenants")
	check(t, "list settings", err)
	if !slices.Equal(keys, []string{"clinica-sol"}) {
		t.Errorf("got settings of %v", keys)
	}
	_, err = b.Get(t.Context(), "tenants", "clinica-sol")
	check(t, "read settings", err)
	check(t, "remove settings", b.Delete(t.Context(), "tenants", "clinica-sol"))
	check(t, "be healthy", b.Healthy(t.Context()))
	natsUser{service: "sweep"}.overreach(t, s)
}
