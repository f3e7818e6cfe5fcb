package promise

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"github.com/recado/recado/pkg/language/when"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/assent"
	"github.com/recado/recado/services/agent-runner/confirm"
	"github.com/recado/recado/services/agent-runner/dialogue"
	"github.com/recado/recado/services/agent-runner/flow"
	"github.com/recado/recado/services/agent-runner/opening"
	"github.com/recado/recado/services/agent-runner/phrase"
	"github.com/recado/recado/services/agent-runner/reminder"
	"github.com/recado/recado/services/agent-runner/turn"
)

// kind is what is said of one kind of message, and what an answer to it is about.
type kind struct {
	phrase     func(f *facts) string // the key of its words
	specialist string                // who goes on with an answer
	// recall leaves in the dialogue what an answer is about, and the write that the words ask a yes for; nil: nothing.
	recall func(w *words, s *dialogue.State) *assent.Asked
	// choices are what can be tapped under the words.
	choices []string
	// trigger is the occasion of the tenant's template; empty: it has none for it.
	trigger string
	// owed is said when the customer writes again, where it could not be said before.
	owed bool
}

// taps are what can be tapped under a reminder.
var taps = []string{reminder.TapYes, reminder.TapMove, reminder.TapCancel}

// kinds is every kind of message that has words.
var kinds = map[string]kind{
	"reminder_24h":     {reminderPhrase("reminder"), "booking", recallAppointment, taps, "appointment_reminder", false},
	"reminder_2h":      {reminderPhrase("reminder"), "booking", recallAppointment, taps, "appointment_reminder", false},
	"waiting_offer":    {always("waiting_offer"), "booking", recallOffer, nil, "", false},
	"approval_decided": {decisionPhrase, "general", nil, nil, "", true},
	"order_state":      {orderPhrase, "ordering_restaurant", nil, nil, "", true},
}

// decisionPhrase says why, where the business does.
func decisionPhrase(f *facts) string {
	if f.Decision == "refused" && f.Reason != "" {
		return "approval_refused_why"
	}
	return "approval_" + f.Decision
}

// orderPhrase says why there is no order any more, where the business does.
func orderPhrase(f *facts) string {
	if f.Status == "cancelled" && f.Reason != "" {
		return "order_now_cancelled_why"
	}
	return "order_now_" + f.Status
}

func always(key string) func(*facts) string { return func(*facts) string { return key } }

// reminderPhrase asks for no yes that was given.
func reminderPhrase(key string) func(*facts) string {
	return func(f *facts) string {
		if f.Confirmed {
			return key + "_confirmed"
		}
		return key
	}
}

// words are what one message is said with.
type words struct {
	phrase.Words
	of    kind
	conv  *conversation
	facts *facts
	known *tenant.Settings
	now   time.Time // on the tenant's wall
	state dialogue.State
}

// said is a message's text and what can be tapped under it.
type said struct {
	text     string
	choices  []llm.Choice
	template *recadov1.Template // sent instead, where the channel's window is over
	pii      []*recadov1.SealedValue

	turn, reply, reason, specialist string
}

func newWords(of *tenant.Settings, c *conversation, m *message) *words {
	w := &words{of: kinds[m.kind], conv: c, facts: &m.facts, known: of, now: c.now.UTC()}
	if zone, err := time.LoadLocation(of.Zone); err == nil {
		w.now = c.now.In(zone)
	}
	i := slices.IndexFunc(of.Assistants, func(a tenant.Assistant) bool { return a.ID == c.assistant && a.Active })
	facts := &llm.Facts{Settings: of, Language: cmp.Or(c.language, of.Language)}
	if i >= 0 {
		facts.Assistant = &of.Assistants[i]
	} else if a, ok := of.Assistant(c.channel); ok {
		facts.Assistant = a
	}
	w.Words, w.state = phrase.For(facts), dialogue.Decode(turn.Rules(c.dialogue))
	return w
}

// appointment is the one that a reminder or an offer is about.
func (w *words) appointment() opening.Appointment {
	f := w.facts
	return opening.Appointment{
		ID: f.Appointment, Date: f.Date, Time: f.Time, Service: f.Service, Branch: f.Branch, Staff: f.Staff, Party: f.Party,
	}
}

