package child_test

import (
	"testing"

	"github.com/recado/recado/services/cmd/recado/child"
)

func TestMetricsSumAddsTheSeriesThatCarryTheLabel(t *testing.T) {
	t.Parallel()
	const text = child.Metrics("# TYPE handled counter\nhandled{stage=\"a\",verdict=\"done\"} 3\n" +
		"handled{stage=\"a\",verdict=\"failed\"} 1\nhandled{stage=\"b\"} 9\nseconds 1.5\n")
	if got, ok := text.Sum("handled", `stage="a"`); !ok || got != 4 {
		t.Errorf("got %v, %v, want 4", got, ok)
	}
	if got, ok := text.Sum("seconds", ""); !ok || got != 1.5 {
		t.Errorf("got %v, %v, want 1.5", got, ok)
	}
	if _, ok := text.Sum("other", ""); ok {
		t.Error("found a metric that is not there")
	}
}
