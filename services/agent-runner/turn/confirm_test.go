package turn

import (
	"encoding/json"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/llm"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/assent"
)

// yes is a message that agrees, so long after the turn's question.
func yes(n int64, asked time.Time, later time.Duration) Message {
	m := text(n, "sí")
	m.Routed.Slots = &recadov1.Slots{Answer: "yes"}
	m.Routed.Meta.ReceivedAt = timestamppb.New(asked.Add(later))
	return m
}

// leftAsked is the memory of a conversation whose last reply asked for the yes to a cancellation.
func leftAsked(t *testing.T, at time.Time) json.RawMessage {
	t.Helper()
	data, err := json.Marshal(carried{AskedAt: at, Asked: &assent.Asked{Tool: "cancel_appointment", Arguments: json.RawMessage(cancelArguments)}})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestAYesCountsAfterItsQuestionAndInTime(t *testing.T) {
	t.Parallel()
	at := time.Now()
	blocked := yes(1, at, time.Minute)
	blocked.Routed.Verdict = recadov1.Verdict_VERDICT_BLOCK
	other := yes(1, at, time.Minute)
	other.Routed.Slots.When = &recadov1.Moment{Time: "17:00"}
	for _, c := range []struct {
		name    string
		message Message
		calls   int
	}{
		{"a minute later", yes(1, at, time.Minute), 1},
		{"before the question was asked", yes(1, at, -time.Second), 0},
		{"hours later", yes(1, at, 3*time.Hour), 0},
		{"in a blocked message", blocked, 0},
		{"with a value that a model may have overheard", other, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(c.message)
			b.conv.Dialogue = leftAsked(t, at)
			b.runTools(t, true, cancelCall())
			if len(b.tools.asked) != c.calls {
				t.Errorf("%d cancellations, want %d", len(b.tools.asked), c.calls)
			}
		})
	}
}

func TestQuestionThatWasSaidIsKeptWithItsTime(t *testing.T) {
	t.Parallel()
	b := newBench(text(1, "cancela mi cita"))
	b.remote.answers = []llm.Response{wants(cancelCall()), words("¿Cancelo tu cita?")}
	end := b.answer(t)
	if got := asks(t, end); got != "cancel_appointment" || time.Since(remembered(end.Dialogue).AskedAt) > time.Minute || len(b.tools.asked) != 0 {
		t.Errorf("asks for a yes to %q, %d calls", got, len(b.tools.asked))
	}
}
