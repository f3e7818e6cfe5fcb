package turn

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/recado/recado/pkg/llm"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/arguments"
	"github.com/recado/recado/services/agent-runner/assent"
	"github.com/recado/recado/services/agent-runner/away"
	"github.com/recado/recado/services/agent-runner/loop"
	"github.com/recado/recado/services/agent-runner/repeat"
)

// draft is what a turn would say and leave behind, before it is committed.
type draft struct {
	text     string
	choices  []llm.Choice
	dialogue json.RawMessage
	asked    *assent.Asked // the write that the text asks a yes for
	outcome  recadov1.TurnOutcome
	ended    string
	reason   string
	handoff  *handoff
	returned bool // the customer says that no person is needed any more
	keeps    bool // what was asked before is still asked
	final    bool // commits although messages came that it has not read
}

// carried is what a conversation keeps between turns.
type carried struct {
	Rules json.RawMessage `json:"rules,omitempty"` // the rule model's state
	Asked *assent.Asked   `json:"asked,omitempty"` // the write that the last reply asked a yes for
	// AskedAt is when it was drafted: what was written before it answers something else, and what comes hours later too.
	AskedAt time.Time `json:"asked_at,omitzero"`
	// Specialist is who answered last and at what: the next message may go on with it and say too little to be routed there.
	Specialist string    `json:"specialist,omitempty"`
	SpokeAt    time.Time `json:"spoke_at,omitzero"`
	// Branch is the one that the customer has named last.
	Branch string `json:"branch,omitempty"`
	// Unasked is true while the last words answered no message: a bare yes or no is to them.
	Unasked bool `json:"unasked,omitempty"`

	Loop loop.State `json:"loop,omitzero"`
	Away away.Told  `json:"away,omitzero"` // of people, in hours that they are not there

	Repeat repeat.State `json:"repeat,omitzero"`
	Model  spent        `json:"model,omitzero"`
}

// spent is how many turns of an hour a remote model has answered.
type spent struct {
	Hour  time.Time `json:"hour"`
	Turns int       `json:"turns"`
}

// at is what has been spent in the hour of a time.
func (s spent) at(now time.Time) spent {
	if hour := now.UTC().Truncate(time.Hour); !s.Hour.Equal(hour) {
		return spent{Hour: hour}
	}
	return s
}

// staleAfter is how long a question waits for its yes.
const staleAfter = 2 * time.Hour

// answers are the messages that may answer what the last reply asked: those that a model reads and that came after it, in time.
func (m carried) answers(messages []Message) (out []*recadov1.MessageRouted) {
	for _, one := range messages {
		received := one.Routed.GetMeta().GetReceivedAt().AsTime()
		if late := received.Sub(m.AskedAt); treatment(one.Routed) == "" && (m.AskedAt.IsZero() || late >= 0 && late < staleAfter) {
			out = append(out, one.Routed)
		}
	}
	return out
}

// remembered reads what the last turn left; what cannot be read is forgotten.
func remembered(dialogue json.RawMessage) (m carried) {
	_ = json.Unmarshal(dialogue, &m)
	return m
}

// after is the memory that a draft leaves: the rules' state stays where it says nothing of it, a question lasts one turn.
func (s *scene) after(d *draft) json.RawMessage {
	next := carried{
		Rules: s.carried.Rules, Asked: d.asked, Loop: s.loop, Model: s.carried.Model, Branch: s.branch(), Away: s.told, Repeat: s.repeat,
	}
	if d.text != "" {
		next.Loop.Replied = time.Now().UTC()
	}
	if s.modelled {
		next.Model = next.Model.at(s.now)
		next.Model.Turns++
	}
	next.Specialist, next.SpokeAt = s.spoken()
	next.Unasked = s.carried.Unasked && d.keeps
	switch {
	case d.asked != nil:
		next.AskedAt = time.Now().UTC()
	case d.keeps:
		next.Asked, next.AskedAt = s.carried.Asked, s.carried.AskedAt
	}
	if d.dialogue != nil {
		next.Rules = d.dialogue
	}
	data, err := json.Marshal(next)
	if err != nil {
		return json.RawMessage("null")
	}
	return data
}

