package ledger

import (
	"cmp"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/say"
)

// perDay is how often one contact writes with a tool within 24 hours where the tenant's file says nothing; 30 times with any
// other tool.
var perDay = map[string]int{
	"create_appointment": 10, "reschedule_appointment": 10, "cancel_appointment": 10, "join_waiting_list": 5,
	"create_order": 20, "cancel_order": 10, "redeem_reward": 5, "request_callback": 5, "update_lead_info": 20, "keep_question": 20,
	"escalate_to_human": 50, "hold_slot": 100, "award_loyalty_tokens": 50, "send_email": 5, "http_request": 20,
}

// What is refused within a result ({"success": false}) has written nothing, and does not count.
const writtenSQL = `SELECT coalesce((t.write_limits ->> $3)::int, $4), (SELECT count(*) FROM business.tool_ledger l
   WHERE l.tenant_id = $1 AND l.contact_id = $2 AND l.tool = $3 AND l.created_at > now() - interval '24 hours'
     AND l.result -> 'success' IS DISTINCT FROM 'false') FROM core.tenants t WHERE t.tenant_id = $1`

// share is how often a contact may write with a tool within 24 hours, and has.
type share struct{ most, written int }

// queueShare asks how much a call's contact has written with its tool; the contact's lock stands before it in the batch.
func queueShare(b *pgx.Batch, c tool.Call, into *share) {
	b.Queue(writtenSQL, c.Tenant, c.ContactID, c.Tool, cmp.Or(perDay[c.Tool], 30)).Query(func(rows pgx.Rows) error {
		_, err := pgx.ForEachRow(rows, []any{&into.most, &into.written}, func() error { return nil })
		return err
	})
}

// tooMany refuses what a contact would write beyond its share of a day.
func tooMany(s share, lang string) *tool.Error {
	return &tool.Error{
		Code: "too_many_today", Message: say.TooManyToday(lang), Allowed: tool.Allowed{fmt.Appendf(nil, `{"per_day":%d}`, s.most)},
	}
}
