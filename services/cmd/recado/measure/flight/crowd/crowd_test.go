package crowd

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/recado/recado/pkg/bus"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// echo answers each message after a time.
type echo struct {
	crowd *Crowd
	after time.Duration
	err   error
}

func (e *echo) Publish(_ context.Context, ev bus.Event) error {
	reply := &recadov1.ReplyDrafted{ReplyId: ev.GetMeta().GetEventId(), Meta: ev.GetMeta(), Content: &recadov1.ReplyContent{Text: "Hola."}}
	time.AfterFunc(e.after, func() { e.crowd.Hear(reply) })
	time.AfterFunc(e.after+10*time.Millisecond, func() { e.crowd.Hear(reply) }) // once more, when the next message is written
	return e.err
}

func TestACrowdMeasuresWhatIsAddedToTheModelsTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := &Crowd{Tenant: "t", Account: "a", Delay: 10 * time.Second, Patience: time.Minute}
		c.Bus = &echo{crowd: c, after: 10*time.Second + 40*time.Millisecond}
		seen, err := c.Run(t.Context(), 50, 100*time.Second)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(seen.Took); n < 495 || n > 505 { // 50 customers, a round of 10.04 s each
			t.Errorf("%d answers in 100 s, want some 498", n)
		}
		if seen.At(.5) != 40*time.Millisecond || seen.At(.99) != 40*time.Millisecond || seen.Late != 0 {
			t.Errorf("p50 %s, p99 %s, %d late", seen.At(.5), seen.At(.99), seen.Late)
		}
		if seen.Texts["Hola."] != seen.Total || seen.Total <= len(seen.Took) {
			t.Errorf("%d answers in all, by text %v", seen.Total, seen.Texts)
		}
		synctest.Wait()
		time.Sleep(time.Minute) // the last answers come after the end, to nobody
	})
}

func TestALateAnswerIsCountedAndTheCustomerWritesAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := &Crowd{Delay: time.Second, Patience: time.Second}
		c.Bus = &echo{crowd: c, after: 2100 * time.Millisecond}
		seen, err := c.Run(t.Context(), 1, 20*time.Second)
		if err != nil || seen.Late < 5 {
			t.Errorf("%+v, %v", seen, err)
		}
		time.Sleep(time.Minute)
	})
}

func TestABusThatRefusesIsAnError(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		refused := errors.New("full")
		c := &Crowd{Delay: time.Second, Patience: time.Second}
		c.Bus = &echo{crowd: c, after: time.Hour, err: refused}
		if _, err := c.Run(t.Context(), 1, time.Second); !errors.Is(err, refused) {
			t.Errorf("got %v", err)
		}
		time.Sleep(2 * time.Hour)
	})
}
