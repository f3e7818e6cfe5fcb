package ingest

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/retry"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
)

const (
	// sessionPages is how many pages of one session may listen: its tabs. A further one takes the place of the oldest. As many answers
	// may be awaited beside; a further one is refused.
	sessionPages = 3
	// eventsWaiting is how many events wait for a slow page. Of live pieces the next are lost, for a reply the page has to come back.
	eventsWaiting = 256
	hubPause      = time.Second
)

var (
	errManyPages   = errors.New("too many open streams")
	errAccountFull = errors.New("too many open streams of one account")
	errNotLive     = errors.New("not available now")
	errManyAsked   = errors.New("too many answers awaited in one session")
)

// replies are the stored replies of all conversations.
type replies interface {
	LastStored(ctx context.Context, stage string) (uint64, error)
	Follow(ctx context.Context, subj string, after uint64, fn func(bus.Stored) error) error
}

// page is one open stream.
type page struct {
	account, conversation string
	contact               string // <tenant>.<contact id>
	keyed                 bool   // the conversation's id is made with the tenant's identity key
	awaits                bool   // one answer, and ends with it

	events chan event
	gone   chan struct{} // closed when its place was taken or it was too slow
}

func newPage(account, conversation, contact string) *page {
	return &page{
		account: account, conversation: conversation, contact: contact,
		events: make(chan event, eventsWaiting), gone: make(chan struct{}),
	}
}

// hub gives every new reply to the pages that show its conversation, by one consumer for all of them.
type hub struct {
	bus        replies
	log        *slog.Logger
	most       int // pages that may listen
	accountMay int // of one account

	mu       sync.Mutex
	from     uint64 // what is stored after it reaches the pages
	live     bool
	open     int
	accounts map[string]int
	pages    map[string][]*page // by conversation, which is one session's; oldest first
}

func newHub(b replies, log *slog.Logger, most, accountMay int) *hub {
	return &hub{
		bus: b, log: log, most: most, accountMay: accountMay,
		accounts: map[string]int{}, pages: map[string][]*page{},
	}
}

// start finds where the replies end now; from then on pages may come.
func (h *hub) start(ctx context.Context) error {
	return retry.Do(ctx, retry.Policy{Min: hubPause}, func(ctx context.Context) error {
		last, err := h.bus.LastStored(ctx, subject.WebchatReply)
		if err != nil {
			return err
		}
		h.mu.Lock()
		defer h.mu.Unlock()
		h.from, h.live = last, true
		return nil
	})
}

// run follows the replies until ctx ends. When it has to begin again the pages end: they come back with the last event that they saw.
func (h *hub) run(ctx context.Context) error {
	for ctx.Err() == nil {
		err := h.bus.Follow(ctx, subject.WebchatReply+".*", h.from, func(m bus.Stored) error {
			h.deliver(strings.TrimPrefix(m.Subject, subject.WebchatReply+"."), event{id: m.Sequence, data: m.Data, trace: traceOf(ctx, m)})
			return nil
		})
		h.endAll()
		if ctx.Err() == nil {
			h.log.WarnContext(ctx, "the replies of the web chat are followed again", "error", err)
			retry.Sleep(ctx, hubPause)
			_ = h.start(ctx)
		}
	}
	return nil
}

func (h *hub) deliver(conversation string, e event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, p := range slices.Clone(h.pages[conversation]) {
		select {
		case p.events <- e:
		default:
			h.end(p)
		}
	}
}

// enter gives a page a place: its session's newest ones, as long as its account has its share.
func (h *hub) enter(p *page) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.live {
		return errNotLive
	}
	own := slices.DeleteFunc(slices.Clone(h.pages[p.conversation]), func(other *page) bool { return other.awaits != p.awaits })
	full := len(own) >= sessionPages
	if full && !p.awaits {
		h.end(own[0])
	}
	switch {
	case full && p.awaits:
		return errManyAsked
	case h.accounts[p.account] >= h.accountMay:
		return errAccountFull
	case h.open >= h.most:
		return errManyPages
	}
	h.open++
	h.accounts[p.account]++
	h.pages[p.conversation] = append(h.pages[p.conversation], p)
	return nil
}

// leave gives a page's place back; one that was ended has none any more.
func (h *hub) leave(p *page) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if slices.Contains(h.pages[p.conversation], p) {
		h.end(p)
	}
}

func (h *hub) end(p *page) {
	close(p.gone)
	h.open--
	if h.accounts[p.account]--; h.accounts[p.account] == 0 {
		delete(h.accounts, p.account)
	}
	left := slices.DeleteFunc(h.pages[p.conversation], func(other *page) bool { return other == p })
	if h.pages[p.conversation] = left; len(left) == 0 {
		delete(h.pages, p.conversation)
	}
}

// endContact ends the pages of a contact whose sessions were ended.
func (h *hub) endContact(key string) {
	h.endWhere(func(p *page) bool { return p.contact == key })
}

// rekeyed ends the pages that follow a tenant's conversations by ids that they have no more; they come back by themselves.
func (h *hub) rekeyed(s *tenant.Settings) {
	if len(s.Identity.Key) == 0 {
		return
	}
	h.endWhere(func(p *page) bool { return !p.keyed && strings.HasPrefix(p.account, string(s.ID)+"/") })
}

func (h *hub) endWhere(which func(*page) bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, own := range h.pages {
		for _, p := range slices.Clone(own) {
			if which(p) {
				h.end(p)
			}
		}
	}
}

func (h *hub) endAll() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.live = false
	for _, own := range h.pages {
		for _, p := range slices.Clone(own) {
			h.end(p)
		}
	}
}
