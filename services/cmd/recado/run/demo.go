package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/channel/sandbox"
	"github.com/recado/recado/pkg/tenantfile/apply"
	"github.com/recado/recado/services/cmd/recado/cli"
	"github.com/recado/recado/services/cmd/recado/outlive"
	"github.com/recado/recado/services/demo"
)

const sandboxAddr = "127.0.0.1:8090"

// Demo is recado demo.
func Demo(ctx context.Context, c *cli.CLI, args []string) error {
	if len(args) == 1 && args[0] == outlive.Service {
		return outlive.Serve(ctx, c)
	}
	set := c.Flags("demo [--once] [--kill] [--dir DIR]",
		"Starts recado up with three invented businesses and a sandbox where WhatsApp would be, "+
			"plays customers' conversations with each through\n"+
			"signed webhooks, prints the replies with what their messages took, and stays up. "+
			"With --once it ends, and fails where a reply is not the expected one.\n"+
			"With --kill it shows, in a folder that goes with it, "+
			"that a question is answered although the process that answers it is killed.")
	dir, once := cli.DirFlag(set), set.Bool("once", false, "end after the conversations")
	kill := set.Bool("kill", false, "kill a process in the middle of an answer, show what happens, and end")
	if _, err := c.Parse(set, args, 0, 0); err != nil {
		return err
	}
	if *kill {
		return showOutliving(ctx, c)
	}
	api, err := startSandbox(ctx)
	if err != nil {
		return err
	}
	defer api.Close()
	s, err := startStack(ctx, c, *dir, map[string]string{
		"RECADO_SPANS_MB": spansMB, "RECADO_LOG_LEVEL": "WARN", "RECADO_WHATSAPP_API_URL": api.URL,
	})
	if err != nil {
		return err
	}
	return errors.Join(playDemo(ctx, c, s, api, *once), s.close())
}

// startSandbox prefers a fixed port: the demo tenants' files name it, and stay as they are from run to run.
func startSandbox(ctx context.Context) (*sandbox.Server, error) {
	if server, err := sandbox.Start(ctx, sandboxAddr, sandbox.Options{}); err == nil {
		return server, nil
	}
	return sandbox.Start(ctx, "127.0.0.1:0", sandbox.Options{})
}

// playDemo runs the services and plays beside them; whoever ends first ends the other.
func playDemo(ctx context.Context, c *cli.CLI, s *stack, api *sandbox.Server, once bool) error {
	if err := s.listen(ctx); err != nil {
		return err
	}
	getenv := demo.Environment(s.local.SecretKey, api.URL, s.getenv)
	if err := s.applyDemo(ctx, getenv, demo.Tenants()...); err != nil {
		return errors.Join(err, s.listener.Close())
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ready, done := make(chan struct{}), make(chan error, 1)
	go func() {
		done <- s.run(ctx, c.Stderr, func() { close(ready) })
	}()
	select {
	case err := <-done:
		return err
	case <-ready:
	}
	if err := s.announce(api.URL); err != nil {
		cancel()
		return errors.Join(err, <-done)
	}
	err := playAll(ctx, c, &player{stack: s, api: api, getenv: getenv})
	if once || ctx.Err() != nil {
		cancel()
		return errors.Join(err, <-done)
	}
	inviteOn(c, s, err)
	return <-done
}

func (s *stack) applyDemo(ctx context.Context, getenv func(string) string, all ...demo.Tenant) error {
	return s.withApplier(ctx, func(_ *bus.Bus, a *apply.Applier) error {
		if _, err := a.Sweep(ctx); err != nil {
			return err
		}
		for _, t := range all {
			file, err := t.Load(getenv)
			if err != nil {
				return err
			}
			if _, err := a.Apply(ctx, file); err != nil {
				return err
			}
		}
		return nil
	})
}

// playAll plays all tenants' conversations at once and prints them one after another.
func playAll(ctx context.Context, c *cli.CLI, p *player) error {
	all := demo.Tenants()
	transcripts, errs := make([]strings.Builder, len(all)), make([]error, len(all))
	var plays sync.WaitGroup
	for i, t := range all {
		webhook := p.stack.url + "/webhooks/whatsapp/" + t.Account
		p.api.AddAccount(sandbox.Account{ID: t.Account, AppSecret: t.AppSecret(p.getenv), WebhookURL: webhook})
		plays.Go(func() { errs[i] = p.play(ctx, t, &transcripts[i]) })
	}
	plays.Wait()
	for i := range all {
		if _, err := io.WriteString(c.Stdout, transcripts[i].String()); err != nil {
			return err
		}
	}
	return errors.Join(errs...)
}

func inviteOn(c *cli.CLI, s *stack, err error) {
	if err != nil {
		fmt.Fprintln(c.Stderr, "recado:", err)
	}
	fmt.Fprintf(c.Stdout, "\nrecado stays up at %s until it is interrupted. In another terminal:\n"+
		"  .bin/recado chat --tenant %s\n  .bin/recado trace last\n  .bin/recado doctor\n", s.url, demo.Tenants()[0].ID)
}
