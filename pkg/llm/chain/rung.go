package chain

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/sony/gobreaker/v2"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/retry"
)

// rung is one model of a chain, with what guards it.
type rung struct {
	model    *Model
	provider *Provider
	client   llm.Model
	limits   Limits
	log      *slog.Logger
	*gate
}

// gate is what all callers of a model share.
type gate struct {
	breaker  *gobreaker.TwoStepCircuitBreaker[struct{}]
	seats    chan struct{}
	until    atomic.Int64 // in nanoseconds: it is not asked before
	unpriced sync.Once    // somebody was told that it has no price
}

var (
	errOpen    = errors.New("the model rests after failures")
	errResting = errors.New("the provider asked for a pause")
	errFull    = errors.New("too many calls of the model at a time")
)

// buckets is in how many parts a breaker's window slides.
const buckets = 10

func newRung(f *File, m *Model, p *Provider, log *slog.Logger) *rung {
	l := f.Limits
	cfg := llm.Config{
		BaseURL: p.BaseURL, Model: m.ID, APIKey: p.Key, Timeout: l.Whole, Idle: l.Idle, FirstToken: l.FirstToken, Calls: l.Calls,
	}
	if m.Capabilities != llm.CapabilitiesOf(m.ID) {
		cfg.Capabilities = &m.Capabilities
	}
	return &rung{
		model: m, provider: p, client: llm.NewOpenAI(cfg), limits: l, log: log,
		gate: &gate{seats: make(chan struct{}, l.Calls), breaker: gobreaker.NewTwoStepCircuitBreaker[struct{}](gobreaker.Settings{
			Name: m.Name, Interval: l.Window, BucketPeriod: l.Window / buckets, Timeout: l.Rest,
			ReadyToTrip: func(c gobreaker.Counts) bool { return c.TotalFailures >= uint32(l.FailureThreshold) },
			IsExcluded:  func(err error) bool { return err != nil && !failure(err) },
			OnStateChange: func(name string, from, to gobreaker.State) {
				log.Warn("a model's breaker changed", "model", name, "provider", p.Name, "from", from.String(), "to", to.String())
			},
		})},
	}
}

// failure reports whether an error is the provider's: not a question that it refused, and not a caller that went.
func failure(err error) bool {
	e, ok := errors.AsType[*llm.Error](err)
	if !ok {
		return errors.Is(err, context.DeadlineExceeded)
	}
	switch e.Kind {
	case llm.KindContext, llm.KindFilter, llm.KindLength, llm.KindDenied:
		return false
	case llm.KindInvalid:
		return e.Status == http.StatusOK // an answer that nobody can read
	}
	return true
}

// reason is a failure as one word.
func reason(err error) string {
	e, ok := errors.AsType[*llm.Error](err)
	switch {
	case ok:
		return string(e.Kind)
	case errors.Is(err, errOpen):
		return "open"
	case errors.Is(err, errResting):
		return "resting"
	case errors.Is(err, errFull):
		return "full"
	case errors.Is(err, llm.ErrBudget):
		return "budget"
	case errors.Is(err, context.Canceled):
		return "canceled"
	}
	return "late"
}

// question is a request on its way down a chain.
type question struct {
	req      *llm.Request
	show     func(string) // nil where nobody watches
	record   func(llm.Call)
	others   int    // models after this one
	fallback string // why the one before did not answer
	shown    bool   // something of a failed answer
}

// stuck reports whether words were shown that nobody can take back.
func (q *question) stuck() bool { return q.shown && q.req.Restart == nil }

const (
	seatWait  = 250 * time.Millisecond // for a seat, where another model could be asked
	patience  = time.Second            // longest pause before the same model is asked again, where another could be
	lastPause = 10 * time.Second       // the same, where none could
	quick     = 2 * time.Second        // what takes longer to fail is not tried twice
	rest      = time.Minute            // of a model whose key, bill or name is wrong
)

// answer asks one model, again where that may help and the time allows it.
func (r *rung) answer(ctx context.Context, q *question) (*llm.Response, error) {
	pauses := retry.Policy{Min: 100 * time.Millisecond, Max: 2 * time.Second, Jitter: 0.5}.Backoff()
	for n := 0; ; n++ {
		began := time.Now()
		resp, err := r.once(ctx, q)
		if err == nil {
			return resp, nil
		}
		pause, again := r.again(err, q, pauses)
		again = again && n < r.limits.Retries && time.Since(began) <= quick && !q.stuck()
		if !again || !within(ctx, pause) || !retry.Sleep(ctx, pause) {
			return nil, err
		}
	}
}

// again says how long to wait before the same model is asked again, and whether it is. A model that asks for more patience than there is
// is left alone for as long.
func (r *rung) again(err error, q *question, pauses *retry.Backoff) (time.Duration, bool) {
	e, ok := errors.AsType[*llm.Error](err)
	if !ok {
		return 0, false
	}
	most := lastPause
	if q.others > 0 {
		most = patience
	}
	pause := max(pauses.Next(), e.RetryAfter)
	switch e.Kind {
	case llm.KindAuth, llm.KindQuota, llm.KindMissing:
		r.pause(rest)
		return 0, false
	case llm.KindBusy, llm.KindCut:
		if pause > most {
			r.pause(e.RetryAfter)
		}
		return pause, pause <= most
	}
	return 0, false
}

