package knowledge

import (
	"math"
	"testing"

	"github.com/recado/recado/pkg/llm"
)

func TestRelevanceOfEverySpaceIsOnOneScale(t *testing.T) {
	t.Parallel()
	words, meaning := profileOf(HashEmbedder{}.Space()), profileOf(llm.Space{Model: "text-embedding-3-small", Dimensions: 1536})
	for _, c := range []struct {
		name                 string
		space                profile
		coverage, calibrated float64
		embedded             bool
		want                 float64
	}{
		{"words alone, few", words, 0.1, 0, false, 0.175},
		{"words alone, at the threshold", words, 0.42, 0, false, Threshold},
		{"all the words", meaning, 1, 0, false, 1},
		{"words and letters", words, 0.6, 0.6, true, 0.85},
		{"letters alone are never enough", words, 0, 1, true, 0.35 + 0.05/0.22*0.35},
		{"a meaning in other words", meaning, 0, Threshold, true, Threshold},
		{"beyond the ends", words, 2, 2, true, 1},
		{"less than nothing", words, -1, 0, false, 0},
	} {
		if got := c.space.relevance(c.coverage, c.calibrated, c.embedded); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: got %.3f, want %.3f", c.name, got, c.want)
		}
	}
}
