package forget

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/vault"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

const clinic tenant.ID = "clinic"

// desk is a database and a bus with one tenant, and a round for which every key has rested.
type desk struct {
	*Round
	db     *storetest.DB
	server *bustest.Server
	vault  *vault.Vault
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	db, server := storetest.New(t), bustest.New(t, bustest.SyncAlways())
	d := &desk{Round: New(db.Open(t, "recado_console"), server.Bus(t, "sweep")), db: db, server: server}
	d.Every, d.Rested, d.Patience = 0, 0, 0
	key, err := seal.ParseKey(bustest.Key)
	if err == nil {
		d.vault, err = vault.New(key, server.Bus(t, "sanitize"))
	}
	if err != nil {
		t.Fatal(err)
	}
	d.tenant(t, clinic)
	return d
}

func (d *desk) tenant(t *testing.T, id tenant.ID) {
	t.Helper()
	d.db.Exec(t, `INSERT INTO core.tenants (tenant_id, content_hash, settings, name, vertical, country, zone, currency, language)
		VALUES ($1, '', '{}', 'Clinic', 'dental', 'MX', 'UTC', 'MXN', 'es')`, string(id))
}

// contact has a key and no row.
func (d *desk) contact(t *testing.T, of tenant.ID) string {
	t.Helper()
	id := uuid.NewString()
	d.seal(t, d.vault, of, id)
	return id
}

func (d *desk) seal(t *testing.T, with *vault.Vault, of tenant.ID, contact string) []*recadov1.SealedValue {
	t.Helper()
	values, err := with.Seal(t.Context(), of, contact, []guard.Found{{Type: guard.TypePhone, Token: "[TEL_1]", Value: "5215550147781"}})
	if err != nil {
		t.Fatal(err)
	}
	return values
}

// row has the database know a contact.
func (d *desk) row(t *testing.T, contact string) {
	t.Helper()
	d.db.Exec(t, `INSERT INTO chat.contacts (tenant_id, id, channel, account_id, sealed_address) VALUES ($1, $2, 'whatsapp', '1', '')`,
		string(clinic), contact)
}

// round goes one round.
func (d *desk) round(t *testing.T) Summary {
	t.Helper()
	sum, err := d.Run(t.Context())
	if err != nil || !sum.Due {
		t.Fatalf("%+v, %v", sum, err)
	}
	return sum
}

// kept reports whether a contact has a key.
func (d *desk) kept(t *testing.T, of tenant.ID, contact string) bool {
	t.Helper()
	_, err := d.Bus.Get(t.Context(), subject.BucketVault, string(of)+"."+contact)
	if err != nil && !errors.Is(err, bus.ErrNotFound) {
		t.Fatal(err)
	}
	return err == nil
}

func said(contact string) *recadov1.Meta {
	return &recadov1.Meta{
		EventId: uuid.NewString(), TenantId: string(clinic), ConversationKey: uuid.NewString(), ReceivedAt: timestamppb.Now(),
		Contact: &recadov1.Contact{ContactId: contact},
	}
}

