package ingest

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

const (
	// maxGateways is how many gateways one process reads; each has two consumers.
	maxGateways = 1000
	// gatewayCheck is how often the gateways of tenants that are gone are looked for.
	gatewayCheck = time.Second
)

// gatewayID names one gateway: what its NATS user may publish and read.
type gatewayID struct {
	channel string
	tenant  tenant.ID
}

// read takes the messages and receipts of every tenant's gateways, each gateway in order and apart from the others, until ctx ends. It
// begins with a gateway when a tenant gets one, and ends when the tenant or its account is gone.
func (g *gateways) read(ctx context.Context, b *bus.Bus, tenants *app.Tenants) error {
	changed := make(chan struct{}, 1)
	tenants.OnChange(func(*tenant.Settings) {
		select {
		case changed <- struct{}{}:
		default:
		}
	})
	running := &readers{log: g.log, stop: map[gatewayID]context.CancelFunc{}, failed: make(chan error, 1)}
	defer running.wait.Wait()
	check := time.NewTicker(gatewayCheck)
	defer check.Stop()
	for {
		running.follow(ctx, gatewaysOf(tenants), func(ctx context.Context, id gatewayID) error { return g.follow(ctx, b, id) })
		select {
		case <-changed:
		case <-check.C:
		case err := <-running.failed:
			return err
		case <-ctx.Done():
			return nil
		}
	}
}

func gatewaysOf(tenants *app.Tenants) map[gatewayID]bool {
	out := map[gatewayID]bool{}
	for _, s := range tenants.All() {
		for _, account := range s.Accounts {
			if account.Gateway {
				out[gatewayID{account.Channel, s.ID}] = true
			}
		}
	}
	return out
}

// follow reads both doors of one gateway.
func (g *gateways) follow(ctx context.Context, b *bus.Bus, id gatewayID) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	receipts := make(chan error, 1)
	go func() {
		defer cancel()
		receipts <- bus.Hop[*recadov1.ReceiptReceived]{
			Name: service, From: subject.Gateway(subject.GatewayReceipt, id.channel, string(id.tenant)),
			Handle: func(ctx context.Context, r *recadov1.ReceiptReceived) error { return g.receipt(ctx, id.channel, r) },
		}.Run(ctx, b)
	}()
	err := bus.Hop[*recadov1.MessageReceived]{
		Name: service, From: subject.Gateway(subject.GatewayInbound, id.channel, string(id.tenant)),
		Handle: func(ctx context.Context, m *recadov1.MessageReceived) error { return g.message(ctx, id.channel, m) },
	}.Run(ctx, b)
	cancel()
	if failed := <-receipts; err == nil {
		err = failed
	}
	return err
}

// readers are the gateways that are being read.
type readers struct {
	log    *slog.Logger
	wait   sync.WaitGroup
	stop   map[gatewayID]context.CancelFunc
	failed chan error
	warned bool
}

// follow starts what is new and stops what is gone. A process that cannot stop its handlers ends, as any hop's does.
func (r *readers) follow(ctx context.Context, want map[gatewayID]bool, read func(context.Context, gatewayID) error) {
	for id, stop := range r.stop {
		if !want[id] {
			stop()
			delete(r.stop, id)
		}
	}
	for id := range want {
		if r.stop[id] != nil {
			continue
		}
		if len(r.stop) >= maxGateways {
			r.full(ctx)
			return
		}
		one, stop := context.WithCancel(ctx)
		r.stop[id] = stop
		r.wait.Go(func() {
			defer stop()
			if err := read(one, id); err != nil {
				select {
				case r.failed <- err:
				default:
				}
			}
		})
	}
}

func (r *readers) full(ctx context.Context) {
	if !r.warned {
		r.warned = true
		r.log.WarnContext(ctx, "there are more gateways than one process reads", "limit", maxGateways)
	}
}
