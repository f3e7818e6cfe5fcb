package send

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/uuid"
	"go.opentelemetry.io/otel/metric/noop"

	"github.com/recado/recado/pkg/apikey"
	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/agent-runner/handoff"
)

// lab is a door over a database of two businesses, without sanitize: what is masked is said by the test.
type lab struct {
	db     *storetest.DB
	store  *store.Store
	screen screen
	url    string
}

// screen stands for sanitize.
type screen func(t handoff.Text) (handoff.Screened, error)

func (s screen) Screen(_ context.Context, t handoff.Text) (handoff.Screened, error) { return s(t) }

func plainly(t handoff.Text) (handoff.Screened, error) { return handoff.Screened{Text: t.Body}, nil }

// known are the settings of the tenants of a test.
type known map[tenant.ID]*tenant.Settings

func (k known) Find(_ context.Context, id tenant.ID) (*tenant.Settings, bool, error) {
	s, ok := k[id]
	return s, ok, nil
}

var settingsOf = known{"clinic": {ID: "clinic"}, "bistro": {ID: "bistro"}, "held": {ID: "held", Identity: tenant.Identity{Held: true}}}

func newLab(t *testing.T) *lab {
	t.Helper()
	l := &lab{db: storetest.New(t), screen: plainly}
	l.store = l.db.OpenWith(t, store.Options{Role: "recado_agent_runner", MaxConns: 8})
	for id := range settingsOf {
		l.db.Exec(t, `INSERT INTO core.tenants (tenant_id, content_hash, settings, name, vertical, country, zone, currency, language)
			VALUES ($1, '', '{}', 'T', 'general', 'MX', 'UTC', 'MXN', 'es')`, string(id))
	}
	l.url = l.door(t, l.sender(nil))
	return l
}

// sender is one of a process of its own; kept stands between it and the log.
func (l *lab) sender(kept func(ledger) ledger) *Sender {
	desk := &handoff.Desk{Store: l.store, Texts: screen(func(t handoff.Text) (handoff.Screened, error) { return l.screen(t) })}
	s := &Sender{Settings: settingsOf, Desk: desk}
	if kept != nil {
		s.ledger = kept(&conversationLog{desk: desk})
	}
	return s
}

// door serves a sender.
func (l *lab) door(t *testing.T, s *Sender) string {
	t.Helper()
	d, err := New(Options{
		Keys: func(ctx context.Context, key string) (apikey.Grant, bool, error) {
			if key == "lost" {
				return apikey.Grant{}, false, bus.Unavailable(errors.New("no database"))
			}
			return apikey.Find(ctx, l.store, key)
		},
		Sender: s, Meter: noop.Meter{}, Log: slog.New(slog.DiscardHandler), Rate: 1000, AtOnce: 8,
	})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(d.Handler())
	t.Cleanup(server.Close)
	return server.URL
}

// key is a new one of a tenant.
func (l *lab) key(t *testing.T, of tenant.ID, writes apikey.Writes, tools ...string) string {
	t.Helper()
	secret, _, err := apikey.Create(t.Context(), l.db.Open(t, "recado_console"), of, apikey.Wish{Name: "till", Writes: writes, Tools: tools})
	if err != nil {
		t.Fatal(err)
	}
	return secret
}

// customer is somebody who has written to a tenant within the hour.
type customer struct{ contact, conversation string }

func (l *lab) customer(t *testing.T, of tenant.ID) customer {
	t.Helper()
	c := customer{uuid.NewString(), uuid.NewString()}
	l.db.Exec(t, `INSERT INTO chat.contacts (tenant_id, id, channel, account_id, sealed_address) VALUES ($1, $2, 'whatsapp', '1', 'sealed')`, string(of), c.contact)
	l.db.Exec(t, `INSERT INTO chat.conversations (tenant_id, id, channel, account_id, contact_id, language) VALUES ($1, $2, 'whatsapp', '1', $3, 'es')`,
		string(of), c.conversation, c.contact)
	l.db.Exec(t, `INSERT INTO chat.messages (tenant_id, conversation_id, message_id, sequence, kind, event, received_at, ended)
		VALUES ($1, $2, 'm', 1, 'text', '', now() - interval '1 hour', 'replied')`, string(of), c.conversation)
	return c
}

// said is what a conversation's log holds of ours.
func (l *lab) said(t *testing.T, c customer) (replies, turns, unpublished int, texts string) {
	t.Helper()
	l.db.QueryRow(t, `SELECT count(*), coalesce(string_agg(content ->> 'text', '|' ORDER BY sequence), '') FROM chat.replies WHERE conversation_id = $1`,
		[]any{c.conversation}, &replies, &texts)
	l.db.QueryRow(t, `SELECT count(*), coalesce(sum(array_length(events, 1)), 0) FROM chat.turns WHERE conversation_id = $1`,
		[]any{c.conversation}, &turns, &unpublished)
	return replies, turns, unpublished, texts
}

// heard is what a door answered.
type heard struct {
	status int
	header http.Header
	body   string
	Answer
	Error struct{ Code, Field, Expected string }
}

func post(t *testing.T, url, key, idempotency, body string) (h heard) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+Path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+key)
	if idempotency != "" {
		r.Header.Set("Idempotency-Key", idempotency)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	if json.Unmarshal(data, &h) != nil {
		t.Fatalf("answered %d and no JSON: %s", res.StatusCode, data)
	}
	h.status, h.header, h.body = res.StatusCode, res.Header, string(data)
	return h
}

func body(field, id, as, text string) string {
	data, _ := json.Marshal(map[string]string{field: id, "as": as, "message": text})
	return string(data)
}
