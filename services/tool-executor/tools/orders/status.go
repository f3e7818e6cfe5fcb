package orders

import (
	"context"
	"strconv"
	"time"

	"github.com/recado/recado/pkg/language/money"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// Status is get_order_status: how far an order of the contact's own is.
type Status struct{ data *data }

// Spec describes the tool.
func (Status) Spec() tool.Spec {
	return tool.Spec{
		Name: "get_order_status", Own: true,
		Description: "How far the customer's own order is: by its id, else the newest that is under way, else the last one.",
		Parameters:  questionSchema,
		Specialists: []string{"ordering_restaurant"}, Permission: tool.Inform,
		Examples: tool.Examples(`{}`),
	}
}

// kept is an order as it was made.
type kept struct {
	id, status   string
	number       int
	orderType    string
	branch, zone string
	due          time.Time // on the tenant's wall
	currency     string
	total        int64
	lines        []lineInfo
	changeable   bool
}

type question struct {
	OrderID string `json:"order_id" description:"id of the order"`
}

var questionSchema = wire.SchemaOf[question]()

type statusInfo struct {
	OrderID       string     `json:"order_id"`
	Number        int        `json:"number,omitempty"`
	Status        string     `json:"status"`
	StatusText    string     `json:"status_text"`
	EstimatedTime string     `json:"estimated_time,omitempty"`
	OrderType     string     `json:"order_type"`
	BranchName    string     `json:"branch_name,omitempty"`
	Zone          string     `json:"zone,omitempty"`
	Lines         []lineInfo `json:"lines"`
	Total         float64    `json:"total"`
	TotalText     string     `json:"total_text"`
	Currency      string     `json:"currency"`
	Changeable    bool       `json:"changeable"`
}

// Call answers with the order, or refuses where the contact has none.
func (t Status) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	args, refusal := wire.Arguments[question](c)
	if refusal != nil {
		return wire.Refuse(refusal)
	}
	if args.OrderID != "" && !isID(args.OrderID) {
		return wire.Refuse(invalid("order_id", "expected the order_id that create_order gave"))
	}
	waits, ok, err := t.data.pending(ctx, c, args.OrderID)
	if err != nil {
		return tool.Result{}, err
	}
	if ok {
		return wire.Answer(waits.info(c.Language), wire.Row("approvals", waits.id))
	}
	found, ok, err := t.data.own(ctx, c, args.OrderID)
	if err != nil {
		return tool.Result{}, err
	}
	if !ok {
		return wire.Refuse(notFound("order_id", c.Language))
	}
	return wire.Answer(found.info(c.Language), wire.Row("orders", found.id))
}

func notFound(field, lang string) *tool.Error {
	return &tool.Error{Code: "not_found", Field: field, Message: say("no_order", lang)}
}

func (k kept) info(lang string) statusInfo {
	return statusInfo{
		OrderID: k.id, Number: k.number, Status: k.status, StatusText: say(k.status, lang), EstimatedTime: k.due.Format(wallLayout),
		OrderType: k.orderType, BranchName: k.branch, Zone: k.zone, Lines: k.lines, Total: wire.Major(k.total, k.currency),
		TotalText: money.Format(k.total, k.currency), Currency: k.currency, Changeable: k.changeable,
	}
}

// notChangeable refuses what is too late.
func notChangeable(field, lang string, number int, state string) *tool.Error {
	return &tool.Error{
		Code: "not_changeable", Field: field,
		Message: say("not_changeable", lang, "{n}", strconv.Itoa(number), "{state}", say(state, lang)),
	}
}
