package bus_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/seal"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// keyring is a key for each contact; one that is missing was erased.
type keyring map[string]seal.Key

func (k keyring) LetterKey(_ context.Context, _, contact string) (seal.Key, bool, error) {
	key, known := k[contact]
	return key, known, nil
}

func newKey(t *testing.T) seal.Key {
	t.Helper()
	key, err := seal.ParseKey(seal.Generate())
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// by gives an event a contact.
func by(e *recadov1.MessageReceived, contact, words string) *recadov1.MessageReceived {
	e.Meta.Contact = &recadov1.Contact{ContactId: contact}
	e.Content = text(words)
	return e
}

func TestADeadLetterIsUnderItsContactsKeyUntilTheContactIsErased(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "sanitize")
	keys := keyring{"ana": newKey(t), "berta": newKey(t)}
	b.SealContactLetters(keys)
	var j journal
	refuse := true
	start(t, b, sanitize(func(ctx context.Context, e *recadov1.MessageReceived) error {
		if refuse {
			return bus.Reject(errors.New("no good"))
		}
		return j.handle(ctx, e)
	}))
	publish(t, b, by(received("a", 1), "ana", "llámame al "+number))
	publish(t, b, by(received("b", 2), "berta", "llámame al "+number))
	publish(t, b, by(received("c", 3), "nobody", "llámame al "+number))
	all := letters(t, b, 3)
	if got := stored(t, s, 3); strings.Contains(got, number) {
		t.Errorf("a letter shows the text: %q", got)
	}
	byContact := map[string]bus.DeadLetter{}
	for _, l := range all {
		byContact[l.Contact] = l
	}
	for _, contact := range []string{"ana", "berta", ""} {
		shown, payload, _, err := b.ShowDeadLetter(t.Context(), byContact[contact].ID)
		if err != nil || !shown.Sealed || shown.Erased || !strings.Contains(string(payload), number) {
			t.Errorf("letter of %q: %+v, %d bytes, %v", contact, shown, len(payload), err)
		}
	}
	delete(keys, "ana")
	keys["berta"] = newKey(t) // erased, and wrote again
	refuse = false
	for _, contact := range []string{"ana", "berta"} {
		shown, payload, _, err := b.ShowDeadLetter(t.Context(), byContact[contact].ID)
		if err != nil || !shown.Erased || payload != nil {
			t.Errorf("erased: %+v, %q, %v", shown, payload, err)
		}
		if err := b.RetryDeadLetter(t.Context(), byContact[contact].ID); !errors.Is(err, bus.ErrErased) {
			t.Errorf("retry of an erased contact's letter: %v", err)
		}
	}
	if err := b.RetryDeadLetter(t.Context(), byContact[""].ID); err != nil {
		t.Errorf("retry of a letter under the installation's key: %v", err)
	}
	j.await(t, 1)
}
