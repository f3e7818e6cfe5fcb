package orders

import (
	"context"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/language/money"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// Create is create_order: it orders what quote_order priced, at the price of now.
type Create struct{ data *data }

// Spec describes the tool.
func (Create) Spec() tool.Spec {
	return tool.Spec{
		Name: "create_order", Write: true, Confirm: true, DryRun: true, Reveal: []string{"delivery_address"},
		Description: "Orders dishes after the customer's yes to the total of quote_order, which expected_total repeats: " +
			"another total is refused with the new one. With replaces it changes an order by taking its place.",
		Parameters:  orderSchema,
		Specialists: []string{"ordering_restaurant"}, Permission: tool.Orders,
		Examples: tool.Examples(`{"items":[{"name":"taco al pastor","quantity":2}],"order_type":"pickup","expected_total":56}`),
	}
}

type createdInfo struct {
	Success bool   `json:"success"`
	OrderID string `json:"order_id"`
	Number  int    `json:"number"`
	quoteInfo
}

// Call orders once a turn.
func (t Create) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	args, refusal := read[order](c)
	if refusal == nil {
		refusal = args.tidy(c.Language)
	}
	if refusal == nil && c.Outside != "" && args.ExpectedTotal == nil { // nobody has asked the customer
		refusal = invalid("expected_total", "expected the total that quote_order gave")
	}
	if refusal != nil {
		return wire.Refuse(refusal)
	}
	return t.data.once(ctx, c, func(x *tx) (tool.Result, error) { return x.create(ctx, c, args) })
}

// create prices anew what the customer said yes to. Nothing is refused after the first write: what a refusal leaves would stand.
func (x *tx) create(ctx context.Context, c tool.Call, o order) (tool.Result, error) {
	m, has, err := x.card(ctx, c, o.Replaces)
	if err != nil {
		return tool.Result{}, err
	}
	b, refusal := m.price(o.request, c.Language)
	if refusal == nil {
		refusal = m.agreed(o, b, c.Language)
	}
	if refusal != nil {
		return wire.Refuse(refusal)
	}
	has.spent += b.total
	if refusal, err := x.room(ctx, c, m, has); refusal != nil || err != nil {
		return tool.Result{Err: refusal}, err
	}
	if o.Replaces != "" {
		if _, refusal, err := x.end(ctx, c, m, ending{id: o.Replaces, field: "replaces"}); refusal != nil || err != nil {
			return tool.Result{Err: refusal}, err
		}
	}
	id := uuid.Must(uuid.NewV7())
	number, err := x.insert(ctx, c, made{id: id, order: o, card: m, bill: b})
	if err != nil {
		return tool.Result{}, err
	}
	told := createdInfo{Success: true, OrderID: id.String(), Number: number, quoteInfo: m.info(b)}
	return wire.Answer(told, append(b.evidence(), wire.Row("orders", id.String()))...)
}

// made is an order that nothing stands against.
type made struct {
	id    uuid.UUID
	order order
	card  *card
	bill  bill
}

// agreed refuses a delivery to nowhere, and another total than the one the customer said yes to.
func (m *card) agreed(o order, b bill, lang string) *tool.Error {
	if b.orderType == delivery && o.Address == "" {
		return &tool.Error{Code: "address_required", Field: "delivery_address", Message: say("address_required", lang)}
	}
	if o.expects(b.total, m.currency) {
		return nil
	}
	return &tool.Error{
		Code: "price_changed", Field: "expected_total", Message: say("price_changed", lang, "{amount}", money.Format(b.total, m.currency)),
		Allowed: tool.Names(money.Format(b.total, m.currency)),
	}
}
