// Package ordering reads what the tools for orders answer, and words the lines, the total and the time of an order.
package ordering

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/when"
	"github.com/recado/recado/services/agent-runner/phrase"
)

// The tools for orders.
const (
	QuoteTool  = "quote_order"
	CreateTool = "create_order"
	StatusTool = "get_order_status"
	CancelTool = "cancel_order"
)

// The ways in which an order reaches the customer.
const (
	Pickup   = "pickup"
	Delivery = "delivery"
)

// Line is a priced line of an order.
type Line struct {
	Name      string   `json:"name"`
	Quantity  int      `json:"quantity"`
	Options   []string `json:"options"`
	Notes     string   `json:"notes"`
	Text      string   `json:"line_total_text"`
	Allergens []string `json:"allergens"`
}

// Order is what quote_order prices, what create_order has made and what get_order_status knows; each has its part of the fields.
type Order struct {
	Success    bool        `json:"success"`
	ID         string      `json:"order_id"`
	Number     json.Number `json:"number"`
	Status     string      `json:"status"`
	StatusText string      `json:"status_text"`
	Lines      []Line      `json:"lines"`
	FeeText    string      `json:"delivery_fee_text"`
	Fee        float64     `json:"delivery_fee"`
	Total      float64     `json:"total"`
	TotalText  string      `json:"total_text"`
	Estimated  string      `json:"estimated_time"` // on the tenant's wall
	Type       string      `json:"order_type"`
	BranchID   string      `json:"branch_id"`
	Branch     string      `json:"branch_name"`
	Zone       string      `json:"zone"`
	Changeable *bool       `json:"changeable"`
}

// Ended reports whether nothing more happens to an order.
func (o *Order) Ended() bool { return o.Status == "delivered" || o.Status == "cancelled" }

// PendingApproval is how far an order is that a person of the business has not decided about.
const PendingApproval = "pending_approval"

// Called is an order's number; one that waits for a person has none yet.
func (o *Order) Called(w phrase.Words) string {
	if o.Status == PendingApproval {
		return w.Say("order_pending")
	}
	return o.Number.String()
}

// MayCancel reports whether the customer may still cancel it.
func (o *Order) MayCancel() bool { return o.Status == PendingApproval || o.MayChange() }

// MayChange reports whether the customer may still change or cancel it.
func (o *Order) MayChange() bool {
	if o.Changeable != nil {
		return *o.Changeable
	}
	return o.Status == "received"
}

// How says a line without its price: "2 × Tacos al pastor (extra queso; sin cebolla)".
func (l Line) How() string {
	s := strconv.Itoa(l.Quantity) + " × " + l.Name
	how := strings.Join(l.Options, ", ")
	if l.Notes != "" {
		if how != "" {
			how += "; "
		}
		how += l.Notes
	}
	if how != "" {
		s += " (" + how + ")"
	}
	return s
}

// Bill says the lines with their prices and what bringing them costs, a line each.
func (o *Order) Bill(w phrase.Words) string {
	var out []string
	for _, l := range o.Lines {
		out = append(out, "• "+l.How()+": "+l.Text)
	}
	if o.Type == Delivery && o.FeeText != "" {
		key := "order_fee"
		if o.Fee == 0 {
			key = "order_fee_none"
		}
		out = append(out, "• "+w.Say(key, "fee", o.FeeText))
	}
	return strings.Join(out, "\n")
}

// Brief says the lines in one sentence: "2 × Tacos al pastor, 1 × Agua".
func Brief(lines []Line) string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = l.How()
	}
	return strings.Join(out, ", ")
}

// wall is how the tools write a time.
const wall = time.DateOnly + " 15:04"

// When says the time of an order: the hour alone where it is today.
func When(w phrase.Words, at string, now time.Time) string {
	t, err := time.Parse(wall, at)
	if err != nil {
		return at
	}
	if t.Format(time.DateOnly) == now.Format(time.DateOnly) {
		return article(w, t) + when.SayTime(t.Format("15:04"), w.Lang)
	}
	said := when.SayMoment(t.Format(time.DateOnly), t.Format("15:04"), w.Lang)
	if w.Lang == language.Spanish {
		return "el " + said
	}
	return said
}

// article stands before an hour in Spanish: "hacia las 2", "hacia la 1".
func article(w phrase.Words, t time.Time) string {
	switch {
	case w.Lang != language.Spanish:
		return ""
	case t.Hour()%12 == 1:
		return "la "
	}
	return "las "
}

// Late reports whether a time of the tools is over.
func Late(at string, now time.Time) bool {
	return at != "" && at < now.Format(wall)
}
