package eval

import (
	"os"
	"path/filepath"
	"testing"
)

// developed are the sets of days and times by which the readers are mended, with the least share of lines whose date and time are
// both right; unlike the frozen ones they are for reading.
var developed = map[string]float64{
	"temporal_dev.jsonl":  1,
	"temporal_dev2.jsonl": 1,
	"temporal_dev3.jsonl": 1,
	"temporal_dev4.jsonl": 1,
	"temporal_dev5.jsonl": 1,
}

func TestDevelopmentSetsKeepTheirFigures(t *testing.T) {
	t.Parallel()
	for name, least := range developed {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			lines, err := os.ReadFile(filepath.FromSlash(ofLanguage + name))
			if err != nil {
				t.Fatal(err)
			}
			r := measure(t, "temporal", string(lines))
			if got, _ := r.Figure("both"); got < least {
				t.Errorf("both is %.4f, at least %.4f is wanted", got, least)
			}
		})
	}
}
