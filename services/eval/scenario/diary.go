package scenario

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// tapped are the stages that a diary is kept of. They come in the order in which they were published, so that whoever has seen a
// turn's end has seen its calls, its handoff and its draft.
var tapped = []string{
	subject.MessageRouted, subject.ToolRequested, subject.ToolCompleted, subject.ReplyDrafted, subject.ReplySent, subject.ReplyFailed,
	subject.TurnCompleted, subject.HandoffRequested, subject.HandoffReturned, subject.DocumentIndexed, subject.DocumentFailed,
}

// diary is what the services have published about one tenant.
type diary struct {
	mu      sync.Mutex
	changed chan struct{} // closed and replaced with every event
	entries
}

// entries are the events of a diary, by what they are about.
type entries struct {
	routed    map[string]*recadov1.MessageRouted // by message
	turns     []*recadov1.TurnCompleted
	calls     []*recadov1.ToolRequested // the first request of each call
	results   []string                  // JSON: results, and what refusals offer instead
	handoffs  int
	returned  int
	drafted   []*recadov1.ReplyDrafted
	settled   map[string]bool // replies that were sent, or never will be
	documents int             // that are searchable, or cannot be
	known     map[string]bool // events, and calls
}

func newDiary() *diary {
	return &diary{changed: make(chan struct{}), entries: entries{
		routed: map[string]*recadov1.MessageRouted{}, settled: map[string]bool{}, known: map[string]bool{},
	}}
}

// fresh reports whether something was not seen before.
func (e *entries) fresh(key string) bool {
	known := e.known[key]
	e.known[key] = true
	return !known
}

// write takes an event; one that is published again changes nothing.
func (d *diary) write(e bus.Event) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.fresh(bus.StageOf(e) + "/" + e.GetMeta().GetEventId()) {
		return
	}
	switch e := e.(type) {
	case *recadov1.MessageRouted:
		d.routed[e.GetMeta().GetMessageId()] = e
	case *recadov1.ToolRequested:
		if d.fresh("call/" + e.GetIdempotencyKey()) {
			d.calls = append(d.calls, e)
		}
	case *recadov1.ToolCompleted:
		d.results = append(append(d.results, e.GetResultJson()), e.GetError().GetAllowedJson()...)
	case *recadov1.TurnCompleted:
		d.turns = append(d.turns, e)
	case *recadov1.HandoffRequested:
		d.handoffs++
	case *recadov1.HandoffReturned:
		d.returned++
	case *recadov1.ReplyDrafted:
		d.drafted = append(d.drafted, e)
	case *recadov1.ReplySent:
		d.settled[e.GetReplyId()] = true
	case *recadov1.ReplyFailed:
		d.settled[e.GetReplyId()] = true
	case *recadov1.DocumentIndexed, *recadov1.DocumentFailed:
		d.documents++
	}
	close(d.changed)
	d.changed = make(chan struct{})
}

// until waits for something to be so; look is called with the diary held, again after every event and at least every tick.
func (d *diary) until(ctx context.Context, what string, tick time.Duration, look func(e *entries) (bool, error)) error {
	for {
		d.mu.Lock()
		done, err := look(&d.entries)
		changed := d.changed
		d.mu.Unlock()
		if done || err != nil {
			return err
		}
		if err := waitFor(ctx, changed, tick); err != nil {
			return fmt.Errorf("wait for %s: %w", what, err)
		}
	}
}

func waitFor(ctx context.Context, changed <-chan struct{}, tick time.Duration) error {
	again := time.NewTimer(tick)
	defer again.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-changed:
	case <-again.C:
	}
	return nil
}

// read calls fn with the diary held.
func (d *diary) read(fn func(e *entries)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	fn(&d.entries)
}

// diaries are those of the tenants that play now; events of others are of no interest.
type diaries struct {
	mu sync.Mutex
	of map[string]*diary
}

func (a *diaries) open(tenant string) *diary {
	d := newDiary()
	a.mu.Lock()
	defer a.mu.Unlock()
	a.of[tenant] = d
	return d
}

func (a *diaries) close(tenant string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.of, tenant)
}

func (a *diaries) write(e bus.Event) {
	a.mu.Lock()
	d := a.of[e.GetMeta().GetTenantId()]
	a.mu.Unlock()
	if d != nil {
		d.write(e)
	}
}
