package agentrunner

import (
	"context"

	"github.com/recado/recado/pkg/apikey"
	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/services/agent-runner/handoff"
	"github.com/recado/recado/services/agent-runner/send"
)

// Send is the door at which programs write to customers.
type Send struct {
	Addr string  `env:"RECADO_SEND_ADDR" default:"" help:"host:port where programs write to customers (docs/send.md); empty: none"`
	Rate float64 `env:"RECADO_SEND_RATE" default:"5" min:"0.1" help:"requests a second of one key at that door"`
}

// shareOfConnections is how many of the turns' connections one is that the door may take.
const shareOfConnections = 3

// openDoor listens for programs, where an address says so, and returns what serves them until its context ends.
func openDoor(ctx context.Context, env *app.Env, cfg Config, db *store.Store) (func(context.Context) error, error) {
	if cfg.Send.Addr == "" {
		return func(ctx context.Context) error { <-ctx.Done(); return nil }, nil
	}
	desk := &handoff.Desk{Store: db, Texts: send.Asking{Bus: env.Bus}}
	door, err := send.New(send.Options{
		Keys:   func(ctx context.Context, key string) (apikey.Grant, bool, error) { return apikey.Find(ctx, db, key) },
		Sender: &send.Sender{Settings: env.Tenants, Desk: desk}, Proxies: env.Proxies, Meter: env.Meter, Log: env.Log,
		Rate: cfg.Send.Rate, AtOnce: max(2, cfg.Connections/shareOfConnections),
	})
	if err != nil {
		return nil, err
	}
	mux := &app.Mux{}
	mux.Handle(send.Path, door.Handler())
	return env.Open(ctx, app.Door{Variable: "RECADO_SEND_ADDR", Addr: cfg.Send.Addr, Mux: mux})
}