func (r *rung) pause(d time.Duration) {
	if until := time.Now().Add(d).UnixNano(); until > r.until.Load() {
		r.until.Store(until)
	}
}

// within reports whether a pause leaves time for an answer.
func within(ctx context.Context, pause time.Duration) bool {
	end, ok := ctx.Deadline()
	return !ok || time.Until(end) > 2*pause
}

// once asks the model one time, if it may be asked now.
func (r *rung) once(ctx context.Context, q *question) (*llm.Response, error) {
	if time.Now().UnixNano() < r.until.Load() {
		return nil, errResting
	}
	leave, err := r.sit(ctx, q)
	if err != nil {
		return nil, err
	}
	defer leave()
	done, err := r.breaker.Allow()
	if err != nil {
		return nil, errOpen
	}
	told := errAbandoned // a panic counts for nothing
	defer func() { done(told) }()
	attempt := llm.Call{
		ID: uuid.Must(uuid.NewV7()).String(), Kind: llm.CallChat, Provider: r.provider.Name, Model: r.model.Name, Fallback: q.fallback,
	}
	if err := r.hold(ctx, q, attempt.ID); err != nil {
		return nil, err
	}
	attempt.At = time.Now()
	resp, err := r.call(ctx, q)
	told = err
	r.account(q, attempt, resp, err)
	return resp, err
}

// hold keeps room in the tenant's budget for what the call may cost.
func (r *rung) hold(ctx context.Context, q *question, id string) error {
	most := r.model.Price.Cost(llm.Estimate(q.req))
	switch {
	case q.req.Hold == nil:
		return nil
	case most == nil: // nobody could say what is left of the budget
		r.unpriced.Do(func() {
			r.log.WarnContext(ctx, "a model without a price is not asked under a budget", "model", r.model.Name)
		})
		return llm.ErrBudget
	}
	return q.req.Hold(ctx, id, *most)
}

var errAbandoned = errors.New("the call was abandoned")

// sit takes one of the model's seats.
func (r *rung) sit(ctx context.Context, q *question) (leave func(), err error) {
	leave = func() { <-r.seats }
	select {
	case r.seats <- struct{}{}:
		return leave, nil
	default:
	}
	var late <-chan time.Time
	if q.others > 0 {
		timer := time.NewTimer(seatWait)
		defer timer.Stop()
		late = timer.C
	}
	select {
	case r.seats <- struct{}{}:
		return leave, nil
	case <-late:
		return nil, errFull
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// call asks the provider, within a share of the time that is left where another model could be asked.
func (r *rung) call(ctx context.Context, q *question) (*llm.Response, error) {
	limited, cancel := r.share(ctx, q.others)
	defer cancel()
	req := *q.req
	req.Model = r.model.ID
	if q.shown {
		q.shown = false
		req.Restart()
	}
	resp, err := r.put(limited, &req, q)
	end, _ := limited.Deadline() // which the client's own timer may see first
	late := limited.Err() != nil || !time.Now().Before(end)
	if err != nil && late && ctx.Err() == nil { // our own limit: the provider is too slow
		err = &llm.Error{Kind: llm.KindCut, Status: http.StatusOK, Detail: "no answer in its share of the time", Usage: llm.Prompt(&req)}
	}
	return resp, err
}

func (r *rung) share(ctx context.Context, others int) (context.Context, context.CancelFunc) {
	limit := r.limits.Whole
	if end, ok := ctx.Deadline(); ok && others > 0 {
		limit = min(limit, time.Until(end)/2)
	}
	return context.WithTimeout(ctx, limit)
}

func (r *rung) put(ctx context.Context, req *llm.Request, q *question) (*llm.Response, error) {
	switch {
	case q.show != nil:
		return r.client.Stream(ctx, req, func(text string) {
			q.shown = true
			q.show(text)
		})
	case r.limits.FirstToken > 0: // a stream tells a provider that writes from one that is stuck
		return r.client.Stream(ctx, req, func(string) {})
	}
	return r.client.Complete(ctx, req)
}

// account records what the call took and is likely to be billed.
func (r *rung) account(q *question, call llm.Call, resp *llm.Response, err error) {
	call.Outcome, call.Duration = llm.OutcomeOK, time.Since(call.At)
	switch e, ok := errors.AsType[*llm.Error](err); {
	case err == nil:
		call.Usage = resp.Usage
	case ok:
		call.Outcome, call.Usage = reason(err), e.Usage
	default:
		call.Outcome, call.Usage = reason(err), llm.Prompt(q.req)
	}
	call.Cost = r.model.Price.Cost(call.Usage)
	q.record(call)
}
