package bus_test

import (
	"testing"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
)

func TestBacklogCountsWhatWaitsInStages(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	b := server.Bus(t, "ingest")
	publish(t, b, received("a", 1), received("a", 2), received("b", 1))
	got, handled, err := b.Backlog(t.Context(), subject.MessageReceived, subject.MessageScreened)
	if err != nil || got != 3 || handled != 0 {
		t.Errorf("got %d and %d, %v, want 3 and 0", got, handled, err)
	}
	if _, _, err := b.Backlog(t.Context(), "no.stage"); err == nil {
		t.Error("a stage that is none has a backlog")
	}
}
