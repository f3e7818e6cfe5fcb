package run

import (
	"context"
	"flag"
	"fmt"
	"strings"

	"github.com/recado/recado/pkg/channel/sandbox"
	"github.com/recado/recado/pkg/llm/standin"
	"github.com/recado/recado/services/cmd/recado/cli"
)

// Sandbox is recado sandbox.
func Sandbox(ctx context.Context, c *cli.CLI, args []string) error {
	set := c.Flags("sandbox [--addr HOST:PORT] [--account ID,WEBHOOK_URL,APP_SECRET]… [--model HOST:PORT]",
		"Speaks WhatsApp's send API on loopback: records what arrives, fails as told, "+
			"and sends signed statuses to the accounts' webhooks.\n"+
			"GET /sandbox/sent lists what arrived; PUT /sandbox/faults and PUT /sandbox/accounts change it while it runs.\n"+
			"With --model it also stands in for a language model: one tool call, then what the tool told; GET /sandbox/calls counts.")
	addr := set.String("addr", "127.0.0.1:8090", "loopback `address` to listen at")
	opts := sandbox.Options{}
	set.Func("account", "a number's `id,webhook URL,app secret`; may be repeated", func(text string) error {
		parts := strings.SplitN(text, ",", 3)
		if len(parts) != 3 {
			return fmt.Errorf("expected id,webhook URL,app secret")
		}
		opts.Accounts = append(opts.Accounts, sandbox.Account{ID: parts[0], WebhookURL: parts[1], AppSecret: parts[2]})
		return nil
	})
	faultFlags(set, &opts.Faults)
	set.Uint64Var(&opts.Seed, "seed", 1, "seed of the faults")
	model := set.String("model", "", "loopback `address` where the stand-in for a model listens; empty is none")
	delay := set.Duration("model-delay", 0, "what the stand-in takes for an answer")
	failing := set.Float64("model-faults", 0, "share of its calls, 0 to 1, that go wrong, each way alike")
	if _, err := c.Parse(set, args, 0, 0); err != nil {
		return err
	}
	server, err := sandbox.Start(ctx, *addr, opts)
	if err != nil {
		return err
	}
	defer server.Close()
	fmt.Fprintf(c.Stdout, "RECADO_WHATSAPP_API_URL=%s\n", server.URL)
	if *model != "" {
		one, err := standin.Start(ctx, *model, standin.Options{Delay: *delay, Faults: standin.Even(*failing), Seed: opts.Seed})
		if err != nil {
			return err
		}
		defer one.Close()
		fmt.Fprintf(c.Stdout, "RECADO_LLM_BASE_URL=%s\nRECADO_LLM_MODEL=stand-in\n", one.URL)
	}
	<-ctx.Done()
	return nil
}

func faultFlags(set *flag.FlagSet, f *sandbox.Faults) {
	for name, share := range map[string]*float64{
		"rate-limit": &f.RateLimit, "pair-limit": &f.PairLimit, "server-error": &f.ServerError, "permanent": &f.Permanent,
		"timeout": &f.Timeout, "lost": &f.Lost, "no-status": &f.NoStatus, "early-status": &f.EarlyStatus,
	} {
		set.Float64Var(share, name, 0, "share of send calls, 0 to 1, that end so")
	}
}
