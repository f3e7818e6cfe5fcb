package store

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	pruneEvery = time.Hour
	// PruneBatch is how many rows of a kind one call of a prune function removes.
	PruneBatch = 1000
)

// Prune calls a statement that removes a bounded number of old rows and says how many, until there are none.
func (s *Store) Prune(ctx context.Context, sql string, args ...any) (removed int64, err error) {
	for {
		var gone int64
		err := s.SystemBatch(ctx, func(b *pgx.Batch) {
			b.Queue(sql, args...).QueryRow(func(row pgx.Row) error { return row.Scan(&gone) })
		})
		if err != nil {
			return removed, fmt.Errorf("prune: %w", err)
		}
		if removed += gone; gone == 0 {
			return removed, nil
		}
	}
}

// KeepPruning is Prune now and every hour until ctx ends. What fails is tried at the next.
func (s *Store) KeepPruning(ctx context.Context, log *slog.Logger, sql string, args ...any) {
	tick := time.NewTicker(pruneEvery)
	defer tick.Stop()
	for {
		removed, err := s.Prune(ctx, sql, args...)
		switch {
		case err != nil && ctx.Err() == nil:
			log.DebugContext(ctx, "old rows were not removed", "error", err)
		case removed > 0:
			log.InfoContext(ctx, "removed rows that are kept no longer", "count", removed)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
