package notice

import (
	"encoding/json"
	"io"
	"mime/quotedprintable"
	"net/mail"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// spend gives a tenant a month of 20 dollars, some of it spent, and returns the event of the share that was reached.
func (l *lab) spend(t *testing.T, id tenant.ID, reached uint32, spent, monthsAgo int) *recadov1.BudgetReached {
	t.Helper()
	l.business(t, id)
	var month string
	l.db.QueryRow(t, `SELECT to_char((now() AT TIME ZONE 'America/Mexico_City') - make_interval(months => $1), 'YYYY-MM-01')`, []any{monthsAgo}, &month)
	l.db.Exec(t, `INSERT INTO chat.budgets (tenant_id, month, limit_micros, spent_micros, reached) VALUES ($1, $2::text::date, 20000000, $3, $4)
		ON CONFLICT (tenant_id, month) DO UPDATE SET spent_micros = $3, reached = $4`, string(id), month, spent, int(reached))
	return &recadov1.BudgetReached{
		Meta:    &recadov1.Meta{EventId: uuid.NewString(), TenantId: string(id), OccurredAt: timestamppb.Now()},
		Percent: reached, Month: month, LimitMicros: 20_000_000, SpentMicros: int64(spent),
	}
}

func (l *lab) acceptBudget(t *testing.T, e *recadov1.BudgetReached) {
	t.Helper()
	if err := l.AcceptBudget(t.Context(), e); err != nil {
		t.Fatal(err)
	}
}

func TestWhoPaysIsToldOnceThatTheMonthIsAlmostSpent(t *testing.T) {
	t.Parallel()
	l := newLab(t, webhook, email, whatsapp)
	e := l.spend(t, "clinic", 80, 16_450_000, 0)
	var all sync.WaitGroup
	for range 4 { // delivered again, and told by another process
		all.Go(func() {
			again := &recadov1.BudgetReached{
				Meta:    &recadov1.Meta{EventId: uuid.NewString(), TenantId: "clinic", OccurredAt: timestamppb.Now()},
				Percent: e.GetPercent(), Month: e.GetMonth(), LimitMicros: e.GetLimitMicros(), SpentMicros: e.GetSpentMicros(),
			}
			if err := l.AcceptBudget(t.Context(), again); err != nil {
				t.Error(err)
			}
			l.sendAll(t)
		})
	}
	all.Wait()
	l.sendAll(t)
	if got := l.states(t); !slices.Equal(got, []string{"email sent", "webhook sent"}) {
		t.Fatalf("states %v", got)
	}
	var p BudgetPayload
	if err := json.Unmarshal(l.hook.bodies[0], &p); err != nil || l.hook.count() != 1 {
		t.Errorf("%d webhooks, %v", l.hook.count(), err)
	}
	want := BudgetPayload{p.ID, "budget_warning", "clinic", &Budget{Month: e.GetMonth()[:7], Percent: 80, Limit: 20_000_000, Spent: 16_450_000}}
	if diff := cmp.Diff(want, p); diff != "" {
		t.Errorf("the webhook differs (-want +got):\n%s", diff)
	}
	l.acceptBudget(t, l.spend(t, "clinic", 95, 19_100_000, 0))
	l.sendAll(t)
	if err := json.Unmarshal(l.hook.bodies[1], &p); err != nil || p.Notice != "budget_critical" || p.Budget.Percent != 95 {
		t.Errorf("%s, %v", l.hook.bodies[1], err)
	}
	if got := l.mail.received(); len(got) != 2 {
		t.Fatalf("%d e-mails", len(got))
	}
	for i, wants := range [][]string{
		{"US$20.00 (dólares), ya gastó US$16.45", "modelo más económico", "si llega al 95 %", "respuestas fijas", "el día 1", "recado cost clinic"},
		{"US$20.00 (dólares), ya gastó US$19.10", "hasta fin de mes contesta solo con sus respuestas fijas", "pide un máximo más alto"},
	} {
		text := bodyOf(t, l.mail.received()[i])
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("e-mail %d lacks %q: %s", i, want, text)
			}
		}
	}
	if n := len(l.sandbox.Sent()); n != 0 {
		t.Errorf("the staff's telephone hears of money: %d messages", n)
	}
}

