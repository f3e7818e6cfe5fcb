package reminder

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/assent"
	"github.com/recado/recado/services/agent-runner/confirm"
	"github.com/recado/recado/services/agent-runner/heard"
	"github.com/recado/recado/services/agent-runner/opening"
	"github.com/recado/recado/services/agent-runner/phrase"
)

// Turn is what the messages of a turn say to a reminder, and what answers them.
type Turn struct {
	*heard.Said
	Facts   *llm.Facts
	Memory  *opening.Reminded // nil: there was no reminder
	Busy    bool              // something else was asked since, and a bare answer is about that
	Mine    bool              // what was asked is about this appointment
	Words   phrase.Words
	Offered map[string]bool
	Ask     func(llm.ToolCall) (tool.Result, bool)
}

// Reply is what is said or done: tool calls first, then words; or an errand about the appointment that begins, which has words of its
// own where there are none here.
type Reply struct {
	Calls       []llm.ToolCall
	Text        string
	Flow, Asked string
	Drop        bool // the errand under way is over: the appointment stands
	Ended       bool // it was done
}

// The tools that a customer's answer calls.
const (
	confirmTool = "confirm_appointment"
	wantTool    = "set_reminders"
)

// Reply answers what was said to a reminder, or to messages that nobody asked for; false where nothing was.
func (t *Turn) Reply() (out Reply, ok bool) {
	what, own := t.tapped()
	if what == "" {
		what = Since{Of: t.Memory, Last: t.Facts.Unasked, Busy: t.Busy, Now: t.Facts.Now}.Heard(t.Said, t.Facts.Messages)
	}
	if what == None && t.Mine && MeaningOf(t.Plain) == Yes && !t.SaidWhen() {
		what = Yes // "no ... mejor sí voy"
	}
	switch {
	case what == Silence && t.Offered[wantTool]:
		return t.want(false, "silenced"), true
	case what == Again && t.Offered[wantTool]:
		return t.want(true, "unsilenced"), true
	case what == Night:
		return Reply{Text: t.byDay()}, true
	case what == Yes && t.Offered[confirmTool]:
		return t.confirm(own), true
	case (what == No || what == Move) && t.otherwise():
		return t.about("move", "", ""), true
	case what == No || what == Move:
		named := confirm.Named{Own: &t.Memory.Of}
		return t.about("move", "when", t.Words.Say("remind_cannot", named.Pairs(t.Words)...)), true
	case what == TapCancel:
		return t.about("cancel", "", ""), true
	}
	return out, false
}

// byDay says when nobody is written to unasked.
func (t *Turn) byDay() string {
	q := t.Facts.Settings.Reminders
	if q.QuietFrom == q.QuietTo {
		return t.Words.Say("hour_not_mine")
	}
	return t.Words.Say("only_by_day", "from", q.QuietFrom, "to", q.QuietTo)
}

// tapped is what was tapped under a reminder, and of which appointment; another one than the last is only confirmed.
func (t *Turn) tapped() (what Meaning, own string) {
	id, ours := strings.CutPrefix(t.Tapped, tapPrefix)
	tap, own, _ := strings.Cut(id, ":")
	last := t.Memory != nil && t.Memory.Of.ID == own
	if !ours || own == "" || tap != TapYes && !last {
		return None, ""
	}
	return Meaning(tap), own
}

// Since is what was said since a reminder.
type Since struct {
	Of   *opening.Reminded // nil: there was no reminder
	Last bool              // nothing: words that answered no message were the last, and a bare answer is to them
	Busy bool              // something else was asked, and an answer is about that
	Now  time.Time
}

