package store_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/store/storetest"
)

// pruned are the tables that retention empties, each with what makes a row of it old.
var pruned = map[string]string{
	"chat.contacts":               "updated_at = OLD",
	"chat.conversations":          "updated_at = OLD",
	"chat.messages":               "created_at = OLD, ended = 'replied', ended_at = OLD",
	"chat.turns":                  "created_at = OLD, published_at = OLD",
	"chat.replies":                "created_at = OLD",
	"chat.steps":                  "created_at = OLD",
	"chat.names":                  "updated_at = OLD",
	"chat.summaries":              "updated_at = OLD",
	"chat.facts":                  "expires_at = OLD",
	"chat.usage":                  "created_at = OLD",
	"chat.answers":                "created_at = OLD",
	"chat.budgets":                "month = (OLD)::date",
	"chat.budget_holds":           "expires_at = OLD",
	"delivery.deliveries":         "created_at = OLD, state = 'parked'",
	"delivery.parts":              "created_at = OLD",
	"delivery.early_receipts":     "created_at = OLD",
	"delivery.pauses":             "paused_until = OLD",
	"delivery.notices":            "created_at = OLD",
	"business.contacts":           "updated_at = OLD",
	"business.appointments":       "created_at = OLD, starts_at = OLD, ends_at = OLD",
	"business.orders":             "created_at = OLD, estimated_at = OLD",
	"business.tool_ledger":        "created_at = OLD",
	"business.scheduled_messages": "created_at = OLD, due_at = OLD, expires_at = now() - interval '9 years'",
	"business.handoffs":           "created_at = OLD",
	"business.callbacks":          "created_at = OLD",
	"business.questions":          "created_at = OLD",
	"business.slot_holds":         "expires_at = OLD",
	"business.waiting_list":       "first_day = OLD, last_day = OLD",
	"business.approvals":          "created_at = OLD",

	"business.loyalty_accounts":     "updated_at = OLD",
	"business.loyalty_transactions": "created_at = OLD",
	"business.loyalty_redemptions":  "created_at = OLD",
}

// kept are the tables that it leaves, each with the reason.
const (
	ofTheBusiness = "says what the business is, sells and answers; recado tenant remove takes it"
	noTenant      = "processes at work, which they end themselves; nobody's data"
)

var kept = map[string]string{
	"business.outbox":      "events that are on their way: a row goes when its event is on the bus",
	"business.records":     "a record of a customer, which goes with the contact",
	"business.order_items": "lines of an order, which go with it",
	"business.occupied":    "what an appointment or a hold takes, which goes with it",
	"core.migrations":      "which migrations ran; nobody's data",
	"core.rotations":       "since when which key seals; nobody's data",
	"core.api_keys":        "keys of the business's programs, 100 at most; recado key revoke ends one, recado tenant remove takes them",
	"core.key_rounds":      "one row: when keys were last looked through; nobody's data",
	"chat.owners":          noTenant, "delivery.owners": noTenant,
	"knowledge.orphans": "originals that are being deleted: a row goes when its object is gone",
	"knowledge.corpora": ofTheBusiness, "knowledge.documents": ofTheBusiness, "knowledge.chunks": ofTheBusiness,
}

// ofTheBusinessToo are the tables that a tenant's file fills.
var ofTheBusinessToo = regexp.MustCompile(`^core\.(tenants|evidence_versions|assistants|instructions|accounts|documents)$|` +
	`^business\.(branches|branch_hours|closures|staff|staff_branches|staff_hours|resources|services|service_staff|service_rooms|menu_items|menu_options|kitchen_hours|delivery_zones|loyalty_programs|loyalty_rewards|policies|faqs|` +
	`response_templates|competitors)$`)

// The functions that services call every hour, with what they call them with.
var pruneCalls = []string{
	"chat.prune_names(YEAR, 10)", "chat.prune(YEAR, 10)", "chat.prune_conversations(YEAR, 10)", "chat.prune_usage(YEAR, 10)", "chat.prune_budgets(YEAR, 10)", "chat.prune_memory(YEAR, 10)", "chat.prune_answers(YEAR, 10)", "delivery.prune(YEAR, 10)",
	"delivery.prune_notices(YEAR, 10)", "business.prune(YEAR, now() - interval '5 years', 10)",
	"business.prune_messages(YEAR, 10)",
}

