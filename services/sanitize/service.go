// Package sanitize is the pipeline's second hop: it judges each message, masks what is personal, and lets no raw text go further.
package sanitize

import (
	"context"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/vault"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// Config is what sanitize reads from its environment.
type Config struct {
	Key seal.Key `env:"RECADO_SECRET_KEY" help:"the service's keys (recado secret derive), or the root key"`
}

// name is the service's, and its durables': renaming it replays the stream.
const name = "sanitize"

// Service returns the screening hop; it needs NATS only.
func Service() app.Service {
	return app.Service{Name: name, Run: run, Config: Config{}, Keys: []string{
		seal.PurposeVault, seal.PurposeSession, seal.PurposeDeadLetters,
	}}
}

func run(ctx context.Context, env *app.Env) error {
	cfg, err := config.Load[Config](env.Getenv)
	if err != nil {
		return err
	}
	sealed, err := vault.New(cfg.Key, env.Bus)
	if err != nil {
		return err
	}
	env.Bus.SealDeadLetters(cfg.Key)
	env.Bus.SealContactLetters(sealed)
	counts, err := newCounts(env.Meter)
	if err != nil {
		return err
	}
	sessions := newSessions(env.Bus, cfg.Key, counts)
	if err := env.Bus.Watch(ctx, subject.BucketSessions, sessions.follow); err != nil {
		return err
	}
	s := &screener{
		tenants: env.Tenants, vaults: newVaults(sealed), bus: env.Bus, counts: counts, policies: newPolicies(), sessions: sessions,
	}
	t := &texts{tenants: env.Tenants, vaults: s.vaults, log: env.Log}
	stop, err := env.Bus.Answer(subject.TextScreen+".*", t.answer) //nolint:contextcheck // requests have contexts of their own
	if err != nil {
		return err
	}
	defer stop()
	env.Ready()
	return bus.Hop[*recadov1.MessageReceived]{Name: name, From: subject.MessageReceived, Handle: s.screen}.Run(ctx, env.Bus)
}
