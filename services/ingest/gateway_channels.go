package ingest

import (
	"context"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// receipts reads gateway.receipt of all channels, one at a time: a report is rare and quick.
func (g *gateways) receipts(ctx context.Context, b *bus.Bus) error {
	return bus.Hop[*recadov1.ReceiptReceived]{
		Name: service, From: subject.GatewayReceipt,
		Handle: func(ctx context.Context, r *recadov1.ReceiptReceived) error {
			return g.receipt(ctx, strings.TrimPrefix(bus.Info(ctx).Subject, subject.GatewayReceipt+"."), r)
		},
	}.Run(ctx, b)
}

// messages reads gateway.inbound of each channel that some tenant has a gateway account on, in order and apart from the others,
// and begins with a new one when a tenant gets it.
func (g *gateways) messages(ctx context.Context, b *bus.Bus, tenants *app.Tenants) error {
	channels := newGatewayChannels()
	tenants.OnChange(channels.note)
	group, ctx := errgroup.WithContext(ctx)
	for {
		for _, name := range channels.take() {
			group.Go(func() error {
				return bus.Hop[*recadov1.MessageReceived]{
					Name: service, From: subject.GatewayInbound + "." + name,
					Handle: func(ctx context.Context, m *recadov1.MessageReceived) error { return g.message(ctx, name, m) },
				}.Run(ctx, b)
			})
		}
		select {
		case <-channels.more:
		case <-ctx.Done():
			return group.Wait()
		}
	}
}

// gatewayChannels collects the gateway channels of tenants, each once.
type gatewayChannels struct {
	more chan struct{}

	mu    sync.Mutex
	seen  map[string]bool
	added []string
}

func newGatewayChannels() *gatewayChannels {
	return &gatewayChannels{more: make(chan struct{}, 1), seen: map[string]bool{}}
}

func (c *gatewayChannels) note(s *tenant.Settings) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, account := range s.Accounts {
		if account.Gateway && !c.seen[account.Channel] {
			c.seen[account.Channel] = true
			c.added = append(c.added, account.Channel)
		}
	}
	select {
	case c.more <- struct{}{}:
	default:
	}
}

func (c *gatewayChannels) take() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	added := c.added
	c.added = nil
	return added
}
