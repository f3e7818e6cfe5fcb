package confirm

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/assent"
	"github.com/recado/recado/services/agent-runner/flow"
	"github.com/recado/recado/services/agent-runner/ordering"
	"github.com/recado/recado/services/agent-runner/phrase"
)

// Order is an order as the tools price, make or know it, with what only the conversation knows.
type Order struct {
	*ordering.Order
	Address  string
	Now      time.Time // on the tenant's wall
	Replaces bool      // another one
	Made     bool      // it stands
}

func (o *Order) pairs(w phrase.Words) []string {
	lines := o.Bill(w)
	if o.Made || o.Type == "" {
		lines = ordering.Brief(o.Lines)
	}
	return []string{
		"number", o.Called(w), "lines", lines, "total", o.TotalText, "how", How(w, o.Type, o.Branch, o.place()), "ready", o.ready(w),
	}
}

// place is where an order is brought: the zone is said where no word of the address does.
func (o *Order) place() string {
	for w := range strings.FieldsSeq(language.FoldString(o.Zone)) {
		if len(w) > 2 && strings.Contains(language.FoldString(o.Address), w) {
			return o.Address
		}
	}
	return strings.Trim(o.Address+", "+o.Zone, ", ")
}

// How says how an order reaches the customer.
func How(w phrase.Words, way, branch, place string) string {
	switch {
	case way == ordering.Delivery:
		return w.Say("order_delivery", "place", place)
	case branch != "":
		return w.Say("order_pickup", "place", branch)
	}
	return w.Say("order_pickup_bare")
}

// ready says when the order is or would be there.
func (o *Order) ready(w phrase.Words) string {
	if o.Estimated == "" {
		return ""
	}
	key := "order_ready"
	switch delivered := o.Type == ordering.Delivery; {
	case delivered && o.Made:
		key = "order_will_arrive"
	case delivered:
		key = "order_arrives"
	case o.Made:
		key = "order_is_ready"
	}
	return w.Say(key, "when", ordering.When(w, o.Estimated, o.Now))
}

// wanted are the arguments of the tools that write orders.
type wanted struct {
	Items    []ordering.Line `json:"items"`
	Type     string          `json:"order_type"`
	Address  string          `json:"delivery_address"`
	Expected *float64        `json:"expected_total"`
	At       string          `json:"scheduled_time"`
	Branch   string          `json:"branch_id"`
	Replaces string          `json:"replaces"`
	ID       string          `json:"order_id"`
}

// ofOrder names an order by what quote_order has priced for exactly these lines and this total, or by what get_order_status knows of it.
func ofOrder(asked assent.Asked, s *tenant.Settings, results []tool.Result) (n Named, of *flow.Write, missing string) {
	var args wanted
	missing, known := ordering.QuoteTool, args.priced
	if asked.Tool == ordering.CancelTool {
		missing, known = ordering.StatusTool, args.meant
	}
	if json.Unmarshal(asked.Arguments, &args) != nil {
		return n, nil, missing
	}
	of = writeOf(asked.Tool, s.Vertical, false)
	for _, r := range slices.Backward(results) {
		o, ok := tool.Read[ordering.Order](r)
		if ok && of != nil && r.Tool == missing && known(&o) {
			n.Order = &Order{Order: &o, Address: args.Address, Replaces: args.Replaces != ""}
			return n, of, ""
		}
	}
	return n, of, missing
}

// meant reports whether an order that stands is the one that is to be cancelled.
func (a *wanted) meant(o *ordering.Order) bool { return o.ID != "" && o.ID == a.ID }

// priced reports whether a price is that of exactly what is to be ordered.
func (a *wanted) priced(o *ordering.Order) bool {
	if a.Expected == nil || *a.Expected != o.Total || a.Type != o.Type {
		return false
	}
	if !a.then(o.Estimated) || a.Branch != "" && a.Branch != o.BranchID {
		return false
	}
	return slices.EqualFunc(a.Items, o.Lines, func(x, y ordering.Line) bool {
		same := strings.EqualFold(x.Name, y.Name) && x.Quantity == y.Quantity && x.Notes == y.Notes
		return same && sameOptions(x.Options, y.Options)
	})
}

const (
	wallLayout  = "2006-01-02 15:04"
	clockLayout = "15:04"
	// longest is what a kitchen may take longer than the wished time, and still be what was priced.
	longest = 2 * time.Hour
)

// then reports whether a price is for the wished time; a time on the wall has no date where it is today's.
func (a *wanted) then(estimated string) bool {
	if a.At == "" {
		return true
	}
	layout := wallLayout
	at, err := time.Parse(time.RFC3339, a.At)
	if err == nil {
		at, err = time.Parse(wallLayout, at.Format(wallLayout))
	} else if at, err = time.Parse(wallLayout, a.At); err != nil {
		layout = clockLayout
		at, err = time.Parse(clockLayout, a.At)
	}
	told, wrong := time.Parse(layout, estimated[max(0, len(estimated)-len(layout)):])
	return err == nil && wrong == nil && !told.Before(at) && told.Before(at.Add(longest))
}

func sameOptions(a, b []string) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.EqualFunc(a, b, strings.EqualFold)
}
