package rulemodel_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// taqueria is a restaurant that takes orders.
func taqueria() *tenant.Settings {
	return &tenant.Settings{
		ID: "tacos", Name: "La Fonda", Vertical: tenant.Restaurant, Country: "MX", Zone: "America/Mexico_City", Currency: "MXN", Language: "es",
		Dishes: []tenant.Name{
			{ID: "pastor", Name: "Tacos al pastor"},
			{ID: "suadero", Name: "Tacos de suadero"},
			{ID: "agua", Name: "Agua de horchata", Aliases: []string{"agua"}},
			{ID: "mole", Name: "Mole poblano"},
			{ID: "flan", Name: "Flan"},
		},
		Branches: []tenant.Name{{ID: "roma", Name: "Roma"}},
	}
}

// kitchen is a business that prices, makes and cancels orders.
type kitchen struct {
	prices map[string]float64
	ways   []string
	refuse *tool.Error // every quote and order
	orders []map[string]any
	status string
}

func newKitchen() *kitchen {
	return &kitchen{
		prices: map[string]float64{"Tacos al pastor": 20, "Tacos de suadero": 22, "Agua de horchata": 30, "Mole poblano": 140, "Flan": 45},
		ways:   []string{"pickup", "delivery"}, status: "received",
	}
}

func (k *kitchen) menu(map[string]any) (any, *tool.Error) {
	out := []any{}
	for _, name := range []string{"Tacos al pastor", "Tacos de suadero", "Agua de horchata", "Mole poblano", "Flan"} {
		d := map[string]any{"name": name, "category": "carta", "available": name != "Flan", "allergens": []string{}}
		switch name {
		case "Mole poblano":
			d["allergens"] = []string{"cacahuate", "ajonjolí"}
		case "Tacos al pastor":
			d["options"] = []any{map[string]any{"name": "Extra queso", "price": 15}}
		}
		out = append(out, d)
	}
	return out, nil
}

func (k *kitchen) quote(args map[string]any) (any, *tool.Error) {
	way, _ := args["order_type"].(string)
	switch {
	case k.refuse != nil:
		return nil, k.refuse
	case way == "" && len(k.ways) > 1:
		return nil, &tool.Error{Code: "invalid_arguments", Field: "order_type", Message: "expected pickup or delivery", Allowed: tool.Names(k.ways...)}
	case way == "delivery" && args["delivery_address"] == nil:
		return nil, &tool.Error{Code: "address_required", Field: "delivery_address", Message: "Hace falta la dirección"}
	case way == "delivery" && args["zone"] == nil && !strings.Contains(fmt.Sprint(args["delivery_address"]), "Roma"):
		return nil, &tool.Error{Code: "outside_zone", Field: "zone", Message: "No sé", Allowed: tool.Names("Roma", "Condesa")}
	}
	total, fee, lines := 0.0, 0.0, []any{}
	for i, x := range args["items"].([]any) {
		m := x.(map[string]any)
		price, known := k.prices[m["name"].(string)]
		if !known {
			return nil, &tool.Error{Code: "sold_out", Field: fmt.Sprintf("items[%d].name", i), Message: "Ahora no hay", Allowed: tool.Names("Tacos al pastor")}
		}
		sum := price * m["quantity"].(float64)
		m["line_total_text"] = fmt.Sprintf("$%g", sum)
		total, lines = total+sum, append(lines, m)
	}
	if way == "delivery" {
		fee = 25
	}
	return map[string]any{
		"lines": lines, "total": total + fee, "total_text": fmt.Sprintf("$%g", total+fee), "delivery_fee": fee, "delivery_fee_text": fmt.Sprintf("$%g", fee),
		"currency": "MXN", "estimated_time": "2026-11-21 10:40", "order_type": way, "branch_name": "Roma", "branch_id": "roma",
	}, nil
}

func (k *kitchen) create(args map[string]any) (any, *tool.Error) {
	q, refused := k.quote(args)
	if refused != nil {
		return nil, refused
	}
	o := q.(map[string]any)
	if args["expected_total"] != o["total"] {
		return nil, &tool.Error{Code: "price_changed", Field: "expected_total", Message: "El total cambió"}
	}
	if r, ok := args["replaces"]; ok {
		k.orders = slices.DeleteFunc(k.orders, func(o map[string]any) bool { return o["order_id"] == r })
	}
	o["success"], o["order_id"], o["number"] = true, fmt.Sprintf("o-%d", len(k.orders)+1), 100+len(k.orders)+1
	k.orders = append(k.orders, o)
	return o, nil
}

