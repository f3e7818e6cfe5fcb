package promise

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/dialogue"
	"github.com/recado/recado/services/agent-runner/turn"
)

// known are the settings of the tenants of a test.
type known map[tenant.ID]*tenant.Settings

func (k known) Find(_ context.Context, id tenant.ID) (*tenant.Settings, bool, error) {
	s, ok := k[id]
	return s, ok, nil
}

// lab is a database with businesses, and what says their messages.
type lab struct {
	db      *storetest.DB
	speaker *Speaker
	known   known
}

const zone = "America/Lima"

func newLab(t *testing.T) *lab {
	t.Helper()
	l := &lab{db: storetest.New(t), known: known{}}
	l.speaker = &Speaker{Store: l.db.Open(t, "recado_agent_runner"), Settings: l.known, Log: slog.New(slog.DiscardHandler)}
	l.business(t, "clinic")
	return l
}

func (l *lab) business(t *testing.T, id tenant.ID) {
	t.Helper()
	l.known[id] = &tenant.Settings{
		ID: id, Name: "Clínica", Vertical: tenant.Dental, Country: "PE", Zone: zone, Language: "es",
		Assistants: []tenant.Assistant{{ID: "sofia", Channel: "*", Style: "casual", Active: true}},
	}
	l.db.Exec(t, `INSERT INTO core.tenants (tenant_id, content_hash, settings, name, vertical, country, zone, currency, language, quiet_from, quiet_to)
		VALUES ($1, '', '{}', 'Clínica', 'dental', 'PE', $2, 'PEN', 'es', '00:00', '00:00')`, string(id), zone)
}

// patient is a contact with a conversation and an appointment tomorrow, whose reminder is due.
type patient struct {
	tenant                                      tenant.ID
	contact, conversation, appointment, message string
}

func (l *lab) patient(t *testing.T, of tenant.ID) *patient {
	t.Helper()
	p := &patient{tenant: of, contact: uuid.NewString(), conversation: uuid.NewString(), appointment: uuid.NewString()}
	l.db.Exec(t, `INSERT INTO chat.contacts (tenant_id, id, channel, account_id, sealed_address) VALUES ($1, $2, 'whatsapp', '1', 'sealed')`, string(of), p.contact)
	l.db.Exec(t, `INSERT INTO chat.conversations (tenant_id, id, channel, account_id, contact_id, language) VALUES ($1, $2, 'whatsapp', '1', $3, 'es')`,
		string(of), p.conversation, p.contact)
	l.db.Exec(t, `INSERT INTO chat.messages (tenant_id, conversation_id, message_id, sequence, kind, event, received_at, ended)
		VALUES ($1, $2, 'm', 1, 'text', '', now() - interval '1 hour', 'replied')`, string(of), p.conversation)
	l.db.Exec(t, `INSERT INTO business.appointments (tenant_id, id, contact_id, conversation_id, resource_id, service_name, branch_name, starts_at, ends_at)
		VALUES ($1, $2, $3, $4, gen_random_uuid(), 'Limpieza', 'Centro', date_trunc('hour', now()) + interval '26 hours', date_trunc('hour', now()) + interval '27 hours')`,
		string(of), p.appointment, p.contact, p.conversation)
	l.db.Exec(t, `UPDATE business.scheduled_messages SET due_at = now(), next_at = now() WHERE tenant_id = $1 AND subject_id = $2 AND kind = 'reminder_24h'`,
		string(of), p.appointment)
	l.db.QueryRow(t, `SELECT id::text FROM business.scheduled_messages WHERE tenant_id = $1 AND subject_id = $2 AND kind = 'reminder_24h'`,
		[]any{string(of), p.appointment}, &p.message)
	return p
}

func (p *patient) due() *recadov1.MessageDue {
	return &recadov1.MessageDue{
		Meta:        &recadov1.Meta{EventId: uuid.NewString(), TenantId: string(p.tenant), ConversationKey: p.conversation},
		ScheduledId: p.message, Version: 1, Kind: "reminder_24h", SubjectId: p.appointment,
	}
}

