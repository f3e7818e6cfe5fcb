package forget

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/app/apptest"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenantfile"
	"github.com/recado/recado/pkg/tenantfile/apply"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services"
)

const workshop = `
id: workshop
name: Taller
vertical: general
country: MX
zone: America/Mexico_City
currency: MXN
language: es
accounts:
  - {channel: pager, id: pager-1, gateway: true, quiet_window: 0s}
assistants:
  - {id: ada, name: Ada, style: casual, tier: rules}
branches:
  - {id: centro, name: Centro, address: Calle Inventada 10, city: Ciudad de México, hours: {mon-sun: ["08:00-20:00"]}}
services:
  - {id: revision, name: Revisión, aliases: [revision], category: taller, price: 800, duration_minutes: 60}
faqs:
  - {id: pagos, question: ¿Aceptan tarjeta?, answer: "Sí, aceptamos tarjeta."}
`

// shop is all services with one tenant, whose customers write through a gateway.
type shop struct {
	*apptest.Process
	db *storetest.DB
}

func newShop(t *testing.T) *shop {
	t.Helper()
	name := filepath.Join(t.TempDir(), "workshop.yaml")
	if err := os.WriteFile(name, []byte(workshop), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := tenantfile.LoadFile(name, func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	key, err := seal.ParseKey(apptest.Key)
	if err != nil {
		t.Fatal(err)
	}
	server, db := bustest.New(t), storetest.New(t)
	a := &apply.Applier{Store: db.Open(t, "recado_console"), Bus: server.Bus(t, "console"), Key: key}
	if _, err := a.Apply(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	env := map[string]string{"RECADO_POSTGRES_URL": db.URL}
	return &shop{apptest.Start(t, apptest.Options{Server: server, Services: services.All(), Env: env}), db}
}

// ask has a customer ask once more, and returns the n-th answer of all.
func (s *shop) ask(t *testing.T, n int) *recadov1.ReplyDrafted {
	t.Helper()
	err := s.Bus.PublishTo(t.Context(), subject.Gateway(subject.GatewayInbound, "pager", "workshop"), &recadov1.MessageReceived{
		Meta: &recadov1.Meta{
			EventId: fmt.Sprint("ana-", n), TenantId: "workshop", Channel: "pager", AccountId: "pager-1", MessageId: fmt.Sprint("m", n),
			Contact: &recadov1.Contact{ContactId: "ana"},
		},
		Content: &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: "¿Cuánto cuesta la revisión? Mi teléfono es 55 9163 7284"}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	reply := new(recadov1.ReplyDrafted)
	if err := proto.Unmarshal(bustest.CollectRaw(t, s.Server, subject.Stream(subject.GatewayOutbound), n)[n-1].Data(), reply); err != nil {
		t.Fatal(err)
	}
	return reply
}

// keys are the keys of the tenant's contacts.
func (s *shop) keys(t *testing.T) []string {
	t.Helper()
	keys, err := s.Bus.KeysUnder(t.Context(), subject.BucketVault, "workshop")
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// age has the services' own functions prune what is kept of conversations, as if two years had passed.
func (s *shop) age(t *testing.T) {
	t.Helper()
	bustest.Eventually(t, "nothing of the contact to be kept", func() bool {
		var left int
		for _, call := range []string{"chat.prune_names", "chat.prune", "delivery.prune", "chat.prune_conversations"} {
			s.db.QueryRow(t, "SELECT "+call+"(now() + interval '2 years', 1000)", nil, &left)
		}
		s.db.QueryRow(t, "SELECT business.prune(now() + interval '2 years', now() + interval '2 years', 1000)", nil, &left)
		s.db.QueryRow(t, "SELECT count(*) FROM chat.contacts", nil, &left)
		return left == 0
	})
}

func TestWhoWritesAgainAfterItsKeyWentIsAnswered(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	first := s.ask(t, 1)
	before := s.keys(t)
	if len(before) != 1 || !strings.Contains(first.GetContent().GetText(), "800") {
		t.Fatalf("keys %v, answer %q", before, first.GetContent().GetText())
	}
	r := New(s.db.Open(t, "recado_console"), s.Server.Bus(t, "sweep"))
	r.Every, r.Rested, r.Patience = 0, 0, bustest.Wait
	if sum, err := r.Run(t.Context()); err != nil || sum.Looked != 1 || sum.Dropped != 0 {
		t.Fatalf("with rows: %+v, %v", sum, err)
	}
	s.age(t)
	if sum, err := r.Run(t.Context()); err != nil || sum.Dropped != 1 || len(s.keys(t)) != 0 {
		t.Fatalf("without rows: %+v, %v, keys %v", sum, err, s.keys(t))
	}
	again := s.ask(t, 2)
	if !slices.Equal(s.keys(t), before) {
		t.Errorf("keys %v, want a new one under the same name", s.keys(t))
	}
	if got, want := again.GetMeta().GetContact(), first.GetMeta().GetContact(); !proto.Equal(got, want) || !strings.Contains(again.GetContent().GetText(), "800") {
		t.Errorf("answered %q to %v, want to %v", again.GetContent().GetText(), got, want)
	}
	r.Rested = time.Hour
	if sum, err := r.Run(t.Context()); err != nil || sum.Looked != 0 {
		t.Errorf("a key of now: %+v, %v", sum, err)
	}
}
