package rulemodel_test

import (
	"strings"
	"testing"

	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func TestOrderThatIsTakenBackWhileSomethingIsAskedIsDropped(t *testing.T) {
	t.Parallel()
	delivery := &recadov1.Slots{Fulfilment: "delivery"}
	for _, c := range []struct {
		refused *tool.Error
		way     *recadov1.Slots
	}{
		{&tool.Error{Code: "past", Message: "Esa hora ya pasó"}, pickup()},
		{&tool.Error{Code: "closed", Message: "Cerrado", Allowed: tool.Names("2026-11-21 13:00")}, pickup()},
		{&tool.Error{Code: "outside_zone", Field: "zone", Message: "No sé", Allowed: tool.Names("Roma", "Condesa")}, delivery},
		{&tool.Error{Code: "address_required", Message: "Hace falta la dirección"}, delivery},
	} {
		for _, s := range []struct{ lang, said, want string }{
			{"es", "no, mejor nada", "no pido nada"},
			{"es", "olvídalo", "no pido nada"},
			{"en", "never mind", "I order nothing"},
			{"pt", "deixa pra lá", "não peço nada"},
			{"pt", "não, melhor nada", "não peço nada"},
		} {
			k := newKitchen()
			k.refuse = c.refused
			slots := &recadov1.Slots{}
			if s.said[0] == 'n' && s.lang != "en" {
				slots.Answer = "no"
			}
			way := &recadov1.Slots{Fulfilment: c.way.Fulfilment}
			if c.refused.Code == "outside_zone" {
				way.DeliveryAddress = "Álamo 12"
			}
			plays(t, k, s.lang, []transition{
				{heardAs("dos tacos al pastor, Álamo 12", way, "order"), []string{"Tacos al pastor"}, "", ""},
				{heardAs(s.said, slots, "order"), []string{s.want}, "", ""},
			})
		}
	}
}

func TestThatIsAllGoesOnWithWhatTheOrderLacks(t *testing.T) {
	t.Parallel()
	for _, s := range []struct{ lang, said, want, total string }{
		{"es", "eso es todo", "¿Es para recoger o a domicilio?", "¿Lo confirmo?"},
		{"en", "that's all", "Is it for pickup or delivery?", "Shall I place it?"},
		{"pt", "só isso", "É para retirar ou para entrega?", "Posso confirmar?"},
	} {
		intent := map[string]string{"es": "farewell_thanks", "en": "farewell_thanks", "pt": "other"}[s.lang]
		plays(t, newKitchen(), s.lang, []transition{
			{heardAs("2 tacos al pastor", nil, "order"), []string{s.want}, "", ""},
			{heardAs(s.said, nil, intent), []string{s.want, "!falta", "!finished", "!terminar", "!Disculpa", "!Desculpe"}, "", ""},
			{heardAs("pickup", pickup(), "other"), []string{"?"}, "", ""},
			{heardAs(s.said, nil, intent), []string{s.total, "!falta", "!finished"}, "", ""},
			{heardAs(s.said, nil, intent), []string{s.total, "!falta", "!finished"}, "", ""},
		})
	}
}

func TestNoBeforeAChangeOfTheOrderDropsNothing(t *testing.T) {
	t.Parallel()
	for _, s := range []struct{ lang, said, intent, answer string }{
		{"en", "no wait, make it one", "reschedule", ""},
		{"en", "no wait, make it one", "other", "no"},
		{"es", "no espera, mejor uno", "order", "no"},
		{"es", "no, que sea uno", "booking", "no"},
		{"pt", "não, espera, só um", "order_status", ""},
		{"pt", "não, melhor um", "cancel_booking", "no"},
	} {
		for _, way := range []*recadov1.Slots{nil, {Fulfilment: "delivery"}, pickup()} {
			plays(t, newKitchen(), s.lang, []transition{
				{heardAs("2 tacos al pastor, 3 mole poblano", way, "order"), []string{"3 × Mole"}, "", ""},
				{heardAs(s.said, &recadov1.Slots{Answer: s.answer, Quantity: 1}, s.intent), []string{"2 × Tacos al pastor, 1 × Mole poblano"}, "", ""},
				{heardAs(s.said, &recadov1.Slots{Answer: s.answer, Quantity: 1}, s.intent), []string{"1 × Tacos al pastor, 1 × Mole poblano"}, "", ""},
			})
		}
	}
}

func TestSumOfTheOrderIsToldAsItIsQuoted(t *testing.T) {
	t.Parallel()
	for _, s := range []struct{ lang, said, sum, bare, way string }{
		{"es", "cuanto sale?", "Hasta ahora son $40.", "Hasta ahora son $40, sin", "¿Es para recoger"},
		{"es", "cuánto va?", "Hasta ahora son $40.", "Hasta ahora son $40, sin", "¿Es para recoger"},
		{"en", "how much is it?", "So far it comes to $40.", "So far it comes to $40, without", "Is it for pickup"},
		{"pt", "quanto fica?", "Até agora são $40.", "Até agora são $40, sem", "É para retirar"},
	} {
		asks := heardAs(s.said, nil, "pricing")
		plays(t, newKitchen(), s.lang, []transition{
			{heardAs("2 tacos al pastor", nil, "order"), []string{s.way}, "", ""},
			{asks, []string{s.bare, s.way, "!servicio", "!service", "!serviço"}, "", ""},
			{heardAs("pickup", pickup(), "other"), []string{"?"}, "", ""},
			{asks, []string{s.sum}, "", ""},
			{no(), []string{"Total: $40"}, "", ""},
			{asks, []string{s.sum, "Total: $40"}, "", ""},
			{heardAs("Álamo 12, Roma", &recadov1.Slots{Fulfilment: "delivery", DeliveryAddress: "Álamo 12, Roma"}, "order"), []string{"Total: $65"}, "", ""},
			{asks, []string{"$65", "!$40."}, "", ""},
		})
	}
	k := newKitchen()
	plays(t, k, "es", []transition{
		{heardAs("2 tacos al pastor a domicilio", &recadov1.Slots{Fulfilment: "delivery"}, "order"), []string{"¿A qué dirección te"}, "", ""},
		{heardAs("¿cuánto sale?", nil, "pricing"), []string{"son $40, sin contar un envío", "¿A qué dirección te"}, "", ""},
	})
	k.refuse = &tool.Error{Code: "below_minimum", Message: "El mínimo es $100"}
	plays(t, k, "es", []transition{
		{heardAs("2 tacos al pastor para llevar", pickup(), "order"), []string{"El mínimo es $100"}, "", ""},
		{heardAs("¿cuánto sale?", nil, "pricing"), []string{"El total va completo", "El mínimo es $100", "!$40"}, "", ""},
	})
}

func TestZoneThatWasSaidWithTheAddressIsNotAskedFor(t *testing.T) {
	t.Parallel()
	for _, s := range []struct{ said, address, zone string }{
		{"dos moles a domicilio en Condesa, Álamo 12", "Álamo 12", "Condesa y Escandón"},
		{"quero dois mole poblano para entregar em Condesa, rua Álamo 12", "rua Álamo 12", "Condesa y Escandón"},
		{"two moles delivered to Álamo 12, escandón please", "Álamo 12", "Condesa y Escandón"},
		{"dos moles, calle Álamo 12, juárez", "calle Álamo 12", "Juárez"},
		{"dos moles a la calle Álamo 12 Juárez", "calle Álamo 12 Juárez", "Juárez"},
		{"dos moles a la calle Juárez 12", "calle Juárez 12", ""},
		{"dos moles a domicilio, calle Álamo 12", "calle Álamo 12", ""},
		{"dos moles a domicilio en Condesa o en Juárez, Álamo 12", "Álamo 12", ""},
	} {
		k := newKitchen()
		talk := orderTalk(t, k)
		talk.tools["quote_order"] = normal(func(args map[string]any) (any, *tool.Error) {
			if args["zone"] == nil {
				return nil, &tool.Error{Code: "outside_zone", Field: "zone", Message: "No sé", Allowed: tool.Names("Condesa y Escandón", "Juárez")}
			}
			return k.quote(args)
		})
		reply := talk.turn(heardAs(s.said, &recadov1.Slots{Fulfilment: "delivery", DeliveryAddress: s.address}, "order"))
		if asked := strings.Contains(reply.Text, "zona"); asked != (s.zone == "") {
			t.Errorf("%q: %q", s.said, reply.Text)
		}
		if s.zone == "" {
			continue
		}
		if reply = talk.turn(no()); !strings.Contains(reply.Text, s.zone+":") {
			t.Errorf("%q: %q", s.said, reply.Text)
		}
	}
}

func TestDishesOfAKindAreToldWhereNoneIsNamed(t *testing.T) {
	t.Parallel()
	for _, s := range []struct{ lang, said, intent, want string }{
		{"es", "y un postre", "feedback", "¿Cuál de estos: 1. Flan, 2. Arroz con leche?"},
		{"en", "and a dessert", "other", "Which of these: 1. Flan, 2. Arroz con leche?"},
		{"pt", "e uma sobremesa", "other", "Qual destes: 1. Flan, 2. Arroz con leche?"},
	} {
		talk := orderTalk(t, newKitchen())
		talk.language = s.lang
		talk.tools["get_menu"] = func(map[string]any) (any, *tool.Error) {
			return []any{
				map[string]any{"name": "Tacos al pastor", "category": "tacos"},
				map[string]any{"name": "Flan", "category": "Postres"},
				map[string]any{"name": "Arroz con leche", "category": "Postres"},
				map[string]any{"name": "Churros", "category": "Postres", "available": false},
			}, nil
		}
		talk.turn(heardAs("2 tacos al pastor", pickup(), "order"))
		if reply := talk.turn(heardAs(s.said, nil, s.intent)); !strings.Contains(reply.Text, s.want) {
			t.Errorf("%q: %q", s.said, reply.Text)
		}
		if reply := talk.turn(heardAs("flan", nil, "order")); !strings.Contains(reply.Text, "2 × Tacos al pastor, 1 × Flan") {
			t.Errorf("%q: %q", s.said, reply.Text)
		}
	}
}