// draft says what answers the messages that wait, and what is true of a person who was asked for.
func (r *run) draft(ctx context.Context) (*draft, error) {
	d, err := r.compose(ctx)
	if err == nil {
		r.mindRepeats(d)
		r.mindHandoff(d)
		r.mindHours(d)
	}
	return d, err
}

// compose is a fixed end, fixed texts, or the words of a model.
func (r *run) compose(ctx context.Context) (*draft, error) {
	if r.on == rungPerson {
		return r.giveUp(ctx)
	}
	if d, err := r.check(ctx); d != nil || err != nil {
		return d, err
	}
	if d := r.inLoop(); d != nil {
		return d, nil
	}
	if d := r.onlyTold(); d != nil {
		return d, nil
	}
	if d := r.toOffer(); d != nil {
		return d, nil
	}
	r.dropMessagesAfterLastWrite()
	asked, fixed := partition(r.scene.conv.Messages)
	if len(asked) == 0 {
		return r.fixed(fixed), nil
	}
	if d := r.remembering(asked); d != nil {
		return d, nil
	}
	d, err := r.converse(ctx, asked)
	if err != nil {
		return nil, err
	}
	if err := r.letGo(ctx, d); err != nil {
		return nil, err
	}
	if slices.Contains(fixed, textVoice) { // what was said there is not in the answer
		d.text = strings.TrimSpace(d.text + "\n\n" + say(textVoice, r.scene.language))
	}
	if forgets(r.scene.conv.Messages) {
		d.text = strings.TrimSpace(d.text + "\n\n" + say(textForgotten, r.scene.language))
	}
	return d, nil
}

// toOffer ends a turn that answers the offer of a person.
func (r *run) toOffer() *draft {
	s := r.scene
	if !s.carried.Repeat.Offered || r.inDanger() {
		return nil
	}
	switch (assent.Asked{Tool: escalate}).To(s.carried.answers(s.conv.Messages)) {
	case assent.Agreed:
		return handedOff(&draft{text: say(textHandoff, s.language), reason: repeat.Reason, handoff: &handoff{reason: repeat.Reason}})
	case assent.Declined:
		return r.answered(repeat.Declined(s.language), "declined")
	}
	return nil
}

// mindRepeats says in another way what was asked too often, by us or by them, and offers a person after that.
func (r *run) mindRepeats(d *draft) {
	s := r.scene
	s.repeat = s.carried.Repeat
	s.repeat.Offered = false
	if d.text == "" || d.handoff != nil || r.inDanger() {
		return
	}
	said := repeat.Said{Text: d.text, Language: s.language}
	if d.asked != nil {
		said.Key = hash(d.asked.Tool, string(arguments.Ordered(d.asked.Arguments)))
	}
	h := repeat.Heard{At: s.now}
	for _, m := range s.conv.Messages {
		h.Messages = append(h.Messages, m.Routed)
	}
	var v repeat.Verdict
	s.repeat, v = s.carried.Repeat.Turn(h, said)
	r.span.SetAttributes(attribute.Int("recado.repeat.asked", v.Asked), attribute.Int("recado.repeat.wanted", v.Want))
	if v.Did == repeat.Nothing {
		return
	}
	r.span.AddEvent("asked too often", trace.WithAttributes(attribute.String("recado.repeat.did", v.Did)))
	if d.text = v.Text; v.Did == repeat.Leave || v.Did == repeat.Offer { // what could be chosen went with its question
		d.choices, d.asked = nil, nil
	}
}

