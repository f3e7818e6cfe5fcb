package grounding

import (
	"cmp"
	"slices"
	"strings"

	"github.com/recado/recado/services/agent-runner/grounding/done"
)

// Kind is what sort of thing a claim says.
type Kind string

// The kinds of claim.
const (
	Amount   Kind = "amount"
	Percent  Kind = "percentage"
	Free     Kind = "free" // that something costs nothing
	Date     Kind = "date"
	Clock    Kind = "time"
	Phone    Kind = "phone"
	Email    Kind = "email"
	Link     Kind = "link"
	Address  Kind = "address"
	Quantity Kind = "quantity"
	Number   Kind = "number"
	Name     Kind = "name"
	Offer    Kind = "offer" // something that the business is said to have or do
	Done     Kind = "done"  // that something was done
)

// Claim is something that a draft says and that nothing supports.
type Claim struct {
	Kind Kind
	Text string // as the draft writes it
	// Start and End are byte offsets in the draft, end excluded.
	Start, End int
	// Of is whose value it is not: the draft gives it to another than the evidence does.
	Of string

	effect done.Effect // that must have been done, of a claim that something was
}

// plain is what each kind is called to a model.
var plain = map[Kind]string{
	Amount: "amounts", Percent: "percentages", Free: "said to be free", Date: "dates", Clock: "times", Phone: "telephone numbers",
	Email: "e-mail addresses", Link: "links", Address: "addresses", Quantity: "quantities", Number: "numbers", Name: "names",
	Offer: "things that are not known to be offered",
}

// Correction tells a model, in plain words, what to take back.
func Correction(claims []Claim) string {
	var kinds []Kind
	of := map[Kind][]string{}
	for _, c := range claims {
		if c.Kind == Name && c.Of != "" {
			continue // the value beside it says so
		}
		if len(of[c.Kind]) == 0 {
			kinds = append(kinds, c.Kind)
		}
		if said := c.words(); !slices.Contains(of[c.Kind], said) {
			of[c.Kind] = append(of[c.Kind], said)
		}
	}
	var b strings.Builder
	for _, k := range kinds {
		if k == Done {
			b.WriteString(done.Undone(of[k]) + " ")
			continue
		}
		b.WriteString("In no tool result or text of the business: " + plain[k] + " (" + strings.Join(of[k], "; ") + "). ")
	}
	b.WriteString("Use a tool to find what is true, or answer without it. Answer the customer again, in full.")
	return b.String()
}

func (c Claim) words() string {
	if c.Of == "" {
		return c.Text
	}
	return c.Text + " is not that of " + c.Of
}

// inOrder sorts claims by where they stand, each span once.
func inOrder(claims []Claim) []Claim {
	slices.SortStableFunc(claims, func(a, b Claim) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End)) })
	return slices.CompactFunc(claims, func(a, b Claim) bool { return a.Start == b.Start && a.End == b.End })
}
