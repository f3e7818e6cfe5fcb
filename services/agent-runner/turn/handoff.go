package turn

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/llm"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/away"
	around "github.com/recado/recado/services/agent-runner/handoff"
)

// emergency is the reason of a handoff for danger.
const emergency = "emergency"

// inDanger reports whether a message tells of danger: it is answered whoever has the conversation.
func (r *run) inDanger() bool { return r.anyIs(around.Danger) }

func (r *run) anyIs(nature around.Nature) bool {
	return slices.ContainsFunc(r.scene.conv.Messages, func(m Message) bool { return around.NatureOf(m.Routed) == nature })
}

// checkHandoff ends turns of a conversation that a person is asked for or has; nil goes on.
func (r *run) checkHandoff(ctx context.Context) (*draft, error) {
	person := r.scene.conv.Handoff.Mode == ModePerson
	settled := r.anyIs(around.Settled)
	if r.inDanger() {
		return nil, nil
	}
	if r.anyIs(around.Plain) || !settled && person {
		if person {
			return silent("person", "person"), nil
		}
		return nil, nil
	}
	asked, err := r.questionPending(ctx) // then even an ok is an answer
	switch {
	case err != nil:
		return nil, err
	case asked && !person && r.onlyThanks():
		d := silent("silent", "thanks")
		d.keeps = true
		return d, nil
	case asked && !person:
		return nil, nil
	case settled:
		d := r.answered(say(textSettled, r.scene.language), "settled")
		d.returned = true
		return d, nil
	case r.anyIs(around.Nudge):
		return r.answered(r.alreadyAsked(), "waiting"), nil
	}
	return silent("silent", "thanks"), nil
}

// answered is a draft of a fixed text.
func (r *run) answered(text, reason string) *draft {
	return &draft{text: text, outcome: recadov1.TurnOutcome_TURN_OUTCOME_REPLIED, ended: "replied", reason: reason}
}

// alreadyAsked says that the team was told, and whether the assistant goes on meanwhile.
func (r *run) alreadyAsked() string {
	s := r.scene
	if period, closed := away.At(s.settings, s.now); closed && period.Only {
		return period.Text(s.now, s.language)
	}
	return say(textAsked, s.language) + r.closed()
}

// closed says when somebody reads, where nobody does now.
func (r *run) closed() string {
	at := r.scene.opensAt()
	if at.IsZero() {
		return ""
	}
	return " " + fmt.Sprintf(say(textClosed, r.scene.language), away.When(at, r.scene.now, r.scene.language))
}

// mindHours says once in a time that nobody reads when somebody does, where the business wants that.
func (r *run) mindHours(d *draft) {
	s := r.scene
	period, closed := away.At(s.settings, s.now)
	s.told = s.carried.Away
	switch {
	case !closed, d.text == "", r.inDanger():
	case d.handoff != nil: // it was said with that
		s.told = away.Tell(period, s.now)
	case period.Tells && !s.told.Of(period, s.now):
		d.text, s.told = away.Beside(d.text, period.Text(s.now, s.language)), away.Tell(period, s.now)
	}
}

// onlyTold ends a turn of a business that answers nothing while nobody reads: the customer is told when somebody does, once, and the
// message waits for them. What the last reply asked a yes for, or a reminder did, is still answered, and so is danger.
func (r *run) onlyTold() *draft {
	s := r.scene
	period, closed := away.At(s.settings, s.now)
	waits := s.carried.Asked != nil && s.now.Sub(s.carried.AskedAt) < staleAfter
	switch {
	case !closed || !period.Only, r.inDanger(), waits, r.toReminder():
		return nil
	case slices.ContainsFunc(s.conv.Messages, func(m Message) bool { return treatment(m.Routed) == textBlocked }):
		return nil
	case s.told.Of(period, s.now):
		return silent("silent", away.Reason)
	}
	return handedOff(&draft{text: period.Text(s.now, s.language), reason: away.Reason, handoff: &handoff{reason: away.Reason}})
}

// onlyThanks reports whether nothing that waits answers anything.
func (r *run) onlyThanks() bool {
	return !slices.ContainsFunc(r.scene.conv.Messages, func(m Message) bool { return !around.OnlyThanks(m.Routed) })
}

// thanksBetween is how many texts of the customer may stand between a question and its answer: what was no thank-you was answered.
const thanksBetween = 4