func onDisk(t *testing.T, dir string, data []byte) (found bool) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || found {
			return err
		}
		text, err := os.ReadFile(path)
		if found = bytes.Contains(text, data); errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestKeysOfContactsOfWhomNothingIsKeptAreDestroyedAndNoOthers(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	ana, berta, carla, gone := d.contact(t, clinic), d.contact(t, clinic), d.contact(t, clinic), d.contact(t, clinic)
	d.row(t, ana)
	visit := `INSERT INTO business.contacts (tenant_id, id, name) VALUES ($1, $2, 'Berta')`
	d.db.Exec(t, visit, string(clinic), berta)
	stranger := d.contact(t, "unknown")
	letter, err := proto.Marshal(&recadov1.MessageRouted{Meta: said(carla)})
	if err != nil {
		t.Fatal(err)
	}
	sealing := d.server.Bus(t, "sanitize")
	sealing.SealContactLetters(d.vault)
	err = sealing.DeadLetter(t.Context(), bus.NewDeadLetter{Stage: subject.MessageRouted, Tenant: string(clinic), Reason: "test", Payload: letter})
	if err != nil {
		t.Fatal(err)
	}
	key, err := d.Bus.Get(t.Context(), subject.BucketVault, string(clinic)+"."+gone)
	if err != nil || !onDisk(t, d.server.Dir(), key) {
		t.Fatalf("the search does not find a key that is in use: %v", err)
	}
	if sum := d.round(t); sum.Looked != 5 || sum.Dropped != 1 || sum.Busy {
		t.Errorf("%+v, want one of five dropped", sum)
	}
	if d.kept(t, clinic, gone) || onDisk(t, d.server.Dir(), key) {
		t.Error("the key of a contact of whom nothing is kept is there")
	}
	for name, kept := range map[string]bool{
		"a conversation's contact": d.kept(t, clinic, ana), "a visit's contact": d.kept(t, clinic, berta),
		"a dead letter's contact": d.kept(t, clinic, carla), "a tenant that the database does not know": d.kept(t, "unknown", stranger),
	} {
		if !kept {
			t.Errorf("%s lost its key", name)
		}
	}
	letters, err := sealing.DeadLetters(t.Context(), bus.DeadLetterFilter{})
	if err != nil || len(letters) != 1 {
		t.Fatalf("%v, %v", letters, err)
	}
	if _, payload, _, err := sealing.ShowDeadLetter(t.Context(), letters[0].ID); err != nil || !bytes.Equal(payload, letter) {
		t.Errorf("the letter does not open: %v", err)
	}
	if sum := d.round(t); sum.Dropped != 0 {
		t.Errorf("again: %+v", sum)
	}
	if err := sealing.DropDeadLetter(t.Context(), letters[0].ID); err != nil {
		t.Fatal(err)
	}
	if sum := d.round(t); sum.Dropped != 1 || d.kept(t, clinic, carla) {
		t.Errorf("after the letter's end: %+v", sum)
	}
}

func TestAKeyThatSomethingWasSealedWithLatelyIsNotDropped(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Rested = time.Hour
	ana := d.contact(t, clinic)
	if sum := d.round(t); sum.Looked != 0 || !d.kept(t, clinic, ana) {
		t.Errorf("%+v", sum)
	}
	d.Rested = 0
	d.seal(t, d.vault.Renewing(time.Nanosecond), clinic, ana)
	if sum := d.round(t); sum.Tidied != 1 || sum.Dropped != 0 || !d.kept(t, clinic, ana) {
		t.Errorf("one that was renewed: %+v, want its older version destroyed", sum)
	}
	if sum := d.round(t); sum.Dropped != 1 {
		t.Errorf("in the next round: %+v", sum)
	}
}

func TestNoKeyIsDroppedWhileAMessageIsOnItsWayOrWaitsAtTheDoor(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	ana, berta := d.contact(t, clinic), d.contact(t, clinic)
	parked := &recadov1.MessageReceived{Meta: said(ana), Content: &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: "hola"}}}}
	if err := d.Bus.Park(t.Context(), parked); err != nil {
		t.Fatal(err)
	}
	if sum := d.round(t); sum.Busy || sum.Dropped != 0 {
		t.Errorf("with a parked message of the tenant: %+v", sum)
	}
	d.tenant(t, "bistro")
	other := d.contact(t, "bistro")
	if sum := d.round(t); sum.Dropped != 1 || d.kept(t, "bistro", other) {
		t.Errorf("another tenant's: %+v", sum)
	}
	other = d.contact(t, "bistro")
	if err := d.Bus.Publish(t.Context(), parked); err != nil {
		t.Fatal(err)
	}
	if sum := d.round(t); !sum.Busy || sum.Dropped != 0 || !d.kept(t, "bistro", other) {
		t.Errorf("with a message that nobody has handled: %+v", sum)
	}
	for _, contact := range []string{ana, berta} {
		if !d.kept(t, clinic, contact) {
			t.Error("a contact lost its key")
		}
	}
}

