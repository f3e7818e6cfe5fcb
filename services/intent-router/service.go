// Package intentrouter is the pipeline's third hop: it understands each screened message by rules and names the specialist that answers it.
package intentrouter

import (
	"context"
	"fmt"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// Config is what the intent router reads from its environment.
type Config struct {
	Threshold float64 `env:"RECADO_INTENT_ROUTER_THRESHOLD" default:"0.35" min:"0" help:"an intent less sure than this, 0 to 1, goes to the specialist general; a tenant may set its own"`
}

// name is the service's, and its durables': renaming it replays the stream.
const name = "intent-router"

// Service returns the routing hop; it needs NATS only.
func Service() app.Service { return app.Service{Name: name, Run: run, Config: Config{}} }

func run(ctx context.Context, env *app.Env) error {
	cfg, err := config.Load[Config](env.Getenv)
	if err != nil {
		return err
	}
	if cfg.Threshold < 0 || cfg.Threshold > 1 {
		return fmt.Errorf("RECADO_INTENT_ROUTER_THRESHOLD: expected 0 to 1, got %g", cfg.Threshold)
	}
	counts, err := newCounts(env.Meter)
	if err != nil {
		return err
	}
	r := newRouter(env.Tenants, cfg.Threshold)
	r.publish, r.counts, r.dialogues = env.Bus, counts, newDialogues(env.Bus, counts)
	// messages do not wait for a bucket that is unavailable
	go func() { _ = env.Bus.Watch(ctx, subject.BucketDialogues, r.dialogues.follow) }()
	env.Ready()
	return bus.Hop[*recadov1.MessageScreened]{Name: name, From: subject.MessageScreened, Handle: r.route}.Run(ctx, env.Bus)
}
