package mcp_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/recado/recado/pkg/apikey"
	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/app/apptest"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/pkg/tenantfile/apply"
	"github.com/recado/recado/pkg/tenantfile/tenantfiletest"
	toolexecutor "github.com/recado/recado/services/tool-executor"
	"github.com/recado/recado/services/tool-executor/mcp"
)

// lab is the running service with a clinic and a bistro.
type lab struct {
	db      *storetest.DB
	console *store.Store
	url     string
	process *apptest.Process
}

var listening = regexp.MustCompile(`"addr":"([^"]+)"`)

func newLab(t *testing.T) *lab {
	t.Helper()
	key, err := seal.ParseKey(apptest.Key)
	if err != nil {
		t.Fatal(err)
	}
	server := bustest.New(t)
	l := &lab{db: storetest.New(t)}
	l.console = l.db.Open(t, "recado_console")
	applier := &apply.Applier{Store: l.console, Bus: server.Bus(t, "console"), Key: key}
	for _, name := range []string{"clinic", "bistro"} {
		if _, err := applier.Apply(t.Context(), tenantfiletest.Load(t, name)); err != nil {
			t.Fatal(err)
		}
	}
	l.process = apptest.Start(t, apptest.Options{
		Services: []app.Service{toolexecutor.Service()}, Server: server,
		Env: map[string]string{"RECADO_POSTGRES_URL": l.db.URL, "RECADO_MCP_ADDR": "127.0.0.1:0", "RECADO_MCP_RATE": "1000"},
	})
	at := listening.FindStringSubmatch(l.process.Log())
	if at == nil {
		t.Fatalf("where does it listen? %s", l.process.Log())
	}
	l.url = "http://" + at[1]
	return l
}

func (l *lab) key(t *testing.T, w apikey.Wish) (secret string, id uuid.UUID) {
	t.Helper()
	secret, made, err := apikey.Create(t.Context(), l.console, "clinic", w)
	if err != nil {
		t.Fatal(err)
	}
	return secret, made.ID
}

// contact is somebody who wrote to a tenant once.
func (l *lab) contact(t *testing.T, tenant string) string {
	t.Helper()
	id := uuid.NewString()
	l.db.Exec(t, `INSERT INTO chat.conversations (tenant_id, id, channel, account_id, contact_id) VALUES ($1, $2, 'whatsapp', 'a', $3)`,
		tenant, uuid.NewString(), id)
	return id
}

func (l *lab) client(t *testing.T, key string) *sdk.ClientSession {
	t.Helper()
	transport := &sdk.StreamableClientTransport{Endpoint: l.url + mcp.Path, HTTPClient: &http.Client{Transport: bearer{key}}}
	session, err := sdk.NewClient(&sdk.Implementation{Name: "desk", Version: "1"}, nil).Connect(t.Context(), transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// said is what a tool's result holds.
type said struct {
	Result   json.RawMessage
	Error    struct{ Code, Field string }
	DryRun   bool `json:"dry_run"`
	Replayed bool
}

func use(t *testing.T, session *sdk.ClientSession, name string, args map[string]any) (s said) {
	t.Helper()
	got, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: args})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	data, err := json.Marshal(got.StructuredContent)
	if err == nil {
		err = json.Unmarshal(data, &s)
	}
	if text := got.Content[0].(*sdk.TextContent).Text; err != nil || !json.Valid([]byte(text)) || got.IsError != (s.Error.Code != "") {
		t.Fatalf("%s: %v, %s, %s", name, err, data, text)
	}
	return s
}

func (l *lab) count(t *testing.T, table string) (n int) {
	t.Helper()
	l.db.QueryRow(t, `SELECT count(*) FROM `+table, nil, &n)
	return n
}

// opening is the slot_id of a free time of the clinic.
func opening(t *testing.T, session *sdk.ClientSession) string {
	t.Helper()
	var free []struct {
		ID string `json:"slot_id"`
	}
	if err := json.Unmarshal(use(t, session, "get_available_slots", map[string]any{"service_id": "limpieza"}).Result, &free); err != nil || len(free) == 0 {
		t.Fatalf("%v %v", free, err)
	}
	return free[0].ID
}

