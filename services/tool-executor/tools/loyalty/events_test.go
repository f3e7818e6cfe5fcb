package loyalty_test

import (
	"sync"
	"testing"

	"github.com/google/uuid"

	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func TestAnAppointmentAwardsOnceHoweverOftenItIsCompleted(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "cafe")
	e := l.visit(t, c, "completed")
	var all sync.WaitGroup
	for range 100 {
		all.Go(func() {
			again := &recadov1.AppointmentChanged{
				Meta: &recadov1.Meta{EventId: uuid.NewString(), TenantId: "cafe"}, AppointmentId: e.GetAppointmentId(), State: "completed",
			}
			if err := l.awarder.Appointment(t.Context(), again); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if got := l.balance(t, c); got.Tokens != 10 {
		t.Errorf("100 times completed is worth %d, want 10", got.Tokens)
	}
}

func TestADeliveredOrderAwardsOnceByItsTotal(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "cafe")
	e := l.order(t, c, "delivered")
	for range 100 {
		e.Meta.EventId = uuid.NewString()
		if err := l.awarder.Order(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
	if got := l.balance(t, c); got.Tokens != 7 { // 5, and one for each of two hundreds
		t.Errorf("100 times delivered is worth %d, want 7", got.Tokens)
	}
}

func TestWhatWasTakenBackOrIsWorthNothingAwardsNothing(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c, plain := l.turn(t, "cafe"), l.turn(t, "plain")
	missed := l.visit(t, c, "no_show") // said to be completed, and taken back before the event came
	open := l.order(t, c, "ready")
	open.State = "ready"
	gone := l.visit(t, c, "completed")
	gone.AppointmentId = uuid.NewString()
	foreign := l.visit(t, c, "completed")
	foreign.Meta.TenantId = "other"
	for _, e := range []*recadov1.AppointmentChanged{missed, gone, foreign, l.visit(t, plain, "completed")} {
		if err := l.awarder.Appointment(t.Context(), e); err != nil {
			t.Error(err)
		}
	}
	for _, e := range []*recadov1.OrderChanged{open, l.order(t, plain, "delivered")} {
		if err := l.awarder.Order(t.Context(), e); err != nil {
			t.Error(err)
		}
	}
	var n int
	l.db.QueryRow(t, `SELECT count(*) FROM business.loyalty_transactions`, nil, &n)
	if n != 0 {
		t.Errorf("%d awards", n)
	}
	bad := l.visit(t, c, "completed")
	bad.AppointmentId = "x"
	if err := l.awarder.Appointment(t.Context(), bad); err == nil {
		t.Error("an id that is none was taken")
	}
}

// becomes sets an appointment's state as the business does, and tells the awarder of it n times.
func (l *lab) becomes(t *testing.T, e *recadov1.AppointmentChanged, state string, n int) {
	t.Helper()
	l.db.Exec(t, `UPDATE business.appointments SET status = $2 WHERE id = $1`, e.GetAppointmentId(), state)
	told := &recadov1.AppointmentChanged{AppointmentId: e.GetAppointmentId(), PreviousState: e.GetState(), State: state}
	for range n {
		told.Meta = &recadov1.Meta{EventId: uuid.NewString(), TenantId: e.GetMeta().GetTenantId()}
		if err := l.awarder.Appointment(t.Context(), told); err != nil {
			t.Fatal(err)
		}
	}
	e.State = state
}

func TestWhatAVisitGaveGoesWithItAndComesAgainWithIt(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "cafe")
	l.give(t, c, "3")
	e := l.visit(t, c, "completed")
	for n, step := range []struct {
		state string
		want  int64
	}{{"completed", 13}, {"no_show", 3}, {"completed", 13}, {"confirmed", 3}, {"no_show", 3}, {"completed", 13}, {"cancelled", 3}} {
		l.becomes(t, e, step.state, 3)
		if got := l.balance(t, c).Tokens; got != step.want {
			t.Errorf("step %d, %s: there are %d, want %d", n, step.state, got, step.want)
		}
	}
}

func TestOfWhatWasSpentNothingIsTakenBackAndNoLaterTokensPayForIt(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "cafe")
	first, second := l.visit(t, c, "completed"), l.visit(t, c, "completed")
	l.becomes(t, first, "completed", 1)
	l.becomes(t, second, "completed", 1)
	if _, r := call(t, l, again(c), "redeem_reward", `{"reward_id":"cafe"}`); r.Err != nil {
		t.Fatal(r.Err)
	}
	l.give(t, c, "4")
	l.becomes(t, first, "no_show", 1) // 10 were given, 4 are there
	if got := l.balance(t, c).Tokens; got != 0 {
		t.Errorf("then there are %d, want none", got)
	}
	l.becomes(t, second, "no_show", 1) // nothing is there
	l.give(t, c, "25")
	l.becomes(t, first, "no_show", 2)
	l.becomes(t, second, "no_show", 2)
	if got := l.balance(t, c).Tokens; got != 25 {
		t.Errorf("of 25 earned later there are %d", got)
	}
	l.becomes(t, first, "completed", 2)
	if got := l.balance(t, c).Tokens; got != 29 {
		t.Errorf("with the first visit again there are %d, want the 4 that were taken more", got)
	}
}

func TestTokensThatEndedAreNotTakenBackFromNewOnes(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "cafe")
	e := l.visit(t, c, "completed")
	l.becomes(t, e, "completed", 1)
	l.db.Exec(t, `UPDATE business.loyalty_accounts SET expires_at = now() - interval '1 minute'`)
	l.give(t, c, "30")
	l.becomes(t, e, "no_show", 1)
	if got := l.balance(t, c).Tokens; got != 30 {
		t.Errorf("there are %d, want 30", got)
	}
}

func TestAStateThatChangesWhileItIsAwardedLeavesWhatItSaysAtLast(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "cafe")
	var visits []*recadov1.AppointmentChanged
	var all sync.WaitGroup
	for range 8 {
		e := l.visit(t, c, "completed")
		visits = append(visits, e)
		for _, state := range []string{"completed", "no_show"} {
			all.Go(func() {
				l.db.Exec(t, `UPDATE business.appointments SET status = $2 WHERE id = $1`, e.GetAppointmentId(), state)
				told := &recadov1.AppointmentChanged{
					Meta: &recadov1.Meta{EventId: uuid.NewString(), TenantId: "cafe"}, AppointmentId: e.GetAppointmentId(), PreviousState: completed, State: state,
				}
				if err := l.awarder.Appointment(t.Context(), told); err != nil {
					t.Error(err)
				}
			})
		}
	}
	all.Wait()
	var done int64
	l.db.QueryRow(t, `SELECT count(*) FROM business.appointments WHERE status = 'completed'`, nil, &done)
	if got := l.balance(t, c).Tokens; got != 10*done || len(visits) != 8 {
		t.Errorf("%d visits stand and there are %d tokens", done, got)
	}
}

const completed = "completed"

func TestWhoWasErasedHasNoAccountAgain(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "cafe")
	before := l.visit(t, c, completed)
	l.becomes(t, before, completed, 1)
	visit, order := l.visit(t, c, completed), l.order(t, c, "delivered")
	var known bool
	l.db.QueryRow(t, `SELECT known FROM core.erase_contact('cafe', $1)`, []any{c.ContactID}, &known)
	l.becomes(t, visit, completed, 2)
	l.becomes(t, before, "no_show", 2)
	if err := l.awarder.Order(t.Context(), order); err != nil {
		t.Fatal(err)
	}
	var accounts int
	if l.db.QueryRow(t, `SELECT count(*) FROM business.loyalty_accounts`, nil, &accounts); accounts != 0 || !known {
		t.Errorf("%d accounts of who was erased (known: %v)", accounts, known)
	}
}
