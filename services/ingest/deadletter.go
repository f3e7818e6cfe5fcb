package ingest

import (
	"context"
	"fmt"

	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/bus"
)

// publisher sends an event and returns when the bus has it, or keeps one that the bus cannot carry.
type publisher interface {
	Publish(ctx context.Context, e bus.Event) error
	DeadLetter(ctx context.Context, l bus.NewDeadLetter) error
}

// deadLetter keeps an event that the bus can never carry.
func deadLetter(ctx context.Context, b publisher, e bus.Event, why error) error {
	payload, err := proto.Marshal(e)
	if err != nil {
		return fmt.Errorf("encode dead letter: %w", err)
	}
	return b.DeadLetter(ctx, bus.NewDeadLetter{
		Stage: bus.StageOf(e), Tenant: e.GetMeta().GetTenantId(), ID: e.GetMeta().GetEventId(),
		Payload: payload, Reason: why.Error(),
	})
}
