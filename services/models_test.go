//go:build !race

package services_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/recado/recado/pkg/corpus/models"
)

func TestLearnedFilesAreWhatTheirCardsSay(t *testing.T) {
	t.Parallel()
	if err := models.Check("..", "pkg", "services"); err != nil {
		t.Error(err)
	}
	if cards, err := os.ReadFile("../pkg/language/" + models.CardFile); !bytes.Contains(cards, []byte(`"vocabulary.txt"`)) {
		t.Errorf("pkg/language/vocabulary.txt has no card: %v", err) // Check knows the learned files that lack one by the ending .bin
	}
}