// check ends turns that no model is to answer; nil goes on.
func (r *run) check(ctx context.Context) (*draft, error) {
	switch {
	case r.scene.settings == nil:
		return silent("silent", "unknown_tenant"), nil
	case r.scene.settings.Disabled && !r.inDanger():
		return silent("silent", "disabled"), nil
	case r.scene.conv.Handoff.Mode != ModeAssistant:
		if d, err := r.checkHandoff(ctx); d != nil || err != nil {
			return d, err
		}
	}
	if r.scene.conv.Attempts > maxAttempts {
		return r.surrender(ctx, "the turn failed too often")
	}
	return nil, nil
}

// inLoop ends a turn of a conversation that two programs hold: a person is told once, and nothing more is said until somebody takes a
// human's time. Danger is answered all the same.
func (r *run) inLoop() *draft {
	s := r.scene
	said := textsOf(s.conv.Messages)
	if len(said) == 0 || r.inDanger() {
		return nil
	}
	var verdict loop.Verdict
	at := s.conv.Messages[0].Routed.GetMeta().GetReceivedAt().AsTime()
	switch s.loop, verdict = s.carried.Loop.Hear(strings.Join(said, " "), at, r.engine.opts.Loop); verdict {
	case loop.Loops:
		r.span.AddEvent("the conversation turns in circles")
		return handedOff(&draft{text: say(textLoop, s.language), reason: "loop", handoff: &handoff{reason: "loop"}})
	case loop.Paused:
		return silent("silent", "loop")
	}
	return nil
}

func silent(ended, reason string) *draft {
	return &draft{outcome: recadov1.TurnOutcome_TURN_OUTCOME_SILENT, ended: ended, reason: reason}
}

// fixed answers what no model sees, in the customer's language; a block is answered by nothing else.
func (r *run) fixed(keys []string) *draft {
	d := &draft{outcome: recadov1.TurnOutcome_TURN_OUTCOME_REPLIED, ended: "replied"}
	if len(keys) == 0 {
		return d
	}
	if slices.Contains(keys, textBlocked) {
		keys = []string{textBlocked}
	}
	parts := make([]string, 0, len(keys))
	for _, k := range keys {
		parts = append(parts, say(k, r.scene.language))
	}
	d.text, d.reason = strings.Join(parts, "\n\n"), keys[0]
	return d
}

// safe replaces what must not be said: the customer is told that a person confirms it.
func (r *run) safe(reason string) *draft {
	return handedOff(&draft{text: say(textSafe, r.scene.language), reason: reason, handoff: &handoff{reason: reason}})
}

func handedOff(d *draft) *draft {
	d.outcome, d.ended = recadov1.TurnOutcome_TURN_OUTCOME_HANDED_OFF, "handoff"
	return d
}

// blocked is the fixed text instead of a draft that told what it must not.
func (r *run) blocked(reason string) *draft {
	return &draft{
		text: say(textBlocked, r.scene.language), outcome: recadov1.TurnOutcome_TURN_OUTCOME_REPLIED, ended: "replied", reason: reason,
	}
}

// Rules is the rule model's state in what a conversation keeps between turns.
func Rules(dialogue json.RawMessage) json.RawMessage { return remembered(dialogue).Rules }

// Said is what words that answer no message leave behind.
type Said struct {
	Rules      json.RawMessage // the rule model's state
	Asked      *assent.Asked   // the write that they ask a yes for
	Specialist string          // who goes on with an answer; empty: who would have
	At         time.Time
}

// Spoke is what a conversation keeps once words were said that answer no message.
func Spoke(dialogue json.RawMessage, s Said) (json.RawMessage, error) {
	next := remembered(dialogue)
	next.Rules, next.Asked, next.AskedAt, next.SpokeAt = s.Rules, s.Asked, time.Time{}, s.At
	next.Specialist, next.Unasked = cmp.Or(s.Specialist, next.Specialist), true
	if s.Asked != nil {
		next.AskedAt = s.At
	}
	return json.Marshal(next)
}