// say hands a message to the speaker and returns what became of it and what was said.
func (l *lab) say(t *testing.T, p *patient) (state, text string) {
	t.Helper()
	if err := l.speaker.Handle(t.Context(), p.due()); err != nil {
		t.Fatal(err)
	}
	l.db.QueryRow(t, `SELECT coalesce(max(state || ' ' || reason), '') FROM business.scheduled_messages WHERE tenant_id = $1 AND id = $2`,
		[]any{string(p.tenant), p.message}, &state)
	l.db.QueryRow(t, `SELECT coalesce(string_agg(content ->> 'text', '|'), '') FROM chat.replies WHERE tenant_id = $1 AND conversation_id = $2`,
		[]any{string(p.tenant), p.conversation}, &text)
	return strings.TrimSpace(state), text
}

func TestADueReminderIsATurnOfItsOwnSaidOnce(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	p := l.patient(t, "clinic")
	for range 3 {
		state, text := l.say(t, p)
		if state != "sent" || strings.Count(text, "Te recordamos la cita de Limpieza") != 1 || !strings.Contains(text, "en Centro") {
			t.Fatalf("%s: %q", state, text)
		}
	}
	var turns, sequence, fence, events int
	var stages string
	l.db.QueryRow(t, `SELECT count(*), max(array_to_string(stages, ' ')), max(array_length(events, 1)) FROM chat.turns WHERE conversation_id = $1`,
		[]any{p.conversation}, &turns, &stages, &events)
	l.db.QueryRow(t, `SELECT sequence, fence FROM chat.conversations WHERE id = $1`, []any{p.conversation}, &sequence, &fence)
	if got, want := fmt.Sprint(turns, stages, events, sequence, fence), "1 reply.drafted turn.completed 2 1 1"; strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(want, " ", "") {
		t.Errorf("turns, stages, events, sequence and fence are %s, want %s", got, want)
	}
	var raw []byte
	l.db.QueryRow(t, `SELECT dialogue FROM chat.conversations WHERE id = $1`, []any{p.conversation}, &raw)
	s := dialogue.Decode(turn.Rules(raw))
	if s.Reminded == nil || s.Reminded.Of.ID != p.appointment || s.Done == nil || s.Done.Booked != p.appointment {
		t.Errorf("the dialogue holds %+v", s)
	}
}

func TestAReminderThatMustNotBeSaidEndsWithItsReason(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	for name, c := range map[string]struct{ change, want string }{
		"a person has it":         {`UPDATE chat.conversations SET handoff_mode = 'human' WHERE id = '%[2]s'`, "dropped person"},
		"it was erased":           {`UPDATE chat.contacts SET sealed_address = '' WHERE id = '%[1]s'`, "dropped no_address"},
		"it was moved":            {`UPDATE business.appointments SET starts_at = starts_at + interval '10 minutes' WHERE id = '%[3]s'`, "dropped moved"},
		"it was cancelled":        {`UPDATE business.appointments SET status = 'cancelled' WHERE id = '%[3]s'`, "dropped cancelled"},
		"it moved unnoticed":      {`UPDATE business.scheduled_messages SET subject_at = now() WHERE id = '%[4]s'`, "dropped changed"},
		"nobody wants it":         {`INSERT INTO business.contacts (tenant_id, id, silenced_at) VALUES ('clinic', '%[1]s', now())`, "dropped not_wanted"},
		"the window is over":      {`UPDATE chat.messages SET received_at = now() - interval '24 hours' WHERE conversation_id = '%[2]s'`, "dropped window_closed"},
		"nobody ever wrote":       {`DELETE FROM chat.messages WHERE conversation_id = '%[2]s'`, "dropped window_closed"},
		"too late":                {`UPDATE business.scheduled_messages SET due_at = now() - interval '2 days', expires_at = now() WHERE id = '%[4]s'`, "dropped too_late"},
		"the conversation is not": {`DELETE FROM chat.conversations WHERE id = '%[2]s'`, "waiting"}, // who hands it on again drops it
		"a person is awaited":     {`UPDATE chat.conversations SET handoff_mode = 'waiting' WHERE id = '%[2]s'`, "waiting"},
		"a turn is at work":       {`UPDATE chat.conversations SET owner = 'x' WHERE id = '%[2]s'`, "waiting"},
		"a message waits":         {`UPDATE chat.conversations SET due_at = now() WHERE id = '%[2]s'`, "waiting"},
	} {
		p := l.patient(t, "clinic")
		l.db.Exec(t, fmt.Sprintf(c.change, p.contact, p.conversation, p.appointment, p.message)+"")
		if state, text := l.say(t, p); state != c.want || text != "" {
			t.Errorf("%s: %s, said %q; want %s", name, state, text, c.want)
		}
	}
}

