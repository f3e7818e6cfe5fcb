package services_test

import (
	"testing"

	"github.com/recado/recado/pkg/corpus/models"
)

func TestLearnedFilesAreWhatTheirCardsSay(t *testing.T) {
	t.Parallel()
	if err := models.Check("..", "pkg", "services"); err != nil {
		t.Error(err)
	}
}
