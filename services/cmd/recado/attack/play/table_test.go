package play_test

import (
	"os"
	"strings"
	"testing"

	"github.com/recado/recado/services/cmd/recado/attack/play"
)

func TestAttacksHaveNamesOfTheirOwnAndSomethingToBeRefused(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, a := range play.All {
		if seen[a.Name] || a.Name == "" || a.Does == "" || a.Play == nil {
			t.Errorf("%q: its name, text or play is missing or another's", a.Name)
		}
		if len(a.Wants) == 0 && a.Name != "nothing" {
			t.Errorf("%s: nothing says that it was refused", a.Name)
		}
		seen[a.Name] = true
	}
}

func TestEveryWantCanFail(t *testing.T) {
	t.Parallel()
	nothing := func(string, string) int { return 0 }
	plenty := func(string, string) int { return 1 << 30 }
	for _, a := range play.All {
		for _, w := range a.Wants {
			answers, risen := map[string]int{"something else": 1000}, nothing
			if w.AtMost {
				answers, risen = map[string]int{w.Answer + "x": 1000}, plenty
			}
			if w.Check(1000, answers, risen) == "" {
				t.Errorf("%s: %s holds whatever happens", a.Name, w)
			}
		}
	}
}

func TestEveryAttackHasARowInTheDocument(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../../../docs/security.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range play.All {
		if !strings.Contains(string(text), "\n| `"+a.Name+"` |") {
			t.Errorf("docs/security.md has no row for %s", a.Name)
		}
	}
	if rows := strings.Count(string(text), "\n| `"); rows != len(play.All) {
		t.Errorf("docs/security.md has %d rows for %d attacks", rows, len(play.All))
	}
}

func TestCrowdsAreSmallerInTheShortForm(t *testing.T) {
	t.Parallel()
	for _, a := range play.All {
		long, short := a.Tenants(false), a.Tenants(true)
		if short > long || short < 1 || a.Crowd > 0 && long != a.Crowd {
			t.Errorf("%s has %d tenants, and %d in the short form", a.Name, long, short)
		}
	}
}