// say words the message; nothing where it has no words for what the facts say.
func (w *words) say() said {
	key := w.of.phrase(w.facts)
	if !phrase.Has(key) {
		return said{}
	}
	a := w.appointment()
	pairs := append(confirm.Named{Own: &a}.Pairs(w.Words), "day", w.day(), "hello", w.hello(), "business", w.known.Name,
		"until", w.facts.Until, "subject", w.facts.Subject, "reason", phrase.Sentence(w.facts.Reason),
		"number", strconv.Itoa(w.facts.Number))
	out := said{text: w.Say(key, pairs...)}
	if w.facts.Confirmed {
		return out
	}
	for _, tap := range w.of.choices {
		out.choices = append(out.choices, llm.Choice{ID: reminder.Tap(tap, a.ID), Title: w.Say("tap_" + tap)})
	}
	return out
}

// template is the tenant's for the occasion, in the language that is spoken; nil where there is none.
func (w *words) template() *recadov1.Template {
	t, ok := w.known.Template(w.of.trigger, string(w.Lang))
	if !ok || w.of.trigger == "" {
		return nil
	}
	f := w.facts
	values := map[string]string{
		"service": f.Service, "branch": f.Branch, "staff": f.Staff, "business": w.known.Name,
		"date": when.SayDate(f.Date, w.Lang), "time": when.SayTime(f.Time, w.Lang),
	}
	if f.Party > 0 {
		values["party_size"] = strconv.Itoa(f.Party)
	}
	out := &recadov1.Template{Name: t.Name, Language: t.Code}
	for _, name := range t.Parameters {
		out.Parameters = append(out.Parameters, values[name])
	}
	return out
}

// hello greets by the name that the customer gave.
func (w *words) hello() string {
	if w.state.Name != "" {
		return w.Say("hello_short_name", "name", w.state.Name)
	}
	return w.Say("hello_short")
}

// day says today or tomorrow, where it is.
func (w *words) day() string {
	switch w.facts.Date {
	case w.now.Format(time.DateOnly):
		return w.Say("today") + ", "
	case w.now.AddDate(0, 0, 1).Format(time.DateOnly):
		return w.Say("tomorrow") + ", "
	}
	return ""
}

// remember is the dialogue as the message leaves it: a bare answer is about what was just said, not about what was asked before.
func (w *words) remember() (json.RawMessage, error) {
	s := &w.state
	unask(s, w.now)
	var asked *assent.Asked
	if w.of.recall != nil {
		asked = w.of.recall(w, s)
	}
	return turn.Spoke(w.conv.dialogue, turn.Said{Rules: s.Encode(), Asked: asked, Specialist: w.of.specialist, At: w.conv.now.UTC()})
}

// unask forgets what was asked before.
func unask(s *dialogue.State, now time.Time) {
	s.Age(now)
	if top := s.Top(); top != nil {
		top.Asked = ""
	}
	s.Sought, s.Offered, s.Topics = false, dialogue.State{}.Offered, nil
}

// recallAppointment makes the appointment the one that was agreed on last, so that another time, its end or a yes after it mean it.
func recallAppointment(w *words, s *dialogue.State) *assent.Asked {
	a := w.appointment()
	at := a.At()
	f := &dialogue.Frame{Flow: w.booking().Name, Chosen: &at, Booked: a.ID}
	f.SetService(w.facts.ServiceID, a.Service)
	if a.Party > 0 {
		f.Set("party", strconv.Itoa(a.Party))
	}
	s.Done, s.Reminded, s.Cancelled = f, &opening.Reminded{Of: a, At: w.now, Heard: w.facts.Confirmed}, false
	return nil
}

// recallOffer begins the booking of what is offered, which a yes makes.
func recallOffer(w *words, s *dialogue.State) *assent.Asked {
	if w.facts.SlotID == "" {
		return nil
	}
	at := w.appointment().At()
	at.SlotID = w.facts.SlotID
	of := w.booking()
	f := &dialogue.Frame{Flow: of.Name, Chosen: &at, Asked: dialogue.AskConfirm}
	f.SetService(w.facts.ServiceID, w.facts.Service)
	args := map[string]any{"slot_id": at.SlotID}
	if w.facts.ServiceID != "" {
		args["service_id"] = w.facts.ServiceID
	}
	if w.facts.Party > 0 {
		f.Set("party", strconv.Itoa(w.facts.Party))
		args["party_size"] = w.facts.Party
	}
	s.Push(f)
	data, err := json.Marshal(args)
	if err != nil {
		return nil
	}
	return &assent.Asked{Tool: of.Write.Tool, Arguments: data}
}

// booking is the flow that makes appointments in this line of business.
func (w *words) booking() *flow.Flow {
	i := slices.IndexFunc(flow.All, func(f *flow.Flow) bool {
		return f.In(w.known.Vertical) && f.Write != nil && f.Write.Tool == "create_appointment"
	})
	return flow.All[max(i, 0)]
}
