package loyalty_test

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/tool"
)

func TestBalanceTellsWhatWasEarnedAndWhatItIsGoodFor(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "cafe")
	got := l.balance(t, c)
	if got.Tokens != 0 || got.Expires != "" || len(got.Rewards) != 3 {
		t.Errorf("at first %+v", got)
	}
	if got.Program != "Club Café" || got.Unit != "puntos" {
		t.Errorf("the programme is %+v", got)
	}
	l.give(t, c, "15")
	got = l.balance(t, c)
	if got.Tokens != 15 || got.Expires == "" || got.Rewards[0].Available {
		t.Errorf("with 15 %+v", got)
	}
	if got.Rewards[1].ID != "cafe" || got.Rewards[1].Missing != 5 {
		t.Errorf("a reward is %+v", got.Rewards[1])
	}
	if other := l.balance(t, l.turn(t, "cafe")); other.Tokens != 0 {
		t.Errorf("another contact has %d", other.Tokens)
	}
	elsewhere := c
	elsewhere.Tenant = "other"
	if got := l.balance(t, elsewhere); got.Tokens != 0 {
		t.Errorf("another tenant sees %d", got.Tokens)
	}
	if e := refused(t, l, l.turn(t, "plain"), "get_loyalty_balance", `{}`); e.Code != "no_program" {
		t.Errorf("without a programme: %v", e)
	}
}

func TestARewardIsTakenOnceAndItsCodeIsTold(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "cafe")
	l.give(t, c, "30")
	first, r := call(t, l, c, "redeem_reward", `{"reward_id":"cafe","tokens":20}`)
	if r.Err != nil || !first.Success || first.Balance != 10 || !regexp.MustCompile(`^[A-Z2-9]{8}$`).MatchString(first.Code) {
		t.Fatalf("got %+v, %v", first, r.Err)
	}
	second, r := call(t, l, c, "redeem_reward", `{"reward_id":"cafe","tokens":20}`) // the same call of the same turn
	if !r.Replayed || second.Code != first.Code {
		t.Errorf("again %+v, replayed %v", second, r.Replayed)
	}
	got := l.balance(t, c)
	if got.Tokens != 10 || len(got.Codes) != 1 || got.Codes[0].Code != first.Code {
		t.Errorf("afterwards %+v", got)
	}
	if e := refused(t, l, again(c), "redeem_reward", `{"reward_id":"cafe"}`); e.Code != "not_enough_tokens" || !strings.Contains(e.Message, "cuesta 20 puntos y hay 10") {
		t.Errorf("with too few: %v", e)
	}
}

func TestWhatCannotBeHadIsRefusedByItsFieldAndWritesNothing(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "cafe")
	l.give(t, c, "40")
	for args, want := range map[string]string{
		`{"reward_id":"oro"}`: "not_found reward_id", `{"reward_id":""}`: "invalid_arguments reward_id", `{}`: "invalid_arguments reward_id",
		`{"reward_id":"taza"}`: "unavailable reward_id", `{"reward_id":"cena"}`: "not_enough_tokens reward_id",
		`{"reward_id":"cafe","tokens":1}`: "price_changed reward_id", `{"reward_id":"cafe","tokens":-20}`: "price_changed reward_id",
		`{"reward_id":"cafe","contact_id":"x"}`: "invalid_arguments contact_id", `{"reward_id":5}`: "invalid_arguments reward_id",
		`{"reward_id":"<b>cafe</b>"}`: "not_found reward_id",
	} {
		if e := refused(t, l, again(c), "redeem_reward", args); e.Code+" "+e.Field != want || e.Code == "not_found" && e.Allowed.Names()[0] != "cafe" {
			t.Errorf("%s: %v %v, want %s", args, e, e.Allowed.Names(), want)
		}
	}
	if e := refused(t, l, l.turn(t, "plain"), "redeem_reward", `{"reward_id":"cafe"}`); e.Code != "no_program" {
		t.Errorf("without a programme: %v", e)
	}
	if got := l.balance(t, c); got.Tokens != 40 || len(got.Codes) != 0 {
		t.Errorf("something was taken: %+v", got)
	}
}

func TestTheSameTokensAreNotSpentTwiceAtOnce(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "cafe")
	l.give(t, c, "50")
	var all sync.WaitGroup
	var mu sync.Mutex
	taken := 0
	for range 8 {
		all.Go(func() {
			_, r := call(t, l, again(c), "redeem_reward", `{"reward_id":"cafe"}`)
			mu.Lock()
			defer mu.Unlock()
			if r.Err == nil {
				taken++
			}
		})
	}
	all.Wait()
	if got := l.balance(t, c); taken != 2 || got.Tokens != 10 || len(got.Codes) != 2 {
		t.Errorf("%d were taken of 50 tokens, %+v", taken, got)
	}
}

func TestACustomerDoesNotFillTheBusinessWithCodes(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "cafe")
	l.give(t, c, "1000")
	for range 5 {
		call(t, l, again(c), "redeem_reward", `{"reward_id":"cafe"}`)
	}
	if e := refused(t, l, again(c), "redeem_reward", `{"reward_id":"cafe"}`); e.Code != "too_many_codes" {
		t.Errorf("a sixth: %v", e)
	}
	l.db.Exec(t, `UPDATE business.loyalty_redemptions SET used_at = now()`)
	if _, r := call(t, l, again(c), "redeem_reward", `{"reward_id":"cafe"}`); r.Err != nil {
		t.Errorf("once they were used: %v", r.Err)
	}
}

