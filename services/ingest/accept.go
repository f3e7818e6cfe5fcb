package ingest

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/seal"
)

// acceptor turns verified bodies into events on the bus.
type acceptor struct {
	tenants directory
	author  *author
	bus     publisher
	lanes   *lanes // nil where what comes too fast was refused before
	counts  *counts
	log     *slog.Logger
	key     seal.Key
}

func (a *acceptor) secrets(h home) (channel.Secrets, error) {
	return channel.OpenSecrets(a.key, h.settings.ID, h.account)
}

// body verifies a body for the account of its URL, and publishes what it holds.
func (a *acceptor) body(ctx context.Context, ch channel.Channel, h home, header http.Header, body []byte) error {
	if err := a.verify(ctx, ch, h, header, body); err != nil {
		return err
	}
	items, err := ch.Parse(body)
	if err != nil {
		return err
	}
	homes := &homes{accept: a, ch: ch, header: header, body: body, url: h, known: map[string]*home{h.account.ID: &h}}
	var events batch
	for _, in := range items {
		a.part(ctx, homes, in, &events)
	}
	if homes.dropped > 0 {
		a.log.WarnContext(ctx, "parts of a webhook not accepted", "channel", ch.Name(), "count", homes.dropped, "error", homes.why)
	}
	events.describe(ctx)
	return events.publish(ctx, a.send)
}

func (a *acceptor) verify(ctx context.Context, ch channel.Channel, h home, header http.Header, body []byte) error {
	secrets, err := a.secrets(h)
	if err != nil {
		a.log.ErrorContext(ctx, "account secrets do not open", "tenant", string(h.settings.ID), "channel", ch.Name(), "error", err)
		return channel.ErrSignature
	}
	return ch.Verify(header, body, secrets)
}

// part adds what one part of a body becomes; a part that is broken or somebody else's costs the others nothing.
func (a *acceptor) part(ctx context.Context, homes *homes, in channel.Inbound, events *batch) {
	if in.Err != nil {
		a.drop(ctx, homes, "broken", in.Err)
		return
	}
	h, err := homes.of(ctx, in.Account)
	if err != nil {
		a.drop(ctx, homes, "refused", err)
		return
	}
	event, err := a.event(*h, in)
	switch {
	case err == nil, errors.Is(err, errOversized):
		events.add(item{event, err})
	default:
		a.drop(ctx, homes, "broken", err)
	}
}

func (a *acceptor) event(h home, in channel.Inbound) (bus.Event, error) {
	if in.Receipt != nil {
		return a.author.receipt(h, in)
	}
	return a.author.message(h, in)
}

// drop counts a part; a body is one line in the log, however many of its parts are wrong.
func (a *acceptor) drop(ctx context.Context, homes *homes, outcome string, err error) {
	a.counts.item(ctx, homes.ch.Name(), outcome)
	if homes.dropped++; homes.why == nil {
		homes.why = err
	}
}

// homes finds the tenants of a body's parts. A platform's app may serve several accounts, and posts their messages in one body:
// another account than the URL's counts only when its own secrets verify the body too.
type homes struct {
	accept *acceptor
	ch     channel.Channel
	header http.Header
	body   []byte
	url    home
	known  map[string]*home

	dropped int   // parts not accepted
	why     error // of the first
}

func (s *homes) of(ctx context.Context, account string) (*home, error) {
	if account == "" {
		return &s.url, nil
	}
	h, seen := s.known[account]
	if !seen {
		h = s.find(ctx, account)
		s.known[account] = h
	}
	if h == nil {
		return nil, errors.New("account: unknown, or not of the app that signed the body")
	}
	return h, nil
}

func (s *homes) find(ctx context.Context, account string) *home {
	settings, found, ok := s.accept.tenants.ByAccount(s.ch.Name(), account)
	if !ok {
		return nil
	}
	h := home{settings, found}
	if s.accept.verify(ctx, s.ch, h, s.header, s.body) != nil {
		return nil
	}
	return &h
}
