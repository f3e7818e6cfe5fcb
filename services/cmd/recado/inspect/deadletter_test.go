package inspect

import (
	"context"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/subject"
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
