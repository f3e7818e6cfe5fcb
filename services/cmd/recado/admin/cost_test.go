package admin

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/services/cmd/recado/clitest"
)

// call puts one call of a model into the database.
const call = `INSERT INTO chat.usage (tenant_id, id, conversation_id, kind, provider, model, tier, outcome, fallback, input_tokens,
	cached_tokens, output_tokens, estimated, cost_micros, duration_ms, created_at)
	VALUES ($1, gen_random_uuid(), $2, 'chat', 'one', $3, 'fast', $4, '', 100, 40, 10, $5, $6, 900, $7::text::timestamptz)`

// asBefore puts a turn there whose answer was known.
const asBefore = `INSERT INTO chat.usage (tenant_id, id, kind, provider, model, tier, outcome, fallback, input_tokens, cached_tokens, output_tokens,
	estimated, cost_micros, duration_ms, created_at, saved_micros)
	VALUES ('clinic', gen_random_uuid(), 'cached', 'one', 'dear', 'fast', 'ok', '', 0, 0, 0, false, 0, 0, '2026-11-20 12:00Z', 2500)`

func TestCostSumsAMonthOfTheTenantsZone(t *testing.T) {
	t.Parallel()
	db := storetest.New(t)
	env := map[string]string{"RECADO_POSTGRES_URL": db.URL}
	for _, id := range []string{"clinic", "bistro"} {
		db.Exec(t, `INSERT INTO core.tenants (tenant_id, content_hash, settings, name, vertical, country, zone, currency, language)
			VALUES ($1, '', '{"budget": {"month_micros": 6000000}}', 'T', 'general', 'MX', 'America/Mexico_City', 'MXN', 'es')`, id)
	}
	db.Exec(t, call, "clinic", ana, "dear", "ok", false, 1_500_000, "2026-11-01 06:00Z") // the first of the month in Mexico
	db.Exec(t, call, "clinic", ana, "dear", "busy", false, 0, "2026-11-20 12:00Z")
	db.Exec(t, call, "clinic", nil, "own", "ok", true, nil, "2026-12-01 05:59Z") // still November there
	db.Exec(t, call, "clinic", ana, "dear", "ok", false, 7, "2026-11-01 05:59Z")
	db.Exec(t, call, "clinic", ana, "dear", "ok", false, 7, "2026-12-01 06:00Z")
	db.Exec(t, call, "bistro", ana, "dear", "ok", false, 7, "2026-11-10 06:00Z")
	db.Exec(t, asBefore)
	run := func(args ...string) (int, string, string) { return clitest.Run(t, Cost, env, args...) }
	read := func(args ...string) (found costs) {
		code, out, errs := run(append(args, "--json")...)
		if err := json.Unmarshal([]byte(out), &found); err != nil || code != 0 {
			t.Fatalf("exit %d, %v: %s %s", code, err, out, errs)
		}
		return found
	}
	by := read("clinic", "--month", "2026-11")
	want := costRow{Calls: 3, Failed: 1, Input: 300, Cached: 120, Output: 30, Cost: 1_500_000, Unpriced: 1, Estimated: 1}
	want.Known, want.Saved = 1, 2_500
	if by.Total != want {
		t.Errorf("the sum is %+v, want %+v", by.Total, want)
	}
	if len(by.Rows) != 2 || by.Rows[0].Key != "one/dear" || by.Rows[0].Calls != 2 || by.Rows[1].Key != "one/own" {
		t.Errorf("by model: %+v", by.Rows)
	}
	days := read("clinic", "--month", "2026-11", "--by", "day").Rows
	if len(days) != 3 || days[0].Key != "2026-11-01" || days[2].Key != "2026-11-30" {
		t.Errorf("by day: %+v", days)
	}
	if talks := read("clinic", "--month", "2026-11", "--by", "conversation").Rows; len(talks) != 2 || talks[0].Key != ana {
		t.Errorf("by conversation: %+v", talks)
	}
	_, out, _ := run("clinic", "--month", "2026-11")
	for _, want := range []string{
		"1.500000  ", "1.500000+", "one/dear", "1 calls have no known price", "1 calls are estimated",
		"1 turns were answered as before, without a call: 0.002500 USD saved", "25 % of the month's 6.000000 USD",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q does not stand in:\n%s", want, out)
		}
	}
	if _, out, _ := run("bistro", "--month", "2026-10"); !strings.Contains(out, "no model was called") {
		t.Errorf("an empty month: %s", out)
	}
	if code, _, errs := run("nobody", "--month", "2026-10"); code != 1 || !strings.Contains(errs, "there is no tenant nobody") {
		t.Errorf("exit %d, %s", code, errs)
	}
	for _, args := range [][]string{{}, {"No"}, {"clinic", "--by", "week"}, {"clinic", "--month", "11"}, {"clinic", "--month", "2026-13"}} {
		if code, _, _ := run(args...); code != 2 {
			t.Errorf("%v: exit %d, want 2", args, code)
		}
	}
}

func TestCostIsPrintedToTheMillionthAndSaysWhatItLeavesOut(t *testing.T) {
	t.Parallel()
	for want, row := range map[string]costRow{
		"0.000000":      {Calls: 1},
		"0.000007":      {Calls: 1, Cost: 7},
		"12.345678":     {Calls: 9, Cost: 12_345_678},
		"1.000000+":     {Calls: 2, Cost: 1_000_000, Unpriced: 1},
		"?":             {Calls: 2, Unpriced: 2},
		"1000000.50000": {Calls: 1, Cost: 1_000_000_500_000},
	} {
		if got := dollars(row); !strings.HasPrefix(got, want) {
			t.Errorf("%+v is %s, want %s", row, got, want)
		}
	}
}

func TestCostPutsTheDearestFirstAndDaysInTheirOrder(t *testing.T) {
	t.Parallel()
	rows := func() []costRow {
		return []costRow{{Key: "2026-11-03", Cost: 1, Calls: 1}, {Key: "2026-11-01", Cost: 5}, {Key: "2026-11-02", Cost: 1, Calls: 9}}
	}
	keys := func(rows []costRow) (out string) {
		for _, r := range rows {
			out += r.Key[8:] + " "
		}
		return out
	}
	if got := keys(inOrder(rows(), "day")); got != "01 02 03 " {
		t.Errorf("days come as %s", got)
	}
	if got := keys(inOrder(rows(), "model")); got != "01 02 03 " {
		t.Errorf("the dearest, then those of more calls: %s", got)
	}
	if got := len(inOrder(make([]costRow, maxCostRows+1), "conversation")); got != maxCostRows {
		t.Errorf("%d rows are printed", got)
	}
}
