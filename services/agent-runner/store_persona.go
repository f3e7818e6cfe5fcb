package agentrunner

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/persona"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/agent-runner/turn"
)

const personaSQL = `
SELECT a.system_instructions, a.temperature_criteria, a.temperature, a.max_tokens, t.brand_voice, t.full_context,
       CASE WHEN t.full_context THEN t.business_text ELSE '' END
  FROM core.assistants a JOIN core.tenants t USING (tenant_id) WHERE a.tenant_id = $1 AND a.id::text = $2`

const instructionsSQL = `
SELECT title, text, branches FROM core.instructions
 WHERE tenant_id = $1 AND active AND prompt_slot IS NOT NULL ORDER BY prompt_slot`

// Persona reads an assistant's texts and limits.
func (d *database) Persona(ctx context.Context, id tenant.ID, assistant string) (p turn.Persona, err error) {
	err = d.db.Batch(ctx, id, func(b *pgx.Batch) {
		b.Queue(personaSQL, string(id), assistant).QueryRow(func(row pgx.Row) error {
			x := &p.Texts
			return row.Scan(&x.Custom, &x.Criteria, &p.Temperature, &p.MaxTokens, &x.Voice, &x.Full, &x.Business)
		})
		b.Queue(instructionsSQL, string(id)).Query(func(rows pgx.Rows) (err error) {
			p.Texts.Instructions, err = pgx.CollectRows(rows, pgx.RowToStructByName[persona.Instruction])
			return err
		})
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return turn.Persona{}, nil
	}
	p.Instructions = p.Texts.Custom
	for _, in := range p.Texts.Instructions {
		p.Critical = append(p.Critical, in.Text)
	}
	return p, wrap("read persona", err)
}

const businessSQL = `SELECT business_text FROM core.tenants WHERE tenant_id = $1`

// Business is all that a tenant's file tells of it.
func (d *database) Business(ctx context.Context, id tenant.ID) (text string, err error) {
	err = d.db.Batch(ctx, id, func(b *pgx.Batch) {
		b.Queue(businessSQL, string(id)).QueryRow(func(row pgx.Row) error { return row.Scan(&text) })
	})
	return text, wrap("read the business", err)
}
