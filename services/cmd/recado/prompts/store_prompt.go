package prompts

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
)

const tenantSQL = `SELECT settings, brand_voice, full_context, business_text FROM core.tenants WHERE tenant_id = $1`

const assistantsSQL = `SELECT id::text, slug, system_instructions, temperature_criteria FROM core.assistants WHERE tenant_id = $1`

const instructionsSQL = `SELECT slug, title, type, priority, active, branches, text, tokens, prompt_slot
  FROM core.instructions WHERE tenant_id = $1 ORDER BY prompt_slot NULLS LAST, priority DESC, position`

// readBusiness reads a tenant as it was applied last.
func readBusiness(ctx context.Context, db *store.Store, id tenant.ID) (*business, error) {
	b := &business{custom: map[string]own{}, slugs: map[string]string{}}
	err := db.Batch(ctx, id, func(batch *pgx.Batch) {
		batch.Queue(tenantSQL, id).QueryRow(func(row pgx.Row) error {
			return row.Scan(&b.settings, &b.texts.Voice, &b.texts.Full, &b.texts.Business)
		})
		batch.Queue(assistantsSQL, id).Query(func(rows pgx.Rows) error {
			var assistant, slug string
			var said own
			_, err := pgx.ForEachRow(rows, []any{&assistant, &slug, &said.custom, &said.criteria}, func() error {
				b.slugs[assistant], b.custom[assistant] = slug, said
				return nil
			})
			return err
		})
		batch.Queue(instructionsSQL, id).Query(func(rows pgx.Rows) (err error) {
			b.instructions, err = pgx.CollectRows(rows, pgx.RowToStructByPos[instruction])
			return err
		})
	})
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return nil, fmt.Errorf("tenant %s: there is none of that name", id)
	case err != nil:
		return nil, fmt.Errorf("read tenant %s: %w", id, err)
	}
	return b, nil
}
