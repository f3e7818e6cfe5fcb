package erasure_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/bus/erasure"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// said is a message of a contact in its conversation.
func said(contact string, n int, words string) *recadov1.MessageReceived {
	return &recadov1.MessageReceived{
		Meta: &recadov1.Meta{
			EventId: fmt.Sprintf("%s-%d", contact, n), TenantId: "clinic", ConversationKey: "conversation-of-" + contact,
			ReceivedAt: timestamppb.Now(), Contact: &recadov1.Contact{ContactId: contact},
		},
		Content: &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: words}}},
	}
}

// fill puts messages of two contacts, and of a stranger of another tenant, wherever messages are.
func fill(t *testing.T, b *bus.Bus) {
	t.Helper()
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, who := range []string{"ana", "berta"} {
		for n := range 3 {
			must(b.Publish(t.Context(), said(who, n, "words of "+who)))
		}
		must(b.Park(t.Context(), said(who, 30, "words of "+who+", parked")))
		must(b.PublishRaw(t.Context(), subject.WebchatReply+".conversation-of-"+who, "r-"+who, []byte("words to "+who)))
		letter, err := proto.Marshal(said(who, 40, "letter of "+who))
		must(err)
		must(b.DeadLetter(t.Context(), bus.NewDeadLetter{
			Stage: subject.MessageReceived, Tenant: "clinic", ID: who, Reason: "test", Payload: letter,
		}))
	}
	stranger := said("ana", 50, "words of another tenant's")
	stranger.Meta.TenantId = "bistro"
	must(b.Publish(t.Context(), stranger))
}

func TestAContactsMessagesAreErasedInEveryStreamAndInTheServersFiles(t *testing.T) {
	t.Parallel()
	s := bustest.New(t, bustest.SyncAlways())
	b := s.Bus(t, "recado")
	fill(t, b)
	ana := erasure.Of{Tenant: "clinic", Contact: "ana", Conversations: []string{"conversation-of-ana"}}
	got, err := erasure.Messages(t.Context(), b, ana)
	if err != nil {
		t.Fatal(err)
	}
	for stage, want := range map[string]int{
		subject.MessageReceived: 3, subject.MessageParked: 1, subject.WebchatReply: 1, subject.DeadLetters: 1,
	} {
		if got[stage] != want {
			t.Errorf("%s: erased %d, want %d", stage, got[stage], want)
		}
	}
	for words, want := range map[string]bool{
		"words of ana": false, "words to ana": false, "words of berta": true, "words to berta": true, "words of another": true,
	} {
		if fileWith(t, s.Dir(), words) != want {
			t.Errorf("%q in the server's files: got %v, want %v", words, !want, want)
		}
	}
	again, err := erasure.Messages(t.Context(), b, ana)
	if err != nil {
		t.Fatal(err)
	}
	for stage, n := range again {
		if n > 0 {
			t.Errorf("erasing again found %d of %s", n, stage)
		}
	}
	if n := bustest.Count(t, s, subject.DeadLetters); n != 1 {
		t.Errorf("%d letters are left", n)
	}
}

func fileWith(t *testing.T, dir, words string) (found bool) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || found {
			return err
		}
		data, err := os.ReadFile(path)
		found = strings.Contains(string(data), words)
		if os.IsNotExist(err) {
			return nil
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
