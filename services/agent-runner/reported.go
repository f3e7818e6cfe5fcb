package agentrunner

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"time"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/meta"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/turn"
)

const (
	maxReported    = 256 // calls of one report
	accountTimeout = time.Second
)

// reportedKinds are the calls that other services make.
var reportedKinds = map[string]bool{llm.CallEmbedding: true, llm.CallRerank: true}

// bookkeeper accounts for what other services took of models: in the tenant's month, each call once, however often it is told.
type bookkeeper struct {
	settings interface {
		Find(ctx context.Context, id tenant.ID) (*tenant.Settings, bool, error)
	}
	store *database
	log   *slog.Logger
}

// account keeps a call of this process's own, for the tenant of the context.
func (k *bookkeeper) account(ctx context.Context, c llm.Call) {
	id := tenant.FromContext(ctx)
	of, known, err := k.settings.Find(ctx, id)
	if err == nil && known {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), accountTimeout)
		defer cancel()
		err = k.store.keepReported(ctx, &turn.Conversation{
			Tenant: id, Month: monthOf(of, c.At), Limit: of.Budget.MonthMicros, Calls: []llm.Call{c},
		})
	}
	if err != nil {
		k.log.WarnContext(ctx, "a call of the embedder is missing in the account", "error", err)
	}
}

// monthOf is the month of a tenant's own zone, as its first day.
func monthOf(of *tenant.Settings, at time.Time) string {
	zone, err := time.LoadLocation(of.Zone)
	if err != nil {
		zone = time.UTC
	}
	return at.In(zone).Format("2006-01") + "-01"
}

func (k *bookkeeper) handle(ctx context.Context, e *recadov1.UsageReported) error {
	if err := meta.Check(e.GetMeta(), meta.EventID); err != nil {
		return bus.Reject(err)
	}
	if len(e.GetCalls()) > maxReported {
		return bus.Reject(errors.New("calls: too many"))
	}
	id := tenant.ID(e.GetMeta().GetTenantId())
	of, known, err := k.settings.Find(ctx, id)
	if err != nil || !known { // nothing is kept of a tenant that was removed
		return err
	}
	months := map[string][]llm.Call{}
	for _, told := range e.GetCalls() {
		c, err := callOf(told)
		if err != nil {
			return bus.Reject(err)
		}
		month := monthOf(of, c.At)
		months[month] = append(months[month], c)
	}
	for month, calls := range months {
		err := k.store.keepReported(ctx, &turn.Conversation{Tenant: id, Month: month, Limit: of.Budget.MonthMicros, Calls: calls})
		switch {
		case store.IsUnavailable(err):
			return bus.Unavailable(err)
		case err != nil:
			return err
		}
	}
	return nil
}

func callOf(m *recadov1.ModelCall) (llm.Call, error) {
	switch {
	case uuid.Validate(m.GetId()) != nil:
		return llm.Call{}, errors.New("calls.id: expected a UUID")
	case !reportedKinds[m.GetKind()]:
		return llm.Call{}, errors.New("calls.kind: expected embedding or rerank")
	case m.GetAt() == nil || m.CostMicros != nil && m.GetCostMicros() < 0:
		return llm.Call{}, errors.New("calls: expected a time, and no cost below zero")
	}
	return llm.Call{
		ID: m.GetId(), Kind: m.GetKind(), Provider: m.GetProvider(), Model: m.GetModel(), Outcome: m.GetOutcome(), At: m.GetAt().AsTime(),
		Duration: time.Duration(bounded(m.GetDurationMs())) * time.Millisecond, TraceID: m.GetTraceId(), Cost: m.CostMicros,
		Usage: llm.Usage{Input: bounded(m.GetInputTokens()), Output: bounded(m.GetOutputTokens()), Estimated: m.GetEstimated()},
	}, nil
}

func bounded(n uint64) int { return int(min(n, math.MaxInt32)) }
