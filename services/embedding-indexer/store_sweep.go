package embeddingindexer

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
)

const (
	sweepEvery = 30 * time.Second
	sweepMost  = 200
)

// sweep deletes the originals of documents that went or got another: the database says which, in the transaction in which they went.
type sweep struct {
	db  *store.Store
	bus *bus.Bus
	log *slog.Logger
	// soon asks for a round at once.
	soon <-chan struct{}
}

func (s sweep) run(ctx context.Context) error {
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		if err := s.once(ctx); err != nil && ctx.Err() == nil {
			s.log.WarnContext(ctx, "originals of removed documents wait", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		case <-s.soon:
		}
	}
}

type orphan struct {
	Tenant tenant.ID
	Key    string
}

func (s sweep) once(ctx context.Context) error {
	var found []orphan
	err := s.db.System(ctx, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `SELECT tenant, key FROM knowledge.orphans_of_all($1)`, sweepMost)
		if err != nil {
			return err
		}
		found, err = pgx.CollectRows(rows, pgx.RowToStructByPos[orphan])
		return err
	})
	if err != nil {
		return fmt.Errorf("read orphans: %w", err)
	}
	for _, o := range found {
		if err := s.bus.DeleteObject(ctx, o.Key); err != nil {
			return err
		}
		err := s.db.Tenant(ctx, o.Tenant, func(tx pgx.Tx) error {
			_, err := tx.Exec(ctx, `DELETE FROM knowledge.orphans WHERE tenant_id = $1 AND object_key = $2`, o.Tenant, o.Key)
			return err
		})
		if err != nil {
			return fmt.Errorf("forget an orphan: %w", err)
		}
	}
	return nil
}
