package services_test

import (
	"slices"
	"testing"

	"github.com/recado/recado/pkg/bus/bustest"
)

func TestTheBusinessHearsThatItsMonthIsAlmostSpent(t *testing.T) {
	t.Parallel()
	business := newTold(t)
	l := newLab(t, shopThatIsTold(t, business.URL))
	spend := func(micros int) {
		l.db.Exec(t, `SELECT chat.keep_usage('shop-a', NULL, NULL, jsonb_build_array(jsonb_build_object('id', gen_random_uuid(), 'kind', 'chat',
			'provider', 'one', 'model', 'dear', 'tier', 'fast', 'outcome', 'ok', 'fallback', '', 'input_tokens', 9, 'cached_tokens', 0,
			'output_tokens', 9, 'estimated', false, 'cost_micros', $1::bigint, 'duration_ms', 9, 'trace_id', '', 'at', now())),
			date_trunc('month', now() AT TIME ZONE zone)::date, 1000000) FROM core.tenants WHERE tenant_id = 'shop-a'`, micros)
	}
	spend(850_000)
	bustest.Eventually(t, "it hears of the first share", func() bool { return slices.Equal(business.kinds(), []string{"budget_warning"}) })
	spend(100_000)
	bustest.Eventually(t, "it hears of the second", func() bool {
		return slices.Equal(business.kinds(), []string{"budget_warning", "budget_critical"})
	})
}
