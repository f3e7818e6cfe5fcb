package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/tenant"
)

// replyTimeout is how long one waits for an answer before something is wrong.
const replyTimeout = 30 * time.Second

func runChat(ctx context.Context, c *cli, args []string) error {
	set := c.flags("chat [--tenant ID] [--message TEXT] [--json]",
		"Talks to a tenant through the web chat door of a running recado. A number taps a choice of the last reply;\n"+
			"/trace prints the way of the last message, /quit ends. With --message it says one thing, prints the reply and ends.")
	dir := dirFlag(set)
	who := set.String("tenant", "", "the tenant; the only one with a web chat where there is one")
	message := set.String("message", "", "say this, print the reply and end")
	door := set.String("url", "", "HTTP door of ingest; the running recado's by default")
	asJSON := set.Bool("json", false, "print replies as JSON")
	if _, err := c.parse(set, args, 0, 0); err != nil {
		return err
	}
	account, err := c.webchatAccount(ctx, *dir, *who)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	p, err := openPage(ctx, c.door(*dir, *door), account)
	if err != nil {
		return err
	}
	talk := &talk{cli: c, page: p, dir: *dir, json: *asJSON}
	if *message != "" {
		return talk.once(ctx, *message)
	}
	return talk.on(ctx)
}

// door is where ingest listens: as the flag says, else what runs, else RECADO_HTTP_ADDR.
func (c *cli) door(dir, flag string) string {
	if flag != "" {
		return strings.TrimSuffix(flag, "/")
	}
	if addr := c.getenv("RECADO_HTTP_ADDR"); addr != "" {
		return "http://" + addr
	}
	if found, err := readRunning(dir); err == nil && found.HTTP != "" {
		return found.HTTP
	}
	return "http://" + defaultAddr
}

// webchatAccount returns the web chat account of a tenant, or of the only tenant that has one.
func (c *cli) webchatAccount(ctx context.Context, dir, who string) (string, error) {
	b, err := c.connect(ctx, dir)
	if err != nil {
		return "", err
	}
	defer func() { _ = b.Close(context.WithoutCancel(ctx)) }()
	tenants, err := knownTenants(ctx, b)
	if err != nil {
		return "", err
	}
	var ids, accounts []string
	for _, t := range tenants {
		if account := webchatOf(&t); account != "" && (who == "" && t.ID != doctorTenant || who == string(t.ID)) {
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
		return "", usageError{"chat: choose with --tenant: " + strings.Join(ids, ", ")}
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

// talk is a conversation at the terminal.
type talk struct {
	*cli
	page    *page
	dir     string
	json    bool
	buttons []channel.FrameButton
	last    string // message id
}

func (t *talk) once(ctx context.Context, text string) error {
	if _, err := t.page.say(ctx, text, ""); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, replyTimeout)
	defer cancel()
	reply, err := t.page.reply(ctx)
	if err != nil {
		return err
	}
	return t.show(reply)
}

// on reads lines until the input ends; replies are printed as they come.
func (t *talk) on(ctx context.Context) error {
	lines := make(chan string)
	go func() {
		defer close(lines)
		in := bufio.NewScanner(t.stdin)
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
		case reply, ok := <-t.page.replies:
			if !ok {
				return t.page.err
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
func (t *talk) drain(ctx context.Context) error {
	if t.last == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	reply, err := t.page.reply(ctx)
	if err != nil {
		return nil // nothing more to say
	}
	return t.show(reply)
}

func (t *talk) line(ctx context.Context, line string) (err error) {
	switch line {
	case "":
		return nil
	case "/trace":
		return runTrace(ctx, t.cli, []string{"--dir", t.dir, orDefault(t.last, "last")})
	}
	var choice string
	if n, err := strconv.Atoi(line); err == nil && n >= 1 && n <= len(t.buttons) {
		choice, line = t.buttons[n-1].ID, t.buttons[n-1].Title
	}
	t.last, err = t.page.say(ctx, line, choice)
	return err
}

func (t *talk) show(reply channel.Frame) error {
	t.buttons, t.last = reply.Buttons, ""
	if t.json {
		return t.cli.json(reply)
	}
	fmt.Fprintln(t.stdout, "\n"+reply.Text)
	for i, button := range reply.Buttons {
		fmt.Fprintf(t.stdout, "  %d) %s\n", i+1, button.Title)
	}
	fmt.Fprintln(t.stdout)
	return nil
}
