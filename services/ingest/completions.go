package ingest

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/services/ingest/completion"
)

// completions is the route at which one message is posted and its answer awaited.
const completions = "/chat/{account}/completions"

// question is the body of a completion: a frame, of which only the text and the page's id of it are needed.
type question struct {
	channel.Frame
	Stream *bool `json:"stream"`
}

// readQuestion fills in what a frame needs. What cannot be read is passed on as it is: the door of messages says what is wrong with it.
func readQuestion(body []byte, v visit) (q question, frame []byte) {
	if json.Unmarshal(body, &q) != nil {
		return question{}, body
	}
	blank := channel.Frame{V: 1, Type: channel.FrameUserMessage, SessionID: v.session.ID}
	if q.V == 0 {
		q.V = blank.V
	}
	if q.Type == "" {
		q.Type = blank.Type
	}
	if q.SessionID == "" {
		q.SessionID = blank.SessionID
	}
	frame, err := json.Marshal(q.Frame)
	if err != nil {
		return q, body
	}
	return q, frame
}

// complete accepts a message as post does, and answers with what is said to it.
func (c *chat) complete(w http.ResponseWriter, r *http.Request, ref accountRef) {
	ctx, span := startTrace(r.Context(), c.tracer, completions, ref)
	v, err := c.visit(r, ref)
	if err != nil {
		span.SetAttributes(attribute.Int("http.response.status_code", http.StatusUnauthorized))
		span.End()
		refuseVisit(w, err)
		return
	}
	a := c.awaiting(w, r, v)
	defer func() { a.leave() }() // what it gives back is taken below
	status, reason := a.post(ctx)
	span.SetAttributes(attribute.Int("http.response.status_code", status))
	span.End() // the message is on its way: its turn has spans of its own
	switch status {
	case http.StatusAccepted:
		a.trace = trace.SpanContextFromContext(ctx).TraceID().String()
		a.follow(r.Context())
	case http.StatusTooManyRequests:
		tooFast(w, r, ref)
	default:
		refuse(w, status, reason)
	}
}

// awaited is one message whose answer is awaited.
type awaited struct {
	chat   *chat
	w      http.ResponseWriter
	r      *http.Request
	visit  visit
	viewer viewer
	leave  func() // what was taken for the wait is given back

	message string // its id inside
	answer  *completion.Answer
	out     output
	trace   string
	asked   looked
}

func (c *chat) awaiting(w http.ResponseWriter, r *http.Request, v visit) *awaited {
	ref, session := v.ref, v.session.ID
	page := newPage(ref.key(), ref.ids.ConversationID(ref.account.Channel, ref.account.ID, session), v.contactKey())
	page.keyed, page.awaits = ref.ids.Keyed(), true
	return &awaited{chat: c, w: w, r: r, visit: v, leave: func() {}, viewer: viewer{
		page: page, session: session, tenant: ref.settings.ID,
		contact: ref.ids.ContactID(ref.account.Channel, ref.account.ID, session),
	}}
}

// post listens first, so that nothing is missed, and then accepts the message.
func (a *awaited) post(ctx context.Context) (status int, reason string) {
	c := a.chat
	if status, reason = c.allow(ctx, a.visit); status != 0 {
		return status, reason
	}
	body, release, err := c.bodies.read(a.w, a.r, "account "+a.visit.ref.key(), "address "+c.proxies.Client(a.r))
	if err != nil {
		return bodyStatus(err)
	}
	defer release()
	q, frame := readQuestion(body, a.visit)
	if q.Type == channel.FrameResume {
		return http.StatusBadRequest, "type: expected " + channel.FrameUserMessage
	}
	a.message = a.visit.ref.ids.MessageID(channel.WebchatMessageID(q.SessionID, q.ClientMsgID))
	a.answer = completion.New(a.message)
	if a.out = (&events{w: a.w, door: http.NewResponseController(a.w)}); q.Stream != nil && !*q.Stream {
		a.out = &whole{w: a.w}
	}
	if status, reason = a.listen(); status != 0 {
		return status, reason
	}
	return c.take(ctx, a.visit, a.r.Header, frame)
}

func (a *awaited) listen() (status int, reason string) {
	s := a.chat.streams
	switch err := s.hub.enter(a.viewer.page); {
	case errors.Is(err, errManyAsked):
		return http.StatusTooManyRequests, err.Error()
	case err != nil:
		return http.StatusServiceUnavailable, err.Error()
	}
	a.leave = func() { s.hub.leave(a.viewer.page) }
	stop, err := s.listen(a.viewer.page)
	if err != nil {
		return http.StatusServiceUnavailable, "not available now"
	}
	a.leave = func() { stop(); s.hub.leave(a.viewer.page) }
	return 0, ""
}

// follow writes what comes until the answer has ended, or whoever asked has gone.
func (a *awaited) follow(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	late := time.NewTimer(a.chat.patience)
	defer late.Stop()
	tick := time.NewTicker(heartbeat)
	defer tick.Stop()
	look := time.NewTimer(firstLook)
	defer look.Stop()
	err := a.out.begin()
	for err == nil && !a.answer.Ended() {
		select {
		case e := <-a.viewer.events:
			err = a.hear(ctx, e)
		case <-look.C:
			err = a.look(ctx)
			look.Reset(a.asked.next())
		case <-tick.C:
			err = a.out.alive()
		case <-late.C:
			err = a.tell(a.answer.Fail(completion.CodeLate))
		case <-a.viewer.gone:
			err = a.tell(a.answer.Fail(completion.CodeInterrupted))
		case <-a.chat.streams.stop:
			err = a.tell(a.answer.Fail(completion.CodeInterrupted))
		case <-ctx.Done():
			return
		}
	}
}

// hear takes what the conversation says now.
func (a *awaited) hear(ctx context.Context, e event) error {
	var frame channel.Frame
	if json.Unmarshal(e.data, &frame) != nil {
		return nil
	}
	if e.id == 0 {
		return a.live(ctx, frame)
	}
	return a.reply(ctx, frame, e, a.answer.Heard)
}

// live shows a piece of a draft; where its values cannot be opened the reply will say it.
func (a *awaited) live(ctx context.Context, f channel.Frame) error {
	if a.chat.streams.reveal(ctx, a.viewer, &f) != nil {
		return nil
	}
	return a.tell(a.answer.Live(f))
}

func (a *awaited) reply(ctx context.Context, f channel.Frame, e event, take func(channel.Frame, string) []completion.Event) error {
	if f.Type != channel.FrameDone {
		return nil
	}
	if a.chat.streams.reveal(ctx, a.viewer, &f) != nil {
		return a.tell(a.answer.Fail(completion.CodeInterrupted))
	}
	f.EventID = e.id
	return a.tell(take(f, e.trace))
}

// tell writes events; the last one gets what only the door knows.
func (a *awaited) tell(events []completion.Event) error {
	for _, e := range events {
		switch data := e.Data.(type) {
		case completion.DoneData:
			if data.TraceID == "" {
				data.TraceID = a.trace
			}
			data.Token, e.Data = a.visit.renewed(), data
		case string: // an error's code
			e.Data = completion.ErrorData{Code: data, Message: completion.Text(data, a.language()), TraceID: a.trace}
		}
		if err := a.out.write(e); err != nil {
			return err
		}
	}
	return nil
}

func (a *awaited) language() string {
	return pageLanguage(a.r.Header.Get("Accept-Language"), a.visit.ref.settings.Language)
}
