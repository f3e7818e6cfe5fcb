package admin

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/services/cmd/recado/clitest"
)

// club is two businesses: the first with an open, a used and an expired code, the second with one open.
func club(t *testing.T) func(args ...string) (int, string, string) {
	t.Helper()
	db := storetest.New(t)
	for _, id := range []string{"cantina", "bistro"} {
		db.Exec(t, `INSERT INTO core.tenants (tenant_id, content_hash, settings, name, vertical, country, zone, currency, language)
			VALUES ($1, '', '{}', 'T', 'restaurant', 'MX', 'America/Mexico_City', 'MXN', 'es')`, id)
		db.Exec(t, `INSERT INTO business.contacts (tenant_id, id, name, phone) VALUES ($1, $2, E'Ana\x1b[2J', '5512345678')`, id, ana)
	}
	db.Exec(t, `INSERT INTO business.loyalty_redemptions (tenant_id, id, contact_id, program_id, reward_slug, reward_name, tokens, code, expires_at, used_at) VALUES
		('cantina', gen_random_uuid(), $1, gen_random_uuid(), 'cafe', 'Café gratis', 20, 'ABCD2345', now() + interval '3 days', NULL),
		('cantina', gen_random_uuid(), $1, gen_random_uuid(), 'cafe', 'Café gratis', 20, 'SOON2345', now() + interval '1 day', NULL),
		('cantina', gen_random_uuid(), $1, gen_random_uuid(), 'cafe', 'Café gratis', 20, 'USED2345', now() + interval '3 days', '2026-01-05 20:00Z'),
		('cantina', gen_random_uuid(), $1, gen_random_uuid(), 'cafe', 'Café gratis', 20, 'PAST2345', '2026-01-05 20:00Z', NULL),
		('bistro', gen_random_uuid(), $1, gen_random_uuid(), 'vino', 'Copa de vino', 50, 'BIST2345', now() + interval '3 days', NULL)`, ana)
	env := map[string]string{"RECADO_POSTGRES_URL": db.URL}
	return func(args ...string) (int, string, string) { return clitest.Run(t, Reward, env, args...) }
}

func TestACodeIsUsedOnceAndOnlyByItsBusiness(t *testing.T) {
	t.Parallel()
	run := club(t)
	for _, x := range []struct {
		tenant, code string
		exit         int
		says         string
	}{
		{"bistro", "ABCD2345", 1, "reward ABCD2345: tenant bistro has no such code"},
		{"cantina", "ABCD2345", 0, "ABCD2345  used  Café gratis  Ana"},
		{"cantina", "ABCD2345", 1, "reward ABCD2345: it was used at 20"},
		{"cantina", "soon-2345", 0, "SOON2345  used"}, // as somebody types it
		{"cantina", "USED2345", 1, "it was used at 2026-01-05 14:00"},
		{"cantina", "PAST2345", 1, "it expired at 2026-01-05 14:00"},
		{"cantina", "NONE2345", 1, "tenant cantina has no such code"},
		{"bistro", "BIST2345", 0, "Copa de vino"},
		{"cantina", " - ", 2, "expected the code"},
		{"cantina", strings.Repeat("A", 41), 2, "expected the code"},
		{"", "ABCD2345", 2, "--tenant"},
	} {
		code, out, errs := run("use", x.code, "--tenant", x.tenant)
		if code != x.exit || !strings.Contains(out+errs, x.says) {
			t.Errorf("%s of %s: exit %d, %s%s; want %d, %s", x.code, x.tenant, code, out, errs, x.exit, x.says)
		}
	}
	for _, args := range [][]string{{}, {"list"}, {"use", "--tenant", "cantina"}, {"list", "x", "--tenant", "cantina"}, {"take", "ABCD2345", "--tenant", "cantina"}} {
		if code, _, _ := run(args...); code != 2 {
			t.Errorf("%v: exit %d, want 2", args, code)
		}
	}
}

func TestOfManyWhoTakeTheSameCodeAtOnceOneGetsTheReward(t *testing.T) {
	t.Parallel()
	run := club(t)
	var all sync.WaitGroup
	var mu sync.Mutex
	given := 0
	for range 6 {
		all.Go(func() {
			code, _, _ := run("use", "ABCD2345", "--tenant", "cantina")
			mu.Lock()
			defer mu.Unlock()
			if code == 0 {
				given++
			}
		})
	}
	all.Wait()
	if given != 1 {
		t.Errorf("it was given %d times", given)
	}
}

func TestOpenCodesAreListedByWhatExpiresFirst(t *testing.T) {
	t.Parallel()
	run := club(t)
	var found []reward
	if code, out, errs := run("list", "--tenant", "cantina", "--json"); code != 0 || json.Unmarshal([]byte(out), &found) != nil {
		t.Fatalf("exit %d, %s%s", code, out, errs)
	}
	if len(found) != 2 || found[0].Code != "SOON2345" || found[1].Phone != "5512345678" {
		t.Errorf("open are %+v", found)
	}
	_, out, _ := run("list", "--all", "--tenant", "cantina")
	for _, want := range []string{"ABCD2345  open", "USED2345  used", "PAST2345  expired", "Ana[2J"} {
		if !strings.Contains(out, want) {
			t.Errorf("%s lacks %q", out, want)
		}
	}
	if strings.Contains(out, "BIST") || strings.Contains(out, "\x1b") {
		t.Errorf("all are %s", out)
	}
	run("use", "BIST2345", "--tenant", "bistro")
	if _, out, _ := run("list", "--tenant", "bistro"); !strings.Contains(out, "no code is open") {
		t.Errorf("the other business sees %s", out)
	}
}
