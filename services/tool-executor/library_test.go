package toolexecutor

import (
	"slices"
	"testing"

	"github.com/recado/recado/pkg/knowledge"
)

func TestOnlyTheirOwnCategoryFindsWhatIsSaidOfCompetitors(t *testing.T) {
	t.Parallel()
	for category, kinds := range searched {
		if slices.Contains(kinds, knowledge.Competitor) != (category == "competitors") || slices.Contains(kinds, knowledge.Instruction) || len(kinds) == 0 {
			t.Errorf("category %q searches %v", category, kinds)
		}
	}
	if len(kindsOf("instructions")) != len(searched[""]) {
		t.Error("an unknown category searches more than none")
	}
}
