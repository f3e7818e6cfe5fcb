package watch_test

import (
	"testing"
	"time"

	"github.com/recado/recado/services/cmd/recado/attack/watch"
	"github.com/recado/recado/services/cmd/recado/child"
)

func TestReportsFailWhereHonestMessagesAreLostOrLate(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]watch.Figures{
		"none was sent": {}, "one was lost": {Sent: 10, Answered: 9, P99: 100}, "they were late": {Sent: 10, Answered: 10, P99: 2001},
	} {
		r := watch.Report{Honest: f}
		if r.Judge(nil, 2*time.Second, watch.Since("", "")); len(r.Wrong) == 0 {
			t.Errorf("%s: %v", name, r.Wrong)
		}
	}
	r := watch.Report{Honest: watch.Figures{Sent: 10, Answered: 10, P99: 1999}}
	if r.Judge(nil, 2*time.Second, watch.Since("", "")); len(r.Wrong) != 0 {
		t.Errorf("nothing happened: %v", r.Wrong)
	}
}

func TestMetricsAreReadAsHowFarTheyRose(t *testing.T) {
	t.Parallel()
	before := child.Metrics("limited{outcome=\"parked\",scope=\"tenant\"} 3\n")
	after := child.Metrics("limited{outcome=\"parked\",scope=\"tenant\"} 10\nlimited{outcome=\"parked\",scope=\"contact\"} 5\n")
	if got := watch.Since(before, after)("limited", `scope="tenant"`); got != 7 {
		t.Errorf("got %d, want 7", got)
	}
	if got := watch.Since(before, after)("limited", `scope="contact"`); got != 5 {
		t.Errorf("got %d, want 5", got)
	}
}
