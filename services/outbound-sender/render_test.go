package outboundsender

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	metricnoop "go.opentelemetry.io/otel/metric/noop"
	"go.opentelemetry.io/otel/trace/noop"

	"github.com/recado/recado/pkg/app/apptest"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/vault"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

const secretNumber = "55 1234 5678"

// countingVault counts the reads of a vault.
type countingVault struct {
	*vault.Vault
	reads atomic.Int32
}

func (v *countingVault) Find(ctx context.Context, id tenant.ID, contact string) (vault.Contact, bool, error) {
	v.reads.Add(1)
	return v.Vault.Find(ctx, id, contact)
}

// oneTenant knows the tenant t1 and counts the questions: a rendering asks once for the language, a send call once for the account.
type oneTenant struct {
	settings *tenant.Settings
	asked    atomic.Int32
}

func (o *oneTenant) Get(tenant.ID) (*tenant.Settings, bool) {
	o.asked.Add(1)
	return o.settings, true
}

func (o *oneTenant) Find(context.Context, tenant.ID) (*tenant.Settings, bool, error) {
	return o.settings, true, nil
}

// api stands for WhatsApp: it keeps what it is sent, and answers with the next of its statuses, then with 200.
type api struct {
	mu       sync.Mutex
	statuses []int
	bodies   []string
}

func (a *api) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a.mu.Lock()
	defer a.mu.Unlock()
	body, _ := io.ReadAll(r.Body)
	a.bodies = append(a.bodies, string(body))
	if len(a.statuses) > 0 {
		w.WriteHeader(a.statuses[0])
		a.statuses = a.statuses[1:]
		return
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"messages": []map[string]string{{"id": "wamid.out"}}})
}

func (a *api) got() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.bodies)
}

// bench is a sender without its loops: a test calls each step.
type bench struct {
	*sender
	vault   *countingVault
	tenants *oneTenant
	api     *api
	db      *storetest.DB
}

func newBench(t *testing.T, statuses ...int) *bench {
	t.Helper()
	key, err := seal.ParseKey(apptest.Key)
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{api: &api{statuses: statuses}, db: storetest.New(t)}
	server := httptest.NewServer(b.api)
	t.Cleanup(server.Close)
	conn := bustest.New(t).Bus(t, "outbound-sender")
	sealed, err := vault.New(key, conn)
	if err != nil {
		t.Fatal(err)
	}
	token := key.Derive(seal.PurposeAccountOut).Seal([]byte("token"), []byte("t1/whatsapp/123/access_token"))
	b.vault = &countingVault{Vault: sealed}
	b.tenants = &oneTenant{settings: &tenant.Settings{
		ID: "t1", Language: "es", Accounts: []tenant.Account{{Channel: "whatsapp", ID: "123", Secrets: map[string][]byte{"access_token": token}}},
	}}
	b.sender = &sender{
		cfg: Config{WhatsAppURL: server.URL, Workers: 1}, key: key, vault: b.vault, tenants: b.tenants, bus: conn, http: server.Client(),
		table: &deliveries{db: b.db.Open(t, "recado_outbound_sender"), instance: "p"}, log: slog.New(slog.DiscardHandler),
		tracer: noop.Tracer{}, pool: newPool(1), pauses: newPauses(), flights: newFlights(), wake: make(chan struct{}, 1),
		uncertain: metricnoop.Int64Counter{}, outcomes: metricnoop.Int64Counter{},
	}
	if _, err := b.table.beat(t.Context(), lease, statusWait, nil); err != nil {
		t.Fatal(err)
	}
	return b
}

// draft is a reply that names a telephone number by its token.
func (b *bench) draft(t *testing.T) *recadov1.ReplyDrafted {
	t.Helper()
	conversation, contact, reply := uuid.NewString(), uuid.NewString(), uuid.NewString()
	b.db.Exec(t, `INSERT INTO chat.conversations (tenant_id, id, channel, account_id, contact_id) VALUES ('t1', $1, 'whatsapp', '123', $2)`,
		conversation, contact)
	address, err := channel.SealAddress(b.key.Derive(seal.PurposeAddress, "t1"), contact, channel.Address{Phone: "5215550147781"})
	if err != nil {
		t.Fatal(err)
	}
	pii, err := b.vault.Seal(t.Context(), "t1", contact, []guard.Found{{Type: guard.TypePhone, Token: "[TEL_1]", Value: secretNumber}})
	if err != nil {
		t.Fatal(err)
	}
	return &recadov1.ReplyDrafted{
		Meta: &recadov1.Meta{
			EventId: reply, TenantId: "t1", Channel: "whatsapp", AccountId: "123", ConversationKey: conversation,
			Contact: &recadov1.Contact{ContactId: contact, SealedAddress: address},
		},
		ReplyId: reply, ConversationId: conversation, Epoch: 1, Sequence: 1,
		Content: &recadov1.ReplyContent{Text: "te llamo al [TEL_1]"}, Pii: pii,
	}
}

