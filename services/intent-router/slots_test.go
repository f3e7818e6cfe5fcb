package intentrouter

import (
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/testing/protocmp"

	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func taqueria() *tenant.Settings {
	return &tenant.Settings{
		ID: "big", Vertical: tenant.Restaurant, Zone: "America/Mexico_City", Currency: "MXN", Language: "es",
		Dishes: []tenant.Name{
			{ID: "d1", Name: "Tacos al pastor"}, {ID: "d2", Name: "Agua fresca", Aliases: []string{"agua"}}, {ID: "d3", Name: "Papas fritas"}, {ID: "d4", Name: "Empanada de carne"}, {ID: "d5", Name: "Empanada de pollo"},
		},
		Branches: []tenant.Name{{ID: "b1", Name: "Roma Norte"}},
	}
}

// reading is one router for all these tests, as it loads models.
var reading = sync.OnceValue(func() *router { return newRouter(nil, 0.35) })

func slotsOf(settings *tenant.Settings, body string) *recadov1.Slots {
	return reading().Understand(envelope(body), settings).GetSlots()
}

func TestOrdersHaveTheirNotesAndWhereTheyGo(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]*recadov1.Slots{
		"dos tacos al pastor sin cebolla y un agua a domicilio, calle Orizaba 45 int 3": {
			Dishes:     []*recadov1.Mention{{Id: "d1", Name: "Tacos al pastor", Quantity: 2, Notes: "sin cebolla"}, {Id: "d2", Name: "Agua fresca", Quantity: 1}},
			Fulfilment: "delivery", DeliveryAddress: "calle Orizaba 45 int 3",
		},
		"quita las papas y agrega 3 aguas": {
			Dishes: []*recadov1.Mention{{Id: "d3", Name: "Papas fritas", Change: "remove"}, {Id: "d2", Name: "Agua fresca", Quantity: 3, Change: "add"}},
		},
		"una docena de empanadas, mitad carne mitad pollo, paso por ellas": {
			Dishes:     []*recadov1.Mention{{Id: "d4", Name: "Empanada de carne", Quantity: 6}, {Id: "d5", Name: "Empanada de pollo", Quantity: 6}},
			Fulfilment: "pickup",
		},
		"4 tacos al pastor, 3 con todo y 1 sin piña, mi cel es [TEL_1] y mi correo [EMAIL_1]": {
			Dishes: []*recadov1.Mention{{Id: "d1", Name: "Tacos al pastor", Quantity: 3, Notes: "con todo"}, {Id: "d1", Name: "Tacos al pastor", Quantity: 1, Notes: "sin piña"}},
			Phone:  "[TEL_1]", Email: "[EMAIL_1]",
		},
		"agua para calle Roma Norte 12": {
			Dishes: []*recadov1.Mention{{Id: "d2", Name: "Agua fresca"}}, Fulfilment: "delivery", DeliveryAddress: "calle Roma Norte 12",
		},
	} {
		if diff := cmp.Diff(want, slotsOf(taqueria(), body), protocmp.Transform()); diff != "" {
			t.Errorf("%q: %s", body, diff)
		}
	}
}

func TestFulfilmentOfAnOrderIsRead(t *testing.T) {
	t.Parallel()
	settings := taqueria()
	for want, bodies := range map[string]string{
		"pickup": `para llevar|lo recojo yo|paso por el pedido en media hora|voy a recogerlo|retiro en el local|paso a buscarlo|yo lo busco|for pickup please|2 tacos to go|I'll pick it up at 8|take out|
			vou buscar aí|pra viagem|retiro na loja|recojo mi pedido a las 7|no a domicilio, paso por él|lo retiro a las 9|paso a retirar|carry out|can I collect it at 6`,
		"delivery": `a domicilio|con envío por favor|¿hacen envíos?|delivery|me lo mandan a casa|mándenlo a mi oficina|¿tienen servicio a domicilio?|¿me lo traen?|envíalo a mi casa|para entregar en Av. Juárez 120|
			can you deliver it|entrega em casa|para entrega, por favor|vocês entregam?|bring it to 45 Oak Street|llévenlo al hotel|cuánto cuesta el envío|lo quiero a domicilio|send it to my office|para llevar a domicilio`,
		"": `quiero dos tacos|les envío el comprobante|te mando la foto|retiro de puntos|paso mañana a consulta|voy por la tarde|llevo una hora esperando|mesa para dos|busco una limpieza|hola|quiero recoger a mi hijo|
			pick a date|I will take it|para mi mamá`,
	} {
		for body := range strings.SplitSeq(want+"|"+bodies, "|") {
			if body = strings.TrimSpace(body); body == want {
				continue
			}
			if got := slotsOf(settings, body).GetFulfilment(); got != want {
				t.Errorf("%q is %q, want %q", body, got, want)
			}
		}
	}
}

func TestAllServicesOfOneBookingAreMentioned(t *testing.T) {
	t.Parallel()
	got := slotsOf(dental(), "quiero una limpieza y una corona de zirconia, y para mi hijo otra limpieza, en polanco con la doctora López")
	want := &recadov1.Slots{
		Services: []*recadov1.Mention{{Id: "s1", Name: "Limpieza dental", Quantity: 2}, {Id: "s3", Name: "Corona de zirconia", Quantity: 1}},
		Staff:    []*recadov1.Mention{{Id: "p1", Name: "Dra. Ana López"}}, Branches: []*recadov1.Mention{{Id: "b1", Name: "Sucursal Polanco"}},
	}
	if diff := cmp.Diff(want, got, protocmp.Transform()); diff != "" {
		t.Error(diff)
	}
}

func TestCustomersCalledLikeStaffNameThemselves(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]int{
		"soy Ana López y quiero una cita":             0,
		"me llamo ana lopez":                          0,
		"soy Ana Ruiz, quiero cita con la dra. Ana":   1,
		"hola soy ana lopez, está la doctora lópez?":  1,
		"a nombre de Ana López":                       0,
		"quiero cita con Ana López":                   1,
		"la doctora López me atendió":                 1,
		"mi nombre es Luis López, me atiende Ana":     1,
		"my name is Ana López, I want a cleaning":     0,
		"busco a la doctora Ana López, soy Juan Ruiz": 1,
	} {
		if got := slotsOf(dental(), body); len(got.GetStaff()) != want {
			t.Errorf("%q mentions %v, want %d of the staff", body, got.GetStaff(), want)
		}
	}
}

func TestTenantsOwnNamesAreNeverCompetitors(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"en la otra clínica me cobran $300": "otra clínica", "en Dental Plus la limpieza sale más barata": "Dental Plus", "en Polanco cobran menos": "", "la limpieza cuesta menos?": "",
	} {
		if got := slotsOf(dental(), body).GetCompetitor(); got != want {
			t.Errorf("%q names %q, want %q", body, got, want)
		}
	}
}

func TestAToothAloneNamesNoSurgeryOfOne(t *testing.T) {
	t.Parallel()
	clinic := dental()
	clinic.Services = append(clinic.Services, tenant.Name{ID: "s9", Name: "Cirugía de muela del juicio", Aliases: []string{"muela del juicio"}})
	for text, want := range map[string]int{
		"se me rompió una muela de arriba":      0,
		"I broke a tooth":                       0,
		"quiero sacarme la muela del juicio":    1,
		"¿cuánto cuesta la cirugía de la muela": 1,
		"quiero una limpieza":                   1,
	} {
		if got := understood(clinic, text).GetSlots().GetServices(); len(got) != want {
			t.Errorf("%q names %v", text, got)
		}
	}
}
