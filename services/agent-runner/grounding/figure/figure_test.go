package figure_test

import (
	"testing"

	"github.com/recado/recado/services/agent-runner/grounding/figure"
)

func TestTheLastMarkIsTheDecimalOneUnlessItPartsThousands(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int64{
		"800": 800_00, "1,500": 1_500_00, "1.500": 1_500_00, "1.500,50": 1_500_50, "25.5": 25_50, "1'200": 1_200_00, "0.125": 12, "1.200.000": 1_200_000_00,
	} {
		if got, ok := figure.Parse(text); !ok || got != want {
			t.Errorf("%s is %d %v, want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "1,2,3", "1234,567,8", "123456789012"} {
		if got, ok := figure.Parse(text); ok {
			t.Errorf("%q is %d", text, got)
		}
	}
}

func TestTensTakeOnesAndHundredsTakeWhatIsLess(t *testing.T) {
	t.Parallel()
	for pair, want := range map[[2]int64]bool{
		{800, 50}: true, {20, 5}: true, {1000, 500}: true, {5, 5}: false, {20, 10}: false, {15, 5}: false, {100, 200}: false,
	} {
		if got := figure.Joins(pair[0], pair[1]); got != want {
			t.Errorf("%d and %d: %v", pair[0], pair[1], got)
		}
	}
}
