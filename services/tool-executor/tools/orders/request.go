package orders

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/language/money"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// Bounds of an order.
const (
	maxLines    = 30
	maxQuantity = 50
	maxOptions  = 20  // of a line
	maxName     = 200 // characters
	maxNotes    = 200
	maxAddress  = 300
)

// request is an order as it is asked for.
type request struct {
	Items     []item `json:"items" required:"true" minItems:"1" maxItems:"30" description:"the lines"`
	OrderType string `json:"order_type" required:"true" enum:"pickup,delivery" description:"fetched or brought"`
	Time      string `json:"scheduled_time" description:"when, as YYYY-MM-DD HH:MM or HH:MM today; as soon as may be where it is left out"`
	Address   string `json:"delivery_address" description:"where to bring it"`
	Zone      string `json:"zone" description:"delivery zone or district, where the address does not name it"`
	BranchID  string `json:"branch_id" description:"the branch, by id or name"`
}

type item struct {
	Name     string   `json:"name" required:"true" description:"the dish, as the menu or the customer calls it"`
	Quantity int      `json:"quantity" required:"true" minimum:"1" maximum:"50" description:"how many"`
	Options  []string `json:"options" maxItems:"20" description:"options of the dish, by name"`
	Notes    string   `json:"notes" description:"for the kitchen, in the customer's words: without onion, an allergy"`
}

// order is a request with what the customer said yes to, and the order that it takes the place of.
type order struct {
	request
	ExpectedTotal *float64 `json:"expected_total" minimum:"0" description:"the total that the customer said yes to"`
	Replaces      string   `json:"replaces" description:"order_id of the customer's order that this one takes the place of"`
}

var (
	requestSchema = wire.SchemaOf[request]()
	orderSchema   = wire.SchemaOf[order]()
)

// read decodes a call's arguments. Of too many of them it says which there are too many of.
func read[T any](c tool.Call) (T, *tool.Error) {
	args, refusal := wire.Arguments[T](c)
	if refusal != nil {
		refusal.Field = cmp.Or(strings.TrimPrefix(refusal.Field, "request."), "items") // a field of order's request is the call's own
	}
	return args, refusal
}

// tidy writes texts in one line and refuses what no menu could have.
func (r *request) tidy(lang string) *tool.Error {
	if len(r.Items) == 0 {
		return invalid("items", "expected 1 to "+strconv.Itoa(maxLines)+" items")
	}
	if len(r.Items) > maxLines {
		return &tool.Error{Code: "bad_quantity", Field: "items", Message: say("lines", lang, "{n}", strconv.Itoa(maxLines))}
	}
	for i := range r.Items {
		if refusal := r.Items[i].tidy(i, lang); refusal != nil {
			return refusal
		}
	}
	for _, f := range []struct {
		field string
		text  *string
		most  int
	}{
		{"order_type", &r.OrderType, maxName},
		{"scheduled_time", &r.Time, maxName},
		{"delivery_address", &r.Address, maxAddress},
		{"zone", &r.Zone, maxName},
		{"branch_id", &r.BranchID, maxName},
	} {
		if refusal := oneLine(f.field, f.text, f.most); refusal != nil {
			return refusal
		}
	}
	return nil
}

func (x *item) tidy(i int, lang string) *tool.Error {
	at := func(field string) string { return fmt.Sprintf("items[%d].%s", i, field) }
	if refusal := oneLine(at("name"), &x.Name, maxName); refusal != nil {
		return refusal
	}
	if x.Name == "" {
		return invalid(at("name"), "expected the name of a dish")
	}
	if x.Quantity < 1 || x.Quantity > maxQuantity {
		return &tool.Error{Code: "bad_quantity", Field: at("quantity"), Message: say("quantity", lang, "{n}", strconv.Itoa(maxQuantity))}
	}
	if len(x.Options) > maxOptions {
		return invalid(at("options"), "expected at most "+strconv.Itoa(maxOptions)+" options")
	}
	for j := range x.Options {
		if refusal := oneLine(at("options"), &x.Options[j], maxName); refusal != nil {
			return refusal
		}
	}
	return oneLine(at("notes"), &x.Notes, maxNotes)
}

func oneLine(field string, text *string, most int) *tool.Error {
	*text = strings.Join(strings.Fields(*text), " ")
	if utf8.RuneCountInString(*text) > most {
		return invalid(field, "expected at most "+strconv.Itoa(most)+" characters")
	}
	return nil
}

// isID reports whether a text is an order's id in the form in which it was told.
func isID(s string) bool {
	id, err := uuid.Parse(s)
	return err == nil && strings.EqualFold(id.String(), s)
}

func invalid(field, message string) *tool.Error {
	return &tool.Error{Code: "invalid_arguments", Field: field, Message: message}
}

// tidy of an order refuses a total that is none and an id that is none.
func (o *order) tidy(lang string) *tool.Error {
	if refusal := o.request.tidy(lang); refusal != nil {
		return refusal
	}
	if o.Replaces != "" && !isID(o.Replaces) {
		return invalid("replaces", "expected the order_id that create_order gave")
	}
	if o.ExpectedTotal != nil && (*o.ExpectedTotal < 0 || *o.ExpectedTotal > 1e13) {
		return invalid("expected_total", "expected the total that quote_order gave")
	}
	return nil
}

// expects reports whether the customer said yes to this total; no total is a yes to any.
func (o *order) expects(total int64, currency string) bool {
	if o.ExpectedTotal == nil {
		return true
	}
	return int64(math.Round(*o.ExpectedTotal*math.Pow10(money.MinorDigits(currency)))) == total
}
