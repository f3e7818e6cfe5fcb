package ledger

import (
	"encoding/json"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/tool"
)

// perDay is how often one contact writes with a tool within 24 hours where the tenant's file says nothing; anyOther is of every other tool.
var perDay = map[string]int{
	"create_appointment": 10, "reschedule_appointment": 10, "cancel_appointment": 10, "join_waiting_list": 5,
	"create_order": 20, "cancel_order": 10, "redeem_reward": 5, "request_callback": 5, "update_lead_info": 20, "keep_question": 20,
	"escalate_to_human": 50, "hold_slot": 100, "award_loyalty_tokens": 50, "send_email": 5, "http_request": 20,
}

const anyOther = 30

// What is refused within a result ({"success": false}) has written nothing, and does not count.
const writtenSQL = `SELECT coalesce((t.write_limits ->> $3)::int, $4), (SELECT count(*) FROM business.tool_ledger l
   WHERE l.tenant_id = $1 AND l.contact_id = $2 AND l.tool = $3 AND l.created_at > now() - interval '24 hours'
     AND l.result -> 'success' IS DISTINCT FROM 'false')
FROM core.tenants t WHERE t.tenant_id = $1`

// share is how often a contact may write with a tool within 24 hours, and has.
type share struct{ most, written int }

func (s share) spent() bool { return s.most > 0 && s.written >= s.most }

// queueShare asks how much a call's contact has written with its tool; the contact's lock stands before it in the batch.
func queueShare(b *pgx.Batch, c tool.Call, into *share) {
	most, known := perDay[c.Tool]
	if !known {
		most = anyOther
	}
	b.Queue(writtenSQL, c.Tenant, c.ContactID, c.Tool, most).Query(func(rows pgx.Rows) error {
		_, err := pgx.ForEachRow(rows, []any{&into.most, &into.written}, func() error { return nil })
		return err
	})
}

// tooMany refuses what a contact would write beyond its share of a day.
func tooMany(s share, lang string) *tool.Error {
	words := map[language.Lang]string{
		language.Spanish:    "Por hoy ya se hicieron demasiados cambios desde este número",
		language.English:    "Too many changes were made from this number today",
		language.Portuguese: "Por hoje já foram feitas mudanças demais a partir deste número",
	}
	most, _ := json.Marshal(map[string]int{"per_day": s.most})
	return &tool.Error{Code: "too_many_today", Message: words[language.Lang(lang).Spoken()], Allowed: tool.Allowed{most}}
}
