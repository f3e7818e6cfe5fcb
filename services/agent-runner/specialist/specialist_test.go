package specialist_test

import (
	"strings"
	"testing"

	"github.com/recado/recado/services/agent-runner/specialist"
)

func TestSpecialistsHaveUniqueNamesAndRoles(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for _, s := range specialist.All() {
		if names[s.Name] || strings.TrimSpace(s.Role) == "" {
			t.Errorf("specialist %q: name taken, or no role", s.Name)
		}
		names[s.Name] = true
	}
}

func TestSpecialistIsFoundByItsName(t *testing.T) {
	t.Parallel()
	for _, s := range specialist.All() {
		if got := specialist.ByName(s.Name); got.Role != s.Role {
			t.Errorf("ByName(%q) is %q", s.Name, got.Name)
		}
	}
}

func TestUnknownSpecialistIsTheGeneralOne(t *testing.T) {
	t.Parallel()
	if got := specialist.ByName("astrology").Name; got != specialist.General {
		t.Errorf("ByName = %q, want %q", got, specialist.General)
	}
}
