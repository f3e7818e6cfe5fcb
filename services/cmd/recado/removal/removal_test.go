package removal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/recado/recado/pkg/app/apptest"
	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/bus/topology"
	"github.com/recado/recado/pkg/retry"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tenantfile"
	"github.com/recado/recado/pkg/tenantfile/apply"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services"
)

// file is a tenant with a gateway; NAME is its id.
const file = `
id: NAME
name: Taller NAME
vertical: general
country: MX
zone: America/Mexico_City
currency: MXN
language: es
accounts:
  - {channel: pager, id: NAME-pager, gateway: true, quiet_window: 0s}
assistants:
  - {id: ada, name: Ada, style: casual, tier: rules}
branches:
  - {id: centro, name: Centro, address: Calle Inventada 10, city: Ciudad de México, hours: {mon-sun: ["08:00-20:00"]}}
services:
  - {id: revision, name: Revisión, aliases: [revision], category: taller, price: 800, duration_minutes: 60}
faqs:
  - {id: pagos, question: ¿Aceptan tarjeta?, answer: "Sí, aceptamos tarjeta."}
`

// lab is all services with two tenants.
type lab struct {
	*apptest.Process
	db      *storetest.DB
	conn    *pgx.Conn
	js      jetstream.JetStream
	applier *apply.Applier
	remover *Remover
}

func newLab(t *testing.T) *lab {
	t.Helper()
	server := bustest.New(t)
	l := &lab{db: storetest.New(t)}
	key, err := seal.ParseKey(apptest.Key)
	ok(t, err)
	console := l.db.Open(t, "recado_console")
	l.applier = &apply.Applier{Store: console, Bus: server.Bus(t, "console"), Key: key}
	l.remover = &Remover{Store: console, Bus: server.Bus(t, "recado"), Settle: 3 * time.Second}
	for _, id := range []string{"ours", "theirs"} {
		ok(t, l.apply(t, id))
	}
	l.Process = apptest.Start(t, apptest.Options{Server: server, Services: services.All(), Env: map[string]string{"RECADO_POSTGRES_URL": l.db.URL}})
	l.conn, err = pgx.Connect(t.Context(), l.db.URL)
	ok(t, err)
	t.Cleanup(func() { _ = l.conn.Close(context.WithoutCancel(t.Context())) })
	l.js, err = jetstream.New(server.Conn(t))
	ok(t, err)
	return l
}

func (l *lab) apply(t *testing.T, id string) error {
	t.Helper()
	name := filepath.Join(t.TempDir(), id+".yaml")
	ok(t, os.WriteFile(name, []byte(strings.ReplaceAll(file, "NAME", id)), 0o600))
	loaded, err := tenantfile.LoadFile(name, func(string) string { return "" })
	ok(t, err)
	_, err = l.applier.Apply(t.Context(), loaded)
	return err
}

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// say is a message of a person through a tenant's gateway.
func (l *lab) say(ctx context.Context, id, person, text string, n int) error {
	return l.Bus.PublishTo(ctx, subject.Gateway(subject.GatewayInbound, "pager", id), &recadov1.MessageReceived{
		Meta: &recadov1.Meta{
			EventId: fmt.Sprint(id, person, n), TenantId: id, Channel: "pager", AccountId: id + "-pager", MessageId: fmt.Sprint(person, n),
			Contact: &recadov1.Contact{ContactId: person},
		},
		Content: &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: text}}},
	})
}

// live fills every place that holds something of a tenant.
func (l *lab) live(t *testing.T, id string) {
	t.Helper()
	ok(t, l.say(t.Context(), id, "ana", "¿Cuánto cuesta la revisión? Mi teléfono es 55 9163 7284", 1))
	ok(t, l.Bus.PublishRaw(t.Context(), subject.Gateway(subject.GatewayInbound, "pager", id), "garbage-"+id, []byte("\xff")))
	bustest.Eventually(t, "an answer of "+id, func() bool {
		return l.held(t, subject.Stream(subject.GatewayOutbound), id) > 0 && l.held(t, subject.Stream(subject.DeadLetters), id) > 0 &&
			l.held(t, subject.Stream(subject.ReplySent), id) > 0
	})
	var conversation string
	ok(t, l.conn.QueryRow(t.Context(), `SELECT id::text FROM chat.conversations WHERE tenant_id = $1`, id).Scan(&conversation))
	ok(t, l.Bus.PublishRaw(t.Context(), subject.WebchatReply+"."+conversation, "web-"+id, []byte("hola")))
	ok(t, l.Bus.Put(t.Context(), subject.BucketSessions, keyOf(tenant.ID(id), conversation), []byte("sealed")))
	ok(t, l.Bus.PutObject(t.Context(), bus.ObjectKey(id, "carta"), strings.NewReader("texto de "+id)))
}