func TestClientReadsTriesAndWritesAsItsKeyAllows(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	trying, _ := l.key(t, apikey.Wish{Name: "desk", Writes: apikey.DryRun})
	writing, _ := l.key(t, apikey.Wish{Name: "book", Writes: apikey.Allowed})
	trier, writer := l.client(t, trying), l.client(t, writing)

	list, err := trier.ListTools(t.Context(), nil)
	if err != nil || len(list.Tools) < 15 {
		t.Fatalf("got %v %v", list, err)
	}
	for _, x := range list.Tools {
		if x.Name == "escalate_to_human" {
			t.Error("a tool that only a turn completes is lent")
		}
	}
	if got := use(t, trier, "list_services", nil); !strings.Contains(string(got.Result), "Limpieza dental") {
		t.Errorf("got %s", got.Result)
	}

	ana := l.contact(t, "clinic")
	book := map[string]any{"slot_id": opening(t, trier), "service_id": "limpieza", "contact_id": ana}
	if got := use(t, trier, "create_appointment", book); !got.DryRun || !strings.Contains(string(got.Result), `"success":true`) {
		t.Errorf("tried: %+v %s", got, got.Result)
	}
	if l.count(t, "business.appointments")+l.count(t, "business.tool_ledger") != 0 {
		t.Error("what was only tried was written")
	}
	first, again := use(t, writer, "create_appointment", book), use(t, writer, "create_appointment", book)
	if first.DryRun || first.Replayed || !again.Replayed || string(first.Result) != string(again.Result) {
		t.Errorf("first %+v %s, again %+v %s", first, first.Result, again, again.Result)
	}
	if l.count(t, "business.appointments") != 1 || l.count(t, "business.tool_ledger") != 1 {
		t.Errorf("%d appointments", l.count(t, "business.appointments"))
	}
	if got := use(t, trier, "get_appointments", map[string]any{"contact_id": ana}); !strings.Contains(string(got.Result), "confirmed") {
		t.Errorf("the contact's own: %s", got.Result)
	}
	if got := use(t, trier, "get_appointments", map[string]any{"contact_id": l.contact(t, "clinic")}); string(got.Result) != "[]" {
		t.Errorf("another contact's: %s", got.Result)
	}
}

func TestSameWriteFromManyAtOnceIsOneRowAndAnotherKeysIsItsOwn(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	a, _ := l.key(t, apikey.Wish{Name: "a", Writes: apikey.Allowed})
	b, _ := l.key(t, apikey.Wish{Name: "b", Writes: apikey.Allowed})
	ask := call("keep_question", `{"question":"¿Tienen wifi?","contact_id":"`+l.contact(t, "clinic")+`"}`)
	var all sync.WaitGroup
	for range 4 {
		for _, key := range []string{a, b} {
			all.Go(func() {
				if got := post(t, l.url+mcp.PlainPath, key, ask, "Idempotency-Key", "question-1"); got.status != 200 && got.status != 429 {
					t.Errorf("got %d %s", got.status, got.body)
				}
			})
		}
	}
	all.Wait()
	if n := l.count(t, "business.questions"); n != 2 {
		t.Errorf("%d questions, want one of each key", n)
	}
	other := strings.Replace(ask, "wifi", "menú", 1)
	if got := post(t, l.url+mcp.PlainPath, a, other, "Idempotency-Key", "question-1"); got.status != 422 || !strings.Contains(got.body, "key_reused") {
		t.Errorf("another request under the same key: %d %s", got.status, got.body)
	}
}

func TestWriteIsForContactsOfTheKeysTenantOnly(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	key, _ := l.key(t, apikey.Wish{Name: "a", Writes: apikey.Allowed})
	session := l.client(t, key)
	for contact, code := range map[string]string{
		l.contact(t, "bistro"): "unknown_contact", uuid.NewString(): "unknown_contact", "x": "unknown_contact", "": "invalid_arguments",
	} {
		got := use(t, session, "keep_question", map[string]any{"question": "¿Tienen wifi?", "contact_id": contact})
		if got.Error.Code != code || got.Error.Field != "contact_id" {
			t.Errorf("contact %q: %+v", contact, got)
		}
	}
	if l.count(t, "business.questions")+l.count(t, "business.tool_ledger")+l.count(t, "business.contacts") != 0 {
		t.Error("something was written")
	}
}

func TestPersonalDataOfACallIsKeptWhereItBelongsAndNowhereElse(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	key, _ := l.key(t, apikey.Wish{Name: "a", Writes: apikey.Allowed})
	session, ana := l.client(t, key), l.contact(t, "clinic")
	const phone = "+525512345678"
	if got := use(t, session, "update_lead_info", map[string]any{"phone": phone, "contact_id": ana}); got.Error.Code != "" {
		t.Fatalf("got %+v", got)
	}
	use(t, session, "keep_question", map[string]any{"question": "¿Me llaman al " + phone + "?", "contact_id": ana})
	var kept, question, ledger string
	l.db.QueryRow(t, `SELECT phone FROM business.contacts WHERE id = $1`, []any{ana}, &kept)
	l.db.QueryRow(t, `SELECT question FROM business.questions`, nil, &question)
	l.db.QueryRow(t, `SELECT string_agg(x::text, ' ') FROM business.tool_ledger x`, nil, &ledger)
	if kept != phone || strings.Contains(question+ledger, "12345678") || !strings.Contains(question, "¿Me llaman al [") {
		t.Errorf("kept %q, question %q, ledger %s", kept, question, ledger)
	}
	if log := l.process.Log(); strings.Contains(log, "12345678") || strings.Contains(log, key) {
		t.Error("the log has the number or the key")
	}
}

func TestRevokedKeyOpensNothingAtOnce(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	key, id := l.key(t, apikey.Wish{Name: "a", Writes: apikey.Allowed})
	session := l.client(t, key)
	use(t, session, "get_faq", map[string]any{"query": "wifi"})
	if err := apikey.Revoke(t.Context(), l.console, "clinic", id); err != nil {
		t.Fatal(err)
	}
	if _, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "list_services"}); err == nil {
		t.Error("it still answers")
	}
	if got := post(t, l.url+mcp.PlainPath, key, call("list_services", `{}`)); got.status != 401 {
		t.Errorf("got %d %s", got.status, got.body)
	}
}
