package knowledge_test

import (
	"math"
	"testing"

	"github.com/recado/recado/pkg/knowledge"
)

func TestSimilarityIsRelevanceOnTheScaleOfThresholds(t *testing.T) {
	t.Parallel()
	for relevance, want := range map[float64]float64{0: 0, 0.1: 0.175, 0.42: 0.7, 0.6: 0.85, 1: 1, -1: 0, 2: 1} {
		if got := knowledge.Similarity(relevance); math.Abs(got-want) > 1e-9 {
			t.Errorf("%.2f is %.3f, want %.3f", relevance, got, want)
		}
	}
	for x := 0.0; x <= 1; x += 0.01 {
		if back := knowledge.RelevanceOf(knowledge.Similarity(x)); math.Abs(back-x) > 1e-9 {
			t.Errorf("%.2f comes back as %.3f", x, back)
		}
	}
}
