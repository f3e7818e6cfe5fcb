// Package promise says what the business promised to say when its time has come: each scheduled message is a turn of its own.
package promise

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/meta"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// settings gives a tenant's settings as of now.
type settings interface {
	Find(ctx context.Context, id tenant.ID) (*tenant.Settings, bool, error)
}

// Speaker words scheduled messages and commits them. Whether one is said is decided by its row, in the transaction that says it.
type Speaker struct {
	Store    *store.Store // that acts as recado_agent_runner
	Settings settings
	Log      *slog.Logger
	ended    metric.Int64Counter
}

// Measure counts what became of scheduled messages, by kind and reason.
func (s *Speaker) Measure(m metric.Meter) (err error) {
	s.ended, err = m.Int64Counter("recado.scheduled_messages",
		metric.WithDescription("scheduled messages that were said or dropped, by kind, state and reason"))
	if err != nil {
		return fmt.Errorf("create metrics: %w", err)
	}
	return nil
}

// end is what became of a message in one attempt.
type end struct {
	state, reason string
	wait          time.Duration // of one that waits on
}

// The states of a scheduled message.
const (
	stateWaiting = "waiting"
	stateSent    = "sent"
	stateDropped = "dropped"
)

// busyWait is how long a message waits for whoever is at work on its conversation.
const busyWait = 10 * time.Second

// quietWait is how long one waits that would come in the quiet hours, whose end the claim knows, or while a person is awaited.
const quietWait = time.Minute

// windowWait is how long what is owed to the customer waits for them to write again, each time, until it expires.
const windowWait = 5 * time.Minute

var (
	errUnknownTenant = errors.New("meta.tenant_id: expected a known tenant")
	errForeign       = errors.New("conversation_key, kind: expected those of the scheduled message")
)

// Handle says one message, once; one that must not be said ends with its reason.
func (s *Speaker) Handle(ctx context.Context, e *recadov1.MessageDue) error {
	if err := meta.Check(e.GetMeta(), meta.ConversationKey); err != nil {
		return bus.Reject(err)
	}
	if _, ok := kinds[e.GetKind()]; !ok {
		return bus.Reject(errors.New("kind: expected one that has words"))
	}
	id := tenant.ID(e.GetMeta().GetTenantId())
	of, known, err := s.Settings.Find(ctx, id)
	switch {
	case err != nil:
		return err
	case !known:
		return bus.Reject(errUnknownTenant)
	}
	done, err := s.transact(ctx, of, e)
	switch {
	case store.IsUnavailable(err):
		return bus.Unavailable(err)
	case err != nil:
		return fmt.Errorf("say scheduled message %s: %w", e.GetScheduledId(), err)
	}
	s.note(ctx, e, done)
	return nil
}

func (s *Speaker) note(ctx context.Context, e *recadov1.MessageDue, done end) {
	if done.state != stateSent && done.state != stateDropped {
		return
	}
	if done.state == stateDropped {
		s.Log.InfoContext(ctx, "scheduled message dropped", "id", e.GetScheduledId(), "kind", e.GetKind(), "reason", done.reason)
	}
	if s.ended != nil {
		s.ended.Add(ctx, 1, metric.WithAttributes(
			attribute.String("recado.tenant", e.GetMeta().GetTenantId()), attribute.String("recado.kind", e.GetKind()),
			attribute.String("recado.state", done.state), attribute.String("recado.reason", done.reason)))
	}
}

// judge says why a message is not said now; no state where it is.
func judge(c *conversation, m *message) end {
	switch {
	case m.refused == "quiet_hours":
		return end{state: stateWaiting, wait: quietWait}
	case m.refused != "":
		return end{state: stateDropped, reason: m.refused}
	case c.mode == "human":
		return end{state: stateDropped, reason: "person"}
	case len(c.address) == 0:
		return end{state: stateDropped, reason: "no_address"}
	case c.mode == "waiting" && strings.HasPrefix(m.kind, "reminder_"): // it may be an emergency, of which this would speak away
		return end{state: stateWaiting, wait: quietWait}
	case c.busy: // an answer is being written, or somebody has just said something
		return end{state: stateWaiting, wait: busyWait}
	}
	return end{}
}

// open reports whether a free text may be sent: where the channel has a window, the person has written within it.
func open(c *conversation) bool {
	of, ours := channel.ByName(c.channel)
	if !ours || of.Window() == 0 {
		return true
	}
	return c.heard != nil && c.now.Sub(*c.heard) < of.Window()-windowMargin
}

// windowMargin is what a reply may take from here to the channel.
const windowMargin = 10 * time.Minute
