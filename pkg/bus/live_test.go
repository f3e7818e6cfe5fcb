package bus_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.opentelemetry.io/otel/trace"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func TestLiveReachesWhoListensNow(t *testing.T) {
	t.Parallel()
	b := bustest.New(t).Bus(t, "agent-runner")
	got := make(chan string, 1)
	stop, err := b.Subscribe(subject.Live+".c1", func(_ context.Context, data []byte) { got <- string(data) })
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	if err := b.Live("c1", []byte("Ho")); err != nil {
		t.Fatal(err)
	}
	if s := <-got; s != "Ho" {
		t.Errorf("got %q", s)
	}
	if err := b.Live("c.1", nil); err == nil {
		t.Error("a conversation with a dot was accepted")
	}
}

func TestListenGivesTypedEventsInTheirTrace(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	_, tracer := recorder(t)
	b := s.Open(t, bus.Options{Service: "agent-runner", Tracer: tracer})
	got := make(chan trace.TraceID, 1)
	stop, err := bus.Listen(b, subject.ToolCompleted+".owner1", func(ctx context.Context, e *recadov1.ToolCompleted) {
		if e.GetOwner() == "owner1" {
			got <- trace.SpanContextFromContext(ctx).TraceID()
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	ctx, span := tracer.Start(t.Context(), "turn")
	defer span.End()
	for _, owner := range []string{"owner2", "owner1"} {
		if err := b.Publish(ctx, &recadov1.ToolCompleted{Meta: &recadov1.Meta{EventId: owner, TenantId: "clinic", ConversationKey: "c"}, Owner: owner}); err != nil {
			t.Fatal(err)
		}
	}
	if id := <-got; id != span.SpanContext().TraceID() {
		t.Errorf("trace %s, want %s", id, span.SpanContext().TraceID())
	}
}

func TestRequestManyCollectsEveryAnswer(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	for i := range 3 {
		stop, err := s.Bus(t, fmt.Sprint("service", i)).Respond(subject.Spans, func(data []byte) []byte {
			if i == 2 {
				return nil // knows nothing
			}
			return fmt.Appendf(data, " %d", i)
		})
		if err != nil {
			t.Fatal(err)
		}
		defer stop()
	}
	b := s.Bus(t, "console")
	got, err := b.RequestMany(t.Context(), subject.Spans, []byte("last"), 3*time.Second)
	if err != nil || len(got) != 2 {
		t.Errorf("%q, %v", got, err)
	}
	one, err := b.Request(t.Context(), subject.Spans, []byte("last"))
	if err != nil || !strings.HasPrefix(string(one), "last ") {
		t.Errorf("%q, %v", one, err)
	}
	if none, err := b.RequestMany(t.Context(), "nobody.answers", nil, time.Minute); err != nil || len(none) != 0 {
		t.Errorf("%q, %v", none, err)
	}
	if _, err := b.Request(t.Context(), "nobody.answers", nil); !bus.IsUnavailable(err) {
		t.Errorf("got %v", err)
	}
}

func TestOneProcessOfAServiceAnswersARequest(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	var answered atomic.Int64
	for range 3 {
		stop, err := s.Bus(t, "service").Answer("text.screen.*", func(_ context.Context, on string, data []byte) []byte {
			answered.Add(1)
			return append([]byte(on+" "), data...)
		})
		if err != nil {
			t.Fatal(err)
		}
		defer stop()
	}
	b := s.Bus(t, "asker")
	for range 5 {
		if got, err := b.Request(t.Context(), "text.screen.clinic", []byte("hola")); string(got) != "text.screen.clinic hola" || err != nil {
			t.Errorf("got %q, %v", got, err)
		}
	}
	if answered.Load() != 5 {
		t.Errorf("%d answers to five requests", answered.Load())
	}
}

func TestFollowGivesWhatWasMissedAndThenWhatComes(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "ingest")
	say := func(n int) {
		t.Helper()
		id := fmt.Sprint("reply", n)
		bustest.Eventually(t, "a publish to work", func() bool {
			return b.PublishRaw(t.Context(), subject.WebchatReply+".c1", id, []byte(id)) == nil
		})
	}
	say(1)
	say(1) // the same reply again
	say(2)
	done := errors.New("done")
	seen := make(chan string, 10)
	ended := make(chan error, 1)
	go func() {
		ended <- b.Follow(t.Context(), subject.WebchatReply+".c1", 1, func(m bus.Stored) error {
			seen <- fmt.Sprintf("%d %s", m.Sequence, m.Data)
			if string(m.Data) == "reply4" {
				return done
			}
			return nil
		})
	}()
	if got := <-seen; got != "2 reply2" {
		t.Errorf("got %q", got)
	}
	say(3)
	if got := <-seen; got != "3 reply3" {
		t.Errorf("got %q", got)
	}
	s.Restart()
	say(4)
	if err := <-ended; !errors.Is(err, done) {
		t.Errorf("follow ended with %v", err)
	}
	if got := <-seen; got != "4 reply4" {
		t.Errorf("got %q", got)
	}
}

func TestReadStoredGivesOneSubjectsMessagesAndLeavesNoConsumer(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "ingest")
	for n := range 6 {
		subj := fmt.Sprint(subject.WebchatReply, ".c", n%2)
		if err := b.PublishRaw(t.Context(), subj, fmt.Sprint(n), []byte{byte('0' + n)}); err != nil {
			t.Fatal(err)
		}
	}
	read := func(after uint64, limit int) (got string) {
		t.Helper()
		err := b.ReadStored(t.Context(), subject.WebchatReply+".c1", after, limit, func(m bus.Stored) error {
			got += fmt.Sprintf("%d=%s ", m.Sequence, m.Data)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	for want, got := range map[string]string{"2=1 4=3 6=5 ": read(0, 10), "4=3 ": read(2, 1), "": read(6, 10)} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if last, err := b.LastStored(t.Context(), subject.WebchatReply); err != nil || last != 6 {
		t.Errorf("the last is %d, %v", last, err)
	}
	stream, err := jetStream(t, s).Stream(t.Context(), "WEBCHAT_REPLY")
	if err != nil || stream.CachedInfo().State.Consumers != 0 {
		t.Errorf("%d consumers, %v", stream.CachedInfo().State.Consumers, err)
	}
}
