package intentrouter

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/otel/metric/noop"
	"google.golang.org/protobuf/testing/protocmp"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/intent-router/intent"
)

func dental() *tenant.Settings {
	return &tenant.Settings{
		ID: "big", Vertical: tenant.Dental, Zone: "America/Mexico_City", Currency: "MXN", Language: "es",
		Services: []tenant.Name{{ID: "s1", Name: "Limpieza dental", Aliases: []string{"cleaning"}}, {ID: "s2", Name: "Corona de porcelana"}, {ID: "s3", Name: "Corona de zirconia"}},
		Staff:    []tenant.Name{{ID: "p1", Name: "Dra. Ana López"}},
		Branches: []tenant.Name{{ID: "b1", Name: "Sucursal Polanco"}},
	}
}

func bistro() *tenant.Settings {
	return &tenant.Settings{
		ID: "bistro", Vertical: tenant.Restaurant, Zone: "America/Lima", Currency: "PEN", Language: "es",
		Dishes: []tenant.Name{{ID: "d1", Name: "Ceviche clásico", Aliases: []string{"ceviche"}}, {ID: "d2", Name: "Chicha morada", Aliases: []string{"chicha"}}},
	}
}

func understood(settings *tenant.Settings, body string) *recadov1.MessageRouted {
	return newRouter(nil, 0.35).Understand(envelope(body), settings)
}

func TestBareAnswersHaveTheirValues(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]*recadov1.Slots{
		"sí":                     {Answer: "yes"},
		"no":                     {Answer: "no"},
		"mañana":                 {When: &recadov1.Moment{Date: "2026-11-19"}},
		"a las 5":                {When: &recadov1.Moment{Time: "17:00"}},
		"mañana a las 5":         {When: &recadov1.Moment{Date: "2026-11-19", Time: "17:00"}},
		"el martes por la tarde": {When: &recadov1.Moment{Date: "2026-11-24", PartOfDay: "afternoon"}},
		"Ana López":              {PersonName: "Ana López", Staff: []*recadov1.Mention{{Id: "p1", Name: "Dra. Ana López"}}},
		"Beto Juárez":            {PersonName: "Beto Juárez"},
		"la segunda":             {Choice: 2},
		"2":                      {Choice: 2, Quantity: 2},
		"somos 4":                {PartySize: 4},
		"en polanco":             {Branches: []*recadov1.Mention{{Id: "b1", Name: "Sucursal Polanco"}}},
		"una corona":             {Services: []*recadov1.Mention{{Id: "s2", Name: "Corona de porcelana", Quantity: 1}, {Id: "s3", Name: "Corona de zirconia", Quantity: 1}}},
		"unos $500":              {Amounts: []*recadov1.Money{{MinorUnits: 50000, Currency: "MXN"}}},
		"":                       {},
	} {
		got := understood(dental(), body)
		if got.GetIntents()[0].GetName() != intent.Other {
			t.Errorf("%q is %v", body, got.GetIntents())
		}
		if diff := cmp.Diff(want, got.GetSlots(), protocmp.Transform()); diff != "" {
			t.Errorf("%q: %s", body, diff)
		}
	}
}

func TestBookingOverSeveralMessagesHasItsValues(t *testing.T) {
	t.Parallel()
	got := understood(dental(), "hola, soy Ana Ruiz, quiero una limpieza con la dra López el martes 24 a las 5 en Polanco")
	want := &recadov1.Slots{
		When: &recadov1.Moment{Date: "2026-11-24", Time: "17:00"}, PersonName: "Ana Ruiz",
		Services: []*recadov1.Mention{{Id: "s1", Name: "Limpieza dental", Quantity: 1}}, Staff: []*recadov1.Mention{{Id: "p1", Name: "Dra. Ana López"}},
		Branches: []*recadov1.Mention{{Id: "b1", Name: "Sucursal Polanco"}},
	}
	if diff := cmp.Diff(want, got.GetSlots(), protocmp.Transform()); diff != "" || got.GetSpecialist() != "booking_dental" {
		t.Errorf("%s: %s", got.GetSpecialist(), diff)
	}
	got = understood(bistro(), "quiero dos ceviches y una chicha para llevar")
	want = &recadov1.Slots{Dishes: []*recadov1.Mention{{Id: "d1", Name: "Ceviche clásico", Quantity: 2}, {Id: "d2", Name: "Chicha morada", Quantity: 1}}, Fulfilment: "pickup"}
	if diff := cmp.Diff(want, got.GetSlots(), protocmp.Transform()); diff != "" || got.GetSpecialist() != "ordering_restaurant" {
		t.Errorf("%s: %s", got.GetSpecialist(), diff)
	}
}

