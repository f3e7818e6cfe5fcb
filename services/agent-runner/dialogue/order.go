package dialogue

import (
	"strings"
	"time"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/services/agent-runner/basket"
	"github.com/recado/recado/services/agent-runner/opening"
	"github.com/recado/recado/services/agent-runner/ordering"
	"github.com/recado/recado/services/agent-runner/phrase"
)

// NoAllergy is the allergy where nothing must be avoided.
const NoAllergy = "-"

// notesLimit is how long the note of a line may be, in characters.
const notesLimit = 200

// Item is a line of an order as the tools take it.
type Item struct {
	Name     string   `json:"name"`
	Quantity int      `json:"quantity"`
	Options  []string `json:"options,omitempty"`
	Notes    string   `json:"notes,omitempty"`
}

// Items are the lines of an order with the allergy on each, where there is one: the kitchen reads it wherever it looks.
func (f *Frame) Items(allergy string) (out []Item) {
	if f.Basket == nil {
		return nil
	}
	if a := f.Values["allergy"]; a == "" || a == NoAllergy {
		allergy = ""
	}
	for _, l := range f.Basket.Lines {
		x := Item{l.Name, l.Quantity, l.Options, l.Notes}
		if allergy != "" && !strings.Contains(x.Notes, allergy) {
			room := notesLimit - len([]rune(allergy)) - 2
			x.Notes = strings.TrimPrefix(phrase.Clip(x.Notes, room)+"; "+allergy, "; ")
		}
		out = append(out, x)
	}
	return out
}

// Repeat takes the lines of an order into an errand, and how it came to the customer; known is the order that this conversation made
// last, of which more is known.
func (f *Frame) Repeat(o *ordering.Order, known *Frame, facts *llm.Facts) {
	f.Basket = &basket.Basket{}
	for _, l := range o.Lines {
		f.Basket.Lines = append(f.Basket.Lines, basket.Line{Name: l.Name, Quantity: l.Quantity, Options: l.Options, Notes: l.Notes})
	}
	f.Basket.Last = o.Lines[len(o.Lines)-1].Name
	f.Set("fulfilment", o.Type)
	f.Set("allergy", NoAllergy)
	waits := o.Status == ordering.PendingApproval
	if known != nil && (known.Booked == o.ID || known.Booked == "" && waits) {
		for _, name := range append([]string{"branch", "kept"}, OfOrder...) {
			f.Set(name, known.Values[name])
		}
		f.Basket = known.Basket.Copied()
	}
	if f.Values["hour"] != "" && f.Values["hour"] < facts.Now.Format("2006-01-02 15:04") {
		f.Set("hour", "")
	}
	for _, b := range facts.Settings.Branches {
		if b.Name == o.Branch && f.Values["branch"] == "" {
			f.Set("branch", b.ID)
		}
	}
}

// SetHour keeps for when an order is wanted; an hour before noon that nobody said to be in the morning may mean the evening.
func (f *Frame) SetHour(now time.Time, day, at string, bare bool) {
	today := now.Format(time.DateOnly)
	if day == "" {
		day = today
	}
	bare = bare && at < "12:00"
	if bare && day == today && at < now.Format("15:04") {
		at, bare = opening.Later(at), false
	}
	f.Set("hour", day+" "+at)
	f.Set("day", "")
	f.Set("bare_hour", "")
	if bare {
		f.Set("bare_hour", "yes")
	}
}
