package rulemodel

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/agent-runner/flow"
	"github.com/recado/recado/services/agent-runner/opening"
	"github.com/recado/recado/services/agent-runner/question"
)

// state is what the rule model remembers between turns; it is stored with the conversation, under the fence.
type state struct {
	// Stack holds the errands that are under way; the last is worked on, the others wait for its end.
	Stack []*frame `json:"stack,omitempty"`
	// Done is the errand that was done last: what a correction, a name or a thank-you after it is about.
	Done *frame `json:"done,omitempty"`
	// Touched is when a message was last answered.
	Touched time.Time `json:"touched,omitzero"`
	// Misses counts turns in a row that were not understood.
	Misses int `json:"misses,omitempty"`
	// Cancelled is true after an appointment was cancelled here: who then wants "another one" wants a new one.
	Cancelled bool `json:"cancelled,omitempty"`
	// Topics are the intents of the question that was answered last: "and on Sunday?" asks the same.
	Topics []string `json:"topics,omitempty"`
	// About is the service that was last asked about: "I want to book it" means that one.
	About *about `json:"about,omitempty"`
	// Name is what the customer is called, once it is kept.
	Name string `json:"name,omitempty"`
	// Sought is true where the last reply found no appointment and asked under which name it is.
	Sought bool `json:"sought,omitempty"`
	// Offered is what the last reply to a question offered to do.
	Offered question.Memory `json:"offered,omitzero"`
}

type about struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// frame is one errand under way: its flow, and what is known of it so far.
type frame struct {
	Flow string `json:"flow"`
	// Values by name: service, service_name, branch, staff, date, date_end, time, time_end, part, bound, party, phone, note.
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
}

// askConfirm is asked where everything is known and a yes is awaited.
const askConfirm = "confirm"

// wish is the time that is wanted.
func (f *frame) wish() opening.Wish {
	v := f.Values
	return opening.Wish{Date: v["date"], End: v["date_end"], Time: v["time"], TimeEnd: v["time_end"], Part: v["part"], Bound: v["bound"]}
}

func (f *frame) flow() *flow.Flow { return flow.Named(f.Flow) }

// copied is a frame of its own with the same content.
func (f *frame) copied() *frame {
	c := *f
	c.Values, c.Offered, c.Mine = maps.Clone(f.Values), slices.Clone(f.Offered), slices.Clone(f.Mine)
	return &c
}

func (f *frame) set(name, value string) {
	if f.Values == nil {
		f.Values = map[string]string{}
	}
	if value == "" {
		delete(f.Values, name)
		return
	}
	f.Values[name] = value
}

// times are the values that say when; soonest stands for all of them.
var times = []string{"date", "date_end", "time", "time_end", "part", "bound"}

// placesAndTimes are the values that an answer to "when" may hold.
var placesAndTimes = append([]string{"branch", "staff", "soonest"}, times...)

// anyTime forgets when it was wanted.
func (f *frame) anyTime() {
	for _, name := range append([]string{"soonest"}, times...) {
		f.set(name, "")
	}
}

// setTime keeps an hour and whether it is a bound.
func (f *frame) setTime(at, bound string) {
	f.set("time", at)
	f.set("bound", bound)
}

func (f *frame) setService(id, name string) {
	f.set("service", id)
	f.set("service_name", name)
}

// summary is what was collected, a value a line, for the person who goes on with it.
func (f *frame) summary() string {
	var lines []string
	for _, name := range slices.Concat([]string{"service_name", "party"}, placesAndTimes, []string{"phone", "note"}) {
		if f.Values[name] != "" {
			lines = append(lines, name+": "+f.Values[name])
		}
	}
	return strings.Join(lines, "\n")
}

// stackLimit bounds the errands that wait for each other; the oldest is forgotten.
const stackLimit = 3

func (s *state) push(f *frame) {
	s.Stack = append(s.Stack, f)
	if len(s.Stack) > stackLimit {
		s.Stack = s.Stack[1:]
	}
}

func (s *state) pop() {
	if len(s.Stack) > 0 {
		s.Stack = s.Stack[:len(s.Stack)-1]
	}
}

func (s *state) top() *frame {
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

// age lets what was offered before a long silence go: its times may be taken, and a yes to them says nothing.
func (s *state) age(now time.Time) {
	silent := now.Sub(s.Touched)
	switch {
	case s.Touched.IsZero() || silent < staleAfter:
	case silent >= forgetAfter:
		s.Stack, s.Misses, s.About = nil, 0, nil
	default:
		for _, f := range s.Stack {
			f.Offered, f.Chosen, f.Mine, f.Asked = nil, nil, nil, ""
			if f.Values["date"] < now.Format(time.DateOnly) {
				f.set("date", "")
				f.set("date_end", "")
			}
		}
	}
	s.Touched = now
}

// complete reports whether a frame has what its confirmation was about.
func (f *frame) complete() bool {
	fl := f.flow()
	return (f.Own != nil || !fl.Collects("appointment")) && (f.Chosen != nil || !fl.Collects("opening"))
}

func (s *state) encode() json.RawMessage {
	data, err := json.Marshal(s)
	if err != nil {
		return json.RawMessage("null")
	}
	return data
}

// decodeState reads a stored state; one that cannot be read, or that names a flow which is no more, is dropped: the conversation
// starts over.
func decodeState(data json.RawMessage) (s state) {
	if len(data) == 0 {
		return s
	}
	if err := json.Unmarshal(data, &s); err != nil {
		return state{}
	}
	for _, f := range s.Stack {
		if f == nil || f.flow() == nil {
			return state{Name: s.Name}
		}
		if f.Asked == askConfirm && !f.complete() {
			f.Asked = ""
		}
	}
	if s.Done != nil && s.Done.flow() == nil {
		s.Done = nil
	}
	return s
}