// bodyOf is what an e-mail says.
func bodyOf(t *testing.T, text string) string {
	t.Helper()
	m, err := mail.ReadMessage(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(quotedprintable.NewReader(m.Body))
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func TestABusinessWithATelephoneAloneHearsOfItsMonthThere(t *testing.T) {
	t.Parallel()
	l := newLab(t, whatsapp)
	l.acceptBudget(t, l.spend(t, "clinic", 95, 20_000_000, 0))
	l.sendAll(t)
	sent := l.sandbox.Sent()
	if len(sent) != 1 || !strings.Contains(sent[0].Text, "Clínica Sol: tu asistente gastó el 100 % de lo del mes") {
		t.Errorf("%+v", sent)
	}
}

func TestAShareThatDoesNotHoldAnyMoreIsNotTold(t *testing.T) {
	t.Parallel()
	l := newLab(t, webhook)
	l.acceptBudget(t, l.spend(t, "clinic", 80, 17_000_000, 1)) // the month is over
	l.acceptBudget(t, l.spend(t, "bistro", 80, 17_000_000, 0))
	l.acceptBudget(t, l.spend(t, "bistro", 95, 19_000_000, 0)) // before the first was sent
	l.sendAll(t)
	var p BudgetPayload
	if l.hook.count() != 1 {
		t.Fatalf("%d notices: %v", l.hook.count(), l.states(t))
	}
	if err := json.Unmarshal(l.hook.bodies[0], &p); err != nil || p.Tenant != "bistro" || p.Notice != "budget_critical" {
		t.Errorf("%s, %v", l.hook.bodies[0], err)
	}
	raised := l.spend(t, "clinic", 80, 17_000_000, 0)
	l.acceptBudget(t, raised)
	l.spend(t, "clinic", 0, 17_000_000, 0) // the limit was raised before it was sent
	l.sendAll(t)
	if l.hook.count() != 1 {
		t.Errorf("%d notices: %v", l.hook.count(), l.states(t))
	}
}

func TestOrdersAndPeopleAreToldOfHoweverManyBudgetsWait(t *testing.T) {
	t.Parallel()
	l := newLab(t, webhook)
	l.db.Exec(t, `INSERT INTO delivery.notices (tenant_id, id, month, epoch, kind, since, target)
		SELECT 'clinic', gen_random_uuid(), '2026-11-01', 0, 'budget_warning', now(), 'x' FROM generate_series(1, $1)`, share)
	l.accept(t, l.event(t, "clinic", requested, 0))
	l.acceptOrder(t, l.order(t, "clinic", 7, ""))
	l.acceptBudget(t, l.spend(t, "clinic", 80, 17_000_000, 0))
	var of map[string]int
	l.db.QueryRow(t, `SELECT jsonb_object_agg(kind, n) FROM (SELECT kind, count(*) n FROM delivery.notices GROUP BY kind) k`, nil, &of)
	if of["requested"] != 1 || of["order_new"] != 1 || of["budget_warning"] != share {
		t.Errorf("kept: %v", of)
	}
}

func TestWhatIsNoBudgetIsADeadLetter(t *testing.T) {
	t.Parallel()
	l := newLab(t, webhook)
	good := func() *recadov1.BudgetReached {
		return &recadov1.BudgetReached{
			Meta: &recadov1.Meta{EventId: "e", TenantId: "clinic", OccurredAt: timestamppb.Now()}, Percent: 80, Month: "2026-11-01",
		}
	}
	for name, spoil := range map[string]func(*recadov1.BudgetReached){
		"no id":       func(e *recadov1.BudgetReached) { e.Meta.EventId = "" },
		"no month":    func(e *recadov1.BudgetReached) { e.Month = "November" },
		"other share": func(e *recadov1.BudgetReached) { e.Percent = 50 },
	} {
		e := good()
		if spoil(e); l.AcceptBudget(t.Context(), e) == nil {
			t.Errorf("%s is taken", name)
		}
	}
	unknown := good()
	unknown.Meta.TenantId = "nobody"
	l.acceptBudget(t, unknown)
	if got := l.states(t); len(got) != 0 {
		t.Errorf("%v", got)
	}
}

func TestNoticesOfBudgetsAreWordedInThreeLanguages(t *testing.T) {
	t.Parallel()
	for language := range languages {
		for percent, kind := range budgetKinds {
			n := &notice{Tenant: "clinic", Kind: kind, Budget: &Budget{Percent: int(percent), Limit: 20_000_000, Spent: 17_000_000}}
			got := wordsOf(n, &tenant.Settings{Name: "Sol", Language: language})
			if !strings.Contains(got.subject, "Sol") || !strings.Contains(got.subject, "85") || strings.ContainsAny(got.subject+got.body, "{}\r") {
				t.Errorf("%s, %s: %q", language, kind, got)
			}
			if strings.Count(got.body, "US$") != 2 || strings.Count(got.body, "\n") < 3 || len(got.body) > 1500 {
				t.Errorf("%s, %s: %q", language, kind, got.body)
			}
		}
	}
	if got := wordsOf(&notice{Kind: "budget_warning", Budget: &Budget{}}, &tenant.Settings{Language: "fr"}); !strings.Contains(got.body, "Qué puedes hacer") {
		t.Errorf("another language reads %q", got.body)
	}
}
