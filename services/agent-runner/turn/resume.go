package turn

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/recado/recado/pkg/llm"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/assent"
	"github.com/recado/recado/services/agent-runner/heard"
	"github.com/recado/recado/services/agent-runner/opening"
	"github.com/recado/recado/services/agent-runner/reminder"
)

// findWritten looks for what an earlier attempt at the turn has written without keeping its result, because it died in between. What
// was asked has one key, and only its yes lets it happen; the executor, which holds the fence, knows what became of it.
func (r *run) findWritten(ctx context.Context) error {
	asked, read := r.scene.carried.Asked, r.agreedThrough()
	if asked == nil || read == 0 || r.journal.wrote {
		return nil
	}
	c := r.tools.resolve(llm.ToolCall{Name: asked.Tool, Arguments: asked.Arguments}, 0)
	if _, known := r.journal.results[c.key]; c.err != nil || known {
		return nil
	}
	req := r.tools.request(c)
	req.OnlyRepeat, req.ID = true, req.ID+"-done"
	res, err := r.engine.deps.Tools.Call(ctx, req)
	switch {
	case err != nil:
		return busError(err)
	case res.Err == nil:
		r.journal.results[c.key] = res
		r.journal.wrote, r.journal.through = true, max(r.journal.through, read)
	case !res.Err.Retryable:
	case r.scene.conv.Attempts > maxAttempts:
		r.unsure = true
	default:
		return fmt.Errorf("look for what was written: %w", res.Err)
	}
	return nil
}

// agreedThrough is the sequence of the last message that is part of a yes to what was asked; 0 where there is no such yes.
func (r *run) agreedThrough() (sequence int64) {
	asked, messages := r.scene.carried.Asked, r.scene.conv.Messages
	if asked == nil {
		return 0
	}
	for i, m := range messages {
		switch agreed := asked.To(r.scene.carried.answers(messages[:i+1])) == assent.Agreed; {
		case agreed:
			sequence = m.Sequence
		case sequence > 0:
			return sequence
		}
	}
	return sequence
}

// dropMessagesAfterLastWrite leaves messages that came after the journal's last write to the next turn, where rules answer: rules
// read a turn's messages as one wish, and a wish that was granted must not be read as another.
func (r *run) dropMessagesAfterLastWrite() {
	if !r.journal.wrote || r.remote() {
		return
	}
	if read := r.journal.alreadyRead(r.scene.conv.Messages); len(read) > 0 {
		r.scene.conv.Messages, r.tools.wrote = read, true
	}
}

// reading is what was read of a turn's messages: it is asked for with each tool, and takes longer than all the rest of a turn.
type reading struct {
	first    *Message
	messages int
	forRules bool
}

// forRules reports whether the rules answer what the messages say, whatever models there are.
func (r *run) forRules() bool {
	messages := r.scene.conv.Messages
	if len(messages) == 0 {
		return false
	}
	if first := &messages[0]; r.read.first != first || r.read.messages != len(messages) {
		r.read = reading{first: first, messages: len(messages), forRules: r.inDanger() || r.toReminder()}
	}
	return r.read.forRules
}

// toReminder reports whether the messages answer a reminder, or say whether more of them are wanted: the rules do what is said, so that
// it does not hang on what a model makes of it.
func (r *run) toReminder() bool {
	var state struct {
		Reminded *opening.Reminded `json:"reminded"`
	}
	_ = json.Unmarshal(r.scene.carried.Rules, &state) // what cannot be read was no reminder
	messages := make([]*recadov1.MessageRouted, 0, len(r.scene.conv.Messages))
	for _, m := range r.scene.conv.Messages {
		messages = append(messages, m.Routed)
	}
	said := heard.Read(messages)
	c := r.scene.carried
	since := reminder.Since{Of: state.Reminded, Last: c.Unasked, Busy: c.Asked != nil, Now: r.scene.now}
	return since.Heard(&said, messages) != reminder.None
}
