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
	names := newNames()
	tenants.OnChange(names.note)
	group, ctx := errgroup.WithContext(ctx)
	for {
		for _, name := range names.take() {
			group.Go(func() error {
				return bus.Hop[*recadov1.MessageReceived]{
					Name: service, From: subject.GatewayInbound + "." + name,
					Handle: func(ctx context.Context, m *recadov1.MessageReceived) error { return g.message(ctx, name, m) },
				}.Run(ctx, b)
			})
		}
		select {
		case <-names.more:
		case <-ctx.Done():
			return group.Wait()
		}
	}
}

// names collects the gateway channels of tenants, each once.
type names struct {
	more chan struct{}

	mu    sync.Mutex
	seen  map[string]bool
	fresh []string
}

func newNames() *names { return &names{more: make(chan struct{}, 1), seen: map[string]bool{}} }

func (n *names) note(s *tenant.Settings) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, account := range s.Accounts {
		if account.Gateway && !n.seen[account.Channel] {
			n.seen[account.Channel] = true
			n.fresh = append(n.fresh, account.Channel)
		}
	}
	select {
	case n.more <- struct{}{}:
	default:
	}
}

func (n *names) take() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	fresh := n.fresh
	n.fresh = nil
	return fresh
}
