package erasure_test

import (
	"context"
	"fmt"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/bus/erasure"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// oneKey has a key for one contact.
type oneKey struct {
	contact string
	key     seal.Key
}

func (k oneKey) LetterKey(_ context.Context, _, contact string) (seal.Key, bool, error) {
	return k.key, contact == k.contact, nil
}

func TestContactsOfLettersAreFoundSealedOrOpen(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	own, err := seal.ParseKey(bustest.Key)
	if err != nil {
		t.Fatal(err)
	}
	bury := func(b *bus.Bus, stage string, e proto.Message) {
		t.Helper()
		payload, err := proto.Marshal(e)
		if err == nil {
			err = b.DeadLetter(t.Context(), bus.NewDeadLetter{Stage: stage, Tenant: "clinic", ID: fmt.Sprint(len(payload)), Reason: "test", Payload: payload})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	sealing := s.Bus(t, "sanitize")
	sealing.SealContactLetters(oneKey{"ana", own.Derive(seal.PurposeDeadLetters)})
	bury(sealing, subject.MessageReceived, said("ana", 1, "sealed for her"))
	conn, err := s.Dial(t.Context(), bus.Config{Service: "intent-router"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	open, err := bus.New(t.Context(), conn, bus.Options{Service: "intent-router"}) // which has no key to seal with
	if err != nil {
		t.Fatal(err)
	}
	bury(open, subject.MessageRouted, &recadov1.MessageRouted{Meta: said("berta", 2, "").Meta})
	bury(open, subject.DocumentSubmitted, &recadov1.DocumentSubmitted{Meta: &recadov1.Meta{TenantId: "clinic"}})
	for id, want := range map[string]string{"clinic": "map[ana:true berta:true]", "bistro": "map[]"} {
		got, err := erasure.Lettered(t.Context(), s.Bus(t, "sweep"), tenant.ID(id))
		if err != nil || fmt.Sprint(got) != want {
			t.Errorf("letters of %s are of %v, %v, want %s", id, got, err, want)
		}
	}
}
