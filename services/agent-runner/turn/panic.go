package turn

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"

	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// errPanicked is a turn in which code failed: a rule, the reading of an answer, a tool's result.
var errPanicked = errors.New("the turn panicked")

// recovered makes a panic in fn an error. Its value may hold a text: only its type is told.
func (e *Engine) recovered(ctx context.Context, fn func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			e.deps.Log.ErrorContext(ctx, "a turn panicked", "panic", fmt.Sprintf("%T", p), "stack", string(debug.Stack()))
			err = fmt.Errorf("%w with a %T", errPanicked, p)
		}
	}()
	return fn()
}

// rung is who answers a turn: each time its code fails, the next one.
type rung int

const (
	rungModel rung = iota
	rungRules
	rungPerson
)

// answerSafely answers on the first rung that does not fail in its own code. Where even the last one does, again and again, the
// messages end without a word: a person sees the conversation wait.
func (e *Engine) answerSafely(ctx context.Context, c *Conversation, span trace.Span) error {
	for on := rungModel; ; on++ {
		err := e.recovered(ctx, func() error { return e.answer(ctx, c, span, on) })
		if !errors.Is(err, errPanicked) {
			return err
		}
		span.SetStatus(codes.Error, "panic")
		e.deps.Turns.Panicked(ctx, c.Tenant)
		if on == rungPerson {
			if c.Attempts > maxAttempts {
				return e.abandon(ctx, c)
			}
			return err
		}
		if on == rungModel && e.deps.Remote == nil {
			on++
		}
		reload := func(ctx context.Context) error { return e.deps.Store.Reload(ctx, c) } // the failed run has changed the messages
		if err := retryWhileUnavailable(ctx, reload); err != nil {
			return err
		}
	}
}

// giveUp ends a turn whose code fails: a person gets it, and the state that may have made it fail is forgotten.
func (r *run) giveUp(ctx context.Context) (*draft, error) {
	if r.scene.conv.Handoff.Mode == ModePerson && !r.inDanger() {
		return silent("person", "person"), nil
	}
	d, err := r.surrender(ctx, "the turn panicked")
	if err == nil {
		d.reason, d.dialogue = "panic", json.RawMessage("null")
	}
	return d, err
}

// abandon ends a turn that no rung can answer.
func (e *Engine) abandon(ctx context.Context, c *Conversation) error {
	end := &Ending{Ended: "failed", Dialogue: json.RawMessage("null"), Summary: &Summary{Outcome: "failed", Reason: "panic"}}
	for _, m := range c.Messages {
		end.MessageIDs = append(end.MessageIDs, m.ID)
		if l := m.Routed.GetLanguage(); l != "" {
			end.Language = l
		}
	}
	if c.Handoff.Mode == ModeAssistant {
		end.Mode, end.Reason = ModeWaiting, "turn_failed"
	}
	return retryWhileUnavailable(ctx, func(ctx context.Context) error {
		_, _, err := e.deps.Store.Commit(ctx, c, end)
		return err
	})
}

// surrender hands a turn that fails to a person, and keeps its messages as dead letters.
func (r *run) surrender(ctx context.Context, why string) (*draft, error) {
	if r.engine.deps.DeadLetter != nil {
		for _, m := range r.scene.conv.Messages {
			if err := r.engine.deps.DeadLetter(ctx, m, why); err != nil {
				return nil, err
			}
		}
	}
	key := textHandoff
	switch {
	case r.inDanger():
		key = textDanger
	case r.journal.wrote || r.unsure: // it is not true that nothing came of it
		key = textSafe
	}
	return &draft{
		text: say(key, r.scene.language), outcome: recadov1.TurnOutcome_TURN_OUTCOME_FAILED, ended: "failed",
		reason: "attempts", handoff: &handoff{reason: "turn_failed"}, final: true,
	}, nil
}