func TestOnlyAProgramOfTheBusinessGivesTokensAndASourceGivesOnce(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "cafe")
	args := func(more string) string {
		return `{"program_id":"loyalty","contact_id":"` + c.ContactID + `","tokens":20,"transaction_type":"bonus","description":"x","source_type":"referral"` + more + `}`
	}
	if e := refused(t, l, c, "award_loyalty_tokens", args("")); e.Code != "not_allowed" {
		t.Errorf("a turn: %v", e)
	}
	c.Outside = "key"
	source := `,"source_id":"` + uuid.NewString() + `"`
	first := again(c)
	for range 3 { // the same call again hears the same
		got, r := call(t, l, first, "award_loyalty_tokens", args(source))
		if r.Err != nil || !got.Success || got.Balance != 20 {
			t.Errorf("got %+v, %v", got, r.Err)
		}
	}
	if e := refused(t, l, again(c), "award_loyalty_tokens", args(source)); e.Code+" "+e.Field != "already_given source_id" {
		t.Errorf("another call of the same source: %v", e)
	}
	for from, to := range map[string]string{
		`"tokens":20`: `"tokens":-20`, c.ContactID: uuid.NewString(), `"bonus"`: `"redeemed"`, `"referral"`: `"account"`, `"loyalty"`: `"x"`,
		`"description":"x"`: `"description":"` + strings.Repeat("x", 201) + `"`,
	} {
		_ = refused(t, l, again(c), "award_loyalty_tokens", strings.Replace(args(""), from, to, 1))
	}
	_ = refused(t, l, again(c), "award_loyalty_tokens", args(`,"source_id":"x"`))
	if got := l.balance(t, c); got.Tokens != 20 {
		t.Errorf("there are %d", got.Tokens)
	}
	c.DryRun = true
	if got, r := call(t, l, again(c), "award_loyalty_tokens", args("")); r.Err != nil || got.Balance != 40 {
		t.Errorf("a dry run says %+v, %v", got, r.Err)
	}
	c.DryRun = false
	if got := l.balance(t, c); got.Tokens != 20 {
		t.Errorf("a dry run left %d", got.Tokens)
	}
}

func TestOneCampaignGivesEachContactItsTokensAndAVisitGivesToNobodyElse(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	ana, beto := l.turn(t, "cafe"), l.turn(t, "cafe")
	args := func(contact, from, source string) string {
		return `{"program_id":"loyalty","contact_id":"` + contact + `","tokens":20,"transaction_type":"bonus","description":"x","source_type":"` + from +
			`","source_id":"` + source + `"}`
	}
	for _, from := range []string{"manual", "promotion", "referral", "appointment", "order"} {
		source := uuid.NewString()
		for n, c := range []tool.Call{ana, beto, ana, beto} {
			c = again(c)
			c.Outside = "key"
			before := l.balance(t, c).Tokens
			got, r := call(t, l, c, "award_loyalty_tokens", args(c.ContactID, from, source))
			gives := n == 0 || n == 1 && from != "appointment" && from != "order"
			want := fmt.Sprintf("true %d 20", before+20)
			if !gives {
				want = "already_given 0"
			}
			told := fmt.Sprint(got.Success, got.Balance)
			if r.Err != nil {
				told = r.Err.Code
			}
			if told = fmt.Sprint(told, " ", l.balance(t, c).Tokens-before); told != want {
				t.Errorf("%s, call %d: %s, want %s", from, n, told, want)
			}
		}
	}
}

func TestTokensEndAndNewOnesBeginAtNothing(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "cafe")
	l.give(t, c, "30")
	l.db.Exec(t, `UPDATE business.loyalty_accounts SET expires_at = now() - interval '1 minute'`)
	if got := l.balance(t, c); got.Tokens != 0 {
		t.Errorf("there are %d of which the time is over", got.Tokens)
	}
	if e := refused(t, l, again(c), "redeem_reward", `{"reward_id":"cafe"}`); e.Code != "not_enough_tokens" {
		t.Errorf("redeeming them: %v", e)
	}
	if err := l.awarder.Appointment(t.Context(), l.visit(t, c, "completed")); err != nil {
		t.Fatal(err)
	}
	if got := l.balance(t, c); got.Tokens != 10 {
		t.Errorf("then there are %d, want the visit's 10", got.Tokens)
	}
	l.db.Exec(t, `UPDATE business.loyalty_accounts SET expires_at = now() - interval '1 minute'`)
	l.db.Exec(t, `SELECT business.expire_accounts(10)`)
	var sum, expired int
	l.db.QueryRow(t, `SELECT sum(tokens), count(*) FILTER (WHERE transaction_type = 'expired') FROM business.loyalty_transactions`, nil, &sum, &expired)
	if sum != 0 || expired != 2 {
		t.Errorf("the transactions add up to %d with %d that end something", sum, expired)
	}
}
