// Package reminders holds the tools about messages that the business sends by itself.
package reminders

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/ledger"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// SetReminders is set_reminders: it keeps whether the customer wants to be written to without having asked anything.
type SetReminders struct{ db *store.Store }

// All lists the tools of this package.
func All(db *store.Store) []tool.Tool { return []tool.Tool{SetReminders{db}} }

// Spec describes the tool.
func (SetReminders) Spec() tool.Spec {
	return tool.Spec{
		Name: "set_reminders", Write: true, DryRun: true,
		Description: "Keeps whether the customer wants reminders and other messages that answer nothing, when they ask to stop or to " +
			"have them again.",
		Parameters:  remindersSchema,
		Specialists: tool.Everybody(), Permission: tool.Contact,
		Examples: tool.Examples(`{"wanted":false}`),
	}
}

type remindersWanted struct {
	Wanted *bool `json:"wanted" required:"true" description:"false: no more of them"`
}

var remindersSchema = wire.SchemaOf[remindersWanted]()

const silenceSQL = `INSERT INTO business.contacts AS p (tenant_id, id, silenced_at) VALUES ($1, $2, CASE WHEN $3 THEN NULL ELSE now() END)
ON CONFLICT (tenant_id, id) DO UPDATE SET updated_at = now(), silenced_at = CASE WHEN $3 THEN NULL ELSE coalesce(p.silenced_at, now()) END`

// Call keeps the wish once a turn.
func (t SetReminders) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	args, refusal := wire.Arguments[remindersWanted](c)
	if refusal == nil && args.Wanted == nil {
		refusal = &tool.Error{Code: "invalid_arguments", Field: "wanted", Message: "expected true or false"}
	}
	if refusal != nil {
		return wire.Refuse(refusal)
	}
	return ledger.New(t.db).Once(ctx, c, func(tx pgx.Tx) (tool.Result, error) {
		if _, err := tx.Exec(ctx, silenceSQL, c.Tenant, c.ContactID, *args.Wanted); err != nil {
			return tool.Result{}, fmt.Errorf("keep whether reminders are wanted: %w", err)
		}
		return wire.Answer(struct {
			Success bool `json:"success"`
			Wanted  bool `json:"wanted"`
		}{true, *args.Wanted}, wire.Row("contacts", c.ContactID))
	})
}
