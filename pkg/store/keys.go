package store

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// ContactOf is a contact of a tenant.
type ContactOf struct {
	Tenant  string `db:"tenant_id"`
	Contact string `db:"contact_id"`
}

// ContactsWithoutRows returns those of the contacts that no table knows; none of a tenant that is not there, is being removed or is held
// to be re-keyed. It needs the role recado_console.
func (s *Store) ContactsWithoutRows(ctx context.Context, of []ContactOf) (out []ContactOf, err error) {
	tenants, contacts := make([]string, len(of)), make([]string, len(of))
	for i, who := range of {
		tenants[i], contacts[i] = who.Tenant, who.Contact
	}
	const sql = `SELECT tenant_id, contact_id::text FROM core.contacts_without_rows($1, $2)`
	err = s.SystemBatch(ctx, func(b *pgx.Batch) {
		b.Queue(sql, tenants, contacts).Query(func(rows pgx.Rows) (err error) {
			out, err = pgx.CollectRows(rows, pgx.RowToStructByName[ContactOf])
			return err
		})
	})
	if err != nil {
		return nil, fmt.Errorf("ask for contacts without rows: %w", err)
	}
	return out, nil
}

// BeginKeyRound says where to go on looking through contacts' keys, and whether it is time: to one caller in so long.
func (s *Store) BeginKeyRound(ctx context.Context, every time.Duration) (position uint64, due bool, err error) {
	var at *int64
	err = s.SystemBatch(ctx, func(b *pgx.Batch) {
		b.Queue(`SELECT core.begin_key_round($1)`, every).QueryRow(func(row pgx.Row) error { return row.Scan(&at) })
	})
	if err != nil {
		return 0, false, fmt.Errorf("begin a round of keys: %w", err)
	}
	if at == nil {
		return 0, false, nil
	}
	return uint64(max(*at, 0)), true, nil
}

// KeepKeyPosition keeps where the next round goes on.
func (s *Store) KeepKeyPosition(ctx context.Context, position uint64) error {
	err := s.SystemBatch(ctx, func(b *pgx.Batch) { b.Queue(`SELECT core.keep_key_position($1)`, int64(position)) })
	if err != nil {
		return fmt.Errorf("keep the position of a round of keys: %w", err)
	}
	return nil
}
