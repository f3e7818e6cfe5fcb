package unknown

import (
	"testing"

	"github.com/recado/recado/pkg/tenant"
)

func TestWordsOfWhatIsNotKnownAndTheirLookAlikes(t *testing.T) {
	t.Parallel()
	for _, p := range [...]*phrases{&known.Admits, &known.Limits} {
		for _, s := range p.Says {
			if !p.in(s) {
				t.Errorf("%q is not recognised", s)
			}
		}
		for _, s := range p.Not {
			if p.in(s) {
				t.Errorf("%q is recognised", s)
			}
		}
	}
}

func TestARuleIsForWhoDoesAnotherThing(t *testing.T) {
	t.Parallel()
	for unanswered, ruled := range map[string]bool{"": false, "offer": false, "handoff": true, "general": true} {
		if got := Rule(&tenant.Assistant{Unanswered: unanswered}); (got != "") != ruled {
			t.Errorf("%q: %q", unanswered, got)
		}
	}
	if Rule(nil) != "" {
		t.Error("nobody has a rule")
	}
}
