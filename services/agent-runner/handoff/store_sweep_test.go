package handoff

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// lab is a database with conversations of two tenants; only one of them has settings.
type lab struct {
	*storetest.DB
	sweeper *Sweeper
}

func newLab(t *testing.T) *lab {
	t.Helper()
	db := storetest.New(t)
	runner := db.OpenWith(t, store.Options{Role: "recado_agent_runner", MaxConns: 4})
	return &lab{DB: db, sweeper: &Sweeper{Store: runner, Settings: known{"clinic": clinic(nil)}, Log: slog.New(slog.DiscardHandler)}}
}

type known map[tenant.ID]*tenant.Settings

func (k known) Get(id tenant.ID) (*tenant.Settings, bool) {
	s, ok := k[id]
	return s, ok
}

// conversation is one of a tenant in a mode that began some time ago.
func (l *lab) conversation(t *testing.T, id tenant.ID, mode string, ago time.Duration) string {
	t.Helper()
	name := uuid.NewString()
	contact := uuid.NewString()
	l.Exec(t, `INSERT INTO chat.contacts (tenant_id, id, channel, account_id, sealed_address, profile_name) VALUES ($1, $2, 'whatsapp', 'a', 'sealed', 'Ana')`,
		string(id), contact)
	l.Exec(t, `INSERT INTO chat.conversations (tenant_id, id, channel, account_id, contact_id, handoff_mode, handoff_at, handoff_reason)
	           VALUES ($1, $2, 'whatsapp', 'a', $3, $4, CASE WHEN $4 <> 'ai' THEN now() - $5::interval END, CASE WHEN $4 <> 'ai' THEN 'asked' ELSE '' END)`,
		string(id), name, contact, mode, ago)
	return name
}

// kept are the events that wait in the outboxes of a conversation, by stage.
func (l *lab) kept(t *testing.T, conversation string) (stages []string, bodies [][]byte) {
	t.Helper()
	l.QueryRow(t, `SELECT array_agg(s.stage), array_agg(s.body) FROM chat.turns u, unnest(u.stages, u.events) AS s (stage, body)
	                WHERE u.conversation_id = $1`, []any{conversation}, &stages, &bodies)
	return stages, bodies
}

func TestReminderNamesConversationReasonAndTime(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	id := l.conversation(t, "clinic", "waiting", 3*time.Minute)
	if n, err := l.sweeper.Sweep(t.Context()); n != 1 || err != nil {
		t.Fatalf("looked at %d, %v", n, err)
	}
	stages, bodies := l.kept(t, id)
	if len(stages) != 1 || stages[0] != subject.HandoffRequested {
		t.Fatalf("kept %v", stages)
	}
	e := new(recadov1.HandoffRequested)
	if err := proto.Unmarshal(bodies[0], e); err != nil {
		t.Fatal(err)
	}
	if e.GetConversationId() != id || e.GetReason() != "asked" || e.GetEpoch() != 1 || time.Since(e.GetSince().AsTime()) < 3*time.Minute {
		t.Errorf("event %v", e)
	}
	if m := e.GetMeta(); m.GetTenantId() != "clinic" || m.GetConversationKey() != id || m.GetContact().GetProfileName() != "Ana" {
		t.Errorf("meta %v", m)
	}
}

func TestConversationOfATenantWithoutSettingsIsLeftForLater(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	id := l.conversation(t, "nobody", "waiting", 5*time.Hour)
	if n, err := l.sweeper.Sweep(t.Context()); n != 1 || err != nil {
		t.Fatalf("looked at %d, %v", n, err)
	}
	var mode string
	var later bool
	l.QueryRow(t, `SELECT handoff_mode, handoff_due > now() + interval '9 minutes' FROM chat.conversations WHERE id = $1`, []any{id}, &mode, &later)
	if stages, _ := l.kept(t, id); mode != "waiting" || !later || len(stages) != 0 {
		t.Errorf("mode %s, later %t, kept %v", mode, later, stages)
	}
	if n, _ := l.sweeper.Sweep(t.Context()); n != 0 {
		t.Errorf("looked at %d again", n)
	}
}

func TestSweepTakesTheTenantsByTurnsAndLeavesTheAssistantsAlone(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	for range sweepBatch + 20 {
		l.conversation(t, "clinic", "human", time.Hour)
	}
	l.conversation(t, "clinic", "ai", time.Hour)
	l.conversation(t, "zeta", "human", time.Hour)
	if n, err := l.sweeper.Sweep(t.Context()); n != sweepBatch || err != nil {
		t.Fatalf("looked at %d, %v", n, err)
	}
	var seen bool
	l.QueryRow(t, `SELECT handoff_due IS NOT NULL FROM chat.conversations WHERE tenant_id = 'zeta'`, nil, &seen)
	if !seen {
		t.Error("the other tenant waits behind a hundred of the first")
	}
	if n, err := l.sweeper.Sweep(t.Context()); n != 21 || err != nil {
		t.Errorf("then at %d, %v; want the rest", n, err)
	}
}

func TestSweeperEndsWithItsContext(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { l.sweeper.Run(ctx); close(done) }()
	cancel()
	<-done
}