func TestWhereTheWindowIsOverTheTenantsTemplateIsSent(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.known["clinic"].Templates = []tenant.Template{{
		Trigger: "appointment_reminder", Language: "es", Name: "recordatorio", Code: "es_PE", Parameters: []string{"service", "branch", "business"},
	}}
	p := l.patient(t, "clinic")
	l.db.Exec(t, `UPDATE chat.messages SET received_at = now() - interval '2 days' WHERE conversation_id = $1`, p.conversation)
	if state, text := l.say(t, p); state != "sent" || !strings.Contains(text, "la cita de Limpieza") {
		t.Fatalf("%s: %q", state, text)
	}
	var body []byte
	l.db.QueryRow(t, `SELECT events[1] FROM chat.turns WHERE conversation_id = $1`, []any{p.conversation}, &body)
	drafted := new(recadov1.ReplyDrafted)
	if err := proto.Unmarshal(body, drafted); err != nil {
		t.Fatal(err)
	}
	got := drafted.GetContent().GetTemplate()
	if got.GetName() != "recordatorio" || got.GetLanguage() != "es_PE" || strings.Join(got.GetParameters(), "|") != "Limpieza|Centro|Clínica" {
		t.Errorf("sent %v", got)
	}
	if len(drafted.GetContent().GetChoices()) != 0 {
		t.Error("a template has no choices of ours")
	}
}

func TestAReminderWaitsOutTheQuietHours(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	p := l.patient(t, "clinic")
	l.db.Exec(t, `UPDATE core.tenants SET quiet_from = '00:00', quiet_to = '24:00'`)
	if state, text := l.say(t, p); state != "waiting" || text != "" {
		t.Errorf("%s: %q", state, text)
	}
}