func TestARoundIsBoundedAndTheNextGoesOn(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Batch, d.Most = 4, 3
	var all []string
	for n := range 10 {
		contact := d.contact(t, clinic)
		if all = append(all, contact); n%5 == 4 {
			d.row(t, contact)
		}
	}
	left := func() int {
		return len(slices.DeleteFunc(slices.Clone(all), func(c string) bool { return !d.kept(t, clinic, c) }))
	}
	for i, want := range []int{7, 4, 2, 2} {
		if d.round(t); left() != want {
			t.Errorf("after %d rounds %d keys are left, want %d", i+1, left(), want)
		}
	}
	d.Looks, d.Batch = 1, 1
	gone := d.contact(t, clinic)
	for range 4 {
		if sum := d.round(t); sum.Looked > 1 {
			t.Errorf("%+v, want one looked at", sum)
		}
	}
	if d.kept(t, clinic, gone) {
		t.Error("rounds that look at one key each never came to the last")
	}
}

func TestTwoRoundsAtOnceAndOneThatIsInterruptedDropWhatOneWould(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	var all []string
	for n := range 60 {
		contact := d.contact(t, clinic)
		if all = append(all, contact); n%2 == 0 {
			d.row(t, contact)
		}
	}
	d.Lasts = time.Nanosecond
	if sum := d.round(t); sum.Dropped != 0 {
		t.Errorf("without time: %+v", sum)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() {
		_, err := d.another(1).Run(ctx)
		if err != nil && !errors.Is(err, context.Canceled) && !bus.IsUnavailable(err) {
			t.Errorf("interrupted: %v", err)
		}
	})
	bustest.Eventually(t, "a key to be dropped", func() bool { return !d.kept(t, clinic, all[1]) })
	cancel()
	for range 3 {
		wg.Go(func() {
			if _, err := d.another(7).Run(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	d.Lasts = lasts
	for range 3 { // where the others left the position, and from the beginning
		d.round(t)
	}
	for n, contact := range all {
		if d.kept(t, clinic, contact) != (n%2 == 0) {
			t.Errorf("contact %d: kept %v", n, n%2 != 0)
		}
	}
}

// another is the round of another process.
func (d *desk) another(batch int) *Round {
	r := New(d.Store, d.Bus)
	r.Every, r.Rested, r.Batch = 0, 0, batch
	return r
}

// A contact writes while its key is being dropped: what was sealed opens afterwards, under the old key or a new one.
func TestWhatIsSealedWhileAKeyIsDroppedOpensAfterwards(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	const contacts = 60
	d.Batch, d.Looks = contacts, contacts // one look: what is made meanwhile has not rested
	all := make([]string, contacts)
	for n := range all {
		all[n] = d.contact(t, clinic)
	}
	writing := d.vault.Renewing(time.Nanosecond)
	values := make([][]*recadov1.SealedValue, contacts)
	var wg sync.WaitGroup
	wg.Go(func() {
		if sum, err := d.Run(t.Context()); err != nil || sum.Dropped == 0 {
			t.Errorf("%+v, %v", sum, err)
		}
	})
	bustest.Eventually(t, "the round to drop keys", func() bool { return !d.kept(t, clinic, all[0]) })
	for n := range contacts {
		wg.Go(func() {
			found := []guard.Found{{Type: guard.TypePhone, Token: "[TEL_1]", Value: fmt.Sprintf("52155501477%02d", n)}}
			var err error
			if values[n], err = writing.Seal(t.Context(), clinic, all[n], found); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for n, contact := range all {
		if got, err := d.vault.Open(t.Context(), clinic, contact, values[n]); err != nil || len(got) != 1 {
			t.Errorf("contact %d: %d values open, %v", n, len(got), err)
		}
	}
}
