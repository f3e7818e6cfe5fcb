package budget

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
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

const (
	lookEvery = 5 * time.Second
	lookBatch = 100
)

// publisher puts an event on the bus and waits until it is safe there.
type publisher interface {
	Publish(ctx context.Context, e bus.Event) error
}

// Teller publishes that a tenant has spent a share of its month, each share once, whatever breaks: the row says so until it was told.
type Teller struct {
	Store *store.Store
	Bus   publisher
	Log   *slog.Logger
}

// Run tells what it finds until ctx ends.
func (t *Teller) Run(ctx context.Context) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		if err := t.Tell(ctx); err != nil && ctx.Err() == nil {
			t.Log.DebugContext(ctx, "budgets wait to be told of", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Tell publishes what nobody was told of.
func (t *Teller) Tell(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, lookEvery)
	defer cancel()
	found, err := untold(ctx, t.Store, lookBatch)
	if err != nil {
		return err
	}
	var failed []error // of one tenant, which stops no other's
	for _, r := range found {
		t.Log.WarnContext(ctx, "a tenant has spent a share of its budget for models", "tenant", string(r.Tenant), "percent", r.Percent,
			"month", r.Month.Format("2006-01"), "limit_micros", r.Limit, "spent_micros", r.Spent)
		if err := t.Bus.Publish(ctx, r.event()); err != nil {
			failed = append(failed, fmt.Errorf("publish budget: %w", err))
			continue
		}
		if err := told(ctx, t.Store, r); err != nil { // it is published once more, which the bus drops
			failed = append(failed, err)
		}
	}
	return errors.Join(failed...)
}

// event has the same id for the same share of the same limit, whoever finds it.
func (r reached) event() *recadov1.BudgetReached {
	month := r.Month.Format(time.DateOnly)
	id := uuid.NewSHA1(uuid.NameSpaceOID, fmt.Appendf(nil, "budget/%s/%s/%d/%d", r.Tenant, month, r.Limit, r.Percent))
	return &recadov1.BudgetReached{
		Meta:    &recadov1.Meta{EventId: id.String(), TenantId: string(r.Tenant), OccurredAt: timestamppb.Now()},
		Percent: uint32(r.Percent), Month: month, LimitMicros: r.Limit, SpentMicros: r.Spent,
	}
}
