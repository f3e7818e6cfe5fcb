// Package notice tells the business that a person is wanted, that something was ordered or called off, or that its month for models is
// almost spent: by signed webhook, e-mail or WhatsApp, each notice once, whatever breaks.
package notice

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/mail"
	"github.com/recado/recado/pkg/meta"
	"github.com/recado/recado/pkg/outward"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

const (
	// tooOld is the age from which a handoff's event wakes nobody: it is from before this service read them, or long past.
	tooOld = time.Hour
	// share is how many notices of one tenant may wait.
	share = 200
	// maxSending is how many notices one process sends at a time, lane how many of them may be one tenant's.
	maxSending, lane = 64, 4
	// hold is how long a claim may take before another process tries.
	hold        = time.Minute
	maxAttempts = 8
	pollEvery   = time.Second
	pruneEvery  = time.Hour
	retention   = 7 * 24 * time.Hour
	// dangerEvery is how often one conversation's danger counts anew: who cries for help ten times needs one person.
	dangerEvery = 2 * time.Minute
	timeout     = 15 * time.Second
)

// settings gives a tenant's settings as of now.
type settings interface {
	Get(id tenant.ID) (*tenant.Settings, bool)
}

// Options are what a notifier needs of its surroundings.
type Options struct {
	Store       *store.Store // that acts as recado_outbound_sender
	Tenants     settings
	Key         seal.Key
	Mail        mail.Server // the zero value sends no e-mail
	WhatsAppURL string
	Private     bool // webhooks and accounts may lead to private addresses
	Log         *slog.Logger
}

// Notifier keeps notices and sends them until they have arrived or cannot.
type Notifier struct {
	Options
	table table
	lanes *lanes
	http  *http.Client // of webhooks
	api   *http.Client // of WhatsApp
	ways  map[string]way
}

// way sends one notice; the error says whether another attempt may help.
type way func(ctx context.Context, n *notice, to *tenant.Notify) error

// New returns a notifier that does nothing until Run.
func New(o Options) *Notifier {
	n := &Notifier{
		Options: o, table: table{o.Store}, lanes: newLanes(),
		http: outward.Client(outward.Options{Timeout: timeout, Private: o.Private}),
		api:  outward.Client(outward.Options{Timeout: timeout, Private: o.Private, Trusted: []string{o.WhatsAppURL}}),
	}
	n.ways = map[string]way{"webhook": n.webhook, "email": n.email, "whatsapp": n.whatsapp}
	return n
}

// kinds are the notices by their names in the table and on the wire.
var kinds = map[recadov1.HandoffNotice]string{
	recadov1.HandoffNotice_HANDOFF_NOTICE_UNSPECIFIED:   "requested",
	recadov1.HandoffNotice_HANDOFF_NOTICE_REQUESTED:     "requested",
	recadov1.HandoffNotice_HANDOFF_NOTICE_REMINDER:      "reminder",
	recadov1.HandoffNotice_HANDOFF_NOTICE_LAST_REMINDER: "last_reminder",
	recadov1.HandoffNotice_HANDOFF_NOTICE_DANGER:        "danger",
	recadov1.HandoffNotice_HANDOFF_NOTICE_TRIAL:         "trial",
}

// notice is one on its way.
type notice struct {
	Tenant       tenant.ID
	ID           string
	Conversation string
	Kind         string
	Reason       string
	Since        time.Time
	Target       string
	Attempts     int
	Channel      string
	Contact      string // the channel's profile name
	Stale        bool
	Subject      string // the order or appointment that it is about
	About        *About // null where it is about a conversation or a budget
	Budget       *Budget
}

// Target names a way to the business without saying where it leads.
func Target(n tenant.Notify) string {
	kind, to := "webhook", n.Webhook
	switch {
	case n.Email != "":
		kind, to = "email", n.Email
	case n.WhatsApp != "":
		kind, to = "whatsapp", n.WhatsApp
	}
	sum := sha256.Sum256([]byte(to))
	return kind + ":" + hex.EncodeToString(sum[:6])
}

// Accept keeps the notices of an event, one for each way that the tenant's settings name.
func (n *Notifier) Accept(ctx context.Context, e *recadov1.HandoffRequested) error {
	if err := meta.Check(e.GetMeta(), meta.EventID); err != nil {
		return bus.Reject(err)
	}
	kind, known := kinds[e.GetNotice()]
	if _, err := uuid.Parse(e.GetConversationId()); err != nil || !known {
		return bus.Reject(errors.New("conversation_id and notice: expected a UUID and a known notice"))
	}
	s, found := n.Tenants.Get(tenant.ID(e.GetMeta().GetTenantId()))
	if !found || time.Since(e.GetMeta().GetOccurredAt().AsTime()) > tooOld {
		return nil
	}
	for _, to := range s.Handoff.Notify {
		kept, err := n.table.accept(ctx, e, kind, Target(to))
		switch {
		case store.IsUnavailable(err):
			return bus.Unavailable(err)
		case err != nil:
			return err
		case !kept:
			n.Log.WarnContext(ctx, "too many notices wait", "tenant", string(s.ID))
		}
	}
	return nil
}

