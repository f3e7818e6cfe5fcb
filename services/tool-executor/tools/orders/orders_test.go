package orders_test

import (
	"slices"
	"testing"
)

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
