// Package talk is the commands that put a text to Recado, or to one part of it: chat, guard, understand, index, search.
package talk

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/cmd/recado/cli"
	"github.com/recado/recado/services/cmd/recado/customer"
	"github.com/recado/recado/services/cmd/recado/inspect"
	"github.com/recado/recado/services/cmd/recado/tenants"
)

// Chat is recado chat.
func Chat(ctx context.Context, c *cli.CLI, args []string) error {
	set := c.Flags("chat [--tenant ID] [--message TEXT] [--json]",
		"Talks to a tenant through the web chat door of a running recado. A number taps a choice of the last reply;\n"+
			"/trace prints the way of the last message, /quit ends. With --message it says one thing, prints the reply and ends.")
	dir := cli.DirFlag(set)
	who := set.String("tenant", "", "the tenant; the only one with a web chat where there is one")
	message := set.String("message", "", "say this, print the reply and end")
	door := set.String("url", "", "HTTP door of ingest; the running recado's by default")
	asJSON := set.Bool("json", false, "print replies as JSON")
	if _, err := c.Parse(set, args, 0, 0); err != nil {
		return err
	}
	account, err := webchatAccount(ctx, c, *dir, *who)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	p, err := customer.OpenPage(ctx, c.Door(*dir, *door), account)
	if err != nil {
		return err
	}
	t := &terminal{cli: c, page: p, dir: *dir, json: *asJSON}
	if *message != "" {
		return t.once(ctx, *message)
	}
	return t.run(ctx)
}

// webchatAccount returns the web chat account of a tenant, or of the only tenant that has one.
func webchatAccount(ctx context.Context, c *cli.CLI, dir, who string) (string, error) {
	var known []tenant.Settings
	err := c.WithBus(ctx, dir, func(b *bus.Bus) (err error) {
		known, err = tenants.Known(ctx, b)
		return err
	})
	if err != nil {
		return "", err
	}
	var ids, accounts []string
	for _, t := range known {
		wanted := t.ID == tenant.ID(who)
		if who == "" {
			wanted = t.ID != tenants.Doctor
		}
		if account := webchatOf(&t); wanted && account != "" {
			ids, accounts = append(ids, string(t.ID)), append(accounts, account)
		}
	}
	switch {
	case len(accounts) == 1:
		return accounts[0], nil
	case who != "":
		return "", fmt.Errorf("tenant %s has no web chat account; recado tenant list prints who has", who)
	case len(accounts) == 0:
		return "", errors.New("no tenant has a web chat account; recado tenant apply FILE adds one")
	default:
		return "", cli.Usagef("chat: choose with --tenant: %s", strings.Join(ids, ", "))
	}
}

func webchatOf(t *tenant.Settings) string {
	for _, account := range t.Accounts {
		if account.Channel == (channel.Webchat{}).Name() {
			return account.ID
		}
	}
	return ""
}

// terminal is a conversation at the terminal.
type terminal struct {
	cli     *cli.CLI
	page    *customer.Page
	dir     string
	json    bool
	buttons []channel.FrameButton
	last    string // message id
}

func (t *terminal) once(ctx context.Context, text string) error {
	if _, err := t.page.Say(ctx, text, ""); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, customer.ReplyTimeout)
	defer cancel()
	reply, err := t.page.Reply(ctx)
	if err != nil {
		return err
	}
	return t.show(reply)
}

// run reads lines until the input ends; replies are printed as they come.
func (t *terminal) run(ctx context.Context) error {
	lines := make(chan string)
	go func() {
		defer close(lines)
		in := bufio.NewScanner(t.cli.Stdin)
		for in.Scan() {
			select {
			case lines <- in.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	for {
		select {
		case <-ctx.Done():
			return nil
		case reply, ok := <-t.page.Replies():
			if !ok {
				return t.page.Err()
			}
			if err := t.show(reply); err != nil {
				return err
			}
		case line, ok := <-lines:
			if !ok || line == "/quit" {
				return t.drain(ctx)
			}
			if err := t.line(ctx, strings.TrimSpace(line)); err != nil {
				return err
			}
		}
	}
}

// drain waits a little for the reply to a line that came just before the end of a pipe.
func (t *terminal) drain(ctx context.Context) error {
	if t.last == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	reply, err := t.page.Reply(ctx)
	if err != nil {
		return nil // nothing more to say
	}
	return t.show(reply)
}

func (t *terminal) line(ctx context.Context, line string) (err error) {
	switch line {
	case "":
		return nil
	case "/trace":
		return inspect.Trace(ctx, t.cli, []string{"--dir", t.dir, cmp.Or(t.last, "last")})
	}
	var choice string
	if n, err := strconv.Atoi(line); err == nil && n >= 1 && n <= len(t.buttons) {
		choice, line = t.buttons[n-1].ID, t.buttons[n-1].Title
	}
	t.last, err = t.page.Say(ctx, line, choice)
	return err
}

func (t *terminal) show(reply channel.Frame) error {
	t.buttons, t.last = reply.Buttons, ""
	if t.json {
		return t.cli.JSON(reply)
	}
	fmt.Fprintln(t.cli.Stdout, "\n"+reply.Text)
	for i, button := range reply.Buttons {
		fmt.Fprintf(t.cli.Stdout, "  %d) %s\n", i+1, button.Title)
	}
	fmt.Fprintln(t.cli.Stdout)
	return nil
}
