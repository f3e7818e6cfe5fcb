package answers

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
)

// shelf is a cache of two tenants.
type shelf struct {
	*Cache
	db *storetest.DB
}

func newShelf(t *testing.T) *shelf {
	t.Helper()
	db := storetest.New(t)
	for _, id := range []string{"clinic", "bistro"} {
		db.Exec(t, `INSERT INTO core.tenants (tenant_id, version, content_hash, settings, name, vertical, country, zone, currency, language)
			VALUES ($1, 1, '', '{}', $1, 'dental', 'MX', 'America/Mexico_City', 'MXN', 'es')`, id)
	}
	return &shelf{&Cache{Store: db.Open(t, "recado_agent_runner")}, db}
}

func (s *shelf) find(t *testing.T, q Question) Found {
	t.Helper()
	f, err := s.Find(t.Context(), &q)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func (s *shelf) keep(t *testing.T, q Question, f Found, text string) {
	t.Helper()
	cost := int64(700)
	a := &Answer{Text: text, Model: "dear", Tier: llm.TierFast, Usage: llm.Usage{Input: 9, Output: 3}, Cost: &cost, Evidence: []tool.Evidence{{ID: "e1"}}}
	if err := s.Keep(t.Context(), &q, f, a); err != nil {
		t.Fatal(err)
	}
}

func ofClinic(words string, scope ...string) Question {
	return Question{Tenant: "clinic", Assistant: "sofia", Words: words, Scope: scope}
}

func TestAnAnswerIsFoundByNothingButItsWholeQuestion(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	q := ofClinic("tienen estacionamiento", "es", "whatsapp")
	s.keep(t, q, s.find(t, q), "Sí, en la calle.")
	got := s.find(t, q).Answer
	cost := int64(700)
	want := &Answer{
		Text: "Sí, en la calle.", Model: "dear", Tier: llm.TierFast, Usage: llm.Usage{Input: 9, Output: 3}, Cost: &cost,
		Evidence: []tool.Evidence{{ID: "e1"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("found otherwise (-want +got):\n%s", diff)
	}
	call := got.Call("trace")
	if call.Saved != 700 || *call.Cost != 0 || call.Kind != llm.CallCached || call.Usage != (llm.Usage{}) {
		t.Errorf("its use is accounted as %+v", call)
	}
	for name, other := range map[string]Question{
		"another tenant":    {Tenant: "bistro", Assistant: "sofia", Words: q.Words, Scope: q.Scope},
		"another assistant": {Tenant: "clinic", Assistant: "leo", Words: q.Words, Scope: q.Scope},
		"other words":       ofClinic("tienen estacionamientos", "es", "whatsapp"),
		"another language":  ofClinic(q.Words, "pt", "whatsapp"),
		"another cut":       ofClinic(q.Words, "esw", "hatsapp"),
	} {
		if f := s.find(t, other); f.Answer != nil {
			t.Errorf("%s is told %q", name, f.Answer.Text)
		}
	}
}

func TestNoTenantSeesAnothersAnswers(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	q := ofClinic("tienen estacionamiento")
	s.keep(t, q, s.find(t, q), "Sí.")
	foreign := q
	foreign.Tenant = "bistro"
	s.db.Exec(t, `UPDATE chat.answers SET key = $1`, foreign.key()) // even under its key
	if s.find(t, foreign).Answer != nil {
		t.Error("it is told another's answer")
	}
}

func TestWhatWasReadBeforeAChangeIsNotKeptAfterIt(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	q := ofClinic("tienen estacionamiento")
	before := s.find(t, q)
	s.db.Exec(t, `UPDATE core.tenants SET description = 'sin estacionamiento' WHERE tenant_id = 'clinic'`)
	s.keep(t, q, before, "Sí.")
	s.keep(t, q, Found{}, "Sí.") // of a tenant without a version
	if s.find(t, q).Answer != nil {
		t.Error("it is told what was true before")
	}
}

func TestATenantKeepsSoManyAnswersThoseUsedLast(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	f := s.find(t, ofClinic("0"))
	s.keep(t, ofClinic("0"), f, "old")
	s.keep(t, ofClinic("1"), f, "used")
	s.db.Exec(t, `UPDATE chat.answers SET used_at = now() - interval '1 hour'`)
	s.db.Exec(t, `INSERT INTO chat.answers SELECT tenant_id, 'leo', sha256(n::text::bytea), version, 'x', evidence, model, tier, 0, 0, NULL, now(), now(), now()
		FROM chat.answers, generate_series(3, $1) n WHERE reply = 'old'`, maxKept)
	s.find(t, ofClinic("1")) // which is a use
	s.keep(t, ofClinic("2"), f, "new")
	for words, want := range map[string]bool{"0": false, "1": true, "2": true} {
		if got := s.find(t, ofClinic(words)).Answer != nil; got != want {
			t.Errorf("answer %s is kept: %v", words, got)
		}
	}
	var n int
	s.db.QueryRow(t, `SELECT count(*) FROM chat.answers`, nil, &n)
	if n != maxKept {
		t.Errorf("%d answers are kept, want %d", n, maxKept)
	}
}

func TestATenantThatIsRemovedLeavesNoVersionBehind(t *testing.T) {
	t.Parallel()
	s := newShelf(t)
	q := ofClinic("tienen estacionamiento")
	s.keep(t, q, s.find(t, q), "Sí.")
	s.db.Exec(t, `UPDATE core.tenants SET removing = true WHERE tenant_id = 'clinic'`)
	for range 2 {
		s.db.Exec(t, `SELECT core.remove_tenant_rows('clinic', 100)`)
	}
	s.db.Exec(t, `DELETE FROM core.tenants WHERE tenant_id = 'clinic'`)
	for _, table := range []string{"core.evidence_versions", "chat.answers"} {
		var n int
		s.db.QueryRow(t, fmt.Sprintf(`SELECT count(*) FROM %s WHERE tenant_id = $1`, table), []any{string(tenant.ID("clinic"))}, &n)
		if n != 0 {
			t.Errorf("%d rows are left in %s", n, table)
		}
	}
}

// benchShelf has as many answers as a tenant keeps.
func benchShelf(b *testing.B) *shelf {
	b.Helper()
	db := storetest.New(b)
	db.Exec(b, `INSERT INTO core.tenants (tenant_id, version, content_hash, settings, name, vertical, country, zone, currency, language)
		VALUES ('clinic', 1, '', '{}', 'C', 'dental', 'MX', 'America/Mexico_City', 'MXN', 'es')`)
	db.Exec(b, `INSERT INTO chat.answers (tenant_id, assistant_id, key, version, reply, evidence, model, tier, input_tokens, output_tokens, expires_at)
		SELECT 'clinic', 'sofia', sha256(n::text::bytea), version, 'x', '[]', '', '', 0, 0, now() + interval '1 hour'
		FROM core.evidence_versions, generate_series(1, $1) n`, maxKept)
	return &shelf{&Cache{Store: db.Open(b, "recado_agent_runner")}, db}
}

// BenchmarkFind is a look-up among as many answers as a tenant keeps.
func BenchmarkFind(b *testing.B) {
	s := benchShelf(b)
	q := ofClinic("tienen estacionamiento")
	for b.Loop() {
		if _, err := s.Find(b.Context(), &q); err != nil {
			b.Fatal(err)
		}
	}
}
