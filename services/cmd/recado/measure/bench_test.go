package measure

import "testing"

func TestMetricSumAddsTheSeriesThatCarryTheLabel(t *testing.T) {
	t.Parallel()
	const text = "# TYPE handled counter\nhandled{stage=\"a\",verdict=\"done\"} 3\nhandled{stage=\"a\",verdict=\"failed\"} 1\nhandled{stage=\"b\"} 9\nseconds 1.5\n"
	if got, ok := metricSum(text, "handled", `stage="a"`); !ok || got != 4 {
		t.Errorf("got %v, %v, want 4", got, ok)
	}
	if got, ok := metricSum(text, "seconds", ""); !ok || got != 1.5 {
		t.Errorf("got %v, %v, want 1.5", got, ok)
	}
	if _, ok := metricSum(text, "other", ""); ok {
		t.Error("found a metric that is not there")
	}
}
