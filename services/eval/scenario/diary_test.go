package scenario

import (
	"context"
	"errors"
	"strconv"
	"testing"
	"time"

	"github.com/recado/recado/pkg/bus"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// diaryEvents are those of a turn with two calls, a handoff and two replies, of which one was sent; another message was routed only.
func diaryEvents() []bus.Event {
	n := 0
	of := func(message string) *recadov1.Meta {
		n++
		return &recadov1.Meta{TenantId: "clinic", EventId: strconv.Itoa(n), MessageId: message}
	}
	return []bus.Event{
		&recadov1.MessageRouted{Meta: of("m1")}, &recadov1.MessageRouted{Meta: of("m2")},
		&recadov1.ToolRequested{Meta: of(""), IdempotencyKey: "k1", TurnId: "t1"},
		&recadov1.ToolRequested{Meta: of(""), IdempotencyKey: "k2", TurnId: "t1"},
		&recadov1.ToolCompleted{
			Meta: of(""), IdempotencyKey: "k1", Outcome: &recadov1.ToolCompleted_ResultJson{ResultJson: `{"list":[{"slot_id":"s1","time":"10:00"}]}`},
		},
		&recadov1.ToolCompleted{Meta: of(""), IdempotencyKey: "k2", Outcome: &recadov1.ToolCompleted_Error{Error: &recadov1.ToolError{
			Code: "closed", AllowedJson: []string{`{"slot_id":"s2","time":"11:00"}`, "no JSON"},
		}}},
		&recadov1.ReplyDrafted{Meta: of(""), ReplyId: "r2"}, &recadov1.ReplyDrafted{Meta: of(""), ReplyId: "r1"},
		&recadov1.HandoffRequested{Meta: of("")}, &recadov1.HandoffReturned{Meta: of("")},
		&recadov1.ReplySent{Meta: of(""), ReplyId: "r1"}, &recadov1.ReplyFailed{Meta: of(""), ReplyId: "r3"},
		&recadov1.DocumentIndexed{Meta: of("")}, &recadov1.DocumentFailed{Meta: of("")},
		&recadov1.TurnCompleted{Meta: of(""), TurnId: "t1", MessageIds: []string{"m1"}},
		&recadov1.MessageRouted{Meta: &recadov1.Meta{TenantId: "another", MessageId: "m9"}},
	}
}

func TestTheDiaryKnowsWhatSlotIdsStandFor(t *testing.T) {
	t.Parallel()
	d := newDiary()
	for _, e := range diaryEvents() {
		d.write(e)
	}
	d.read(func(e *entries) {
		for id, time := range map[string]string{"s1": "10:00", "s2": "11:00"} {
			if slot := e.offers()[id]; slot == nil || slot["time"] != time {
				t.Errorf("%s stands for %v", id, slot)
			}
		}
		if e.documents != 2 || e.returned != 1 {
			t.Errorf("%d documents, %d returned", e.documents, e.returned)
		}
	})
}

func TestWaitingEndsWithItsTimeAndWithAnError(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	never := func(*entries) (bool, error) { return false, nil }
	if err := newDiary().until(ctx, "nothing", time.Microsecond, never); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	broken := errors.New("broken")
	if err := newDiary().until(t.Context(), "nothing", time.Hour, func(*entries) (bool, error) { return false, broken }); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

func TestTheDiaryWaitsForWhatIsPublished(t *testing.T) {
	t.Parallel()
	all := &diaries{of: map[string]*diary{}}
	d := all.open("clinic")
	done := make(chan error, 1)
	go func() {
		done <- d.until(t.Context(), "two calls", time.Hour, func(e *entries) (bool, error) { return len(e.calls) == 2 && len(e.turns) == 1, nil })
	}()
	for _, e := range diaryEvents() {
		all.write(e)
		all.write(e) // what is published again changes nothing
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	d.read(func(e *entries) {
		if e.allSettled(0) || !e.allSettled(1) || e.handoffs != 1 || e.returned != 1 {
			t.Errorf("got %+v", e)
		}
		if open, routed := e.open([]string{"m1", "m2", "m3"}, map[string]bool{"m3": true}); len(open) != 1 || len(routed) != 1 || open[0] != "m2" {
			t.Errorf("open %v, routed %v", open, routed)
		}
	})
	all.close("clinic")
	all.write(diaryEvents()[0])
}
