package knowledge

import (
	"context"
	"log/slog"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// reportTimeout bounds the publish of a report: whoever asked waits for it.
const reportTimeout = 2 * time.Second

// publisher puts an event on the bus and waits until it is safe there.
type publisher interface {
	Publish(ctx context.Context, e bus.Event) error
}

// Reporter tells the account of the context's tenant of each call of an embedder. A call of nobody is nobody's to pay.
func Reporter(to publisher, log *slog.Logger) func(context.Context, llm.Call) {
	return func(ctx context.Context, c llm.Call) {
		id := tenant.FromContext(ctx)
		if id == "" {
			return
		}
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), reportTimeout) // a call whose caller has gone cost as much
		defer cancel()
		if err := to.Publish(ctx, reported(id, c)); err != nil {
			log.WarnContext(ctx, "a call of the embedder is missing in the account", "error", err)
		}
	}
}

func reported(id tenant.ID, c llm.Call) *recadov1.UsageReported {
	return &recadov1.UsageReported{
		Meta: &recadov1.Meta{EventId: "usage:" + c.ID, TenantId: string(id), OccurredAt: timestamppb.New(c.At)},
		Calls: []*recadov1.ModelCall{{
			Id: c.ID, Kind: c.Kind, Provider: c.Provider, Model: c.Model, Outcome: c.Outcome, InputTokens: uint64(max(c.Usage.Input, 0)),
			OutputTokens: uint64(max(c.Usage.Output, 0)), Estimated: c.Usage.Estimated, CostMicros: c.Cost,
			DurationMs: uint64(max(c.Duration.Milliseconds(), 0)), TraceId: c.TraceID, At: timestamppb.New(c.At),
		}},
	}
}
