package bus

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"
)

// call runs the handler once. One that ignores the end of its time is left behind, so that its partition goes on.
func (r *runner) call(ctx context.Context, e Event) error {
	ctx, cancel := context.WithTimeout(ctx, r.timeout)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- r.guarded(ctx, e) }()
	select {
	case err := <-done:
		return r.timely(ctx, err)
	case <-ctx.Done():
	}
	grace := time.NewTimer(handlerGrace)
	defer grace.Stop()
	select {
	case err := <-done:
		return r.timely(ctx, err)
	case <-grace.C:
		r.bus.log.ErrorContext(ctx, "a handler does not return", "service", r.service, "stage", r.from)
		if r.stuck.Add(1) >= maxStuck {
			r.giveUp()
		}
		return Reject(fmt.Errorf("handler exceeded %s and did not return", r.timeout))
	}
}

// timely turns the end of the handler's time into a final error, unless something was away.
func (r *runner) timely(ctx context.Context, err error) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) && errors.Is(err, context.DeadlineExceeded) && !IsUnavailable(err) {
		return Reject(fmt.Errorf("handler exceeded %s: %w", r.timeout, err))
	}
	return err
}

// guarded makes a panic the message's own error. Its value may hold a message's text: only the type is told.
func (r *runner) guarded(ctx context.Context, e Event) (err error) {
	defer func() {
		if p := recover(); p != nil {
			r.bus.log.ErrorContext(ctx, "a handler panicked", "service", r.service, "stage", r.from, "panic", fmt.Sprintf("%T", p), "stack", string(debug.Stack()))
			err = fmt.Errorf("handler panicked with a %T", p)
		}
	}()
	return r.handle(ctx, e)
}
