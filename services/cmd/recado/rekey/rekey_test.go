package rekey

import (
	"context"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/pkg/identity"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/vault"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

const (
	clinic  tenant.ID = "clinic"
	account string    = "551900334420178"
	number  string    = "5215550147781"
	wamid   string    = "wamid.HBgNNTIxNTU1MDE0Nzc4MRUCABIYFDNB"
)

//go:embed testdata/customer.sql
var customerRows string

var bare = identity.Bare(clinic)

// desk is a database and a bus with one tenant from before there were identity keys.
type desk struct {
	Rekeyer
	db     *storetest.DB
	server *bustest.Server
	vault  *vault.Vault
	// value and address are sealed under the customer's own key.
	value   []*recadov1.SealedValue
	address []byte
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	db, server := storetest.New(t), bustest.New(t)
	key, err := seal.ParseKey(bustest.Key)
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{db: db, server: server, Rekeyer: Rekeyer{
		Store: db.OpenWith(t, store.Options{Role: "recado_owner", MaxConns: 2}), Bus: server.Bus(t, "recado"), Key: key,
		Grace: time.Millisecond, Patience: time.Minute,
	}}
	if d.vault, err = vault.New(key, d.Bus); err != nil {
		t.Fatal(err)
	}
	d.tenant(t, clinic)
	return d
}

func (d *desk) tenant(t *testing.T, id tenant.ID) {
	t.Helper()
	d.db.Exec(t, `INSERT INTO core.tenants (tenant_id, content_hash, settings, name, vertical, country, zone, currency, language)
		VALUES ($1, '', json_build_object('id', $1::text, 'version', 1), 'Clinic', 'dental', 'MX', 'UTC', 'MXN', 'es')`, string(id))
}

// customer puts a contact into every table of the tenant, and a value of hers into the vault.
func (d *desk) customer(t *testing.T) {
	t.Helper()
	contact, conversation := bare.ContactID("whatsapp", account, number), bare.ConversationID("whatsapp", account, number)
	ids := strings.NewReplacer("CONTACT", contact, "CONVERSATION", conversation, "OWN", wamid, "TURN", uuid.NewString(), "REPLY", uuid.NewString())
	for statement := range strings.SplitSeq(ids.Replace(customerRows), ";\n") {
		d.db.Exec(t, statement)
	}
	address, err := channel.SealAddress(d.under(), contact, channel.Address{Phone: number})
	if err != nil {
		t.Fatal(err)
	}
	meta := &recadov1.Meta{
		EventId: bare.EventID("whatsapp", account, wamid), TenantId: string(clinic), Channel: "whatsapp", AccountId: account, MessageId: wamid,
		ConversationKey: conversation, Contact: &recadov1.Contact{ContactId: contact, SealedAddress: address},
	}
	d.db.Exec(t, `UPDATE chat.contacts SET sealed_address = $1`, address)
	d.db.Exec(t, `UPDATE chat.messages SET event = $1`, encode(t, &recadov1.MessageRouted{Meta: meta, ReplyTo: wamid}))
	d.db.Exec(t, `UPDATE delivery.deliveries SET event = $1`, encode(t, &recadov1.ReplyDrafted{Meta: meta, ConversationId: conversation, MessageIds: []string{wamid}}))
	if err := d.Bus.Put(t.Context(), subject.BucketRevoked, string(clinic)+"."+contact, nil); err != nil {
		t.Fatal(err)
	}
	key, err := d.vault.Of(t.Context(), clinic, contact)
	if err != nil {
		t.Fatal(err)
	}
	if d.address, err = channel.SealAddress(key.Key(seal.PurposeAddress), contact, channel.Address{Phone: number}); err != nil {
		t.Fatal(err)
	}
	if d.value, err = d.vault.Seal(t.Context(), clinic, contact, []guard.Found{{Type: guard.TypePhone, Token: "[TEL_1]", Value: number}}); err != nil {
		t.Fatal(err)
	}
}

// under is the tenant's key for addresses.
func (d *desk) under() seal.Key { return d.Key.Derive(seal.PurposeAddress, string(clinic)) }

func encode(t *testing.T, m proto.Message) []byte {
	t.Helper()
	data, err := proto.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// settings are what the services are told.
func (d *desk) settings(t *testing.T) (s tenant.Settings) {
	t.Helper()
	data, err := d.Bus.Get(context.WithoutCancel(t.Context()), subject.BucketTenants, string(clinic))
	if err == nil {
		err = json.Unmarshal(data, &s)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// holding lists the tables that hold one of some texts, in clear or in the hexadecimal of bytes.
func (d *desk) holding(t *testing.T, needles ...string) (out []string) {
	t.Helper()
	var names, rows string
	d.db.QueryRow(t, `SELECT string_agg(format('%I.%I', n.nspname, c.relname), ' ') FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE c.relkind = 'r' AND n.nspname IN ('core', 'chat', 'business', 'delivery', 'knowledge')`, nil, &names)
	for table := range strings.FieldsSeq(names) {
		d.db.QueryRow(t, `SELECT coalesce(string_agg(x::text, ' '), '') FROM `+table+` AS x`, nil, &rows)
		if slices.ContainsFunc(needles, func(needle string) bool {
			return strings.Contains(rows, needle) || strings.Contains(rows, hex.EncodeToString([]byte(needle)))
		}) {
			out = append(out, table)
		}
	}
	return out
}

// allBare is what a bare installation knows a customer by.
func allBare() []string {
	return []string{bare.ContactID("whatsapp", account, number), bare.ConversationID("whatsapp", account, number), wamid}
}

func (d *desk) run(t *testing.T, ctx context.Context) (Summary, error) {
	t.Helper()
	return d.Run(ctx, clinic)
}

// checkDone expects the customer under new ids only, with everything that was hers.
func (d *desk) checkDone(t *testing.T) {
	t.Helper()
	s := d.settings(t)
	if len(s.Identity.Key) == 0 || s.Identity.Held || len(s.Identity.Next) > 0 {
		t.Fatalf("the services are told %+v", s.Identity)
	}
	ids, err := identity.Open(d.Key, &s)
	if err != nil {
		t.Fatal(err)
	}
	if left := d.holding(t, allBare()...); len(left) > 0 {
		t.Errorf("bare ids are left in %v", left)
	}
	contact, conversation := ids.ContactID("whatsapp", account, number), ids.ConversationID("whatsapp", account, number)
	if n := len(d.holding(t, conversation)); n < 12 {
		t.Errorf("the conversation is in %d tables", n)
	}
	entries, err := d.vault.Open(t.Context(), clinic, contact, d.value)
	if err != nil || len(entries) != 1 || entries[0].Value != number {
		t.Errorf("her value opens as %d entries, %v", len(entries), err)
	}
	if entries, _ := d.vault.Open(t.Context(), clinic, bare.ContactID("whatsapp", account, number), d.value); len(entries) > 0 {
		t.Error("her value opens under the bare id, too")
	}
	if _, err := d.Bus.Get(t.Context(), subject.BucketRevoked, string(clinic)+"."+contact); err != nil {
		t.Errorf("her web chat sessions, which were ended, are open again: %v", err)
	}
	own, known, err := d.vault.Find(t.Context(), clinic, contact)
	if err != nil || !known {
		t.Fatalf("her key: %t, %v", known, err)
	}
	if to, err := channel.OpenAddress(own.Key(seal.PurposeAddress), own.Bound(), d.address); err != nil || to.Phone != number {
		t.Errorf("an address under her own key does not open: %v", err)
	}
	var address, event []byte
	d.db.QueryRow(t, `SELECT sealed_address, (SELECT event FROM delivery.deliveries) FROM chat.contacts`, nil, &address, &event)
	if to, err := channel.OpenAddress(d.under(), contact, address); err != nil || to.Phone != number {
		t.Errorf("her address does not open: %v", err)
	}
	var reply recadov1.ReplyDrafted
	if err := proto.Unmarshal(event, &reply); err != nil || !reply.GetMeta().GetKeyed() || reply.GetConversationId() != conversation {
		t.Errorf("the reply that waits is %v, %v", &reply, err)
	}
	if id, err := channel.OpenMessageID(d.under(), contact, reply.GetMeta().GetSealedMessageId()); err != nil || id != wamid {
		t.Errorf("the channel's own id of the message does not open: %v", err)
	}
}

func TestEveryRowEventAndKeyOfACustomerGetsTheNewIDs(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.customer(t)
	if found := d.holding(t, allBare()...); len(found) < 12 {
		t.Fatalf("the customer is in %v only", found)
	}
	sum, err := d.run(t, t.Context())
	if err != nil || sum.Already || sum.Keys != 1 || sum.Values < 15 {
		t.Errorf("%+v, %v", sum, err)
	}
	d.checkDone(t)
	if sum, err := d.run(t, t.Context()); err != nil || !sum.Already {
		t.Errorf("again: %+v, %v", sum, err)
	}
	d.checkDone(t)
}

func TestATenantThatStaysBusyGoesOnAsItWas(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.customer(t)
	d.Patience = 100 * time.Millisecond
	for what, busy := range map[string][2]string{
		"a turn":          {`UPDATE chat.conversations SET owner = 'a process'`, `UPDATE chat.conversations SET owner = NULL`},
		"an event to say": {`UPDATE chat.turns SET published_at = NULL`, `UPDATE chat.turns SET published_at = now()`},
		"a reply": {
			`UPDATE delivery.deliveries SET state = 'sending', owner = 'a process', sending_at = now()`,
			`UPDATE delivery.deliveries SET state = 'pending', owner = NULL, sending_at = NULL`,
		},
	} {
		d.db.Exec(t, busy[0])
		if _, err := d.run(t, t.Context()); !errors.Is(err, ErrBusy) {
			t.Errorf("%s: got %v", what, err)
		}
		if s := d.settings(t); s.Identity.Held || len(s.Identity.Key)+len(s.Identity.Next) > 0 {
			t.Errorf("%s: the services are told %+v", what, s.Identity)
		}
		d.db.Exec(t, busy[1])
	}
	keys, err := d.Bus.KeysUnder(t.Context(), subject.BucketVault, string(clinic))
	if err != nil || len(keys) != 1 {
		t.Errorf("the vault has %v, %v", keys, err)
	}
	var paused int
	d.db.QueryRow(t, `SELECT count(*) FROM delivery.pauses WHERE paused_until > now()`, nil, &paused)
	if paused != 0 {
		t.Errorf("%d accounts are still paused", paused)
	}
	if _, err := d.run(t, t.Context()); err != nil {
		t.Errorf("when it is idle: %v", err)
	}
	d.checkDone(t)
}

func TestAnEventOnItsWayIsWaitedFor(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.customer(t)
	d.Patience = 100 * time.Millisecond
	e := &recadov1.MessageReceived{Meta: &recadov1.Meta{EventId: "e-1", TenantId: string(clinic), ConversationKey: "c-1"}}
	if err := d.Bus.Publish(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	if _, err := d.run(t, t.Context()); !errors.Is(err, ErrBusy) {
		t.Errorf("got %v", err)
	}
	reader, stop := context.WithCancel(t.Context())
	defer stop()
	screen := d.server.Bus(t, "sanitize")
	go func() {
		_ = bus.Hop[*recadov1.MessageReceived]{
			Name: "sanitize", From: subject.MessageReceived, Handle: func(context.Context, *recadov1.MessageReceived) error { return nil },
		}.Run(reader, screen)
	}()
	d.Patience = time.Minute
	if _, err := d.run(t, t.Context()); err != nil {
		t.Errorf("once it was read: %v", err)
	}
	d.checkDone(t)
}

func TestAReminderOnItsWayIsWaitedFor(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.customer(t)
	d.Patience = 100 * time.Millisecond
	e := &recadov1.MessageDue{Meta: &recadov1.Meta{EventId: "e-1", TenantId: string(clinic), ConversationKey: "c-1"}, ScheduledId: "s-1"}
	if err := d.Bus.Publish(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	if _, err := d.run(t, t.Context()); !errors.Is(err, ErrBusy) {
		t.Errorf("got %v", err)
	}
}

func TestARunThatIsCutAtAnyStepIsEndedByTheNext(t *testing.T) {
	t.Parallel()
	steps := []string{"held", "keys copied", "rows changed", "changed", "published", "keys destroyed"}
	for _, step := range steps {
		t.Run(step, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			d.customer(t)
			ctx, cut := context.WithCancel(t.Context())
			d.Reached = func(now string) {
				if now == step {
					cut()
				}
			}
			if sum, err := d.run(t, ctx); err == nil {
				t.Errorf("it was not cut: %+v", sum)
			}
			d.Reached = nil
			if _, err := d.run(t, t.Context()); err != nil {
				t.Fatal(err)
			}
			d.checkDone(t)
		})
	}
}

func TestAnotherTenantsRowsStayAsTheyAre(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.customer(t)
	d.tenant(t, "other")
	d.db.Exec(t, `INSERT INTO chat.conversations (tenant_id, id, channel, account_id, contact_id)
		SELECT 'other', id, channel, account_id, contact_id FROM chat.conversations`)
	if _, err := d.run(t, t.Context()); err != nil {
		t.Fatal(err)
	}
	var id string
	d.db.QueryRow(t, `SELECT id::text FROM chat.conversations WHERE tenant_id = 'other'`, nil, &id)
	if id != bare.ConversationID("whatsapp", account, number) {
		t.Errorf("the other tenant's conversation is %s now", id)
	}
}

// otherwise are columns of bytes and lists that re-keying leaves, and why.
var otherwise = map[string]string{
	"core.api_keys.hash":                "of a key of a program",
	"core.tenants.content_hash":         "of the tenant's file",
	"core.tenants.settings":             "changed by itself",
	"business.tool_ledger.request_hash": "of a call's arguments",
	"business.approvals.arguments_hash": "of a call's arguments",
	"chat.answers.key":                  "of a question and the settings, of nobody",
	"chat.answers.scope":                "as its key",
	"chat.answers.bag":                  "of a question's words, of nobody",
	"chat.answers.line":                 "of a question's words, of nobody",
	"chat.turns.events":                 "empty once they are published, and that is waited for",
}

func TestEveryColumnOfIDsAndEventsIsRewritten(t *testing.T) {
	t.Parallel()
	db := storetest.New(t)
	var columns []string
	db.QueryRow(t, `SELECT array_agg(c.oid::regclass::text || '.' || a.attname ORDER BY 1)
	  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
	 WHERE c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped AND n.nspname IN ('core', 'chat', 'business', 'delivery', 'knowledge')
	   AND (a.attname ~ '(contact|conversation|message)_ids?$' OR a.attname = 'id' AND c.relname IN ('contacts', 'conversations')
	        OR format_type(a.atttypid, NULL) LIKE 'bytea%')`, nil, &columns)
	known := map[string]bool{}
	for _, c := range uuidColumns {
		known[c.table+"."+c.column] = true
	}
	for _, p := range slices.Concat(textPasses, listPasses, []pass{addresses, eventPasses[0].pass, eventPasses[1].pass}) {
		known[p.table+"."+p.column] = true
	}
	if len(columns) < 25 {
		t.Errorf("only %v were seen", columns)
	}
	for _, column := range columns {
		if !known[column] && otherwise[column] == "" {
			t.Errorf("%s is neither rewritten nor named with a reason", column)
		}
		delete(known, column)
	}
	if len(known) > 0 {
		t.Errorf("no such column: %v", known)
	}
}