// held counts a stream's messages whose subject names a tenant.
func (l *lab) held(t *testing.T, stream, id string) (n int) {
	t.Helper()
	s, err := l.js.Stream(t.Context(), stream)
	ok(t, err)
	info, err := s.Info(t.Context(), jetstream.WithSubjectFilter(">"))
	ok(t, err)
	for subj, held := range info.State.Subjects {
		if slices.Contains(strings.Split(subj, "."), id) {
			n += int(held)
		}
	}
	return n
}

// everything is all that bus and database hold of a tenant, as text.
func (l *lab) everything(t *testing.T, id string) map[string]string {
	t.Helper()
	out := map[string]string{}
	rows, err := l.conn.Query(t.Context(), `SELECT core.tenant_tables()::text UNION ALL SELECT 'core.tenants'`)
	ok(t, err)
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	ok(t, err)
	for _, table := range tables {
		var text *string
		ok(t, l.conn.QueryRow(t.Context(), `SELECT string_agg(to_jsonb(x)::text, E'\n' ORDER BY to_jsonb(x)::text) FROM `+table+` x WHERE tenant_id = $1`, id).Scan(&text))
		if text != nil {
			out[table] = *text
		}
	}
	for _, st := range topology.Stages {
		if n := l.held(t, st.Stream(), id); n > 0 {
			out[st.Stream()] = fmt.Sprint(n)
		}
	}
	for _, bucket := range []string{subject.BucketTenants, subject.BucketVault} {
		keys, err := l.Bus.Keys(t.Context(), bucket)
		ok(t, err)
		for _, key := range keys {
			if owner, _, _ := strings.Cut(key, "."); owner == id {
				value, err := l.Bus.Get(t.Context(), bucket, key)
				ok(t, err)
				out[bucket+"/"+key] = string(value)
			}
		}
	}
	if data, err := l.Bus.GetObject(t.Context(), bus.ObjectKey(id, "carta"), 1<<20); err == nil {
		out["object"] = string(data)
	}
	return out
}

func TestARemovedTenantIsGoneEverywhereAndItsNeighbourIsUntouched(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	for _, id := range []string{"ours", "theirs"} {
		l.live(t, id)
	}
	before := l.settled(t, "theirs")
	look, err := l.remover.Look(t.Context(), "ours")
	ok(t, err)
	if again, _ := l.remover.Look(t.Context(), "ours"); look.Removed["chat.messages"] == 0 || look.Removed["core.tenants"] != 1 || len(again.Removed) < 10 {
		t.Errorf("looking found %v, then %v", look.Removed, again.Removed)
	}
	flooded := l.flood(t, "ours")
	report, err := l.remover.Remove(t.Context(), "ours")
	ok(t, err)
	ok(t, <-flooded)
	for _, kind := range []string{
		"settings", "contacts' keys", "gateway consumers", "documents in the object store", "WEBCHAT_REPLY", "DEADLETTERS",
		"MESSAGE_RECEIVED", "guard sessions", "chat.messages", "chat.contacts", "delivery.deliveries", "business.services",
		"knowledge.documents", "core.tenants",
	} {
		if report.Removed[kind] == 0 {
			t.Errorf("nothing of %s was removed: %v", kind, report.Removed)
		}
	}
	if left := l.everything(t, "ours"); len(left) > 0 {
		t.Errorf("of the removed tenant there is left: %v", slices.Sorted(maps.Keys(left)))
	}
	after := l.everything(t, "theirs")
	for _, at := range []map[string]string{before, after} {
		delete(at, subject.Stream(subject.GatewayInbound)) // what was handled leaves by itself
	}
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("its neighbour is not as it was (-before +after):\n%s", diff)
	}
	if _, err := l.remover.Remove(t.Context(), "ours"); !errors.Is(err, ErrUnknown) {
		t.Errorf("again: got %v, want that there is nothing", err)
	}
	l.neighbourIsAnswered(t)
}

// flood has people write to a tenant before its doors are closed, and again once they are.
func (l *lab) flood(t *testing.T, id string) (done <-chan error) {
	t.Helper()
	const people = 50
	closed, once := make(chan struct{}), sync.Once{}
	ok(t, l.Bus.Watch(t.Context(), subject.BucketTenants, func(key string, _ []byte, deleted bool) {
		if key == id && deleted {
			once.Do(func() { close(closed) })
		}
	}))
	say := func(first int) (err error) {
		for n := first; n < first+people && err == nil; n++ {
			err = l.say(t.Context(), id, fmt.Sprint("p", n), "hola, ¿cuánto cuesta la revisión?", n)
		}
		return err
	}
	ok(t, say(2))
	ended := make(chan error, 1)
	go func() {
		select {
		case <-closed:
			ended <- say(2 + people)
		case <-t.Context().Done():
			ended <- t.Context().Err()
		}
	}()
	return ended
}

