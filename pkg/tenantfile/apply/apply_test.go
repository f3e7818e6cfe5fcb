package apply

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tenantfile"
	"github.com/recado/recado/pkg/tenantfile/tenantfiletest"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

type world struct {
	*Applier
	db     *storetest.DB
	server *bustest.Server
	bus    *bus.Bus
}

func newWorld(t *testing.T) *world {
	t.Helper()
	key, err := seal.ParseKey(seal.Generate())
	if err != nil {
		t.Fatal(err)
	}
	db, server := storetest.New(t), bustest.New(t)
	b := server.Bus(t, "console")
	return &world{&Applier{Store: db.Open(t, "recado_console"), Bus: b, Key: key}, db, server, b}
}

func (w *world) apply(t *testing.T, f *tenantfile.File) Summary {
	t.Helper()
	sum, err := w.Apply(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

func (w *world) count(t *testing.T, sql string, args ...any) (n int) {
	t.Helper()
	w.db.QueryRow(t, sql, args, &n)
	return n
}

// bucket returns what the key-value store holds of a tenant.
func (w *world) bucket(t *testing.T, id string) (s tenant.Settings) {
	t.Helper()
	value, err := w.bus.Get(t.Context(), subject.BucketTenants, id)
	if err == nil {
		err = json.Unmarshal(value, &s)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func change(t *testing.T, from, to string) *tenantfile.File {
	t.Helper()
	f, err := tenantfiletest.Edited(t, from, to)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestApplyWritesRowsSettingsAndDocuments(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	sum := w.apply(t, tenantfiletest.Load(t, "clinic"))
	if want := (Summary{Tenant: "clinic", Version: 1, Changed: true, Created: sum.Created, Published: 5}); sum != want || sum.Created == 0 {
		t.Errorf("summary %+v, want %+v", sum, want)
	}
	for sql, want := range map[string]int{
		`SELECT count(*) FROM business.branch_hours`:                                                                        13,
		`SELECT count(*) FROM business.staff_hours`:                                                                         6,
		`SELECT count(*) FROM business.resources WHERE kind = 'staff'`:                                                      1,
		`SELECT price_max::int FROM business.services WHERE slug = 'limpieza'`:                                              120050,
		`SELECT count(*) FROM business.services WHERE price_min IS NULL`:                                                    1,
		`SELECT count(*) FROM business.closures WHERE opens = '10:00' AND branch_id IS NOT NULL`:                            1,
		`SELECT booking_notice_minutes FROM core.tenants`:                                                                   90,
		`SELECT count(*) FROM core.instructions WHERE include_in_prompt`:                                                    1,
		`SELECT count(*) FROM core.accounts WHERE quiet_window = '1.2 s'`:                                                   1,
		`SELECT count(*) FROM core.documents WHERE announced = sha256`:                                                      5,
		`SELECT count(*) FROM business.branch_hours WHERE closes = '24:00'`:                                                 2,
		`SELECT count(*) FROM business.service_staff`:                                                                       2,
		`SELECT count(*) FROM core.accounts WHERE secrets::text LIKE '%` + tenantfiletest.Secret + `%' OR secrets = 'null'`: 0,
	} {
		if got := w.count(t, sql); got != want {
			t.Errorf("%s: got %d, want %d", sql, got, want)
		}
	}
	w.apply(t, tenantfiletest.Load(t, "bistro"))
	for sql, want := range map[string]int{
		`SELECT booking_large_party_cancel_notice_minutes FROM core.tenants WHERE tenant_id = 'bistro'`:                                       1440,
		`SELECT booking_cancel_notice_minutes + booking_move_notice_minutes + booking_max_ahead FROM core.tenants WHERE tenant_id = 'bistro'`: 94,
		`SELECT booking_max_ahead FROM core.tenants WHERE tenant_id = 'clinic' AND booking_large_party IS NULL`:                               3,
		`SELECT count(*) FROM business.services WHERE preparation <> '' AND cancel_notice_minutes IS NULL OR cancel_notice_minutes = 2880`:    2,
		`SELECT count(*) FROM business.menu_items WHERE diets = '{gluten_free}'`:                                                              1,
	} {
		if got := w.count(t, sql); got != want {
			t.Errorf("%s: got %d, want %d", sql, got, want)
		}
	}
	docs := bustest.Collect[*recadov1.DocumentSubmitted](t, w.server, subject.DocumentSubmitted, 3)
	if d := docs[0]; d.GetKind() == 0 || d.GetSha256() == "" || d.GetCorpusId() == "" || len(d.GetInline()) == 0 {
		t.Errorf("document %v", d)
	}
}

func TestDatabaseRefusesInstructionsOverTheirCeiling(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.apply(t, tenantfiletest.Load(t, "clinic"))
	for _, set := range []string{
		"tokens = 301", "text = repeat('palabras ', 300)", // a count that the words belie
		"active = false", "priority = 11", "type = 'custom'", "prompt_slot = 6",
	} {
		err := w.Store.Tenant(t.Context(), "clinic", func(tx pgx.Tx) error {
			_, err := tx.Exec(t.Context(), "UPDATE core.instructions SET "+set+" WHERE tenant_id = 'clinic' AND prompt_slot IS NOT NULL")
			return err
		})
		if wrong, ok := errors.AsType[*pgconn.PgError](err); !ok || wrong.Code != "23514" {
			t.Errorf("%s: %v, want it refused", set, err)
		}
	}
	if n := w.count(t, `SELECT count(*) FROM core.instructions WHERE tokens > 0 AND type = 'rule'`); n != 2 {
		t.Errorf("%d instructions with their tokens, want 2", n)
	}
	if n := w.count(t, `SELECT count(*) FROM core.tenants WHERE business_text LIKE '%Limpieza%' AND brand_voice = ''`); n != 1 {
		t.Errorf("%d tenants with what they tell of themselves", n)
	}
}

func TestSettingsCarrySealedSecretsThatOpen(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.apply(t, tenantfiletest.Load(t, "clinic"))
	s := w.bucket(t, "clinic")
	a, ok := s.Account("whatsapp", "551900334420178")
	if !ok || s.Version != 1 {
		t.Fatalf("settings %+v", s)
	}
	plain, err := w.Key.Derive(seal.PurposeAccountIn).Open(a.Secrets["app_secret"], []byte("clinic/whatsapp/551900334420178/app_secret"))
	if err != nil || string(plain) != tenantfiletest.Secret {
		t.Errorf("opened %q, %v", plain, err)
	}
}

func TestApplyingTwiceChangesNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.apply(t, tenantfiletest.Load(t, "clinic"))
	before := w.bucket(t, "clinic")
	sum := w.apply(t, tenantfiletest.Load(t, "clinic"))
	if sum != (Summary{Tenant: "clinic", Version: 1}) {
		t.Errorf("summary %+v, want nothing changed", sum)
	}
	if after := w.bucket(t, "clinic"); string(after.Accounts[0].Secrets["app_secret"]) != string(before.Accounts[0].Secrets["app_secret"]) {
		t.Error("an unchanged secret was sealed again")
	}
	if n := bustest.Count(t, w.server, subject.DocumentSubmitted); n != 5 {
		t.Errorf("%d documents submitted, want 5", n)
	}
}

func TestApplyChangesOnlyWhatChanged(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.apply(t, tenantfiletest.Load(t, "clinic"))
	sum := w.apply(t, change(t, "answer: No, usamos ultrasonido.", "answer: Casi nada."))
	want := Summary{Tenant: "clinic", Version: 2, Changed: true, Updated: 3, Published: 1} // tenant, FAQ, its document
	if sum != want {
		t.Errorf("summary %+v, want %+v", sum, want)
	}
	if got := w.bucket(t, "clinic").Version; got != 2 {
		t.Errorf("version %d in the bucket, want 2", got)
	}
	back := w.apply(t, tenantfiletest.Load(t, "clinic"))
	if back.Version != 3 || back.Published != 1 {
		t.Errorf("summary of the way back %+v", back)
	}
	if n := bustest.Count(t, w.server, subject.DocumentSubmitted); n != 7 {
		t.Errorf("%d documents submitted, want 7: a text that comes back is another event", n)
	}
}

func TestApplyRemovesWhatTheFileNoLongerHas(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.apply(t, tenantfiletest.Load(t, "clinic"))
	faq := "faqs:\n  - id: duele\n    question: ¿Duele la limpieza?\n    aliases: [does it hurt]\n    answer: No, usamos ultrasonido.\n"
	sum := w.apply(t, change(t, faq, ""))
	if sum.Removed != 2 || sum.Published != 1 {
		t.Errorf("summary %+v, want an FAQ and its document removed", sum)
	}
	gone := bustest.Collect[*recadov1.DocumentRemoved](t, w.server, subject.DocumentRemoved, 1)
	if got, want := gone[0].GetDocumentId(), tenantfile.ID("clinic", "document", "faq/duele"); got != want {
		t.Errorf("removed %s, want %s", got, want)
	}
	if n := w.count(t, `SELECT count(*) FROM core.documents`); n != 4 {
		t.Errorf("%d documents left, want 4", n)
	}
}

func TestAssistantsMaySwapChannels(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.apply(t, tenantfiletest.Load(t, "clinic"))
	swapped := "id: sofia\n    channel: webchat\n    name: Sofía\n    style: warm_professional"
	f, err := tenantfiletest.Edited(t, "id: sofia\n    name: Sofía\n    style: warm_professional", swapped)
	if err == nil {
		t.Fatalf("two assistants are active for webchat: %v", f)
	}
	f = tenantfiletest.Load(t, "clinic")
	f.Tenant.Assistants[0].Channel, f.Tenant.Assistants[1].Channel = "webchat", "*"
	if sum := w.apply(t, f); sum.Updated != 3 {
		t.Errorf("summary %+v, want the tenant and both assistants updated", sum)
	}
}

func TestAnAccountBelongsToOneTenant(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.apply(t, tenantfiletest.Load(t, "clinic"))
	_, err := w.Apply(t.Context(), change(t, "id: clinic\n", "id: other\n"))
	problems, ok := errors.AsType[*tenantfile.Problems](err)
	if !ok || problems.List[0].Line != 16 || strings.Contains(err.Error(), tenantfiletest.Secret) {
		t.Errorf("got %v, want a problem with the account's line", err)
	}
	if n := w.count(t, `SELECT count(*) FROM core.tenants`); n != 1 {
		t.Errorf("%d tenants, want nothing of the refused one", n)
	}
}

func TestTenantsDoNotTouchEachOther(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.apply(t, tenantfiletest.Load(t, "clinic"))
	w.apply(t, tenantfiletest.Load(t, "bistro"))
	if n := w.count(t, `SELECT count(*) FROM business.resources WHERE tenant_id = 'bistro' AND kind = 'table'`); n != 4 {
		t.Errorf("%d tables, want 4", n)
	}
	if n := w.count(t, `SELECT count(*) FROM business.services WHERE tenant_id = 'clinic'`); n != 3 {
		t.Errorf("%d services of the other tenant, want 3", n)
	}
}

func TestWhatCouldNotBePublishedIsPublishedByTheNextApply(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	broken := &Applier{Store: w.Store, Bus: &failing{publisher: w.bus, after: 1}, Key: w.Key}
	sum, err := broken.Apply(t.Context(), tenantfiletest.Load(t, "clinic"))
	if err == nil || sum.Published != 1 {
		t.Fatalf("summary %+v, error %v", sum, err)
	}
	if sum := w.apply(t, tenantfiletest.Load(t, "clinic")); sum.Changed || sum.Published != 4 {
		t.Errorf("summary %+v, want the other four documents published and nothing changed", sum)
	}
}

// failing refuses to publish after a number of events.
type failing struct {
	publisher
	after int
}

func (f *failing) Publish(ctx context.Context, e bus.Event) error {
	if f.after--; f.after < 0 {
		return errors.New("no bus")
	}
	return f.publisher.Publish(ctx, e)
}

func TestSweepRepairsTheBucket(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.apply(t, tenantfiletest.Load(t, "clinic"))
	w.apply(t, tenantfiletest.Load(t, "bistro"))
	ctx := t.Context()
	want := w.bucket(t, "clinic")
	for _, err := range []error{
		w.bus.Put(ctx, subject.BucketTenants, "clinic", []byte(`{"id":"clinic","version":99}`)),
		w.bus.Put(ctx, subject.BucketTenants, "ghost", []byte(`{"id":"ghost"}`)),
		w.bus.Delete(ctx, subject.BucketTenants, "bistro"),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if n, err := w.Sweep(ctx); n != 3 || err != nil {
		t.Fatalf("repaired %d, %v, want 3", n, err)
	}
	if got := w.bucket(t, "clinic"); got.Version != want.Version || got.Name != want.Name {
		t.Errorf("bucket %+v", got)
	}
	if _, err := w.bus.Get(ctx, subject.BucketTenants, "ghost"); !errors.Is(err, bus.ErrNotFound) {
		t.Errorf("the tenant that is no more: %v", err)
	}
	if n, err := w.Sweep(ctx); n != 0 || err != nil {
		t.Errorf("a second sweep repaired %d, %v", n, err)
	}
}

const roomyService = `rooms: [{id: sala, branch: centro}]
writes: {per_day: [{tool: cancel_order, max: 2}], approve: [{tool: create_order, above: 15.50}, {tool: redeem_reward}]}
booking: {step_minutes: 30, notice_minutes: 90, max_holds: 4}`

func TestRoomsAndTheSettingsOfWritesAreWritten(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.apply(t, change(t, "booking: {step_minutes: 30, notice_minutes: 90}", roomyService))
	for sql, want := range map[string]int{
		`SELECT count(*) FROM business.resources WHERE kind = 'room' AND name = 'sala' AND branch_id IS NOT NULL AND staff_id IS NULL`: 1,
		`SELECT booking_hold_minutes * 100 + booking_max_holds * 10 FROM core.tenants`:                                                 540,
		`SELECT (write_limits ->> 'cancel_order')::int FROM core.tenants`:                                                              2,
		`SELECT (approvals -> 'create_order' ->> 'above')::int FROM core.tenants WHERE approvals ? 'redeem_reward'`:                    1550,
		`SELECT approval_hours FROM core.tenants`:                                                                                      20,
	} {
		if got := w.count(t, sql); got != want {
			t.Errorf("%s: got %d, want %d", sql, got, want)
		}
	}
}

func TestAServiceKnowsItsRoomsAndWhatStaysFreeAroundIt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.apply(t, change(t, "    name: Limpieza dental\n", "    name: Limpieza dental\n    buffer_before_minutes: 5\n    buffer_after_minutes: 10\n"))
	const around = `SELECT buffer_before_minutes * 100 + buffer_after_minutes FROM business.services WHERE slug = 'limpieza'`
	if got := w.count(t, around); got != 510 {
		t.Errorf("got %d", got)
	}
	w.apply(t, tenantfiletest.Load(t, "clinic"))
	if got := w.count(t, around); got != 0 {
		t.Errorf("without them: %d", got)
	}
	clinic := clinicTenant(t)
	clinic.Rooms = []tenantfile.Room{{ID: "sala", Branch: "centro"}}
	clinic.Services[0].Rooms = []string{"sala"}
	if got := serviceRooms(clinic); len(got) != 1 || got[0].ResourceID != tenantfile.ID("clinic", "room", "sala") {
		t.Errorf("rooms %+v", got)
	}
}

func TestWhatIsPlannedFollowsTheSettingsOfReminders(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	f := tenantfiletest.Load(t, "clinic")
	w.apply(t, f)
	w.db.Exec(t, `INSERT INTO business.appointments (tenant_id, id, contact_id, resource_id, starts_at, ends_at)
		SELECT 'clinic', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), at, at + interval '1 hour'
		FROM (SELECT ((now() AT TIME ZONE zone)::date + 9 + time '09:00') AT TIME ZONE zone AS at FROM core.tenants) AS x`)
	planned := func() int {
		return w.count(t, `SELECT count(*) FROM business.scheduled_messages WHERE state = 'waiting'`)
	}
	early := func() int {
		return w.count(t, `SELECT count(*) FROM business.scheduled_messages m JOIN core.tenants t USING (tenant_id)
			WHERE m.state = 'waiting' AND (m.due_at AT TIME ZONE t.zone)::time = '07:00'`)
	}
	if planned() != 2 || early() != 0 {
		t.Fatalf("planned %d, %d early", planned(), early())
	}
	f.Tenant.Reminders = tenantfile.Reminders{QuietFrom: "22:00", QuietTo: "06:30"}
	w.apply(t, f)
	if planned() != 2 || early() != 1 {
		t.Errorf("with shorter quiet hours: planned %d, %d early", planned(), early())
	}
	f.Tenant.Reminders = tenantfile.Reminders{HoursBefore: new(false), NoShowMinutes: new(90)}
	w.apply(t, f)
	if planned() != 1 || w.count(t, `SELECT no_show_minutes FROM core.tenants`) != 90 {
		t.Errorf("without the second: planned %d", planned())
	}
}
