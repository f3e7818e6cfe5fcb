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
	bustest.Eventually(t, "the consumers to count what is stored", func() bool { // which they do on their own time
		got, handled, err := b.Backlog(t.Context(), subject.MessageReceived, subject.MessageScreened)
		if err != nil || got > 3 || handled != 0 {
			t.Fatalf("got %d and %d, %v, want 3 and 0", got, handled, err)
		}
		return got == 3
	})
	if _, _, err := b.Backlog(t.Context(), "no.stage"); err == nil {
		t.Error("a stage that is none has a backlog")
	}
}
