package orders

import (
	"context"

	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// Cancel is cancel_order: it drops an order of the contact's own while the business allows it.
type Cancel struct{ data *data }

// Spec describes the tool.
func (Cancel) Spec() tool.Spec {
	return tool.Spec{
		Name: "cancel_order", Write: true, Confirm: true, DryRun: true,
		Description: "Cancels the customer's own order by its id, while the kitchen has not gone too far with it; " +
			"of one that waits for a person nothing is left.",
		Parameters:  cancellationSchema,
		Specialists: []string{"ordering_restaurant"}, Permission: tool.Orders,
		Examples: tool.Examples(`{"order_id":"01234567-89ab-7def-8123-456789abcdef"}`),
	}
}

type cancellation struct {
	OrderID string `json:"order_id" required:"true" description:"id of the order"`
	Reason  string `json:"reason" description:"why, in the customer's words"`
}

var cancellationSchema = wire.SchemaOf[cancellation]()

func (c *cancellation) tidy() *tool.Error {
	if !isID(c.OrderID) {
		return invalid("order_id", "expected the order_id that create_order gave")
	}
	return oneLine("reason", &c.Reason, maxReason)
}

type cancelledInfo struct {
	Success bool   `json:"success"`
	OrderID string `json:"order_id"`
	Number  int    `json:"number,omitempty"`
	Status  string `json:"status"`
}

const maxReason = 500

// Call cancels once a turn.
func (t Cancel) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	args, refusal := wire.Arguments[cancellation](c)
	if refusal == nil {
		refusal = args.tidy()
	}
	if refusal != nil {
		return wire.Refuse(refusal)
	}
	return t.data.once(ctx, c, func(x *tx) (tool.Result, error) {
		withdrawn, err := x.withdraw(ctx, c, args.OrderID)
		if err != nil {
			return tool.Result{}, err
		}
		if withdrawn {
			return wire.Answer(cancelledInfo{true, args.OrderID, 0, Withdrawn}, wire.Row("approvals", args.OrderID))
		}
		m, err := x.settings(ctx, c.Tenant)
		if err != nil {
			return tool.Result{}, err
		}
		number, refusal, err := x.end(ctx, c, m, ending{id: args.OrderID, field: "order_id", reason: args.Reason})
		if refusal != nil || err != nil {
			return tool.Result{Err: refusal}, err
		}
		return wire.Answer(cancelledInfo{true, args.OrderID, number, Cancelled}, wire.Row("orders", args.OrderID))
	})
}
