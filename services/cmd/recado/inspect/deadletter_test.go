package inspect

import (
	"context"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/cmd/recado/clitest"
)

func giveUp(t *testing.T, running *clitest.Installation, payload []byte) {
	t.Helper()
	letter := bus.NewDeadLetter{Stage: subject.MessageRouted, Tenant: "clinic", ID: "1", Payload: payload, Reason: "no specialist"}
	if err := running.NATS.Bus(t, "intent-router").DeadLetter(context.WithoutCancel(t.Context()), letter); err != nil {
		t.Fatal(err)
	}
}

func TestDeadLettersCanBeListedShownAndDropped(t *testing.T) {
	t.Parallel()
	running := clitest.Start(t)
	giveUp(t, running, []byte("?"))
	for _, step := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"list"}, 0, "no specialist"},
		{[]string{"list", "--tenant", "other"}, 0, "no dead letters"},
		{[]string{"show", "1", "--json"}, 0, `"reason": "no specialist"`},
		{[]string{"show", "1", "--payload"}, 0, "size      1 bytes\n"}, // no event: there is nothing to outline
		{[]string{"drop", "1", "2", "--json"}, 1, "\"dropped\": [\n    1\n  ]"},
		{[]string{"show", "1"}, 1, ""},
		{[]string{"list", "--json"}, 0, "[]"},
	} {
		code, out, errs := clitest.Run(t, DeadLetter, running.Env, step.args...)
		if code != step.code || !strings.Contains(out, step.want) {
			t.Errorf("%v: exit %d, %q %q; want %d and %q", step.args, code, out, errs, step.code, step.want)
		}
	}
}

func TestDeadLetterIsShownWithItsIdsAndWithoutAText(t *testing.T) {
	t.Parallel()
	running := clitest.Start(t)
	payload, err := proto.Marshal(&recadov1.MessageRouted{
		Meta: &recadov1.Meta{
			EventId: "routed:1", TenantId: "clinic", MessageId: "wamid.1", ConversationKey: "k",
			Contact: &recadov1.Contact{ProfileName: "Ana", SealedAddress: []byte("sealed")},
		},
		Specialist: "booking_dental",
		Content:    &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: "mi muela"}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	giveUp(t, running, payload)
	var got struct {
		Reason string
		Bytes  int
		Event  struct {
			Meta struct {
				EventID string `json:"eventId"`
				Contact map[string]string
			}
			Specialist string
			Content    struct{ Text struct{ Body string } }
		}
	}
	code, errs := clitest.RunJSON(t, DeadLetter, running.Env, &got, "show", "1", "--payload", "--json")
	if code != 0 || got.Reason != "no specialist" || got.Bytes != len(payload) || got.Event.Meta.EventID != "routed:1" {
		t.Errorf("exit %d, %+v, %s", code, got, errs)
	}
	if got.Event.Content.Text.Body != "(8 bytes)" || got.Event.Specialist != "(14 bytes)" {
		t.Errorf("a text is told: %+v", got.Event)
	}
	if c := got.Event.Meta.Contact; c["profileName"] != "" || c["sealedAddress"] != "" {
		t.Errorf("contact %v", c)
	}
	_, out, _ := clitest.Run(t, DeadLetter, running.Env, "show", "1", "--payload")
	for _, want := range []string{"id        1\n", "stage     message.routed\n", "tenant    clinic\n", "given up  ", "event     {"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in %q", want, out)
		}
	}
}

func TestDeadLetterRefusesWhatIsWrong(t *testing.T) {
	t.Parallel()
	const verbs = "usage: recado deadletter list | show ID | retry ID… | drop ID…"
	clitest.Refuses(t, DeadLetter, nil,
		clitest.Refusal{Want: "usage: recado deadletter"},
		clitest.Refusal{Want: verbs, Args: []string{"burn", "1"}},
		clitest.Refusal{Want: verbs, Args: []string{"retry"}},
		clitest.Refusal{Want: verbs, Args: []string{"list", "1"}},
		clitest.Refusal{Want: verbs, Args: []string{"show", "1", "2"}},
		clitest.Refusal{Want: `expected a number from deadletter list, got "first"`, Args: []string{"show", "first"}},
		clitest.Refusal{Want: "deadletter: ", Args: []string{"list", "--stage", "message.lost"}},
		clitest.Refusal{Want: "deadletter: ", Args: []string{"list", "--tenant", "a.>"}},
	)
}
