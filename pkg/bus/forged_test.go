package bus_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// deployed is a server with the users of the deployment.
func deployed(t *testing.T) *bustest.Server {
	return bustest.New(t, bustest.Conf("../../deploy/nats/nats.conf", map[string]string{
		"recado": "operator", "topology": "operator", "ingest": "ingest", "embedding-indexer": "embedding-indexer",
	}))
}

func document(tenant, id string) *recadov1.DocumentSubmitted {
	return &recadov1.DocumentSubmitted{Meta: &recadov1.Meta{TenantId: tenant, EventId: id, MessageId: number}}
}

func TestAnEventThatItsPublisherMayNotPublishIsNotHandled(t *testing.T) {
	t.Parallel()
	s := deployed(t)
	bustest.Forge(t, s, "ingest", document("victim", "forged"), "document.submitted.0.victim")
	publish(t, s.Bus(t, "recado"), document("clinic", "genuine"))
	var j journal
	b := s.Bus(t, "embedding-indexer")
	start(t, b, bus.Hop[*recadov1.DocumentSubmitted]{Name: "embedding-indexer", From: subject.DocumentSubmitted, Handle: j.document})
	settled(t, s, "DOCUMENT_SUBMITTED", "embedding-indexer")
	if got := j.all(); len(got) != 1 || got[0] != "genuine" {
		t.Errorf("handled %v, expected the genuine event alone", got)
	}
}

func (j *journal) document(_ context.Context, e *recadov1.DocumentSubmitted) error {
	j.add(e)
	return nil
}

// What a consumer of the old shape had in hand comes again after it has the new one.
func TestConsumersOfOlderInstallationsGetTheirFilterAndTheirHopRefusesWhatTheyHeld(t *testing.T) {
	t.Parallel()
	s := deployed(t)
	js := jetStream(t, s)
	cons, err := js.Consumer(t.Context(), "DOCUMENT_SUBMITTED", "embedding-indexer")
	if err != nil {
		t.Fatal(err)
	}
	old := cons.CachedInfo().Config
	old.FilterSubject, old.AckWait = "", time.Second
	if cons, err = js.UpdateConsumer(t.Context(), "DOCUMENT_SUBMITTED", old); err != nil {
		t.Fatal(err)
	}
	operator := s.Bus(t, "recado")
	publish(t, operator, document("clinic", "handled"))
	bustest.Forge(t, s, "ingest", document("victim", "forged"), "document.submitted.0.victim")
	batch, err := cons.Fetch(2)
	if err != nil {
		t.Fatal(err)
	}
	for m := range batch.Messages() {
		if !strings.HasPrefix(m.Subject(), "document.submitted.") {
			continue // held, as by a process that dies
		}
		if err := m.DoubleAck(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	conn := s.Conn(t)
	if diff, err := bus.Verify(t.Context(), conn, small); err != nil || !strings.Contains(strings.Join(diff, "\n"), "filter") {
		t.Errorf("verify says %v, %v", diff, err)
	}
	s.Apply(small)
	if diff, err := bus.Verify(t.Context(), conn, small); err != nil || len(diff) > 0 {
		t.Errorf("after apply, verify says %v, %v", diff, err)
	}
	publish(t, operator, document("clinic", "genuine"))
	var j journal
	b := s.Bus(t, "embedding-indexer")
	start(t, b, bus.Hop[*recadov1.DocumentSubmitted]{Name: "embedding-indexer", From: subject.DocumentSubmitted, Handle: j.document})
	refused(t, s, operator, "forged: its subject is of message.parked")
	settled(t, s, "DOCUMENT_SUBMITTED", "embedding-indexer")
	if got := j.all(); len(got) != 1 || got[0] != "genuine" {
		t.Errorf("handled %v, expected only what had not been handled", got)
	}
}

func TestAnEventOfAnotherTenantThanItsSubjectIsRefused(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "embedding-indexer")
	data, err := proto.Marshal(document("victim", "forged"))
	if err != nil {
		t.Fatal(err)
	}
	if err := b.PublishRaw(t.Context(), "document.submitted.0.clinic", number, data); err != nil {
		t.Fatal(err)
	}
	var j journal
	start(t, b, bus.Hop[*recadov1.DocumentSubmitted]{Name: "embedding-indexer", From: subject.DocumentSubmitted, Handle: j.document})
	refused(t, s, b, "forged: its subject names another tenant than its event")
	if got := j.all(); len(got) > 0 {
		t.Errorf("handled %v", got)
	}
}

// refused waits for the one dead letter of a forged event, which is nobody's and holds nothing of it.
func refused(t *testing.T, s *bustest.Server, b *bus.Bus, reason string) {
	t.Helper()
	l := letters(t, b, 1)[0]
	if l.Reason != reason || l.Tenant != "" || l.Size == 0 || l.Hash == "" {
		t.Errorf("dead letter %+v, expected %q of no tenant", l, reason)
	}
	if got := stored(t, s, 1); strings.Contains(got, number) || strings.Contains(got, "victim") {
		t.Errorf("the dead letter holds what was forged: %q", got)
	}
	if err := b.RetryDeadLetter(t.Context(), l.ID); err == nil {
		t.Error("a forged event can be retried")
	}
}