func (k *kitchen) last(map[string]any) (any, *tool.Error) {
	if len(k.orders) == 0 {
		return nil, &tool.Error{Code: "not_found", Field: "order_id", Message: "No encuentro ese pedido"}
	}
	o := k.orders[len(k.orders)-1]
	o["status"], o["status_text"], o["changeable"] = k.status, "recibido", k.status == "received"
	return o, nil
}

func (k *kitchen) cancel(args map[string]any) (any, *tool.Error) {
	k.orders = slices.DeleteFunc(k.orders, func(o map[string]any) bool { return o["order_id"] == args["order_id"] })
	return map[string]any{"success": true, "order_id": args["order_id"], "number": 101, "status": "cancelled"}, nil
}

// normal gives arguments as they come over the bus.
func normal(f func(map[string]any) (any, *tool.Error)) func(map[string]any) (any, *tool.Error) {
	return func(args map[string]any) (any, *tool.Error) {
		data, _ := json.Marshal(args)
		var again map[string]any
		_ = json.Unmarshal(data, &again)
		return f(again)
	}
}

func orderTalk(t *testing.T, k *kitchen) *talk {
	t.Helper()
	talk := newTalk(t, taqueria())
	for name, f := range map[string]func(map[string]any) (any, *tool.Error){
		"get_menu": k.menu, "quote_order": k.quote, "create_order": k.create, "get_order_status": k.last, "cancel_order": k.cancel,
	} {
		talk.tools[name] = normal(f)
	}
	delete(talk.tools, "create_appointment")
	return talk
}

// plays says some messages, each with what its reply must hold and, after a "!", must not; a tool after "@" must have been called.
func plays(t *testing.T, k *kitchen, lang string, steps []transition) {
	t.Helper()
	talk := orderTalk(t, k)
	talk.language = lang
	for i, s := range steps {
		reply := talk.turn(s.said)
		for _, want := range s.want {
			if no, ok := strings.CutPrefix(want, "!"); ok == strings.Contains(reply.Text, strings.TrimPrefix(want, "!")) {
				t.Errorf("%d %q: %q in %q (not wanted: %q)", i, s.said.GetContent().GetText().GetBody(), want, reply.Text, no)
			}
		}
		if s.calls != "" && !slices.Contains(talk.called, s.calls) {
			t.Errorf("%d: %s was not called but %v; %q", i, s.calls, talk.called, reply.Text)
		}
		wrote := slices.Contains(talk.called, "create_order") || slices.Contains(talk.called, "cancel_order")
		if wrote && s.calls == "" {
			t.Errorf("%d: wrote by %v without being asked", i, talk.called)
		}
		if s.handoff != reply.Handoff {
			t.Errorf("%d: handed off %q, want %q", i, reply.Handoff, s.handoff)
		}
	}
}

func pickup() *recadov1.Slots { return &recadov1.Slots{Fulfilment: "pickup"} }

func TestOrderIsPutTogetherReadBackAndMadeAfterAYes(t *testing.T) {
	t.Parallel()
	k := newKitchen()
	plays(t, k, "es", []transition{
		{heardAs("dos tacos al pastor sin cebolla y un agua para llevar", pickup(), "order"), []string{"2 × Tacos al pastor (sin cebolla)", "1 × Agua de horchata", "¿Algo más"}, "", ""},
		{heardAs("mejor tres", &recadov1.Slots{Quantity: 3}, "other"), []string{"3 × Agua de horchata", "¿Algo más"}, "", ""},
		{heardAs("que sea una agua y agrega un flan", nil, "order"), []string{"Ahora no hay Flan", "1 × Agua de horchata"}, "", ""},
		{no(), []string{"2 × Tacos al pastor (sin cebolla): $40", "Total: $70", "para recoger en Roma", "¿Lo confirmo?"}, "quote_order", ""},
		{heardAs("¿aceptan tarjeta?", &recadov1.Slots{PolicyType: "payment"}, "faq_policy"), []string{"Política de payment", "Total: $70", "¿Lo confirmo?"}, "", ""},
		{heardAs("cambia los de pastor por suadero", nil, "order"), []string{"2 × Tacos de suadero: $44", "!pastor", "Total: $74"}, "", ""},
		{yes(), []string{"pedido número 101", "Total: $74"}, "create_order", ""},
		{heardAs("¿cómo va mi pedido?", nil, "order_status"), []string{"101", "recibido", "$74"}, "get_order_status", ""},
		{heardAs("agrégale un agua a mi pedido", nil, "order"), []string{"2 × Agua de horchata: $60", "¿Confirmo el cambio?"}, "", ""},
		{yes(), []string{"Total: $104"}, "create_order", ""},
		{heardAs("cancela mi pedido", nil, "order"), []string{"¿Cancelo el pedido"}, "", ""},
		{heardAs("no, déjalo", &recadov1.Slots{Answer: "no"}, "other"), []string{"sigue en pie"}, "", ""},
		{heardAs("cancela mi pedido", nil, "order"), []string{"¿Cancelo el pedido"}, "", ""},
		{yes(), []string{"cancelado"}, "cancel_order", ""},
		{heardAs("¿cómo va mi pedido?", nil, "order_status"), []string{"No encuentro"}, "", ""},
	})
	if len(k.orders) != 0 {
		t.Errorf("orders %+v", k.orders)
	}
}