func (l *lab) neighbourIsAnswered(t *testing.T) {
	t.Helper()
	n := l.held(t, subject.Stream(subject.GatewayOutbound), "theirs")
	ok(t, l.say(t.Context(), "theirs", "berta", "¿Cuánto cuesta la revisión?", 1))
	bustest.Eventually(t, "an answer to the neighbour's customer", func() bool {
		return l.held(t, subject.Stream(subject.GatewayOutbound), "theirs") > n
	})
}

// settled waits until nothing of a tenant changes any more.
func (l *lab) settled(t *testing.T, id string) map[string]string {
	t.Helper()
	last := l.everything(t, id)
	bustest.Eventually(t, "nothing to change", func() bool {
		retry.Sleep(t.Context(), 300*time.Millisecond)
		now := l.everything(t, id)
		same := cmp.Equal(last, now)
		last = now
		return same
	})
	return last
}

func TestALateEventOfARemovedTenantMakesNoRows(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.live(t, "ours")
	var contact, conversation string
	ok(t, l.conn.QueryRow(t.Context(), `SELECT contact_id::text, id::text FROM chat.conversations`).Scan(&contact, &conversation))
	_, err := l.remover.Remove(t.Context(), "ours")
	ok(t, err)
	meta := func(n int) *recadov1.Meta {
		return &recadov1.Meta{
			EventId: fmt.Sprint("late-", n), TenantId: "ours", Channel: "pager", AccountId: "ours-pager", MessageId: fmt.Sprint(n),
			ConversationKey: conversation, Contact: &recadov1.Contact{ContactId: contact, SealedAddress: []byte("x")},
		}
	}
	late := []bus.Event{
		&recadov1.MessageReceived{Meta: meta(1)}, &recadov1.MessageScreened{Meta: meta(2)}, &recadov1.MessageRouted{Meta: meta(3)},
		&recadov1.ReplyDrafted{Meta: meta(4), ReplyId: conversation, ConversationId: conversation, Sequence: 1, Content: &recadov1.ReplyContent{Text: "hola"}},
		&recadov1.ReceiptReceived{Meta: meta(5), ProviderMessageId: "p", Status: recadov1.ReceiptStatus_RECEIPT_STATUS_SENT},
		&recadov1.HandoffRequested{Meta: meta(6), ConversationId: conversation},
	}
	for _, e := range late {
		ok(t, l.Bus.Publish(t.Context(), e))
	}
	bustest.Eventually(t, "the late events to end", func() bool { return l.held(t, subject.Stream(subject.DeadLetters), "ours") >= len(late)-1 })
	rows, err := l.remover.Look(t.Context(), "ours")
	ok(t, err)
	for kind := range rows.Removed {
		if strings.Contains(kind, ".") {
			t.Errorf("a late event made rows of %s", kind)
		}
	}
	if err := l.apply(t, "ours"); err != nil {
		t.Errorf("a tenant of that name cannot be made anew: %v", err)
	}
}

func TestARemovalThatWasInterruptedIsFinished(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.live(t, "ours")
	ok(t, rows{l.remover.Store}.mark(t.Context(), "ours"))
	if err := l.apply(t, "ours"); !errors.Is(err, apply.ErrRemoving) {
		t.Errorf("applying a tenant that is being removed: %v", err)
	}
	_, err := l.applier.Sweep(t.Context())
	ok(t, err)
	if _, err := l.Bus.Get(t.Context(), subject.BucketTenants, "ours"); !errors.Is(err, bus.ErrNotFound) {
		t.Errorf("the sweep keeps the settings of a tenant that is being removed: %v", err)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := l.remover.Remove(stopped, "ours"); err == nil {
		t.Error("an interrupted removal says that it is done")
	}
	_, err = l.remover.Remove(t.Context(), "ours")
	ok(t, err)
	if left := l.everything(t, "ours"); len(left) > 0 {
		t.Errorf("there is left: %v", slices.Sorted(maps.Keys(left)))
	}
}

func TestARemovalCanBeReadByMachines(t *testing.T) {
	t.Parallel()
	data, err := json.Marshal(Report{Tenant: "ours", Removed: map[string]int{"settings": 1}, Remains: remains})
	if err != nil || !strings.Contains(string(data), `"until":`) {
		t.Errorf("got %s, %v", data, err)
	}
}
