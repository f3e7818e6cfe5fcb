// Package promises hands scheduled messages to the bus when their time has come: reminders, and what else the business promised to say.
package promises

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

const (
	sweepEvery = 5 * time.Second
	closeEvery = time.Minute
	// batch bounds one claim, and share what a tenant has of it.
	batch = 100
	share = 25
	// hold is how long whoever says it has before it is handed on again.
	hold = time.Minute
)

// publisher puts an event on the bus.
type publisher interface {
	Publish(ctx context.Context, e bus.Event) error
}

// Sweeper publishes message.due. Several may run at once: each claim is one's, and what a dead one had claimed is due again.
type Sweeper struct {
	Store *store.Store // that acts as recado_tool_executor
	Bus   publisher
	Log   *slog.Logger
}

// Run sweeps until ctx ends.
func (s *Sweeper) Run(ctx context.Context) {
	tick, closing := time.NewTicker(sweepEvery), time.NewTicker(closeEvery)
	defer tick.Stop()
	defer closing.Stop()
	for {
		for more := true; more && ctx.Err() == nil; {
			n, err := s.Sweep(ctx)
			more = n >= share && err == nil
			if err != nil && !store.IsUnavailable(err) && !bus.IsUnavailable(err) && ctx.Err() == nil {
				s.Log.WarnContext(ctx, "scheduled messages wait", "error", err)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-closing.C:
			if n, err := s.closeVisits(ctx); err != nil && !store.IsUnavailable(err) && ctx.Err() == nil {
				s.Log.WarnContext(ctx, "no-shows are not marked", "error", err)
			} else if n > 0 {
				s.Log.InfoContext(ctx, "appointments that nobody closed are no-shows", "count", n)
			}
		}
	}
}

// Sweep hands on what is due, and returns how many messages that were. One that cannot be published is due again.
func (s *Sweeper) Sweep(ctx context.Context) (int, error) {
	list, err := s.claim(ctx)
	if err != nil {
		return 0, fmt.Errorf("claim scheduled messages: %w", err)
	}
	var failed error
	for i := range list {
		failed = errors.Join(failed, s.hand(ctx, &list[i]))
	}
	return len(list), failed
}

func (s *Sweeper) hand(ctx context.Context, d *due) error {
	if d.Conversation == nil {
		return s.drop(ctx, d, "no_conversation")
	}
	return s.Bus.Publish(tenant.NewContext(ctx, d.Tenant), d.event())
}

// event is named by row, version and attempt: what was handed on in vain is no duplicate of the next.
func (d *due) event() *recadov1.MessageDue {
	id := uuid.NewSHA1(uuid.NameSpaceOID, fmt.Appendf(nil, "%s/%s/%d/%d", d.Tenant, d.ID, d.Version, d.Attempts))
	return &recadov1.MessageDue{
		Meta: &recadov1.Meta{
			EventId: id.String(), TenantId: string(d.Tenant), Channel: d.Channel, AccountId: d.Account, ConversationKey: *d.Conversation,
			Contact: &recadov1.Contact{ContactId: d.Contact}, OccurredAt: timestamppb.Now(), Keyed: true,
		},
		ScheduledId: d.ID, Version: d.Version, Kind: d.Kind, SubjectId: d.Subject,
		DueAt: timestamppb.New(d.DueAt), ExpiresAt: timestamppb.New(d.ExpiresAt),
	}
}