func TestOrderIsBroughtToAnAddressInAZone(t *testing.T) {
	t.Parallel()
	k := newKitchen()
	plays(t, k, "es", []transition{
		{heardAs("quiero hacer un pedido", nil, "order"), []string{"¿Qué vas a pedir?"}, "", ""},
		{heardAs("una pizza y dos moles", nil, "order"), []string{"No tenemos pizza", "2 × Mole poblano", "¿Es para recoger o a domicilio?"}, "", ""},
		{heardAs("a domicilio", &recadov1.Slots{Fulfilment: "delivery"}, "other"), []string{"¿A qué dirección"}, "", ""},
		{heardAs("calle Álamo 12", &recadov1.Slots{Fulfilment: "delivery", DeliveryAddress: "calle Álamo 12"}, "location"), []string{"¿En qué zona es?", "Condesa"}, "", ""},
		{heardAs("soy alérgica al cacahuate", nil, "menu"), []string{"Lo anoto para la cocina: cacahuate", "figura en Mole poblano", "¿Quito Mole poblano"}, "", ""},
		{heardAs("déjalo, es para mi hermana", nil, "other"), []string{"¿En qué zona es?", "Condesa"}, "", ""},
		{heardAs("Condesa", nil, "other"), []string{"alergia: cacahuate", "a domicilio en calle Álamo 12, Condesa", "Envío: $25", "Total: $305", "¿Lo confirmo?"}, "", ""},
		{heardAs("sí, mándalo", &recadov1.Slots{Answer: "yes"}, "other"), []string{"pedido número 101", "$305"}, "create_order", ""},
	})
	if len(k.orders) != 1 {
		t.Errorf("orders %+v", k.orders)
	}
}

func TestNothingIsOrderedWithoutAClearYes(t *testing.T) {
	t.Parallel()
	for _, said := range []*recadov1.MessageRouted{
		no(),
		heardAs("sí, pero sin cebolla", &recadov1.Slots{Answer: "yes"}, "other"),
		heardAs("espera, pregunto", nil, "other"),
		heardAs("mejor no", &recadov1.Slots{Answer: "no"}, "other"),
		heardAs("¿y cuánto tarda?", nil, "services"),
		heardAs("ya no quiero nada", nil, "cancel_booking"),
		heardAs("agrega otro agua", nil, "order"),
		heardAs("sí y agrega un agua", &recadov1.Slots{Answer: "yes"}, "order"),
		heardAs("tal vez", nil, "other"),
	} {
		k := newKitchen()
		plays(t, k, "es", []transition{
			{heardAs("dos tacos al pastor para llevar", pickup(), "order"), []string{"¿Algo más"}, "", ""},
			{no(), []string{"Total: $40", "¿Lo confirmo?"}, "", ""},
			{said, []string{"!número"}, "", ""},
		})
		if len(k.orders) > 0 {
			t.Errorf("%q ordered", said.GetContent().GetText().GetBody())
		}
	}
}

