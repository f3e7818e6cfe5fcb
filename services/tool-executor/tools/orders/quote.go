package orders

import (
	"context"
	"time"

	"github.com/recado/recado/pkg/language/money"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// Quote is quote_order: what an order would cost, with nothing written.
type Quote struct{ data *data }

// Spec describes the tool.
func (Quote) Spec() tool.Spec {
	return tool.Spec{
		Name: "quote_order",
		Description: "What an order would cost and when it would be ready, line by line; nothing is ordered. " +
			"Read the lines and the total back to the customer and call create_order with the same arguments after a yes.",
		Parameters:  requestSchema,
		Specialists: []string{"ordering_restaurant"}, Permission: tool.Orders,
		Examples: tool.Examples(`{"items":[{"name":"taco al pastor","quantity":2,"notes":"sin cebolla"}],"order_type":"pickup"}`),
	}
}

type lineInfo struct {
	Name          string   `json:"name"`
	Quantity      int      `json:"quantity"`
	Options       []string `json:"options"`
	Notes         string   `json:"notes,omitempty"`
	UnitPrice     float64  `json:"unit_price"`
	LineTotal     float64  `json:"line_total"`
	LineTotalText string   `json:"line_total_text"`
	Allergens     []string `json:"allergens"`
}

type quoteInfo struct {
	Lines           []lineInfo `json:"lines"`
	Subtotal        float64    `json:"subtotal"`
	DeliveryFee     float64    `json:"delivery_fee"`
	DeliveryFeeText string     `json:"delivery_fee_text,omitempty"`
	Total           float64    `json:"total"`
	TotalText       string     `json:"total_text"`
	Currency        string     `json:"currency"`
	EstimatedTime   string     `json:"estimated_time"`
	OrderType       string     `json:"order_type"`
	BranchID        string     `json:"branch_id"`
	BranchName      string     `json:"branch_name"`
	Zone            string     `json:"zone,omitempty"`
}

// Call answers with the bill, or refuses what cannot be ordered.
func (t Quote) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	args, refusal := read[request](c)
	if refusal == nil {
		refusal = args.tidy(c.Language)
	}
	if refusal != nil {
		return wire.Refuse(refusal)
	}
	m, err := t.data.card(ctx, c.Tenant)
	if err != nil {
		return tool.Result{}, err
	}
	b, refusal := m.price(args, c.Language)
	if refusal != nil {
		return wire.Refuse(refusal)
	}
	return wire.Answer(m.info(b), b.evidence()...)
}

// info is a bill as it is told.
func (m *card) info(b bill) quoteInfo {
	out := quoteInfo{
		Lines: []lineInfo{}, Subtotal: wire.Major(b.subtotal, m.currency), DeliveryFee: wire.Major(b.fee, m.currency),
		Total: wire.Major(b.total, m.currency), TotalText: money.Format(b.total, m.currency), Currency: m.currency,
		EstimatedTime: m.wall(b.due), OrderType: b.orderType, BranchID: b.slot.branch.Slug, BranchName: b.slot.branch.Name,
	}
	if b.zone != nil {
		out.Zone, out.DeliveryFeeText = b.zone.name(), money.Format(b.fee, m.currency)
	}
	for _, l := range b.lines {
		out.Lines = append(out.Lines, lineInfo{
			Name: l.dish.name(), Quantity: l.quantity, Options: l.optionNames(), Notes: l.notes, UnitPrice: wire.Major(l.unit, m.currency),
			LineTotal: wire.Major(l.total, m.currency), LineTotalText: money.Format(l.total, m.currency), Allergens: l.allergens(),
		})
	}
	return out
}

// wall writes a time as the tenant's clock shows it.
func (m *card) wall(at time.Time) string { return at.In(m.calendar.Zone).Format(wallLayout) }

// evidence is where a bill's figures come from.
func (b bill) evidence() (out []tool.Evidence) {
	for _, l := range b.lines {
		out = append(out, wire.Row("menu_items", l.dish.slug))
	}
	if b.zone != nil {
		out = append(out, wire.Row("delivery_zones", b.zone.slug))
	}
	return out
}
