package run

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/channel/sandbox"
	"github.com/recado/recado/pkg/telemetry"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/cmd/recado/customer"
	"github.com/recado/recado/services/cmd/recado/tenants"
	"github.com/recado/recado/services/cmd/recado/way"
	"github.com/recado/recado/services/demo"
)

// player plays demo customers on WhatsApp.
type player struct {
	stack  *stack
	api    *sandbox.Server
	getenv func(string) string
}

// said is one exchange of a played conversation.
type said struct {
	message, text, reply string
	problem              string
}

// play plays a tenant's conversations, all at once, and writes them down one after another with what each message took.
func (p *player) play(ctx context.Context, t demo.Tenant, out io.Writer) error {
	conversations, err := t.Conversations()
	if err != nil {
		return err
	}
	played, errs := make([][]said, len(conversations)), make([]error, len(conversations))
	var customers sync.WaitGroup
	for i, c := range conversations {
		customers.Go(func() { played[i], errs[i] = p.converse(ctx, t, c) })
	}
	customers.Wait()
	return errors.Join(errors.Join(errs...), p.stack.withBus(ctx, func(b *bus.Bus) error {
		ids, err := tenants.Identity(ctx, b, p.stack.getenv, tenant.ID(t.ID))
		if err != nil {
			return err
		}
		var errs []error
		for i, exchanges := range played {
			for n := range exchanges {
				exchanges[n].message = ids.MessageID(exchanges[n].message)
			}
			errs = append(errs, p.report(ctx, b, t.ID+": "+conversations[i].Name, exchanges, out))
		}
		return errors.Join(errs...)
	}))
}

// converse says each turn when the one before was answered. The customer's number is new in every run: nobody remembers it.
func (p *player) converse(ctx context.Context, t demo.Tenant, conversation demo.Conversation) (out []said, err error) {
	number, err := freshNumber(conversation.From)
	if err != nil {
		return nil, err
	}
	writer := customer.Phone{
		Door: p.stack.url, Account: t.Account, Secret: t.AppSecret(p.getenv), Number: number, Name: conversation.Profile,
		Client: &http.Client{Timeout: customer.RequestTimeout},
	}
	for i, turn := range conversation.Turns {
		exchange := said{message: fmt.Sprintf("wamid.DEMO%s%d", number, i+1), text: turn.Say}
		if err := writer.Say(ctx, exchange.message, turn.Say); err != nil {
			return out, err
		}
		exchange.reply, err = p.answer(ctx, number, i+1)
		if err != nil {
			return append(out, exchange), fmt.Errorf("%s: no reply to message %d: %w", t.ID, i+1, err)
		}
		exchange.problem = unmet(turn.Expect, exchange.reply)
		out = append(out, exchange)
	}
	return out, nil
}

// answer waits for the n-th reply to a number.
func (p *player) answer(ctx context.Context, number string, n int) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, customer.ReplyTimeout)
	defer cancel()
	sent, err := p.api.Wait(ctx, n, func(m sandbox.Sent) bool { return m.To == number })
	if err != nil {
		return "", err
	}
	return sent[n-1].Text, nil
}

func freshNumber(like string) (string, error) {
	const digits = 5
	if len(like) <= digits {
		return "", fmt.Errorf("number %q: expected more than %d digits", like, digits)
	}
	n, err := rand.Int(rand.Reader, big.NewInt(100_000))
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s%0*d", like[:len(like)-digits], digits, n), nil
}

// unmet names the first expectation that a reply does not meet.
func unmet(expected []string, reply string) string {
	for _, pattern := range expected {
		if met, err := regexp.MatchString(pattern, reply); err != nil || !met {
			return "expected " + pattern
		}
	}
	return ""
}

func (p *player) report(ctx context.Context, b *bus.Bus, title string, exchanges []said, out io.Writer) error {
	fmt.Fprintf(out, "\n== %s\n", title)
	var errs []error
	for _, e := range exchanges {
		fmt.Fprintf(out, "\n  > %s\n%s\n", e.text, indent(cmp.Or(e.reply, "-")))
		if e.problem != "" {
			fmt.Fprintf(out, "    !! %s\n", e.problem)
			errs = append(errs, fmt.Errorf("%s: %q: %s", title, e.text, e.problem))
		}
		if w, err := p.way(ctx, b, e.message); err != nil {
			errs = append(errs, fmt.Errorf("%s: %q: %w", title, e.text, err))
		} else {
			fmt.Fprintf(out, "    [%s]\n", w.Line())
		}
	}
	return errors.Join(errs...)
}

// wayTimeout is how long the spans of an answered message may take to end.
const wayTimeout = 5 * time.Second

// way reads a message's spans from this very process; the last of them ends a little after the reply was seen.
func (p *player) way(ctx context.Context, b *bus.Bus, message string) (*way.Way, error) {
	ctx, cancel := context.WithTimeout(ctx, wayTimeout)
	defer cancel()
	var last *way.Way
	for {
		w, err := way.FollowHere(ctx, b, telemetry.Question{Message: message})
		if err == nil {
			if last = w; w.Sent() {
				return w, nil
			}
		}
		select {
		case <-ctx.Done():
			if last != nil {
				return last, nil
			}
			return nil, errors.Join(err, ctx.Err())
		case <-time.After(50 * time.Millisecond):
		}
	}
}

func indent(text string) string { return "    " + strings.ReplaceAll(text, "\n", "\n    ") }
