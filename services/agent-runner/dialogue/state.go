// Package dialogue is what the rule model remembers of a conversation: the errands under way, and what was done last.
package dialogue

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/recado/recado/pkg/language/urgency"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/agent-runner/basket"
	"github.com/recado/recado/services/agent-runner/flow"
	"github.com/recado/recado/services/agent-runner/opening"
	"github.com/recado/recado/services/agent-runner/ordering"
	"github.com/recado/recado/services/agent-runner/question"
)

// State is what the rule model remembers between turns; it is stored with the conversation, under the fence.
type State struct {
	// Stack holds the errands that are under way; the last is worked on, the others wait for its end.
	Stack []*Frame `json:"stack,omitempty"`
	// Done is the errand that was done last: what a correction, a name or a thank-you after it is about.
	Done *Frame `json:"done,omitempty"`
	// Ordered is the order that was made last, with its id in Booked: what "agrega un agua" and "¿cómo va?" after it are about.
	Ordered *Frame `json:"ordered,omitempty"`
	// Latest is the flow of the errand that was done last: what "ya no lo quiero" after it is about.
	Latest string `json:"latest,omitempty"`
	// Hinted is true once the customer was told of what they earned: unasked it is told once.
	Hinted bool `json:"hinted,omitempty"`
	// Touched is when a message was last answered.
	Touched time.Time `json:"touched,omitzero"`
	// Misses counts turns in a row that were not understood.
	Misses int `json:"misses,omitempty"`
	// Cancelled is true after an appointment was cancelled here: who then wants "another one" wants a new one.
	Cancelled bool `json:"cancelled,omitempty"`
	// Topics are the intents of the question that was answered last: "and on Sunday?" asks the same.
	Topics []string `json:"topics,omitempty"`
	// About is the service that was last asked about: "I want to book it" means that one.
	About *About `json:"about,omitempty"`
	// Name is what the customer is called, once it is kept.
	Name string `json:"name,omitempty"`
	// Danger is who helps in the emergency that the last reply was about.
	Danger urgency.Help `json:"danger,omitempty"`
	// Sought is true where the last reply found no appointment and asked under which name it is.
	Sought bool `json:"sought,omitempty"`
	// Offered is what the last reply to a question offered to do.
	Offered question.Memory `json:"offered,omitzero"`
	// Reminded is the reminder that was said last.
	Reminded *opening.Reminded `json:"reminded,omitempty"`
}

// About is a service that was asked about.
type About struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Frame is one errand under way: its flow, and what is known of it so far.
type Frame struct {
	Flow string `json:"flow"`
	// Values by name: service, service_name, branch, staff, date, date_end, time, time_end, part, bound, party, phone, note; of an
	// order fulfilment, address, zone, hour, allergy.
	Values map[string]string `json:"values,omitempty"`
	// Asked is the value that the last reply asked for, or confirm.
	Asked string `json:"asked,omitempty"`
	// Tries is how often it was asked for again.
	Tries   int               `json:"tries,omitempty"`
	Offered []opening.Opening `json:"offered,omitempty"`
	Chosen  *opening.Opening  `json:"chosen,omitempty"`
	// Among are the services that the customer's words are like, where none was named.
	Among []tenant.Name `json:"among,omitempty"`
	// Mine are the appointments to choose among, and Own the one that is meant.
	Mine []opening.Appointment `json:"mine,omitempty"`
	Own  *opening.Appointment  `json:"own,omitempty"`
	// Booked is the appointment's id once it exists.
	Booked string `json:"booked,omitempty"`
	// Basket holds the lines of an order, Total what the customer was told that they cost, and Order the one that is to be cancelled.
	Basket *basket.Basket  `json:"basket,omitempty"`
	Total  *float64        `json:"total,omitempty"`
	Order  *ordering.Order `json:"order,omitempty"`
}

// AskConfirm is asked where everything is known and a yes is awaited.
const AskConfirm = "confirm"

// Wish is the time that is wanted.
func (f *Frame) Wish() opening.Wish {
	v := f.Values
	return opening.Wish{Date: v["date"], End: v["date_end"], Time: v["time"], TimeEnd: v["time_end"], Part: v["part"], Bound: v["bound"]}
}

// Spec is the flow of the errand; nil where there is none of its name.
func (f *Frame) Spec() *flow.Flow { return flow.Named(f.Flow) }

// Copied is a frame of its own with the same content.
func (f *Frame) Copied() *Frame {
	c := *f
	c.Values, c.Offered, c.Mine = maps.Clone(f.Values), slices.Clone(f.Offered), slices.Clone(f.Mine)
	if f.Basket != nil {
		c.Basket = f.Basket.Copied()
	}
	return &c
}

// Set keeps a value, or forgets it where it is empty.
func (f *Frame) Set(name, value string) {
	if f.Values == nil {
		f.Values = map[string]string{}
	}
	if value == "" {
		delete(f.Values, name)
		return
	}
	f.Values[name] = value
}

// Times are the values that say when; soonest stands for all of them.
var Times = []string{"date", "date_end", "time", "time_end", "part", "bound"}

// PlacesAndTimes are the values that an answer to "when" may hold.
var PlacesAndTimes = append([]string{"branch", "staff", "soonest"}, Times...)