func TestATenantSaysNothingOfAnotherTenantsMessage(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.business(t, "other")
	p, q := l.patient(t, "clinic"), l.patient(t, "other")
	e := p.due()
	e.Meta.TenantId = "other"
	if err := l.speaker.Handle(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	e.Meta.ConversationKey = q.conversation
	if err := l.speaker.Handle(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	var replies int
	if l.db.QueryRow(t, `SELECT count(*) FROM chat.replies`, nil, &replies); replies != 0 {
		t.Errorf("%d replies", replies)
	}
}

func TestAMessageIsSaidToItsOwnContactAndAsItsOwnKindOnly(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	for name, change := range map[string]func(*recadov1.MessageDue, *patient){
		"to somebody else": func(e *recadov1.MessageDue, q *patient) { e.Meta.ConversationKey = q.conversation },
		"as another kind":  func(e *recadov1.MessageDue, _ *patient) { e.Kind = "approval_decided" },
	} {
		p, q := l.patient(t, "clinic"), l.patient(t, "clinic")
		e := p.due()
		change(e, q)
		if err := l.speaker.Handle(t.Context(), e); !errors.Is(err, errForeign) {
			t.Errorf("%s: %v", name, err)
		}
		var replies int
		l.db.QueryRow(t, `SELECT count(*) FROM chat.replies WHERE conversation_id IN ($1, $2)`, []any{p.conversation, q.conversation}, &replies)
		if replies != 0 {
			t.Errorf("%s: %d replies", name, replies)
		}
		if state, text := l.say(t, p); state != "sent" || text == "" {
			t.Errorf("%s: afterwards %s %q", name, state, text)
		}
	}
}

func TestAMessageWaitsWhileItsTenantIsReKeyed(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	p := l.patient(t, "clinic")
	l.known["clinic"].Identity.Held = true
	if state, text := l.say(t, p); state != "waiting" || text != "" {
		t.Errorf("held: %s %q", state, text)
	}
	renamed := uuid.NewString()
	l.db.Exec(t, `UPDATE chat.conversations SET id = $1 WHERE id = $2`, renamed, p.conversation)
	l.known["clinic"].Identity.Held = false
	if state, _ := l.say(t, p); state != "waiting" {
		t.Errorf("under the conversation's old name: %s", state)
	}
	p.conversation = renamed
	l.db.Exec(t, `INSERT INTO chat.messages (tenant_id, conversation_id, message_id, sequence, kind, event, received_at, ended)
		VALUES ('clinic', $1, 'n', 1, 'text', '', now() - interval '1 hour', 'replied')`, p.conversation)
	if state, text := l.say(t, p); state != "sent" || text == "" {
		t.Errorf("under its new name: %s %q", state, text)
	}
}

func TestAnErasedContactHasNoMessageLeft(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	p := l.patient(t, "clinic")
	l.db.Exec(t, `SELECT core.erase_contact('clinic', $1::uuid)`, p.contact)
	if state, text := l.say(t, p); state != "" || strings.Trim(text, "|") != "" {
		t.Errorf("%q: %q", state, text)
	}
}

func TestEveryKindHasWordsInEveryLanguage(t *testing.T) {
	t.Parallel()
	of := &tenant.Settings{Zone: zone, Vertical: tenant.Dental, Country: "PE", Language: "es"}
	for _, language := range []string{"es", "en", "pt"} {
		for name := range kinds {
			for _, f := range []facts{{Date: "2026-12-01", Time: "10:00", Decision: "approved", Status: "ready", Subject: "x"}, {Decision: "refused", Status: "on_the_way", Confirmed: true}} {
				w := newWords(of, &conversation{language: language}, &message{kind: name, facts: f})
				if s := w.say(); s.text == "" || strings.Contains(s.text, "{") {
					t.Errorf("%s %s says %q", language, name, s.text)
				}
			}
		}
	}
}

func TestADecisionIsOwedUntilTheCustomerWritesAgainAndSaysWhy(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	p := l.patient(t, "clinic")
	subject := uuid.NewString()
	l.db.Exec(t, `INSERT INTO business.approvals (tenant_id, id, contact_id, conversation_id, tool, arguments, arguments_hash, state, reason, expires_at)
		VALUES ('clinic', $1, $2, $3, 'create_order', '{}', '', 'refused', 'hoy no hay horno', now())`, subject, p.contact, p.conversation)
	l.db.QueryRow(t, `INSERT INTO business.scheduled_messages (tenant_id, contact_id, conversation_id, kind, subject_id, facts, due_at, expires_at)
		VALUES ('clinic', $1, $2, 'approval_decided', $3, '{"decision":"refused","subject":"el pedido"}', now(), now() + interval '3 days') RETURNING id::text`,
		[]any{p.contact, p.conversation, subject}, &p.message)
	say := func() (state, text string) {
		e := p.due()
		e.Kind, e.SubjectId = "approval_decided", subject
		if err := l.speaker.Handle(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		l.db.QueryRow(t, `SELECT state FROM business.scheduled_messages WHERE id = $1`, []any{p.message}, &state)
		l.db.QueryRow(t, `SELECT coalesce(string_agg(content ->> 'text', '|'), '') FROM chat.replies WHERE conversation_id = $1`, []any{p.conversation}, &text)
		return state, text
	}
	l.db.Exec(t, `UPDATE chat.messages SET received_at = now() - interval '25 hours' WHERE conversation_id = $1`, p.conversation)
	if state, text := say(); state != "waiting" || text != "" {
		t.Fatalf("the window is over: %s, %q", state, text)
	}
	l.db.Exec(t, `UPDATE chat.messages SET received_at = now() WHERE conversation_id = $1`, p.conversation)
	if state, text := say(); state != "sent" || !strings.Contains(text, "el pedido. Motivo: hoy no hay horno. No se hizo") {
		t.Errorf("%s: %q", state, text)
	}
}