// Heard is what messages say to the last reminder, or to messages that nobody asked for. What hurts is answered before.
func (c Since) Heard(s *heard.Said, messages []*recadov1.MessageRouted) Meaning {
	if len(s.Plain) > longest || s.Urgency > heard.Routine {
		return None
	}
	what, urgent, asks := MeaningOf(s.Plain), s.Wants("urgent_care"), strings.ContainsAny(s.Text, "?¿")
	live := c.Of != nil && !c.Of.Heard && c.Of.Of.Date+" "+c.Of.Of.Time > c.Now.Format("2006-01-02 15:04")
	switch {
	case what == Silence, what == Again, what == Night:
		if urgent || asks && !said[request].MatchString(s.Plain) {
			return None
		}
		return what
	case !live || c.Busy:
		return None
	case what == Move || others(c.Of, s) && !s.Wants("booking"):
		return Move
	case asks:
		return None
	}
	if first, ok := assent.Beside(s.Text); ok && (MeaningOf(heard.Plain(first)) == Yes || c.Last && assent.Affirms(first)) {
		return Yes // what else is named is of the second wish
	}
	if !c.Last || urgent {
		messages = nil // a bare answer is to something else
	}
	return answered(s, c.Of, what, askedOf(c.Of).To(messages))
}

// answered reads a yes or a no to the reminder.
func answered(s *heard.Said, of *opening.Reminded, what Meaning, bare assent.Answer) Meaning {
	switch {
	case s.Wants("cancel_booking") && strings.Contains(s.Plain, " cancel"):
		return None
	case what == No, bare == assent.Declined && !foreign(s):
		return No
	case elsewhen(of, s):
		return None
	case what == Yes, bare == assent.Agreed:
		return Yes
	}
	return None
}

// near are the intents that words may have which turn down an appointment.
var near = []string{"other", "greeting", "farewell_thanks", "booking", "cancel_booking", "reschedule"}

// foreign reports whether something else is wanted: "no llegó la factura" is no answer.
func foreign(s *heard.Said) bool {
	return slices.ContainsFunc(s.Intents, func(name string) bool { return !slices.Contains(near, name) })
}

// longest is how many bytes words have at most that answer a reminder.
const longest = 200

// askedOf is the write that a yes to the reminder does.
func askedOf(m *opening.Reminded) assent.Asked {
	args, err := json.Marshal(map[string]string{"appointment_id": m.Of.ID})
	if err != nil {
		args = []byte("{}")
	}
	return assent.Asked{Tool: confirmTool, Arguments: args}
}

// elsewhen reports whether another day or hour is named than the appointment's.
func elsewhen(m *opening.Reminded, s *heard.Said) bool {
	w := s.Slots.GetWhen()
	if w.GetDate() != "" && w.GetDate() != m.Of.Date {
		return true
	}
	return w.GetTime() != "" && w.GetTime() != m.Of.Time
}

// others reports whether more or fewer people would come than the table is for.
func others(m *opening.Reminded, s *heard.Said) bool {
	n := int(s.Slots.GetPartySize())
	return m.Of.Party > 0 && n > 0 && n != m.Of.Party
}

// otherwise reports whether it is said when it would suit, or for how many.
func (t *Turn) otherwise() bool {
	return t.SaidWhen() && elsewhen(t.Memory, t.Said) || others(t.Memory, t.Said)
}

// about begins an errand about the appointment.
func (t *Turn) about(flow, asked, text string) Reply {
	t.Memory.Heard = true
	return Reply{Flow: flow, Asked: asked, Text: text}
}

// confirm keeps that the customer will be there.
func (t *Turn) confirm(own string) Reply {
	if own == "" {
		own = t.Memory.Of.ID
	}
	c := llm.CallFor(confirmTool, "attends", map[string]any{"appointment_id": own})
	r, found := t.Ask(c)
	if !found {
		return Reply{Calls: []llm.ToolCall{c}}
	}
	if t.Memory != nil {
		t.Memory.Heard = true
	}
	done, ok := tool.Read[struct {
		Success bool   `json:"success"`
		Message string `json:"confirmation_message"`
	}](r)
	if !ok || !done.Success {
		return Reply{Text: t.Words.Say("remind_gone")}
	}
	return Reply{Text: done.Message, Drop: t.Mine, Ended: true}
}

// want keeps whether the customer wants to be written to.
func (t *Turn) want(wanted bool, key string) Reply {
	c := llm.CallFor(wantTool, "wanted", map[string]any{"wanted": wanted})
	r, found := t.Ask(c)
	if !found {
		return Reply{Calls: []llm.ToolCall{c}}
	}
	if done, ok := tool.Read[struct {
		Success bool `json:"success"`
	}](r); !ok || !done.Success {
		key = "confirm_later"
	}
	return Reply{Text: t.Words.Say(key)}
}
