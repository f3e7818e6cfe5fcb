package approval

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
)

const (
	sweepEvery = 2 * time.Second
	batch      = 50
	share      = 10 // of a tenant in a batch
	// maxAttempts is how often an approved call is made that nothing comes of, a day and a half in all; then it has failed.
	maxAttempts = 45
)

// due is an approval that something is to be done about.
type due struct {
	Tenant   tenant.ID
	ID       uuid.UUID
	Attempts int
}

// decisions are how the customer hears of each end.
var decisions = map[string]string{"done": "approved", "refused": "refused", "expired": "expired", "failed": "failed"}

// Sweeper runs what was approved and plans to tell what was decided. Several may run at once, and one may be killed anywhere: the call has
// a key of its own in the ledger, and what was decided is told by whoever ends the row.
type Sweeper struct {
	Store *store.Store // that acts as recado_tool_executor
	Call  Run
	Log   *slog.Logger
}

// Run sweeps until ctx ends.
func (s *Sweeper) Run(ctx context.Context) {
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		if _, err := s.Sweep(ctx); err != nil && !store.IsUnavailable(err) && ctx.Err() == nil {
			s.Log.WarnContext(ctx, "approvals wait", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Sweep looks after what is due, and returns how many approvals that were.
func (s *Sweeper) Sweep(ctx context.Context) (int, error) {
	list, err := s.due(ctx)
	if err != nil {
		return 0, err
	}
	for _, d := range list {
		err = errors.Join(err, s.decide(ctx, d))
	}
	return len(list), err
}

func (s *Sweeper) decide(ctx context.Context, d due) error {
	k, found, err := s.read(ctx, d.Tenant, d.ID)
	switch {
	case err != nil || !found:
		return err
	case k.state == "refused":
		return s.end(ctx, k, "refused", nil)
	case k.late:
		return s.end(ctx, k, "expired", nil)
	case k.state != "approved":
		return nil
	}
	err = s.run(ctx, k)
	if d.Attempts >= maxAttempts {
		return errors.Join(err, s.end(ctx, k, "failed", errorOf("given_up")))
	}
	return err
}

func errorOf(code string) map[string]any {
	return map[string]any{"error": map[string]string{"code": code}}
}

// errChanged: what is kept is not what was approved.
var errChanged = &tool.Error{Code: "changed", Message: "the arguments are not those that were asked for"}

// run makes exactly the kept call. Where something is away it is made again later, under the same key.
func (s *Sweeper) run(ctx context.Context, k kept) error {
	canonical, err := compact(k.call.Arguments)
	if err != nil {
		return err
	}
	k.call.Arguments = canonical
	result := tool.Result{Err: errChanged}
	if bytes.Equal(hash(k.call.Tool, canonical), k.hash) {
		if result, err = s.Call(ctx, k.call); err != nil {
			return err
		}
	}
	if result.Err != nil {
		if result.Err.Retryable {
			return nil
		}
		return s.end(ctx, k, "failed", errorOf(result.Err.Code))
	}
	told := k.preview
	if err := json.Unmarshal(result.JSON, &told); err != nil || !told.Success {
		return s.end(ctx, k, "failed", result.JSON)
	}
	told.Subject = k.preview.Subject
	k.preview.Subject = made(k.call.Tool, told, k.call.Language)
	return s.end(ctx, k, "done", result.JSON)
}

// compact is a JSON object with sorted keys and no spaces, as it was before the database wrote it in its own way.
func compact(raw json.RawMessage) (json.RawMessage, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v map[string]any
	if err := dec.Decode(&v); err != nil {
		return nil, err
	}
	return json.Marshal(v)
}
