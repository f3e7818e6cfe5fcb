package eval

import (
	"os"
	"path/filepath"
	"testing"
)

// developed are the sets of days and times by which the readers are mended; unlike the frozen ones they are for reading.
var developed = []string{"temporal_dev.jsonl", "temporal_dev2.jsonl", "temporal_dev3.jsonl", "temporal_dev4.jsonl", "temporal_dev5.jsonl"}

func TestDevelopmentSetsAreReadWithoutAMistake(t *testing.T) {
	t.Parallel()
	for _, name := range developed {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			lines, err := os.ReadFile(filepath.FromSlash(ofLanguage + name))
			if err != nil {
				t.Fatal(err)
			}
			r := measure(t, "temporal", string(lines))
			if got, _ := r.Figure("both"); got < 1 {
				t.Errorf("date and time are right in %.4f of the lines", got)
			}
		})
	}
}