// idOf is the same for the same notice: of a handoff, which its epoch names, each kind counts once, danger once in two minutes, and a
// trial each time.
func idOf(e *recadov1.HandoffRequested, kind, target string) string {
	cause := ""
	switch kind {
	case "danger":
		cause = strconv.FormatInt(e.GetMeta().GetOccurredAt().GetSeconds()/int64(dangerEvery.Seconds()), 10)
	case "trial":
		cause = e.GetMeta().GetEventId()
	}
	name := fmt.Sprintf("%s/%s/%d/%s/%s/%s", e.GetMeta().GetTenantId(), e.GetConversationId(), e.GetEpoch(), kind, cause, target)
	return uuid.NewSHA1(uuid.NameSpaceOID, []byte(name)).String()
}

// Run sends what is due until ctx ends.
func (n *Notifier) Run(ctx context.Context) error {
	defer n.lanes.all.Wait() // attempts are bounded
	poll, prune := time.NewTicker(pollEvery), time.NewTicker(pruneEvery)
	defer poll.Stop()
	defer prune.Stop()
	for {
		n.sendDue(ctx)
		select {
		case <-ctx.Done():
			return nil
		case <-poll.C:
		case <-n.lanes.freed:
		case <-prune.C:
			if err := n.table.prune(ctx, retention); err != nil {
				n.Log.DebugContext(ctx, "prune notices", "error", err)
			}
		}
	}
}

// sendDue begins an attempt at whatever is due and has room, one of each tenant by turns, and returns at how many.
func (n *Notifier) sendDue(ctx context.Context) (begun int) {
	for ctx.Err() == nil {
		free, busy := n.lanes.free()
		if free <= 0 {
			return begun
		}
		claimed, err := n.table.claim(ctx, free, hold, busy)
		if err != nil && ctx.Err() == nil {
			n.Log.DebugContext(ctx, "claim notices", "error", err)
		}
		if err != nil || len(claimed) == 0 {
			return begun
		}
		for _, one := range claimed {
			n.lanes.run(one.Tenant, func() { n.attempt(ctx, one) })
		}
		begun += len(claimed)
	}
	return begun
}

// attempt sends a notice and keeps what came of it. A stop lets it end: it is bounded.
func (n *Notifier) attempt(ctx context.Context, one *notice) {
	ctx, cancel := context.WithTimeout(tenant.NewContext(context.WithoutCancel(ctx), one.Tenant), timeout)
	defer cancel()
	err := n.send(ctx, one)
	end := ending{state: "sent"}
	var final finalError
	switch {
	case err == nil:
	case errors.As(err, &final) || one.Attempts >= maxAttempts:
		end = ending{state: "failed", reason: err.Error()}
		n.Log.WarnContext(ctx, "the business was not told", "target", one.Target, "notice", one.ID, "error", err)
	default:
		end = ending{state: "pending", wait: 5 * time.Second << min(one.Attempts-1, 6), reason: err.Error()}
	}
	record, stop := context.WithTimeout(context.WithoutCancel(ctx), timeout)
	defer stop()
	if err := n.table.end(record, one, end); err != nil { // it is sent again after its hold; who gets it twice sees its id
		n.Log.WarnContext(ctx, "record a notice", "notice", one.ID, "error", err)
	}
}

// finalError is one that no other attempt mends. Errors name no address and no text.
type finalError struct{ error }

var (
	errStale   = finalError{errors.New("a person has come meanwhile")}
	errPassed  = finalError{errors.New("it was changed again before it could be told")}
	errRemoved = finalError{errors.New("the tenant's settings do not name this way any more")}
)

func (n *Notifier) send(ctx context.Context, one *notice) error {
	switch {
	case one.Stale && one.Conversation == "":
		return errPassed
	case one.Stale:
		return errStale
	}
	s, found := n.Tenants.Get(one.Tenant)
	if !found {
		return errRemoved
	}
	for i := range s.Handoff.Notify {
		to := &s.Handoff.Notify[i]
		if target := Target(*to); target == one.Target {
			kind, _, _ := strings.Cut(target, ":")
			return n.ways[kind](ctx, one, to)
		}
	}
	return errRemoved
}
