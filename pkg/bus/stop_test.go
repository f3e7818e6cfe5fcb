package bus_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func TestStopLetsTheHandlerFinishAndAcknowledgesOnce(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "sanitize")
	holding, release := make(chan struct{}), make(chan struct{})
	var j journal
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- sanitize(func(ctx context.Context, e *recadov1.MessageReceived) error {
			close(holding)
			<-release
			if ctx.Err() != nil {
				t.Error("the handler's context ended with the stop")
			}
			j.add(e)
			return b.Publish(ctx, &recadov1.MessageScreened{Meta: e.GetMeta()})
		}).Run(ctx, b)
	}()
	publish(t, b, received("c", 1), received("c", 2))
	<-holding
	cancel()
	close(release)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	start(t, s.Bus(t, "sanitize"), sanitize(func(_ context.Context, e *recadov1.MessageReceived) error {
		j.add(e)
		return nil
	}))
	settled(t, s, "MESSAGE_RECEIVED", subject.Durable("sanitize", subject.Partition("clinic", "c", bustest.Partitions)))
	if got := strings.Join(j.all(), " "); got != "c-0001 c-0002" {
		t.Errorf("handled %s, want each once", got)
	}
}

// calls is a hop of the executor, whose handlers may have their own time-out.
func calls(timeout time.Duration, handle func(context.Context, *recadov1.ToolRequested) error) bus.Hop[*recadov1.ToolRequested] {
	return bus.Hop[*recadov1.ToolRequested]{Name: "tool-executor", From: subject.ToolRequested, Handle: handle, Timeout: timeout}
}

func TestHandlerThatExceedsItsTimeIsADeadLetter(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "tool-executor")
	start(t, b, calls(50*time.Millisecond, func(ctx context.Context, _ *recadov1.ToolRequested) error {
		<-ctx.Done()
		return ctx.Err()
	}))
	publish(t, b, &recadov1.ToolRequested{Meta: meta("c", 1), Tool: "get_faq"})
	if l := letters(t, b, 1)[0]; !strings.Contains(l.Reason, "exceeded 50ms") {
		t.Errorf("reason %q", l.Reason)
	}
}

func TestHandlersThatNeverReturnAreAbandonedAndAtLastEndTheHop(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "tool-executor")
	never := make(chan struct{})
	defer close(never)
	ended := make(chan error, 1)
	go func() {
		ended <- calls(50*time.Millisecond, func(context.Context, *recadov1.ToolRequested) error {
			<-never
			return nil
		}).Run(t.Context(), b)
	}()
	for n := range 3 {
		publish(t, b, &recadov1.ToolRequested{Meta: meta("c", n), Tool: "get_faq"})
	}
	if err := <-ended; err == nil || !strings.Contains(err.Error(), "do not return") {
		t.Errorf("got %v", err)
	}
	letters(t, b, 3)
}

func TestSharedConsumerWorksOnSeveralMessagesAtOnce(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "tool-executor")
	var running atomic.Int32
	full, release := make(chan struct{}), make(chan struct{})
	start(t, b, calls(0, func(context.Context, *recadov1.ToolRequested) error {
		if running.Add(1) == 8 {
			close(full)
		}
		<-release
		return nil
	}))
	for n := range 8 {
		publish(t, b, &recadov1.ToolRequested{Meta: meta("c", n), Tool: "get_faq"})
	}
	<-full
	close(release)
	settled(t, s, "TOOL_REQUESTED", "tool-executor")
}

func TestUnavailableErrorIsRetriedEvenAfterTheHandlersTimeout(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "tool-executor")
	var n atomic.Int32
	done := make(chan struct{})
	start(t, b, calls(50*time.Millisecond, func(ctx context.Context, _ *recadov1.ToolRequested) error {
		if n.Add(1) < 3 {
			<-ctx.Done()
			return bus.Unavailable(errors.Join(errDatabase, ctx.Err()))
		}
		close(done)
		return nil
	}))
	publish(t, b, &recadov1.ToolRequested{Meta: meta("c", 1), Tool: "get_faq"})
	<-done
	letters(t, b, 0)
}
