package admin

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/cmd/recado/tenants"
	"github.com/recado/recado/services/outbound-sender/notice"
)

// trialTimeout is how long a trial notice may take; what needs longer is still tried afterwards.
const trialTimeout = 20 * time.Second

// trialResult is what became of a trial notice on one way.
type trialResult struct {
	Way   string `json:"way"`
	State string `json:"state"` // sent, pending or failed
	Error string `json:"error,omitempty"`
}

// test sends a trial notice by every way that the tenant's settings name, and says what became of each.
func (d *desk) test(ctx context.Context, id tenant.ID, asJSON bool) error {
	s, err := tenants.Read(ctx, d.bus, string(id))
	if errors.Is(err, bus.ErrNotFound) {
		return fmt.Errorf("tenant %s is not known; recado tenant list prints who is", id)
	}
	if err != nil {
		return err
	}
	if len(s.Handoff.Notify) == 0 {
		return fmt.Errorf("tenant %s has no handoff.notify in its file: nobody is told that a customer waits", id)
	}
	trial := uuid.NewString()
	err = d.bus.Publish(ctx, &recadov1.HandoffRequested{
		Meta:           &recadov1.Meta{EventId: trial, TenantId: string(id), ConversationKey: trial, OccurredAt: timestamppb.Now()},
		ConversationId: trial, Notice: recadov1.HandoffNotice_HANDOFF_NOTICE_TRIAL, Since: timestamppb.Now(),
	})
	if err != nil {
		return err
	}
	results, err := d.awaitTrial(ctx, id, trial, s.Handoff.Notify)
	if err != nil {
		return err
	}
	return d.printTrial(results, asJSON)
}

// awaitTrial asks the table until every way has an end, or the time is over.
func (d *desk) awaitTrial(ctx context.Context, id tenant.ID, trial string, ways []tenant.Notify) ([]trialResult, error) {
	ctx, cancel := context.WithTimeout(ctx, trialTimeout)
	defer cancel()
	results := make([]trialResult, len(ways))
	for {
		states, err := d.Notices(ctx, id, trial)
		if err != nil && ctx.Err() == nil {
			return nil, err
		}
		open := 0
		for i, way := range ways {
			state := states[notice.Target(way)]
			results[i] = trialResult{
				Way: way.Webhook + way.Email + way.WhatsApp, State: "pending", Error: "outbound-sender has not taken it up",
			}
			if state.State != "" {
				results[i].State, results[i].Error = state.State, state.Error
			}
			if results[i].State == "pending" {
				open++
			}
		}
		if open == 0 {
			return results, nil
		}
		select {
		case <-ctx.Done():
			return results, nil
		case <-time.After(200 * time.Millisecond):
		}
	}
}

func (d *desk) printTrial(results []trialResult, asJSON bool) error {
	if asJSON {
		if err := d.cli.JSON(results); err != nil {
			return err
		}
	}
	failed := 0
	out := tabwriter.NewWriter(d.cli.Stdout, 0, 0, 2, ' ', 0)
	for _, r := range results {
		if r.State != "sent" {
			failed++
		}
		if !asJSON {
			fmt.Fprintf(out, "%s\t%s\t%s\n", r.State, r.Way, r.Error)
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d trial notices did not arrive", failed, len(results))
	}
	return nil
}
