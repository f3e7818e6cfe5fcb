package texts

import (
	"slices"
	"strings"
	"testing"
)

func TestFixedTextsExistInThreeLanguages(t *testing.T) {
	t.Parallel()
	for key, of := range texts {
		for _, language := range []string{"es", "en", "pt"} {
			if of[language] == "" || key == "closed" && !strings.Contains(of[language], "%s") {
				t.Errorf("%s in %s is %q", key, language, of[language])
			}
		}
	}
	if !slices.Equal([]string{Say("handoff", "fr"), Say("none", "es")}, []string{Say("handoff", "es"), ""}) {
		t.Error("an unknown language or key is not read as it should")
	}
}
