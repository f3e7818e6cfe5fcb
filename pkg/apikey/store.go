package apikey

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
)

const holdTenantSQL = `SELECT tenant_id FROM core.tenants WHERE tenant_id = $1 AND NOT removing FOR NO KEY UPDATE`

const forgetSQL = `DELETE FROM core.api_keys WHERE tenant_id = $1 AND id IN (
  SELECT id FROM core.api_keys WHERE tenant_id = $1 AND (revoked_at IS NOT NULL OR expires_at <= now())
   ORDER BY coalesce(revoked_at, expires_at) DESC, id OFFSET $2)`

const validSQL = `SELECT count(*) FROM core.api_keys
WHERE tenant_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`

const createSQL = `INSERT INTO core.api_keys (tenant_id, id, name, hash, writes, tools, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, now() + $7 * interval '1 day') RETURNING ` + columns

const columns = `id, name, writes, tools, created_at, used_on, expires_at, revoked_at`

// Create makes a key for a tenant and returns it; nobody can tell it again. It needs the role recado_console.
func Create(ctx context.Context, db *store.Store, id tenant.ID, w Wish) (key string, made Key, err error) {
	key, hash := generate()
	var days *int // null adds up to no end
	if w.Days > 0 {
		days = &w.Days
	}
	if w.Tools == nil {
		w.Tools = []string{}
	}
	err = db.Tenant(ctx, id, func(tx pgx.Tx) error {
		if err := room(ctx, tx, id); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, createSQL, id, uuid.Must(uuid.NewV7()), w.Name, hash, string(w.Writes), w.Tools, days)
		if err != nil {
			return err
		}
		made, err = pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[Key])
		return err
	})
	if err != nil {
		return "", Key{}, fmt.Errorf("create a key of tenant %s: %w", id, err)
	}
	return key, made, nil
}

// room holds the tenant, so that two keys made at once are counted one after the other.
func room(ctx context.Context, tx pgx.Tx, id tenant.ID) error {
	var held string
	err := tx.QueryRow(ctx, holdTenantSQL, id).Scan(&held)
	if errors.Is(err, pgx.ErrNoRows) {
		return ErrUnknownTenant
	}
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, forgetSQL, id, Most); err != nil {
		return err
	}
	var valid int
	if err := tx.QueryRow(ctx, validSQL, id).Scan(&valid); err != nil {
		return err
	}
	if valid >= Most {
		return ErrTooMany
	}
	return nil
}

const listSQL = `SELECT ` + columns + ` FROM core.api_keys WHERE tenant_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2`

// List returns a tenant's keys, the newest first, revoked ones too. It needs the role recado_console.
func List(ctx context.Context, db *store.Store, id tenant.ID) (found []Key, err error) {
	found = []Key{}
	err = db.Batch(ctx, id, func(b *pgx.Batch) {
		b.Queue(listSQL, id, 2*Most+1).Query(func(rows pgx.Rows) error {
			list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Key])
			found = append(found, list...)
			return err
		})
	})
	if err != nil {
		return nil, fmt.Errorf("list keys: %w", err)
	}
	return found, nil
}

// Revoke ends a key at once. It needs the role recado_console.
func Revoke(ctx context.Context, db *store.Store, id tenant.ID, key uuid.UUID) error {
	return db.Tenant(ctx, id, func(tx pgx.Tx) error {
		done, err := tx.Exec(ctx,
			`UPDATE core.api_keys SET revoked_at = now() WHERE tenant_id = $1 AND id = $2 AND revoked_at IS NULL`, id, key)
		if err != nil {
			return fmt.Errorf("revoke key %s: %w", key, err)
		}
		if done.RowsAffected() == 0 {
			return fmt.Errorf("key %s of tenant %s: %w", key, id, ErrUnknown)
		}
		return nil
	})
}

// findTimeout bounds a look-up, which every request waits for.
const findTimeout = 5 * time.Second

// Find returns what a key may do; ok is false where it opens nothing. The database is asked for a hash, so that its time tells nothing
// of a key. It needs the role recado_tool_executor or recado_agent_runner.
func Find(ctx context.Context, db *store.Store, key string) (g Grant, ok bool, err error) {
	if !plausible(key) {
		return g, false, nil
	}
	ctx, cancel := context.WithTimeout(ctx, findTimeout)
	defer cancel()
	err = db.SystemBatch(ctx, func(b *pgx.Batch) {
		b.Queue(`SELECT tenant, key, writes, tools FROM core.find_api_key($1)`, hashOf(key)).QueryRow(func(row pgx.Row) error {
			err := row.Scan(&g.Tenant, &g.Key, &g.Writes, &g.Tools)
			if errors.Is(err, pgx.ErrNoRows) {
				return nil
			}
			ok = err == nil
			return err
		})
	})
	if err != nil {
		return Grant{}, false, fmt.Errorf("look up a key: %w", err)
	}
	g.sign = signer(key)
	return g, ok, nil
}
