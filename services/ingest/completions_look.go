package ingest

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"go.opentelemetry.io/otel/trace"
	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/topology"
	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/telemetry"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/ingest/completion"
)

const (
	// firstLook and lastLook bound how often agent-runner is asked what became of a message: live frames may be lost, and a message
	// that was answered before has none.
	firstLook, lastLook = 400 * time.Millisecond, 5 * time.Second
	// lookTime is how long one question may take.
	lookTime = 2 * time.Second
	// maxMissed is how often a message may be found answered while its reply is found nowhere.
	maxMissed = 4
)

// asker asks one of those who answer on a subject.
type asker interface {
	Request(ctx context.Context, subj string, data []byte) ([]byte, error)
}

// looked is how often it was looked for what became of a message.
type looked struct {
	wait   time.Duration
	missed int
	blind  bool // nobody answered, once
}

func (l *looked) next() time.Duration {
	l.wait = min(max(2*l.wait, firstLook), lastLook)
	return l.wait
}

// look finds out what became of the message where no frame said so. Where nobody knows now, it is asked again.
func (a *awaited) look(ctx context.Context) error {
	told, err := a.ask(ctx)
	switch {
	case err != nil && !a.asked.blind:
		a.asked.blind = true
		return a.replay(ctx)
	case err != nil, told.GetEnded() == "":
		return nil
	}
	if err := a.tell(a.answer.Told(told)); err != nil || a.answer.Ended() {
		return err
	}
	if a.asked.missed++; a.asked.missed > maxMissed {
		return a.tell(a.answer.Fail(completion.CodeGone))
	}
	return a.replay(ctx)
}

func (a *awaited) ask(ctx context.Context) (*recadov1.TurnTold, error) {
	ctx, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	id := string(a.viewer.tenant)
	q, err := proto.Marshal(&recadov1.AskTurn{TenantId: id, ConversationId: a.viewer.conversation, MessageId: a.message})
	if err != nil {
		return nil, err
	}
	data, err := a.chat.asker.Request(ctx, subject.TurnAsk+"."+id, q)
	if err != nil {
		return nil, err
	}
	told := new(recadov1.TurnTold)
	return told, proto.Unmarshal(data, told)
}

// replay finds the reply among those that are kept.
func (a *awaited) replay(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	var gone error
	own := subject.WebchatReply + "." + a.viewer.conversation
	err := a.chat.streams.bus.ReadStored(ctx, own, 0, topology.WebchatReplies, func(m bus.Stored) error {
		var frame channel.Frame
		if gone != nil || a.answer.Ended() || json.Unmarshal(m.Data, &frame) != nil {
			return nil
		}
		gone = a.reply(ctx, frame, event{id: m.Sequence, trace: traceOf(ctx, m)}, a.answer.Reply)
		return nil
	})
	if err != nil && ctx.Err() == nil {
		return nil // the bus is away: it is looked again
	}
	return gone
}

// traceOf is the trace in which a reply was sent; empty without one.
func traceOf(ctx context.Context, m bus.Stored) string {
	ctx = trace.ContextWithSpanContext(ctx, trace.SpanContext{}) // the one who reads has nothing to do with it
	span := trace.SpanContextFromContext(telemetry.ExtractFrom(ctx, m.Header))
	if !span.HasTraceID() {
		return ""
	}
	return span.TraceID().String()
}

// output is how the answer is written.
type output interface {
	begin() error
	write(e completion.Event) error
	alive() error
}

// events writes server-sent events as they come.
type events struct {
	w    http.ResponseWriter
	door *http.ResponseController
}

func (o *events) begin() error {
	beginEvents(o.w.Header())
	return o.text(": here\n\n")
}

func (o *events) write(e completion.Event) error {
	data, err := json.Marshal(e.Data)
	if err != nil {
		return err
	}
	return o.text("event: " + e.Name + "\ndata: " + string(data) + "\n\n")
}

func (o *events) alive() error { return o.text(": here\n\n") }

// text ends with an error where whoever asked does not read.
func (o *events) text(s string) error {
	_ = o.door.SetWriteDeadline(time.Now().Add(writeTimeout)) // not every writer has one
	if _, err := o.w.Write([]byte(s)); err != nil {
		return err
	}
	return o.door.Flush()
}

// whole writes the end alone, as one JSON.
type whole struct{ w http.ResponseWriter }

func (o *whole) begin() error { return nil }

func (o *whole) write(e completion.Event) error {
	switch data := e.Data.(type) {
	case completion.DoneData:
		answer(o.w, http.StatusOK, data)
	case completion.ErrorData:
		answer(o.w, statusOf(data.Code), data)
	}
	return nil
}

func (o *whole) alive() error { return nil }

// statusOf is an error's status where nothing was written yet.
func statusOf(code string) int {
	switch code {
	case completion.CodeLate:
		return http.StatusGatewayTimeout
	case completion.CodeGone:
		return http.StatusGone
	case completion.CodeInterrupted:
		return http.StatusServiceUnavailable
	}
	return http.StatusBadGateway
}
