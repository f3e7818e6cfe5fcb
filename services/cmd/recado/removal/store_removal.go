package removal

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
)

// rows is the database as removing a tenant needs it; its role is recado_console.
type rows struct{ db *store.Store }

// markSQL waits for an apply of the same tenant, as one waits for it.
const (
	lockSQL = `SELECT pg_advisory_xact_lock(hashtextextended('tenantfile ' || $1, 0))`
	markSQL = `UPDATE core.tenants SET removing = true, version = version + 1, updated_at = now() WHERE tenant_id = $1 AND NOT removing`
)

// mark makes a tenant one that is being removed: nobody applies it or brings its settings back.
func (r rows) mark(ctx context.Context, id tenant.ID) error {
	err := r.db.Tenant(ctx, id, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, lockSQL, string(id)); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, markSQL, string(id))
		return err
	})
	if err != nil {
		return fmt.Errorf("mark tenant: %w", err)
	}
	return nil
}

const conversationsSQL = `SELECT id::text FROM chat.conversations WHERE tenant_id = $1`

// conversations are the ids of the tenant's.
func (r rows) conversations(ctx context.Context, id tenant.ID) ([]string, error) {
	var out []string
	err := r.db.Tenant(ctx, id, func(tx pgx.Tx) error {
		found, err := tx.Query(ctx, conversationsSQL, string(id))
		if err == nil {
			out, err = pgx.CollectRows(found, pgx.RowTo[string])
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read conversations: %w", err)
	}
	return out, nil
}

// count returns the tenant's rows by table.
func (r rows) count(ctx context.Context, id tenant.ID) (map[string]int, error) {
	return r.ask(ctx, `SELECT core.tenant_rows($1)`, string(id))
}

// remove takes one batch of each table.
func (r rows) remove(ctx context.Context, id tenant.ID) (map[string]int, error) {
	return r.ask(ctx, `SELECT core.remove_tenant_rows($1, $2)`, string(id), store.PruneBatch)
}

func (r rows) ask(ctx context.Context, sql string, args ...any) (out map[string]int, err error) {
	var counts []byte
	err = r.db.SystemBatch(ctx, func(b *pgx.Batch) {
		b.Queue(sql, args...).QueryRow(func(row pgx.Row) error { return row.Scan(&counts) })
	})
	if err == nil {
		err = json.Unmarshal(counts, &out)
	}
	if err != nil {
		return nil, fmt.Errorf("look through the tenant's rows: %w", err)
	}
	return out, nil
}

// forget removes the tenant's own row, the last.
func (r rows) forget(ctx context.Context, id tenant.ID) (existed bool, err error) {
	err = r.db.Tenant(ctx, id, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `DELETE FROM core.tenants WHERE tenant_id = $1 AND removing`, string(id))
		existed = tag.RowsAffected() > 0
		return err
	})
	if err != nil {
		return false, fmt.Errorf("remove tenant: %w", err)
	}
	return existed, nil
}
