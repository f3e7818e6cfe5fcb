package store

import (
	"context"
	"log/slog"
	"time"

	"github.com/recado/recado/pkg/retry"
)

// OpenWhenAvailable is Open that waits for an unavailable database: a service may start before its database does.
func OpenWhenAvailable(ctx context.Context, opts Options, log *slog.Logger) (s *Store, err error) {
	err = retry.Do(ctx, WhileUnavailable(ctx, log), func(ctx context.Context) error {
		s, err = Open(ctx, opts)
		return err
	})
	return s, err
}

// WhileUnavailable retries while the database is unavailable, and writes a warning each time.
func WhileUnavailable(ctx context.Context, log *slog.Logger) retry.Policy {
	return retry.Policy{
		Min: 100 * time.Millisecond, Max: 2 * time.Second, If: IsUnavailable,
		Notify: func(err error) { log.WarnContext(ctx, "waiting for PostgreSQL", "error", err) },
	}
}
