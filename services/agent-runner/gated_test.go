package agentrunner

import (
	"context"
	"encoding/json"
	"time"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/agent-runner/fact"
	"github.com/recado/recado/services/agent-runner/turn"
)

// gatedStore is the database behind a gate.
type gatedStore struct {
	db   *database
	gate *gate
}

func (s *gatedStore) Claim(ctx context.Context, limit, share int) (out []*turn.Conversation, err error) {
	if s.gate.may != nil && !s.gate.may() {
		return nil, nil
	}
	err = s.gate.through(func() (err error) { out, err = s.db.Claim(ctx, limit, share); return err })
	if len(out) > 0 && s.gate.took != nil {
		s.gate.took()
	}
	if err != nil {
		return nil, err
	}
	return out, nil
}

func (s *gatedStore) Disown(ctx context.Context, turns []string) error {
	return s.gate.through(func() error { return s.db.Disown(ctx, turns) })
}

func (s *gatedStore) Release(ctx context.Context, c *turn.Conversation, wait time.Duration, counted bool) error {
	return s.gate.through(func() error { return s.db.Release(ctx, c, wait, counted) })
}

func (s *gatedStore) Beat(ctx context.Context, lease time.Duration) (n int64, err error) {
	err = s.gate.passes(func() (err error) { n, err = s.db.Beat(ctx, lease); return err })
	return n, err
}

func (s *gatedStore) Leave(ctx context.Context) error {
	if s.gate.dead() {
		return nil
	}
	return s.db.Leave(ctx)
}

func (s *gatedStore) Reload(ctx context.Context, c *turn.Conversation) error {
	return s.gate.through(func() error { return s.db.Reload(ctx, c) })
}

func (s *gatedStore) Steps(ctx context.Context, c *turn.Conversation) (out []turn.Step, err error) {
	err = s.gate.through(func() (err error) { out, err = s.db.Steps(ctx, c); return err })
	return out, err
}

func (s *gatedStore) AddSteps(ctx context.Context, c *turn.Conversation, steps []turn.Step) (ours bool, err error) {
	err = s.gate.through(func() (err error) {
		if ours, err = s.db.AddSteps(ctx, c, steps); err == nil {
			s.gate.asking(false)
		}
		return err
	})
	return ours, err
}

func (s *gatedStore) History(ctx context.Context, c *turn.Conversation, limit int) (out []turn.Line, err error) {
	err = s.gate.through(func() (err error) { out, err = s.db.History(ctx, c, limit); return err })
	return out, err
}

func (s *gatedStore) Names(ctx context.Context, c *turn.Conversation) (out json.RawMessage, err error) {
	err = s.gate.through(func() (err error) { out, err = s.db.Names(ctx, c); return err })
	return out, err
}

func (s *gatedStore) Persona(ctx context.Context, id tenant.ID, assistant string) (turn.Persona, error) {
	return s.db.Persona(ctx, id, assistant)
}

func (s *gatedStore) Business(ctx context.Context, id tenant.ID) (string, error) {
	return s.db.Business(ctx, id)
}

func (s *gatedStore) Commit(
	ctx context.Context, c *turn.Conversation, end *turn.Ending,
) (result turn.CommitResult, due time.Duration, err error) {
	err = s.gate.through(func() (err error) { result, due, err = s.db.Commit(ctx, c, end); return err })
	return result, due, err
}

func (s *gatedStore) MarkPublished(ctx context.Context, tenants, turns []string) error {
	return s.gate.through(func() error { return s.db.MarkPublished(ctx, tenants, turns) })
}

func (s *gatedStore) Unpublished(ctx context.Context, age time.Duration, limit int) (out []turn.Outbox, err error) {
	err = s.gate.passes(func() (err error) { out, err = s.db.Unpublished(ctx, age, limit); return err })
	return out, err
}

func (s *gatedStore) Left(ctx context.Context, c *turn.Conversation) (out []turn.Outbox, err error) {
	err = s.gate.through(func() (err error) { out, err = s.db.Left(ctx, c); return err })
	return out, err
}

func (s *gatedStore) Spent(ctx context.Context, c *turn.Conversation) (int64, error) {
	return s.db.Spent(ctx, c)
}

func (s *gatedStore) Hold(ctx context.Context, c *turn.Conversation, call string, micros int64) (bool, error) {
	return s.db.Hold(ctx, c, call, micros)
}

// gatedModel is a model whose call may not be made, or whose answer may not arrive.
type gatedModel struct {
	llm.Model
	gate *gate
}

func (m gatedModel) Complete(ctx context.Context, req *llm.Request) (resp *llm.Response, err error) {
	return m.Stream(ctx, req, nil)
}

func (m gatedModel) Stream(ctx context.Context, req *llm.Request, show func(string)) (resp *llm.Response, err error) {
	err = m.gate.through(func() (err error) {
		m.gate.asking(true)
		if show == nil {
			resp, err = m.Model.Complete(ctx, req)
		} else {
			resp, err = m.Model.Stream(ctx, req, show)
		}
		return err
	})
	return resp, err
}

// live keeps the frames of drafts that a process shows while it lives.
func (l *lab) live(g *gate) func(string, []byte) error {
	return func(_ string, data []byte) error {
		if err := g.pass(); err != nil {
			return err
		}
		l.world.mu.Lock()
		defer l.world.mu.Unlock()
		l.world.frames = append(l.world.frames, string(data))
		return nil
	}
}

func (s *gatedStore) Memory(ctx context.Context, c *turn.Conversation, want turn.Wanted) (out fact.Known, err error) {
	err = s.gate.through(func() (err error) { out, err = s.db.Memory(ctx, c, want); return err })
	return out, err
}