func TestWhatStandsAgainstAnOrderIsSaidWithTheWayOn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		refused *tool.Error
		want    []string
	}{
		{&tool.Error{Code: "closed", Message: "La cocina abre a las 13:00", Allowed: tool.Names("2026-11-21 13:00")}, []string{"abre a las 13:00", "¿Lo programo para"}},
		{&tool.Error{Code: "below_minimum", Message: "El pedido mínimo es de $100"}, []string{"mínimo es de $100", "¿Qué más agrego"}},
		{&tool.Error{Code: "sold_out", Field: "items[0].name", Message: "Ahora no hay eso", Allowed: tool.Names("Mole poblano")}, []string{"Ahora no hay eso", "Quité Tacos al pastor", "Mole poblano"}},
		{&tool.Error{Code: "past", Message: "Esa hora ya pasó"}, []string{"ya pasó", "¿Para qué hora"}},
		{&tool.Error{Code: "not_offered", Field: "order_type", Message: "No", Allowed: tool.Names("delivery")}, []string{"¿Lo hacemos a domicilio?"}},
		{&tool.Error{Code: "too_many_open", Message: "Ya hay 3 pedidos en curso"}, []string{"No lo pude pedir", "Ya hay 3"}},
	} {
		k := newKitchen()
		k.refuse = c.refused
		plays(t, k, "es", []transition{
			{heardAs("dos tacos al pastor y un agua para llevar", pickup(), "order"), c.want, "", ""},
		})
	}
}

func TestNoteThatCostsIsAskedForAsAnOption(t *testing.T) {
	t.Parallel()
	k := newKitchen()
	k.refuse = &tool.Error{
		Code: "unknown_option", Field: "items[0].notes", Message: "«crema» se pide como opción", Allowed: tool.Names("Extra queso"),
	}
	talk := orderTalk(t, k)
	reply := talk.turn(heardAs("dos tacos al pastor sin cebolla, con crema para llevar", pickup(), "order"))
	if !strings.Contains(reply.Text, "se pide como opción") || !strings.Contains(reply.Text, "Extra queso") {
		t.Errorf("%q", reply.Text)
	}
	k.refuse = nil
	if reply = talk.turn(heardAs("extra queso", nil, "other")); !strings.Contains(reply.Text, "2 × Tacos al pastor (Extra queso; sin cebolla)") {
		t.Errorf("%q", reply.Text)
	}
}

func TestOrderWhosePriceChangedIsReadBackAnew(t *testing.T) {
	t.Parallel()
	k := newKitchen()
	talk := orderTalk(t, k)
	talk.turn(heardAs("dos tacos al pastor para llevar", pickup(), "order"))
	talk.turn(no())
	k.prices["Tacos al pastor"] = 25
	reply := talk.turn(yes())
	if !strings.Contains(reply.Text, "El total cambió") || !strings.Contains(reply.Text, "$50") || len(k.orders) > 0 {
		t.Errorf("%q, orders %v", reply.Text, k.orders)
	}
	if reply = talk.turn(yes()); !strings.Contains(reply.Text, "número 101") || len(k.orders) != 1 {
		t.Errorf("%q, orders %v", reply.Text, k.orders)
	}
}

func TestOrderIsTakenInEnglishAndPortuguese(t *testing.T) {
	t.Parallel()
	k := newKitchen()
	plays(t, k, "en", []transition{
		{heardAs("two tacos al pastor with extra queso, pickup", pickup(), "order"), []string{"2 × Tacos al pastor (Extra queso)", "Anything else"}, "", ""},
		{heardAs("no that's all", &recadov1.Slots{Answer: "no"}, "other"), []string{"Total: $40", "Shall I place it?"}, "", ""},
		{heardAs("yes please", &recadov1.Slots{Answer: "yes"}, "other"), []string{"order number 101"}, "create_order", ""},
	})
	plays(t, newKitchen(), "pt", []transition{
		{heardAs("dois tacos al pastor para retirar", pickup(), "order"), []string{"2 × Tacos al pastor", "Mais alguma coisa"}, "", ""},
		{heardAs("só isso", nil, "other"), []string{"Total: $40", "Posso confirmar?"}, "", ""},
		{heardAs("sim", &recadov1.Slots{Answer: "yes"}, "other"), []string{"pedido número 101"}, "create_order", ""},
	})
}

func TestOrderThatMayNotChangeAnyMoreStays(t *testing.T) {
	t.Parallel()
	k := newKitchen()
	talk := orderTalk(t, k)
	talk.turn(heardAs("dos tacos al pastor para llevar", pickup(), "order"))
	talk.turn(no())
	talk.turn(yes())
	k.status = "preparing"
	for _, said := range []string{"agrégale un agua a mi pedido", "cancela mi pedido"} {
		if reply := talk.turn(heardAs(said, nil, "order")); !strings.Contains(reply.Text, "ya no lo puedo cambiar") {
			t.Errorf("%q: %q", said, reply.Text)
		}
	}
	if len(k.orders) != 1 {
		t.Errorf("orders %v", k.orders)
	}
}