func (b *bench) state(t *testing.T) (state string) {
	t.Helper()
	b.db.QueryRow(t, `SELECT state FROM delivery.deliveries`, nil, &state)
	return state
}

func TestReplySentAtOnceIsRenderedOnce(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	if err := b.accept(t.Context(), b.draft(t)); err != nil {
		t.Fatal(err)
	}
	b.pool.wait()
	if got := b.api.got(); len(got) != 1 || !strings.Contains(got[0], secretNumber) || b.state(t) != stateSent {
		t.Fatalf("the reply is %s, the channel got %q", b.state(t), got)
	}
	if reads, asked := b.vault.reads.Load(), b.tenants.asked.Load(); reads != 1 || asked != 3 {
		t.Errorf("%d vault reads and %d looks at the tenant, want 1 and 3 for one rendering, one identity and one call", reads, asked)
	}
	if left := b.flights.list(); len(left) != 0 {
		t.Errorf("%v still counts as being sent", left)
	}
}

func TestRetryRendersAgainFromTheStoredTokens(t *testing.T) {
	t.Parallel()
	b := newBench(t, http.StatusTooManyRequests)
	if err := b.accept(t.Context(), b.draft(t)); err != nil {
		t.Fatal(err)
	}
	b.pool.wait()
	if got := b.state(t); got != statePending {
		t.Fatalf("after a refused call the reply is %s", got)
	}
	var stored string
	b.db.QueryRow(t, `SELECT d::text || encode(event, 'escape') FROM delivery.deliveries d`, nil, &stored)
	if strings.Contains(stored, secretNumber) || !strings.Contains(stored, "[TEL_1]") {
		t.Errorf("the table holds %q", stored)
	}
	b.pauses = newPauses() // as another process starts
	b.db.Exec(t, `UPDATE delivery.deliveries SET due_at = now() - interval '1 minute'`)
	b.db.Exec(t, `UPDATE delivery.pauses SET paused_until = now() - interval '1 minute'`)
	b.claimOnce(t.Context())
	b.pool.wait()
	if got := b.api.got(); len(got) != 2 || !strings.Contains(got[1], secretNumber) || b.state(t) != stateSent {
		t.Errorf("the reply is %s, the channel got %q", b.state(t), got)
	}
	if reads := b.vault.reads.Load(); reads != 2 {
		t.Errorf("%d vault reads, want one for each attempt", reads)
	}
}

func TestReplyThatWaitsTakesNoPlaceAndIsNotBeingSent(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	first, second := b.draft(t), b.draft(t)
	second.ConversationId, second.Sequence = first.GetConversationId(), 2
	if _, err := b.table.accept(t.Context(), &delivery{tenant: "t1", reply: first}); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time it is a duplicate
		if err := b.accept(t.Context(), second); err != nil {
			t.Fatal(err)
		}
	}
	if got := b.api.got(); len(got) != 0 || len(b.flights.list()) != 0 || !b.pool.take() {
		t.Errorf("%d calls, %v being sent", len(got), b.flights.list())
	}
}

func TestReplyDraftedAgainWhileItIsSentStaysInFlight(t *testing.T) {
	t.Parallel()
	f := newFlights()
	f.begin("a") // it is being sent
	f.begin("a") // its draft comes again
	f.end("a")   // and is a duplicate
	if got := f.list(); !slices.Equal(got, []string{"a"}) {
		t.Errorf("in flight: %v", got)
	}
	f.end("a")
	if got := f.list(); len(got) != 0 {
		t.Errorf("in flight after the end: %v", got)
	}
}

func TestBackOffDoublesUpToFiveMinutes(t *testing.T) {
	t.Parallel()
	for attempts, want := range map[int]time.Duration{
		0: time.Second, 1: time.Second, 2: 2 * time.Second, 5: 16 * time.Second, 10: 5 * time.Minute, 99: 5 * time.Minute,
	} {
		if got := backOff(attempts); got != want {
			t.Errorf("after %d attempts: %s, want %s", attempts, got, want)
		}
	}
}
