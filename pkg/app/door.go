package app

import (
	"context"

	"golang.org/x/sync/errgroup"
)

// Door is a listener that a service has for itself, beside the process's own, with the same bounds and an end of its own: what strangers
// do at one door takes no connection of the other.
type Door struct {
	Variable, Addr string // where it listens, and which variable says so
	Mux            *Mux
}

// Open listens and returns what serves until ctx ends.
func (e *Env) Open(ctx context.Context, d Door) (serve func(ctx context.Context) error, err error) {
	listener, err := listen(ctx, d.Variable, d.Addr)
	if err != nil {
		return nil, err
	}
	e.Log.InfoContext(ctx, "listens", "setting", d.Variable, "addr", listener.Addr().String())
	d.Mux.ready.Store(true)
	return func(ctx context.Context) error {
		group, ctx := errgroup.WithContext(ctx)
		e.answer(ctx, group, listener, d.Mux)
		return group.Wait()
	}, nil
}