func TestEveryTableIsPrunedOrKeptForAReason(t *testing.T) {
	t.Parallel()
	db := storetest.New(t)
	conn := connect(t, db.URL)
	must(t, conn, "SET session_replication_role = replica")
	all := tables(t, conn)
	for _, table := range all {
		age, old := pruned[table.Name]
		reason := kept[table.Name]
		if ofTheBusinessToo.MatchString(table.Name) {
			reason = ofTheBusiness
		}
		switch {
		case table.Partition:
			continue
		case old == (reason != ""):
			t.Errorf("%s: say in one place how long its rows are kept, or why for ever", table.Name)
			continue
		}
		loosen(t, conn, table.Name)
		must(t, conn, insertAny(t, conn, table.Name, "fresh"))
		if old {
			must(t, conn, insertAny(t, conn, table.Name, "old"))
			must(t, conn, fmt.Sprintf("UPDATE %s SET %s WHERE tenant_id = 'old'", table.Name, strings.ReplaceAll(age, "OLD", "now() - interval '10 years'")))
		}
	}
	for range 2 {
		for _, call := range pruneCalls {
			must(t, conn, "SELECT "+strings.ReplaceAll(call, "YEAR", "now() - interval '1 year'"))
		}
	}
	for name := range pruned {
		if left := countOf(t, conn, name, "old"); left != 0 {
			t.Errorf("%s keeps %d old rows", name, left)
		}
		if left := countOf(t, conn, name, "fresh"); left != 1 {
			t.Errorf("%s keeps %d fresh rows, want 1", name, left)
		}
	}
}

func countOf(t *testing.T, conn *pgx.Conn, table, tenant string) (n int) {
	t.Helper()
	if err := conn.QueryRow(t.Context(), "SELECT count(*) FROM "+table+" WHERE tenant_id = $1", tenant).Scan(&n); err != nil {
		t.Fatalf("%s: %v", table, err)
	}
	return n
}

// seedVisit is a contact of two years ago, its conversation without a message, and a visit that is over.
const seedVisit = `
INSERT INTO core.tenants (tenant_id, content_hash, settings, name, vertical, country, zone, currency, language)
  VALUES ('clinic', '', '{}', 'Clinic', 'dental', 'MX', 'UTC', 'MXN', 'es');
INSERT INTO chat.contacts (tenant_id, id, channel, account_id, sealed_address, updated_at)
  VALUES ('clinic', '00000000-0000-0000-0000-000000000001', 'whatsapp', '1', '', now() - interval '2 years');
INSERT INTO chat.conversations (tenant_id, id, channel, account_id, contact_id, updated_at)
  VALUES ('clinic', '00000000-0000-0000-0000-000000000002', 'whatsapp', '1', '00000000-0000-0000-0000-000000000001', now() - interval '2 years');
INSERT INTO business.contacts (tenant_id, id, name, updated_at)
  VALUES ('clinic', '00000000-0000-0000-0000-000000000001', 'Ana', now() - interval '2 years');
INSERT INTO business.appointments (tenant_id, id, contact_id, resource_id, starts_at, ends_at, notes, cancel_reason, created_at)
  VALUES ('clinic', gen_random_uuid(), '00000000-0000-0000-0000-000000000001', gen_random_uuid(), now() - interval '2 years',
          now() - interval '2 years' + interval '1 hour', 'me duele', 'no puedo', now() - interval '2 years')`

func TestAnAppointmentOutlivesWhatWasSaidAboutItAndKeepsItsContact(t *testing.T) {
	t.Parallel()
	db := storetest.New(t)
	db.Exec(t, seedVisit)
	conn := connect(t, db.URL)
	prune := func(visits string) {
		must(t, conn, "SELECT chat.prune_conversations(now() - interval '1 year', 10)")
		must(t, conn, "SELECT business.prune(now() - interval '1 year', now() - interval '"+visits+"', 10)")
	}
	prune("5 years")
	var words string
	if err := conn.QueryRow(t.Context(), "SELECT notes || cancel_reason FROM business.appointments").Scan(&words); err != nil || words != "" {
		t.Errorf("the appointment says %q, %v", words, err)
	}
	for table, want := range map[string]int{"chat.conversations": 0, "chat.contacts": 0, "business.contacts": 1, "business.appointments": 1} {
		if got := countOf(t, conn, table, "clinic"); got != want {
			t.Errorf("%s has %d rows, want %d", table, got, want)
		}
	}
	prune("1 year")
	for _, table := range []string{"business.contacts", "business.appointments"} {
		if got := countOf(t, conn, table, "clinic"); got != 0 {
			t.Errorf("%s has %d rows, want none", table, got)
		}
	}
}

func TestAConversationAtWorkOrWithAPersonIsNotPruned(t *testing.T) {
	t.Parallel()
	for _, state := range []string{"owner = 'p'", "due_at = now()", "handoff_mode = 'human'", "handoff_mode = 'waiting'", "updated_at = now()"} {
		db := storetest.New(t)
		db.Exec(t, seedVisit+`; UPDATE chat.conversations SET `+state)
		conn := connect(t, db.URL)
		must(t, conn, "SELECT chat.prune_conversations(now() - interval '1 year', 10)")
		if got := countOf(t, conn, "chat.conversations", "clinic") + countOf(t, conn, "chat.contacts", "clinic"); got != 2 {
			t.Errorf("%s: %d rows are left, want conversation and contact", state, got)
		}
	}
}
