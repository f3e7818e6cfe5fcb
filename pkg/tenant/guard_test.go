package tenant_test

import (
	"testing"

	"github.com/recado/recado/pkg/tenant"
)

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