func TestComplaintOfAnOrderChangesNothing(t *testing.T) {
	t.Parallel()
	k := newKitchen()
	talk := orderTalk(t, k)
	talk.turn(heardAs("dos tacos al pastor y un agua para llevar", pickup(), "order"))
	talk.turn(no())
	talk.turn(yes())
	reply := talk.turn(heardAs("llegó sin el agua", nil, "order_status"))
	if reply.Handoff == "" || strings.Contains(reply.Text, "¿Confirmo") || len(k.orders) != 1 {
		t.Errorf("%q, handoff %q, orders %v", reply.Text, reply.Handoff, k.orders)
	}
}

func TestHourBesideAnAddressIsReadWithoutIt(t *testing.T) {
	t.Parallel()
	plays(t, newKitchen(), "es", []transition{
		{heardAs("dos moles a domicilio", &recadov1.Slots{Fulfilment: "delivery"}, "order"), []string{"¿A qué dirección"}, "", ""},
		{heardAs("Calle Álamo 12, Roma, a las 2 de la tarde", &recadov1.Slots{
			Fulfilment: "delivery", DeliveryAddress: "Calle Álamo 12, Roma", When: &recadov1.Moment{Date: "2027-05-15", Time: "14:00"},
		}, "other"), []string{"¿Algo más"}, "", ""},
		{no(), []string{"a domicilio en Calle Álamo 12, Roma:", "$305"}, "", ""},
	})
}

func TestDishThatIsNamedBesideAnAllergyIsOrdered(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lang, said, intent string
		want               []string
	}{
		{"es", "entonces un mole, soy alergico al cacahuate", "menu", []string{"Lo anoto para la cocina: cacahuate.", "1 × Mole poblano", "figura en Mole poblano"}},
		{"es", "mole poblano, soy alérgica al cacahuate", "menu", []string{"1 × Mole poblano", "figura en Mole poblano"}},
		{"es", "soy alérgica a los mariscos, quiero un mole", "order", []string{"Lo anoto para la cocina: mariscos.", "1 × Mole poblano"}},
		{"es", "2 moles pero soy celiaco", "menu", []string{"Lo anoto para la cocina: celiaco.", "2 × Mole poblano"}},
		{"es", "quiero 2 moles, mi hija es celíaca y alérgica al ajonjolí", "order", []string{"Lo anoto para la cocina: celíaca, ajonjolí.", "2 × Mole poblano"}},
		{"es", "un mole sin cacahuate porque soy alérgico", "order", []string{"Lo anoto para la cocina: cacahuate.", "1 × Mole poblano"}},
		{"es", "un mole, no puedo comer cacahuate pero", "menu", []string{"cacahuate", "1 × Mole"}},
		{"es", "un mole, no puedo comer cacahuate", "menu", []string{"cocina: cacahuate.", "Van: 1 × Mole"}},
		{"es", "dos moles pero el cacahuate y el ajonjolí me hacen daño", "order", []string{"cocina: el cacahuate y el ajonjolí.", "Van: 2 × Mole"}},
		{"en", "one mole poblano then, I'm allergic to peanuts", "menu", []string{"peanuts.", "1 × Mole poblano", "is in Mole poblano"}},
		{"en", "two mole poblano but I am celiac", "menu", []string{": celiac.", "2 × Mole poblano"}},
		{"pt", "um mole poblano, sou alérgico a amendoim", "menu", []string{"amendoim.", "1 × Mole poblano"}},
		{"pt", "dois mole poblano mas sou celíaco", "menu", []string{": celíaco.", "2 × Mole poblano"}},
		{"es", "¿el mole lleva cacahuate? soy alérgica al cacahuate", "menu", []string{"!1 × Mole"}},
	} {
		begin := map[string]string{"es": "quiero hacer un pedido", "en": "I want to place an order", "pt": "quero fazer um pedido"}[c.lang]
		plays(t, newKitchen(), c.lang, []transition{
			{heardAs(begin, nil, "order"), nil, "", ""},
			{heardAs(c.said, nil, c.intent), c.want, "", ""},
		})
	}
}
