package agentrunner

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/agent-runner/turn"
)

const personaSQL = `
SELECT system_instructions, temperature, max_tokens,
       ARRAY(SELECT text FROM core.instructions WHERE tenant_id = $1 AND prompt_slot IS NOT NULL ORDER BY prompt_slot)
  FROM core.assistants WHERE tenant_id = $1 AND id::text = $2`

// Persona reads an assistant's texts and limits.
func (d *database) Persona(ctx context.Context, id tenant.ID, assistant string) (p turn.Persona, err error) {
	err = d.db.Batch(ctx, id, func(b *pgx.Batch) {
		b.Queue(personaSQL, string(id), assistant).QueryRow(func(row pgx.Row) error {
			return row.Scan(&p.Instructions, &p.Temperature, &p.MaxTokens, &p.Critical)
		})
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return turn.Persona{}, nil
	}
	return p, wrap("read persona", err)
}
