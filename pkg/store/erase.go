package store

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/tenant"
)

// ConversationsOf lists a contact's conversations. It needs the role recado_console.
func (s *Store) ConversationsOf(ctx context.Context, id tenant.ID, contact string) (out []string, err error) {
	err = s.Tenant(ctx, id, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `SELECT id::text FROM chat.conversations WHERE tenant_id = $1 AND contact_id = $2`, string(id), contact)
		if err == nil {
			out, err = pgx.CollectRows(rows, pgx.RowTo[string])
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list a contact's conversations: %w", err)
	}
	return out, nil
}

// EraseContact removes what the database holds of a contact, in one transaction, and counts it by kind; known is false where nothing
// was ever kept of that contact. It needs the role recado_console. The contact's vault key is not in the database.
func (s *Store) EraseContact(ctx context.Context, id tenant.ID, contact string) (erased map[string]int, known bool, err error) {
	var counts []byte
	err = s.SystemBatch(ctx, func(b *pgx.Batch) {
		b.Queue(`SELECT known, erased FROM core.erase_contact($1, $2)`, string(id), contact).
			QueryRow(func(row pgx.Row) error { return row.Scan(&known, &counts) })
	})
	if err == nil {
		err = json.Unmarshal(counts, &erased)
	}
	if err != nil {
		return nil, false, fmt.Errorf("erase contact: %w", err)
	}
	return erased, known, nil
}
