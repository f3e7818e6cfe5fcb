package orders_test

import (
	"slices"
	"testing"
)

func TestLaterChangesOfTheFileChangeNoOrder(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "cantina")
	made, r := call[told](t, l, c, "create_order", ordered(`"name":"taco de suadero","quantity":5`, bring+`,"delivery_address":"2 Sur 4, Analco"`))
	if r.Err != nil || made.Total != 150 {
		t.Fatalf("got %+v %v", made, r.Err)
	}
	l.apply(t, restaurant(t, "  - {id: suadero, name: Taco de suadero, category: tacos, price: 24}\n", "",
		"{id: cerca, name: Centro histórico,", "{id: otra, name: La Paz,"))
	status, r := call[told](t, l, c, "get_order_status", `{}`)
	if r.Err != nil || len(status.Lines) != 1 {
		t.Fatalf("got %+v %v", status, r.Err)
	}
	if status.Total != 150 || status.Lines[0].Name != "Taco de suadero" || status.Zone != "Centro histórico" {
		t.Errorf("got %+v", status)
	}
	again := again(c)
	if e := refused(t, l, again, "create_order", ordered(`"name":"taco de suadero","quantity":5`, fetch)); e.Code != "unknown_dish" {
		t.Errorf("a dish that went: %+v", e)
	}
	l.apply(t, restaurant(t, "  pickup: true\n", "  pickup: false\n"))
	e := refused(t, l, again, "create_order", ordered(aTaco, fetch))
	if e.Code != "not_offered" || !slices.Equal(e.Allowed.Names(), []string{"delivery"}) {
		t.Errorf("a type that is not offered any more: %+v", e)
	}
}

func TestTheMenuTellsOptionsHoursAndWhatDoesNotTravel(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.apply(t, restaurant(t, "category: postres, price: 30}", `category: postres, price: 30, served: "12:00-16:30"}`))
	type dish struct {
		Name    string `json:"name"`
		From    string `json:"available_from"`
		To      string `json:"available_to"`
		Stays   bool   `json:"not_delivered"`
		Options []struct {
			Name      string   `json:"name"`
			Aliases   []string `json:"aliases"`
			Price     float64  `json:"price"`
			Group     string   `json:"group"`
			Allergens []string `json:"allergens"`
			Available bool     `json:"available"`
		} `json:"options"`
	}
	menu, r := call[[]dish](t, l, l.turn(t, "cantina"), "get_menu", `{}`)
	if r.Err != nil || len(menu) != 6 {
		t.Fatalf("got %+v %v", menu, r.Err)
	}
	pastor, pozole, ice := menu[0], menu[3], menu[5]
	if len(pastor.Options) != 4 || pastor.Options[0].Price != 8 || pastor.Options[3].Available {
		t.Errorf("got %+v", pastor)
	}
	if pastor.Options[1].Group != "tortilla" || !slices.Equal(pastor.Options[1].Allergens, []string{"trigo"}) {
		t.Errorf("got %+v", pastor.Options[1])
	}
	if !slices.Equal(pastor.Options[0].Aliases, []string{"queso"}) {
		t.Errorf("got %+v", pastor.Options[0])
	}
	if !pozole.Stays || pastor.Stays || ice.From != "12:00" || ice.To != "16:30" {
		t.Errorf("got %+v and %+v", pozole, ice)
	}
}

const twoTacos = `{"items":[{"name":"tacos al pastor","quantity":2,"options":["queso"],"notes":"sin cebolla"},{"name":"agua de jamaica","quantity":1}],"order_type":"pickup"}`

func TestAnOrderIsQuotedMadeFollowedAndCancelled(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "cantina")
	quote, r := call[told](t, l, c, "quote_order", twoTacos)
	if r.Err != nil || len(quote.Lines) != 2 {
		t.Fatalf("got %+v %v", quote, r.Err)
	}
	if quote.Total != 96 || quote.TotalText != "$96" || quote.Lines[0].Unit != 30.5 {
		t.Errorf("got %+v", quote)
	}
	if !slices.Equal(quote.Lines[0].Allergens, []string{"maíz", "lácteos"}) || quote.Lines[0].Notes != "sin cebolla" {
		t.Errorf("got %+v", quote.Lines[0])
	}
	if orders, _ := l.rows(t); orders != 0 {
		t.Errorf("a quote wrote %d orders", orders)
	}
	made, r := call[told](t, l, c, "create_order", twoTacos[:len(twoTacos)-1]+`,"expected_total":96}`)
	if r.Err != nil || !made.Success {
		t.Fatalf("got %+v %v", made, r.Err)
	}
	if made.Number != 1 || made.Total != 96 || made.Estimated == "" {
		t.Errorf("got %+v", made)
	}
	if orders, lines := l.rows(t); orders != 1 || lines != 2 {
		t.Errorf("%d orders with %d lines, want 1 with 2", orders, lines)
	}
	status, r := call[told](t, l, c, "get_order_status", `{}`)
	if r.Err != nil || status.ID != made.ID {
		t.Errorf("got %+v %v", status, r.Err)
	}
	if status.Status != "received" || status.TotalText != "$96" || !status.Change {
		t.Errorf("got %+v", status)
	}
	if len(status.Lines) != 2 || status.Lines[0].Name != "Taco al pastor" || status.Lines[0].Text != "$61" {
		t.Errorf("got %+v", status.Lines)
	}
	gone, r := call[told](t, l, again(c), "cancel_order", `{"order_id":"`+made.ID+`"}`)
	if r.Err != nil || !gone.Success || gone.Number != 1 {
		t.Errorf("got %+v %v", gone, r.Err)
	}
	if e := refused(t, l, again(c), "cancel_order", `{"order_id":"`+made.ID+`"}`); e.Code != "not_changeable" || e.Field != "order_id" {
		t.Errorf("got %+v", e)
	}
}