func TestSpecialistFollowsIntentVerticalAndTenant(t *testing.T) {
	t.Parallel()
	r := newRouter(nil, 0.35)
	own := &tenant.Settings{Routing: tenant.Routing{Threshold: 0.9, Specialists: map[string]string{intent.Hours: "faq"}}}
	for _, c := range []struct {
		intent     string
		confidence float64
		vertical   tenant.Vertical
		settings   *tenant.Settings
		want       string
	}{
		{intent.Booking, 0.8, tenant.Dental, &tenant.Settings{}, "booking_dental"},
		{intent.Reschedule, 0.8, tenant.Medical, &tenant.Settings{}, "booking_medical"},
		{intent.CancelBooking, 0.8, tenant.Restaurant, &tenant.Settings{}, "booking_restaurant"},
		{intent.Booking, 0.8, tenant.General, &tenant.Settings{}, "booking"},
		{intent.Menu, 0.8, tenant.Restaurant, &tenant.Settings{}, "ordering_restaurant"},
		{intent.Loyalty, 0.8, tenant.Restaurant, &tenant.Settings{}, "ordering_restaurant"},
		{intent.Loyalty, 0.8, tenant.Dental, &tenant.Settings{}, General},
		{intent.Order, 0.8, tenant.General, &tenant.Settings{}, General},
		{intent.Feedback, 0.9, tenant.General, &tenant.Settings{}, General},
		{intent.Staff, 0.8, tenant.General, &tenant.Settings{}, "faq"},
		{intent.Services, 0.8, tenant.General, &tenant.Settings{}, "faq"},
		{intent.Invoice, 0.8, tenant.General, &tenant.Settings{}, "invoicing"},
		{intent.Human, 0.8, tenant.General, &tenant.Settings{}, "escalation"},
		{intent.Pricing, 0.2, tenant.Dental, &tenant.Settings{}, General},
		{intent.UrgentCare, 0.1, tenant.Dental, &tenant.Settings{}, "urgent_care"},
		{intent.Hours, 0.95, tenant.Dental, own, "faq"},
		{intent.Pricing, 0.8, tenant.Dental, own, General},
	} {
		if got := r.specialist(intent.Scored{Name: c.intent, Confidence: c.confidence}, c.settings, c.vertical, "whatsapp"); got != c.want {
			t.Errorf("%s at %g in %s goes to %s, want %s", c.intent, c.confidence, c.vertical, got, c.want)
		}
	}
}

func TestContentWithoutTextIsRouted(t *testing.T) {
	t.Parallel()
	r := newRouter(nil, 0.35)
	for name, c := range map[string]struct {
		content *recadov1.Content
		want    string
	}{
		"a button":   {&recadov1.Content{Kind: &recadov1.Content_Interactive{Interactive: &recadov1.Interactive{ChoiceId: "x", Title: "Agendar cita"}}}, intent.Booking},
		"a caption":  {&recadov1.Content{Kind: &recadov1.Content_Media{Media: &recadov1.Media{Caption: "¿cuánto cuesta esto?"}}}, intent.Pricing},
		"an image":   {&recadov1.Content{Kind: &recadov1.Content_Media{Media: &recadov1.Media{}}}, intent.Other},
		"a location": {&recadov1.Content{Kind: &recadov1.Content_Location{Location: &recadov1.Location{Name: "Casa"}}}, intent.Other},
		"nothing":    {nil, intent.Other},
	} {
		e := envelope("")
		e.Content = c.content
		if got := r.Understand(e, dental()); got.GetIntents()[0].GetName() != c.want {
			t.Errorf("%s is %v, want %s", name, got.GetIntents(), c.want)
		}
	}
}

func TestHostileTextsAreOtherInBoundedTime(t *testing.T) {
	t.Parallel()
	for _, body := range []string{strings.Repeat("💥", 1<<16), strings.Repeat("5", 1<<20), strings.Repeat("a las ", 1<<16), "\xff\xfe\xfd", "مرحبا بالعالم", strings.Repeat("(", 1<<16)} {
		if got := understood(dental(), body); got.GetIntents()[0].GetName() != intent.Other {
			t.Errorf("%.20q is %v", body, got.GetIntents())
		}
	}
}

type directory map[tenant.ID]*tenant.Settings

func (d directory) Find(_ context.Context, id tenant.ID) (*tenant.Settings, bool, error) {
	s, ok := d[id]
	return s, ok, nil
}

type full struct{}

func (full) Publish(context.Context, bus.Event) error { return errors.New("no room") }

func TestRouterRejectsUnknownTenantsAndReturnsErrorsOfTheBus(t *testing.T) {
	t.Parallel()
	r := newRouter(directory{"big": dental()}, 0.35)
	counts, err := newCounts(noop.NewMeterProvider().Meter(""))
	if err != nil {
		t.Fatal(err)
	}
	r.publish, r.counts, r.dialogues = full{}, counts, newDialogues(nobodysStore{}, counts)
	for _, e := range []*recadov1.MessageScreened{{}, {Meta: &recadov1.Meta{TenantId: "Not A Slug"}}, {Meta: &recadov1.Meta{TenantId: "nobody"}}} {
		if err := r.route(t.Context(), e); err == nil || !strings.Contains(err.Error(), "meta") {
			t.Errorf("%v: %v", e, err)
		}
	}
	if err := r.route(t.Context(), envelope("hola")); err == nil || strings.Contains(err.Error(), "hola") {
		t.Errorf("a full bus: %v", err)
	}
}

func TestRemovedTenantLeavesNothingInMemory(t *testing.T) {
	t.Parallel()
	known := directory{"big": dental()}
	r := newRouter(known, 0.35)
	r.Understand(envelope("hola"), dental())
	delete(known, "big")
	if err := r.route(t.Context(), envelope("hola")); err == nil {
		t.Fatal("a message of a tenant that is gone is routed")
	}
	if _, there := r.byID.Load(tenant.ID("big")); there {
		t.Error("its tables are kept")
	}
}

type nobodysStore struct{}

func (nobodysStore) Get(context.Context, string, string) ([]byte, error) { return nil, bus.ErrNotFound }

func (nobodysStore) Put(context.Context, string, string, []byte) error { return nil }
