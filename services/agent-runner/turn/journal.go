package turn

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/prompt"
)

type journals interface {
	// Reload reads the messages that a superseded turn now answers into c, with their version. It returns
	// ErrFenced when the conversation has another owner.
	Reload(ctx context.Context, c *Conversation) error
	// Steps returns a turn's journal, oldest first.
	Steps(ctx context.Context, c *Conversation) ([]Step, error)
	// AddSteps writes journal entries under the fence; false means that it is not ours any more.
	AddSteps(ctx context.Context, c *Conversation, steps []Step) (bool, error)
	// History returns the last texts of a conversation before this turn, oldest first.
	History(ctx context.Context, c *Conversation, limit int) ([]Line, error)
}

// journal is what a turn has already paid for or done, by key: what earlier attempts wrote, and what this one adds.
type journal struct {
	store   journals
	conv    *Conversation
	answers map[string]*llm.Response // of the remote model, by earlier attempts
	results map[string]tool.Result
	through int64 // newest message that had been read at the last step
	wrote   bool  // a write tool succeeded
}

func newJournal(store journals, c *Conversation) *journal {
	return &journal{store: store, conv: c, answers: map[string]*llm.Response{}, results: map[string]tool.Result{}}
}

// load reads what earlier attempts at the turn have written.
func (j *journal) load(ctx context.Context) error {
	return retryWhileUnavailable(ctx, func(ctx context.Context) error {
		steps, err := j.store.Steps(ctx, j.conv)
		if err != nil {
			return err
		}
		for _, s := range steps {
			if err := j.add(s); err != nil {
				return fmt.Errorf("read step %s of turn %s: %w", s.Name, j.conv.TurnID, err)
			}
		}
		return nil
	})
}

func (j *journal) add(s Step) error {
	j.through = max(j.through, s.Through)
	j.wrote = j.wrote || s.Wrote
	if s.Kind == "model" {
		var resp llm.Response
		if err := json.Unmarshal(s.Answer, &resp); err != nil {
			return err
		}
		j.answers[s.Key] = &resp
		return nil
	}
	var res tool.Result
	if err := json.Unmarshal(s.Answer, &res); err != nil {
		return err
	}
	j.results[s.Key] = res
	return nil
}

// write keeps steps before anything uses them.
func (j *journal) write(ctx context.Context, steps ...Step) error {
	if len(steps) == 0 {
		return nil
	}
	for i := range steps {
		steps[i].Through = j.newestRead()
	}
	return retryWhileUnavailable(ctx, func(ctx context.Context) error {
		ours, err := j.store.AddSteps(ctx, j.conv, steps)
		if err == nil && !ours {
			return ErrFenced
		}
		if err == nil {
			j.through = max(j.through, j.newestRead())
			j.wrote = j.wrote || slices.ContainsFunc(steps, func(s Step) bool { return s.Wrote })
		}
		return err
	})
}

// newestRead is the sequence of the newest message that this attempt has read.
func (j *journal) newestRead() (newest int64) {
	for _, m := range j.conv.Messages {
		newest = max(newest, m.Sequence)
	}
	return newest
}

// alreadyRead returns the messages that had been read at the last step.
func (j *journal) alreadyRead(messages []Message) (read []Message) {
	for _, m := range messages {
		if m.Sequence <= j.through {
			read = append(read, m)
		}
	}
	return read
}

// firstAsked returns the messages that an earlier attempt put to the model, so that its question is asked again word for word;
// all of them where there was none.
func (j *journal) firstAsked(messages []Message) []Message {
	if len(j.answers) == 0 {
		return messages
	}
	if read := j.alreadyRead(messages); len(read) > 0 {
		return read
	}
	return messages
}

// hash joins parts into a key; the lengths keep ("ab","c") apart from ("a","bc").
func hash(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d:%s;", len(p), p)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// modelKey names a model call by everything that it asks, but for the attempt's own marks: the same question has the same answer in a
// resumed turn.
func modelKey(turn string, req *llm.Request, marks prompt.Marks) (string, error) {
	messages := slices.Clone(req.Messages)
	for i := range messages {
		messages[i].Text = marks.Unmark(messages[i].Text)
	}
	asked, err := json.Marshal(struct {
		Model    string
		Messages []llm.Message
		Tools    []tool.Spec
	}{req.Model, messages, req.Tools})
	if err != nil {
		return "", fmt.Errorf("name model call: %w", err)
	}
	return hash(turn, "model", string(asked)), nil
}