// OfOrder are the values of an order beside its lines.
var OfOrder = []string{"fulfilment", "address", "zone", "hour", "allergy"}

// AnyTime forgets when it was wanted.
func (f *Frame) AnyTime() {
	for _, name := range append([]string{"soonest"}, Times...) {
		f.Set(name, "")
	}
}

// SetTime keeps an hour and whether it is a bound.
func (f *Frame) SetTime(at, bound string) {
	f.Set("time", at)
	f.Set("bound", bound)
}

// SetService keeps a service by id and name.
func (f *Frame) SetService(id, name string) {
	f.Set("service", id)
	f.Set("service_name", name)
}

// Summary is what was collected, a value a line, for the person who goes on with it.
func (f *Frame) Summary() string {
	var lines []string
	if f.Basket != nil {
		for _, l := range f.Basket.Lines {
			lines = append(lines, ordering.Line{Name: l.Name, Quantity: l.Quantity, Options: l.Options, Notes: l.Notes}.How())
		}
	}
	for _, name := range slices.Concat([]string{"service_name", "party"}, PlacesAndTimes, []string{"phone", "note"}, OfOrder) {
		if f.Values[name] != "" {
			lines = append(lines, name+": "+f.Values[name])
		}
	}
	return strings.Join(lines, "\n")
}

// stackLimit bounds the errands that wait for each other; the oldest is forgotten.
const stackLimit = 3

// Push begins an errand; the oldest is forgotten where too many wait.
func (s *State) Push(f *Frame) {
	s.Stack = append(s.Stack, f)
	if len(s.Stack) > stackLimit {
		s.Stack = s.Stack[1:]
	}
}

// Pop ends the errand that is worked on.
func (s *State) Pop() {
	if len(s.Stack) > 0 {
		s.Stack = s.Stack[:len(s.Stack)-1]
	}
}

// Top is the errand that is worked on; nil where there is none.
func (s *State) Top() *Frame {
	if len(s.Stack) == 0 {
		return nil
	}
	return s.Stack[len(s.Stack)-1]
}

// How long silence may last before an errand has to be told again, and before it is forgotten.
const (
	staleAfter  = 2 * time.Hour
	forgetAfter = 72 * time.Hour
)

// Age lets what was offered before a long silence go: its times may be taken, and a yes to them says nothing.
func (s *State) Age(now time.Time) {
	silent := now.Sub(s.Touched)
	switch {
	case s.Touched.IsZero() || silent < staleAfter:
	case silent >= forgetAfter:
		s.Stack, s.Misses, s.About, s.Danger = nil, 0, nil, ""
	default:
		s.Danger = ""
		for _, f := range s.Stack {
			f.Offered, f.Chosen, f.Mine, f.Asked = nil, nil, nil, ""
			if f.Values["date"] < now.Format(time.DateOnly) {
				f.Set("date", "")
				f.Set("date_end", "")
			}
		}
	}
	s.Touched = now
}

// Complete reports whether a frame has what its confirmation was about.
func (f *Frame) Complete() bool {
	fl := f.Spec()
	booked := (f.Own != nil || !fl.Collects("appointment")) && (f.Chosen != nil || !fl.Collects("opening"))
	ordered := f.Basket != nil && f.Total != nil || !fl.Collects("basket")
	return booked && ordered && (f.Order != nil || !fl.Collects("order"))
}

// Encode writes the state as JSON, which Decode reads.
func (s *State) Encode() json.RawMessage {
	data, err := json.Marshal(s)
	if err != nil {
		return json.RawMessage("null")
	}
	return data
}

// Decode reads a stored state; one that cannot be read, or that names a flow which is no more, is dropped: the conversation
// starts over.
func Decode(data json.RawMessage) (s State) {
	if len(data) == 0 {
		return s
	}
	if err := json.Unmarshal(data, &s); err != nil {
		return State{}
	}
	for _, f := range s.Stack {
		if f == nil || f.Spec() == nil {
			return State{Name: s.Name}
		}
		if f.Asked == AskConfirm && !f.Complete() {
			f.Asked = ""
		}
	}
	if s.Done != nil && s.Done.Spec() == nil {
		s.Done = nil
	}
	if s.Ordered != nil && (s.Ordered.Spec() == nil || s.Ordered.Basket == nil) {
		s.Ordered = nil
	}
	return s
}

// Party is how many people there are, or were.
func (f *Frame) Party() string {
	if f.Values["party"] == "" && f.Own != nil && f.Own.Party > 0 {
		return strconv.Itoa(f.Own.Party)
	}
	return f.Values["party"]
}

// Wanted is where and with whom the customer wants it, under their names.
func (f *Frame) Wanted(s *tenant.Settings) (o opening.Opening) {
	o.Branch, o.Staff = nameOf(s.Branches, f.Values["branch"]), nameOf(s.Staff, f.Values["staff"])
	if !f.Spec().Collects("opening") {
		o.Date = f.Values["date"]
	}
	return o
}

func nameOf(list []tenant.Name, id string) string {
	if i := slices.IndexFunc(list, func(n tenant.Name) bool { return n.ID == id }); i >= 0 && id != "" {
		return list[i].Name
	}
	return ""
}

// Number reads the digits of a value.
func Number(s string) (n int) {
	for _, r := range s {
		n = n*10 + int(r-'0')
	}
	return n
}
