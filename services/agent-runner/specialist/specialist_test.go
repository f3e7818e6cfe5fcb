package specialist_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/recado/recado/services/agent-runner/specialist"
)

func TestSpecialistsHaveUniqueNamesAndADutyInEachLanguage(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for _, s := range specialist.All() {
		said := map[string]bool{}
		for _, lang := range []string{"es", "en", "pt"} {
			said[strings.TrimSpace(s.Duty(lang))] = true
		}
		if names[s.Name] || len(said) != 3 || said[""] {
			t.Errorf("specialist %q: name taken, or no duty of its own in each language", s.Name)
		}
		names[s.Name] = true
	}
}

var toolName = regexp.MustCompile(`[a-z]+(_[a-z]+)+`)

func TestDutyNamesTheSameToolsInEachLanguage(t *testing.T) {
	t.Parallel()
	for _, s := range specialist.All() {
		named := func(lang string) []string {
			names := toolName.FindAllString(s.Duty(lang), -1)
			slices.Sort(names)
			return slices.Compact(names)
		}
		if !slices.Equal(named("es"), named("en")) || !slices.Equal(named("es"), named("pt")) {
			t.Errorf("%s names %v, %v and %v", s.Name, named("es"), named("en"), named("pt"))
		}
	}
}

func TestSpecialistIsFoundByItsName(t *testing.T) {
	t.Parallel()
	for _, s := range specialist.All() {
		if got := specialist.ByName(s.Name); got != s {
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
