package store

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/tenant"
)

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
