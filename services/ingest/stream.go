package ingest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/topology"
	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/limit"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
)

const (
	heartbeat = 15 * time.Second
	// streamLife ends a stream so that no connection outlives deploys and proxies; the page comes back with its last event id.
	streamLife = time.Hour
	// writeTimeout drops a page that does not read.
	writeTimeout = 10 * time.Second
)

// feed reads a conversation's stored replies and listens to its live pieces, which nobody keeps.
type feed interface {
	ReadStored(ctx context.Context, subj string, after uint64, limit int, fn func(bus.Stored) error) error
	Subscribe(subj string, fn func(ctx context.Context, data []byte)) (stop func(), err error)
}

// streams serves server-sent events until the service stops.
type streams struct {
	bus   feed
	hub   *hub
	vault opener
	// sessions and addresses bound how often one opens a stream.
	sessions, addresses *limit.Keyed
	// stop is closed when the service stops: an open stream would hold the process.
	stop <-chan struct{}
}

// event is one server-sent event; a live piece has no id, so that a resume never skips a reply.
type event struct {
	id    uint64
	data  []byte
	trace string
}

// stream answers with the conversation's replies after Last-Event-ID, then with each new one and the live pieces between.
func (c *chat) stream(w http.ResponseWriter, r *http.Request, ref accountRef) {
	after, err := lastEvent(r)
	if err != nil {
		refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	v, err := c.ticketed(r, ref)
	if err != nil {
		refuseVisit(w, err)
		return
	}
	session, id := v.session.ID, string(ref.settings.ID)
	if !c.streams.sessions.Allow(id+"/"+session) || !c.streams.addresses.Allow(c.client(r, ref)) {
		refuse(w, http.StatusTooManyRequests, "too many streams opened")
		return
	}
	err = c.spend(r, v)
	if asked := r.URL.Query().Get("session"); err == nil && asked != "" && asked != session {
		err = channel.ErrSignature
	}
	if err != nil {
		refuseVisit(w, err)
		return
	}
	conversation := ref.ids.ConversationID(ref.account.Channel, ref.account.ID, session)
	page := newPage(ref.key(), conversation, v.contactKey())
	page.keyed = ref.ids.Keyed()
	c.streams.serve(w, r, viewer{
		page:    page,
		session: session, after: after, tenant: ref.settings.ID,
		contact: ref.ids.ContactID(ref.account.Channel, ref.account.ID, session),
	})
}

type viewer struct {
	*page
	session, contact string
	tenant           tenant.ID
	after            uint64
}

// serve enters the page before it reads what is stored: what comes meanwhile waits, and is passed over where it was read.
func (s *streams) serve(w http.ResponseWriter, r *http.Request, v viewer) {
	ctx, cancel := context.WithTimeout(r.Context(), streamLife)
	defer cancel()
	if err := s.hub.enter(v.page); err != nil {
		refuse(w, http.StatusServiceUnavailable, err.Error())
		return
	}
	defer s.hub.leave(v.page)
	stopLive, err := s.listen(v.page)
	if err != nil {
		refuse(w, http.StatusServiceUnavailable, "not available now")
		return
	}
	defer stopLive()
	s.copy(ctx, w, v)
}

// listen gives the live pieces of a page's conversation to it, until stop.
func (s *streams) listen(p *page) (stop func(), err error) {
	return s.bus.Subscribe(subject.Live+"."+p.conversation, func(_ context.Context, data []byte) {
		select {
		case p.events <- event{data: data}:
		default: // the page is slow: the reply will say it all
		}
	})
}

// beginEvents says that server-sent events follow.
func beginEvents(header http.Header) {
	header.Set("Content-Type", "text/event-stream")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Accel-Buffering", "no")
}

// copy writes what is stored and then what comes until the page, the service or the bus goes away; the page then comes back by itself.
func (s *streams) copy(ctx context.Context, w http.ResponseWriter, v viewer) {
	beginEvents(w.Header())
	reveal := func(f *channel.Frame) error { return s.reveal(ctx, v, f) }
	out := &eventWriter{w: w, door: http.NewResponseController(w), session: v.session, last: v.after, reveal: reveal}
	err := out.write("retry: 2000\n\n")
	if err == nil {
		err = s.bus.ReadStored(ctx, subject.WebchatReply+"."+v.conversation, v.after, topology.WebchatReplies, func(m bus.Stored) error {
			return out.event(event{id: m.Sequence, data: m.Data})
		})
	}
	tick := time.NewTicker(heartbeat)
	defer tick.Stop()
	for err == nil {
		select {
		case e := <-v.events:
			err = out.event(e)
		case <-tick.C:
			err = out.write(": here\n\n")
		case <-v.gone:
			return
		case <-s.stop:
			return
		case <-ctx.Done():
			return
		}
	}
}

type eventWriter struct {
	w       http.ResponseWriter
	door    *http.ResponseController
	session string
	reveal  func(f *channel.Frame) error
	last    uint64 // event that was written
	done    string // the turn whose reply was written last
}

// event writes a frame with its session and, where it is kept, its id. What is no frame is passed over, and so is a draft that
// comes after its reply: the two travel apart.
func (o *eventWriter) event(e event) error {
	if e.id != 0 && e.id <= o.last {
		return nil
	}
	o.last = max(o.last, e.id)
	var frame channel.Frame
	if json.Unmarshal(e.data, &frame) != nil || frame.Type == "" || frame.Progress() {
		return nil
	}
	if e.id == 0 && frame.TurnID != "" && frame.TurnID == o.done {
		return nil
	}
	if frame.Type == channel.FrameDone {
		o.done = frame.TurnID
	}
	if err := o.reveal(&frame); err != nil {
		return err
	}
	frame.SessionID, frame.EventID, frame.FrameProgress = o.session, e.id, channel.FrameProgress{}
	data, err := json.Marshal(frame)
	if err != nil {
		return err
	}
	if e.id == 0 {
		return o.write("data: " + string(data) + "\n\n")
	}
	return o.write("id: " + strconv.FormatUint(e.id, 10) + "\ndata: " + string(data) + "\n\n")
}

func (o *eventWriter) write(text string) error {
	_ = o.door.SetWriteDeadline(time.Now().Add(writeTimeout)) // not every writer has one
	if _, err := o.w.Write([]byte(text)); err != nil {
		return err
	}
	return o.door.Flush()
}

// lastEvent is where a page wants to go on: the header that browsers send by themselves, else the query; 0 is from the start.
func lastEvent(r *http.Request) (uint64, error) {
	text := r.Header.Get("Last-Event-ID")
	if text == "" {
		text = r.URL.Query().Get("last_event_id")
	}
	if text == "" {
		return 0, nil
	}
	id, err := strconv.ParseUint(text, 10, 63)
	if err != nil {
		return 0, fmt.Errorf("last_event_id: expected a whole number")
	}
	return id, nil
}