// questionPending reports whether the last that was said to the customer is a question of ours.
func (r *run) questionPending(ctx context.Context) (pending bool, err error) {
	if r.scene.carried.Asked != nil {
		return true, nil
	}
	var last []Line
	err = retryWhileUnavailable(ctx, func(ctx context.Context) (err error) {
		last, err = r.engine.deps.Store.History(ctx, r.scene.conv, 1+thanksBetween)
		return err
	})
	for _, l := range slices.Backward(last) {
		if l.Ours {
			return strings.Contains(l.Text, "?"), err
		}
	}
	return false, err
}

// mindHandoff adds to a draft what is true of the person who was asked for: in danger one always is, somebody who was told already is
// not told again, and where nobody reads now it says when somebody does.
func (r *run) mindHandoff(d *draft) {
	h, language := r.scene.conv.Handoff, r.scene.language
	switch {
	case d.text == "":
		return
	case r.inDanger():
		if d.handoff == nil { // the rules took it for something else
			d.text, d.choices, d.reason, d.handoff = say(textDanger, language), nil, emergency, &handoff{reason: emergency}
			d.asked = nil // nobody has heard the question
			handedOff(d)
		}
		return
	case d.reason == away.Reason: // the text says all there is to say
		return
	case d.handoff != nil && h.Mode == ModeWaiting:
		d.text += "\n\n" + say(textAsked, language)
	}
	if d.handoff != nil {
		d.text += r.closed()
	}
	if h.Note != "" && !d.returned {
		d.text = strings.TrimSpace(say(h.Note, language) + "\n\n" + d.text)
	}
}

// handsOver is the mode that a draft brings and why a person is asked for; empty where they stay. Who has the conversation keeps it in
// danger.
func (r *run) handsOver(d *draft) (mode, reason string) {
	switch {
	case d.returned:
		return ModeAssistant, ""
	case d.handoff == nil:
		return "", ""
	case r.scene.conv.Handoff.Mode == ModeAssistant:
		return ModeWaiting, d.handoff.reason
	case r.inDanger():
		return "", d.handoff.reason
	}
	return "", ""
}

// modeAfter is who has the conversation after the turn, and why where it is not the assistant.
func (r *run) modeAfter(d *draft) (mode, reason string) {
	mode, reason = r.handsOver(d)
	h := r.scene.conv.Handoff
	if mode == "" {
		mode, reason = h.Mode, cmp.Or(reason, h.Reason)
	}
	return mode, reason
}

// epochAfter is that of the conversation after the turn: whoever begins or ends a handoff raises it, so that nothing older follows.
func (r *run) epochAfter(mode string) int64 {
	if mode != "" {
		return r.scene.conv.Epoch + 1
	}
	return r.scene.conv.Epoch
}

// epochOf is that of the turn's reply. Where help is in danger is said whoever has the conversation by then.
func (r *run) epochOf(end *Ending) int64 {
	if r.inDanger() {
		return 0
	}
	return r.epochAfter(end.Mode)
}

// handoffEvents tells of a handoff's beginning and end, and of each danger.
func (r *run) handoffEvents(d *draft, mode string) []bus.Event {
	c := r.scene.conv
	if d.returned {
		return []bus.Event{&recadov1.HandoffReturned{
			Meta: r.eventMeta(c.TurnID), ConversationId: c.ID, Epoch: r.epochAfter(mode), Reason: "settled",
		}}
	}
	if d.handoff == nil || mode != ModeWaiting && !r.inDanger() {
		return nil
	}
	e := &recadov1.HandoffRequested{
		Meta: r.eventMeta(c.TurnID), ConversationId: c.ID, TurnId: c.TurnID, Reason: d.handoff.reason, Summary: d.handoff.summary,
		Epoch: r.epochAfter(mode), Notice: recadov1.HandoffNotice_HANDOFF_NOTICE_REQUESTED, Since: timestamppb.Now(),
	}
	if r.inDanger() {
		e.Notice = recadov1.HandoffNotice_HANDOFF_NOTICE_DANGER
	}
	if c.Handoff.Mode != ModeAssistant {
		e.Since = timestamppb.New(c.Handoff.Since)
	}
	return []bus.Event{e}
}

// handoff is what the rules are told of a person who was asked for.
func (s *scene) handoff() *llm.Handoff {
	h := s.conv.Handoff
	if h.Mode == ModeAssistant {
		return nil
	}
	return &llm.Handoff{Mode: h.Mode, Since: h.Since.In(s.now.Location()), Reason: h.Reason, OpensAt: s.opensAt()}
}

// opensAt is when somebody reads again; zero while somebody reads, and where nobody knows.
func (s *scene) opensAt() time.Time {
	if s.settings == nil {
		return time.Time{}
	}
	if open, known := s.settings.Reads(s.now); open || !known {
		return time.Time{}
	}
	at, _ := s.settings.OpensAfter(s.now)
	return at
}
