package apply

import (
	"errors"
	"testing"

	"github.com/recado/recado/pkg/tenantfile/tenantfiletest"
)

func TestADisabledTenantStaysSoWhileItsFileIsApplied(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	if _, err := w.Disable(t.Context(), "clinic", true); !errors.Is(err, ErrUnknown) {
		t.Errorf("a tenant that there is not: %v", err)
	}
	w.apply(t, tenantfiletest.Load(t, "clinic"))
	before := w.bucket(t, "clinic")
	disable := func(on, want bool) {
		t.Helper()
		if changed, err := w.Disable(t.Context(), "clinic", on); changed != want || err != nil {
			t.Errorf("disable %t: changed %t, %v", on, changed, err)
		}
		if got := w.bucket(t, "clinic"); got.Disabled != on {
			t.Errorf("the services read %t, want %t", got.Disabled, on)
		}
	}
	disable(true, true)
	disable(true, false)
	if sum := w.apply(t, tenantfiletest.Load(t, "clinic")); sum.Changed || !w.bucket(t, "clinic").Disabled {
		t.Errorf("the same file: %+v", sum)
	}
	if sum := w.apply(t, change(t, "name: Clínica", "name: Otra clínica")); !sum.Changed || !w.bucket(t, "clinic").Disabled {
		t.Errorf("another file: %+v", sum)
	}
	disable(false, true)
	if after := w.bucket(t, "clinic"); after.Version != before.Version+3 || string(after.Identity.Key) != string(before.Identity.Key) {
		t.Errorf("version %d after %d", after.Version, before.Version)
	}
}
