//go:build !race

package eval

import "testing"

// developed are the sets of days and times by which the readers are mended; unlike the frozen ones they are for reading.
var developed = []string{"01", "02", "03", "04", "05"}

func TestDevelopmentSetsAreReadWithoutAMistake(t *testing.T) {
	t.Parallel()
	for _, name := range developed {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := measure(t, "temporal", string(unpacked(t, "dates/dev/"+name)))
			if got, _ := r.Figure("both"); got < 1 {
				t.Errorf("date and time are right in %.4f of the lines", got)
			}
		})
	}
}
