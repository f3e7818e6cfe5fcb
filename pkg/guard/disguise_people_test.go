//go:build !race

package guard_test

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/corpus"
	"github.com/recado/recado/pkg/guard"
)

// hiddenAttacks is how many attacks are hidden in each way.
const hiddenAttacks = 150

var hiddenClasses = strings.Fields("override override_paraphrase persona jailbreak_mode prompt_leak authority tool_abuse data_of_others")

// authored is a line of the texts that the guard has learned from.
type authored struct{ Text, Label, Class, Lang string }

func readAuthored(t testing.TB) []authored {
	t.Helper()
	files, err := corpus.Load("corpora/guard/dev/drawn.jsonl*", func(*authored, string) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	return files[0].Examples
}

// plainAttacks picks attacks of four to twenty-five words that are found as they are: what is asked is whether a disguise
// hides them.
func plainAttacks(t testing.TB, seed uint64) (texts []string) {
	t.Helper()
	type pick struct {
		at   uint64
		text string
	}
	var picks []pick
	for _, a := range readAuthored(t) {
		words := len(strings.Fields(a.Text))
		if a.Label != "attack" || words < 4 || words > 25 || !slices.Contains(hiddenClasses, a.Class) || !slices.Contains([]string{"es", "en", "pt"}, a.Lang) {
			continue
		}
		h := fnv.New64a()
		_, _ = fmt.Fprint(h, seed, a.Text)
		picks = append(picks, pick{h.Sum64(), a.Text})
	}
	slices.SortFunc(picks, func(a, b pick) int { return cmp.Compare(a.at, b.at) })
	for _, p := range picks {
		if guard.Screen(p.text, guard.Contact).Verdict >= guard.Flag {
			texts = append(texts, p.text)
		}
		if len(texts) == hiddenAttacks {
			break
		}
	}
	return texts
}

func TestAttacksAreFoundInEveryDisguiseThatPeopleUse(t *testing.T) {
	t.Parallel()
	texts := plainAttacks(t, 1)
	for _, v := range slices.Concat(variants, furtherVariants) {
		t.Run(v.class+"/"+v.name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(7, 7))
			found := 0
			for _, text := range texts {
				hidden := v.hide(r, text)
				if guard.Screen(hidden, guard.Contact).Verdict >= guard.Flag {
					found++
				} else if testing.Verbose() {
					t.Logf("missed: %q", hidden)
				}
			}
			if share := float64(found) / float64(len(texts)); share < v.least {
				t.Errorf("%.3f of %d found, want %.3f", share, len(texts), v.least)
			}
		})
	}
}
