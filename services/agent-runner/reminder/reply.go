package reminder

import (
	"encoding/json"
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
		what = Heard(t.Said, t.Facts.Messages, t.Memory, t.Busy, t.Facts.Now)
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
	tap, own, ok := strings.Cut(strings.TrimPrefix(t.Tapped, tapPrefix), ":")
	last := t.Memory != nil && t.Memory.Of.ID == own
	if !ok || !strings.HasPrefix(t.Tapped, tapPrefix) || tap != TapYes && !last {
		return None, ""
	}
	return Meaning(tap), own
}

// Heard is what messages say to the last reminder, or to messages that nobody asked for.
func Heard(s *heard.Said, messages []*recadov1.MessageRouted, of *opening.Reminded, busy bool, now time.Time) Meaning {
	if len(s.Plain) > longest {
		return None
	}
	what := MeaningOf(s.Plain)
	if what == Silence || what == Again || what == Night {
		return what
	}
	live := of != nil && !of.Heard && of.Of.Date+" "+of.Of.Time > now.Format("2006-01-02 15:04")
	switch {
	case !live || busy:
		return None
	case what == Move || others(of, s) && !s.Wants("booking"):
		return Move
	case strings.ContainsAny(s.Text, "?¿"):
		return None
	}
	switch asked := askedOf(of).To(messages); {
	case s.Wants("cancel_booking") && strings.Contains(s.Plain, " cancel"):
		return None
	case what == No, asked == assent.Declined:
		return No
	case elsewhen(of, s):
		return None
	case what == Yes, asked == assent.Agreed:
		return Yes
	}
	return None
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
	return Reply{Text: done.Message, Drop: t.Mine}
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
