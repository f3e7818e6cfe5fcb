//go:build !race

package guard_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/guard"
)

// ordinaryMessages are honest messages that authors wrote.
func ordinaryMessages(t testing.TB) (texts []string) {
	t.Helper()
	for _, a := range readAuthored(t) {
		if a.Class == "ordinary" && a.Label == "benign" && a.Lang != "pt" {
			texts = append(texts, a.Text)
		}
	}
	return texts
}

// foundAmid returns the share of the texts that are found hidden in the company.
func foundAmid(t *testing.T, texts, honest []string, with []company, hide func(*rand.Rand, string) string) float64 {
	t.Helper()
	found, tried := 0, 0
	for i, c := range with {
		r := rand.New(rand.NewPCG(3, uint64(len(with)*c.before+i)))
		for _, text := range texts {
			hidden := strings.TrimSpace(honestWords(r, honest, c.before) + " " + hide(r, text) + " " + honestWords(r, honest, c.behind))
			if tried++; guard.Screen(hidden, guard.Contact).Verdict >= guard.Flag {
				found++
			} else if testing.Verbose() {
				t.Logf("missed: %q", hidden)
			}
		}
	}
	return float64(found) / float64(tried)
}

func TestHiddenPassagesAreFoundAmidHonestText(t *testing.T) {
	t.Parallel()
	texts, honest := plainAttacks(t, 2)[:60], ordinaryMessages(t)
	for _, c := range amid {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if share := foundAmid(t, texts, honest, few, c.hide); share < c.inFew {
				t.Errorf("amid a few words %.3f found, want %.3f", share, c.inFew)
			}
			if share := foundAmid(t, texts, honest, many, c.hide); share < c.inMany {
				t.Errorf("amid many words %.3f found, want %.3f", share, c.inMany)
			}
		})
	}
}
