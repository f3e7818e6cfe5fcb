// Package talk is the commands that put a text to Recado, or to one part of it: chat, guard, understand, index, search.
package talk

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/identity"
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
			"/trace prints the way of the last message, /quit ends. Lines of a pipe are said one by one, each after the reply to the one\n"+
			"before. With --message it says one thing, prints the reply and ends.")
	dir := cli.DirFlag(set)
	who := set.String("tenant", "", "the tenant; the only one with a web chat where there is one")
	message := set.String("message", "", "say this, print the reply and end")
	door := set.String("url", "", "HTTP door of ingest; the running recado's by default")
	asJSON := set.Bool("json", false, "print replies as JSON")
	if _, err := c.Parse(set, args, 0, 0); err != nil {
		return err
	}
	with, err := webchatTenant(ctx, c, *dir, *who)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	p, err := customer.OpenPage(ctx, c.Door(*dir, *door), webchatOf(with))
	if err != nil {
		return err
	}
	t := &terminal{cli: c, page: p, dir: *dir, json: *asJSON, with: with}
	if err := t.identify(ctx); err != nil {
		return err
	}
	if *message != "" {
		return t.once(ctx, *message)
	}
	t.greet(with)
	if isTerminal(c.Stdin) {
		return t.run(ctx)
	}
	return t.pipe(ctx)
}

// webchatTenant returns a tenant that has a web chat account, or the only one that has.
func webchatTenant(ctx context.Context, c *cli.CLI, dir, who string) (*tenant.Settings, error) {
	var known []tenant.Settings
	err := c.WithBus(ctx, dir, func(b *bus.Bus) (err error) {
		known, err = tenants.Known(ctx, b)
		return err
	})
	if err != nil {
		return nil, err
	}
	var ids []string
	var with *tenant.Settings
	for i := range known {
		t := &known[i]
		wanted := t.ID == tenant.ID(who)
		if who == "" {
			wanted = t.ID != tenants.Doctor
		}
		if wanted && webchatOf(t) != "" {
			ids, with = append(ids, string(t.ID)), t
		}
	}
	switch {
	case len(ids) == 1:
		return with, nil
	case who != "":
		return nil, fmt.Errorf("tenant %s has no web chat account; recado tenant list prints who has", who)
	case len(ids) == 0:
		return nil, errors.New("no tenant has a web chat account; recado tenant apply FILE adds one")
	default:
		return nil, cli.Usagef("chat: choose with --tenant: %s", strings.Join(ids, ", "))
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
	with    *tenant.Settings
	ids     *identity.Tenant
	buttons []channel.FrameButton
	last    string // message id
}

// identify finds what makes the tenant's ids: a page knows its messages by ids of its own.
func (t *terminal) identify(ctx context.Context) error {
	return t.cli.WithBus(ctx, t.dir, func(b *bus.Bus) (err error) {
		t.ids, err = tenants.Identity(ctx, b, t.cli.Environment(t.dir), t.with.ID)
		return err
	})
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
	return t.show(ctx, reply)
}

// greet says whom one talks to, and how.
func (t *terminal) greet(with *tenant.Settings) {
	if t.json {
		return
	}
	name := cmp.Or(with.Name, string(with.ID))
	if a, ok := with.Assistant((channel.Webchat{}).Name()); ok && a.Name != "" {
		name = a.Name + " of " + name
	}
	fmt.Fprintf(t.cli.Stdout, "You talk to %s. A number taps a choice, /trace prints the way of the last message, /quit ends.\n", name)
}

// isTerminal reports whether somebody types the input.
func isTerminal(in io.Reader) bool {
	file, ok := in.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// pipe says each line once the reply to the one before is there; a message that gets none does not stop it for ever.
func (t *terminal) pipe(ctx context.Context) error {
	in := bufio.NewScanner(t.cli.Stdin)
	for in.Scan() {
		line := strings.TrimSpace(in.Text())
		if line == "/quit" {
			return nil
		}
		if err := t.line(ctx, line); err != nil {
			return err
		}
		if line == "" || line == "/trace" {
			continue
		}
		if err := t.awaitReply(ctx); err != nil {
			return err
		}
	}
	return in.Err()
}

// silence is after how long a message of a pipe is taken for one that gets no reply, as after a handoff.
const silence = 10 * time.Second

func (t *terminal) awaitReply(ctx context.Context) error {
	timer := time.NewTimer(silence)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return nil
	case <-timer.C:
		fmt.Fprintln(t.cli.Stderr, "recado: no reply within", silence)
		t.who(ctx)
		return nil
	case reply, ok := <-t.page.Replies():
		if !ok {
			return t.page.Err()
		}
		return t.show(ctx, reply)
	}
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
	var quiet <-chan time.Time // after something was said
	for asks := true; ; {
		if asks {
			fmt.Fprint(t.cli.Stdout, "> ")
		}
		select {
		case <-ctx.Done():
			return nil
		case <-quiet:
			t.who(ctx)
			asks, quiet = true, nil
		case reply, ok := <-t.page.Replies():
			if !ok {
				return t.page.Err()
			}
			if err := t.show(ctx, reply); err != nil {
				return err
			}
			asks, quiet = true, nil
		case line, ok := <-lines:
			if !ok || line == "/quit" {
				return nil
			}
			if err := t.line(ctx, strings.TrimSpace(line)); err != nil {
				return err
			}
			asks = line == "" || line == "/trace" // what was said is answered first
			if !asks {
				quiet = time.After(silence)
			}
		}
	}
}

func (t *terminal) line(ctx context.Context, line string) error {
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
	own, err := t.page.Say(ctx, line, choice)
	t.last = t.ids.MessageID(own)
	return err
}

func (t *terminal) show(ctx context.Context, reply channel.Frame) error {
	t.buttons, t.last = reply.Buttons, ""
	if t.json {
		return t.cli.JSON(reply)
	}
	fmt.Fprintln(t.cli.Stdout, "\n"+reply.Text)
	for i, button := range reply.Buttons {
		fmt.Fprintf(t.cli.Stdout, "  %d) %s\n", i+1, button.Title)
	}
	fmt.Fprintln(t.cli.Stdout)
	t.who(ctx)
	return nil
}

// who says who has the conversation, and why, where it is not the assistant alone.
func (t *terminal) who(ctx context.Context) {
	account := webchatOf(t.with)
	conversation := t.ids.ConversationID((channel.Webchat{}).Name(), account, t.page.Session())
	if who := inspect.Who(ctx, t.cli, t.dir, t.with.ID, conversation); who != "" && who != inspect.AssistantHasIt {
		fmt.Fprintf(t.cli.Stdout, "[%s]\n\n", who)
	}
}
