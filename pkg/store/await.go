package store

import (
	"context"
	"log/slog"
	"time"
)

const (
	awaitFirst   = 100 * time.Millisecond
	awaitLongest = 2 * time.Second
)

// Await is Open that waits while the database is away: a service that starts before its database serves when that is there.
func Await(ctx context.Context, opts Options, log *slog.Logger) (s *Store, err error) {
	err = Insist(ctx, log, func(ctx context.Context) error {
		s, err = Open(ctx, opts)
		return err
	})
	return s, err
}

// Insist repeats do while the database is away, until ctx ends; any other error is returned. do must be safe to repeat.
func Insist(ctx context.Context, log *slog.Logger, do func(context.Context) error) error {
	for pause := awaitFirst; ; pause = min(2*pause, awaitLongest) {
		err := do(ctx)
		if !Away(err) {
			return err
		}
		log.WarnContext(ctx, "waiting for PostgreSQL", "error", err)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}
