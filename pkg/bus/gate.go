package bus

import (
	"context"
	"fmt"
)

// inFlight is how many publishes of one service wait at one stream. The server stores what has arrived one after the other,
// each with its own sync, and delivers nothing of that stream meanwhile: a long row there starves its readers (measured: three
// receipts a message, 64 webhooks at a time, kept each reader waiting for more than 100 ms). It is enough to keep the server at work.
const inFlight = 16

// gates hold the places of each stream.
type gates map[string]chan struct{}

func newGates() gates {
	g := gates{}
	for _, s := range stages {
		g[s.name] = make(chan struct{}, inFlight)
	}
	return g
}

// enter waits for a place at a stage's stream; leave gives it back.
func (g gates) enter(ctx context.Context, st stage) (leave func(), err error) {
	place := g[st.name]
	select {
	case place <- struct{}{}:
		return func() { <-place }, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("wait for a place at %s: %w", st.stream(), ctx.Err())
	}
}
