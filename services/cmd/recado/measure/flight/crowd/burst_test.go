package crowd

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/recado/recado/pkg/bus"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// replier answers a conversation's messages from the n-th on, each with a reply of its own.
type replier struct {
	bursts *Bursts
	from   string
}

func (r *replier) Publish(_ context.Context, ev bus.Event) error {
	m := ev.GetMeta()
	if id := m.GetMessageId(); id[len(id)-1:] >= r.from {
		reply := &recadov1.ReplyDrafted{ReplyId: m.GetEventId(), Meta: m}
		time.AfterFunc(2*time.Second, func() { r.bursts.Hear(reply); r.bursts.Hear(reply) })
	}
	return nil
}

func TestBurstsAreCountedByCustomer(t *testing.T) {
	t.Parallel()
	for from, want := range map[string]Answered{"3": {Replies: 20}, "2": {Replies: 40, Twice: 20}} {
		synctest.Test(t, func(t *testing.T) {
			b := &Bursts{
				Crowd: Crowd{Delay: time.Second, Patience: 10 * time.Second}, Texts: 4, Gap: 300 * time.Millisecond, Window: time.Second,
			}
			b.Bus = &replier{b, from}
			got, err := b.Run(t.Context(), 20, 5*time.Second)
			if err != nil {
				t.Fatal(err)
			}
			if got.Replies != want.Replies || got.Twice != want.Twice || got.None != 0 || got.At(1) != time.Second {
				t.Errorf("from text %s: %+v, slowest %s", from, got, got.At(1))
			}
		})
	}
}
