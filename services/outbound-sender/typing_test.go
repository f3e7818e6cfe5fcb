package outboundsender_test

import (
	"slices"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/channel/sandbox"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// types tells the service that an answer to a message is being written.
func (l *lab) types(t *testing.T, message string, change func(*recadov1.Meta)) {
	t.Helper()
	m := proto.CloneOf(l.reply(t, "t1", l.conversation(t, "t1"), 1, "x").GetMeta())
	m.MessageId, m.Keyed, m.ReceivedAt = message, false, timestamppb.Now()
	change(m)
	if err := l.Bus.Tell(t.Context(), &recadov1.TypingStarted{Meta: m}); err != nil {
		t.Fatal(err)
	}
}

func TestTypingIsShownOnceOnTheTenantsOwnAccount(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	late := timestamppb.New(time.Now().Add(-time.Minute))
	l.types(t, "wamid.late", func(m *recadov1.Meta) { m.ReceivedAt = late })
	l.types(t, "wamid.foreign", func(m *recadov1.Meta) { m.TenantId = "t2" })
	l.types(t, "wamid.nobody", func(m *recadov1.Meta) { m.TenantId = "t3" })
	l.types(t, "wamid.page", func(m *recadov1.Meta) { m.Channel = "webchat" })
	l.types(t, "wamid.gateway", func(m *recadov1.Meta) { m.Channel = "telegram" })
	l.types(t, "", func(*recadov1.Meta) {})
	l.types(t, "wamid.last", func(*recadov1.Meta) {})
	want := []sandbox.Typing{{Account: "123", MessageID: "wamid.last", Shown: true}}
	bustest.Eventually(t, "the last one is shown", func() bool { return slices.Contains(l.sandbox.Typing(), want[0]) })
	if got := l.sandbox.Typing(); !slices.Equal(got, want) {
		t.Errorf("shown: %v, want %v", got, want)
	}
	if l.sandbox.Calls() != 0 {
		t.Error("something was sent")
	}
}
