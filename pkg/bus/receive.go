package bus

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/recado/recado/pkg/bus/topology"
	"github.com/recado/recado/pkg/retry"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// verdict is how a delivery ended.
type verdict string

const (
	verdictDone     verdict = "done"
	verdictRejected verdict = "rejected"
	verdictForged   verdict = "forged" // rejected, for what it says of itself
	verdictFailed   verdict = "failed"
	verdictLater    verdict = "later"
	verdictHeld     verdict = "held"
	verdictReleased verdict = "released" // given back at a stop
	verdictLost     verdict = "lost"     // stalled: somebody else has it now
)

const (
	maxTries      = 3
	maxDeliveries = 5
)

// receive brings one delivery to its end.
func (w *worker) receive(fetch, work context.Context, m *nats.Msg) {
	d, err := w.delivery(m)
	if err != nil {
		w.bus.log.WarnContext(work, "dropped a message that is no delivery", "consumer", w.durable.Durable, "error", err)
		return
	}
	d.keep()
	defer d.release()
	started := time.Now()
	ctx, span := w.bus.startProcess(withDelivery(work, d.Delivery), d)
	defer span.End()
	v, err := w.judge(fetch, ctx, d)
	w.bus.meters.handled(ctx, d, v, time.Since(started))
	span.SetAttributes(attribute.String("recado.verdict", string(v)))
	if err != nil {
		span.SetStatus(codes.Error, string(v))
	}
	w.end(fetch, ctx, d, v, err)
}

// judge runs the handler until it has a verdict.
func (w *worker) judge(fetch, ctx context.Context, d *delivery) (verdict, error) {
	if err := d.checkSubject(w.from); err != nil {
		return verdictForged, err
	}
	if v, err := w.suspect(fetch, ctx, d); err != nil {
		return v, err
	}
	tries, outage := 0, outagePauses.Backoff()
	for {
		err := w.attempt(ctx, d)
		v := w.verdictOf(err)
		var wait time.Duration
		switch v {
		case verdictHeld:
			w.remember(ctx, d)
			wait = outage.Next()
		case verdictFailed:
			tries++
			wait = time.Duration(tries) * 100 * time.Millisecond
		}
		if wait == 0 || tries >= maxTries {
			return v, err
		}
		if d.lost() {
			return verdictLost, err
		}
		if !retry.Sleep(fetch, wait) {
			return verdictReleased, err
		}
	}
}

// attempt decodes and handles once.
func (w *worker) attempt(ctx context.Context, d *delivery) error {
	if d.event == nil {
		data, err := w.bus.body(ctx, d.msg.Header, d.msg.Data, topology.MaxEventSize)
		if err != nil {
			if IsUnavailable(err) {
				return err
			}
			return Reject(err)
		}
		e, err := w.decode(data)
		if err != nil {
			return Reject(fmt.Errorf("decode %s: not a valid protobuf message", w.stage.Name))
		}
		m := e.GetMeta()
		if err := d.checkTenant(m.GetTenantId()); err != nil {
			return err
		}
		d.event = e
		d.tenant = m.GetTenantId()
		span := trace.SpanFromContext(ctx)
		span.SetAttributes(attribute.String("recado.tenant", d.tenant), attribute.String("recado.message_id", w.shownMessage(m)),
			attribute.String("recado.conversation_id", m.GetConversationKey()),
			attribute.String("messaging.message.conversation_id", m.GetConversationKey()))
	}
	return w.call(tenant.NewContext(ctx, tenant.ID(d.tenant)), d.event)
}

// shownMessage is the message's id for a span. A gateway's own may be somebody's number: ingest has not yet put an HMAC in its place.
func (w *worker) shownMessage(m *recadov1.Meta) string {
	if strings.HasPrefix(w.stage.Name, "gateway.") {
		return ""
	}
	return m.GetMessageId()
}

func (w *worker) verdictOf(err error) verdict {
	var r rejection
	var f forgery
	var l delay
	switch {
	case err == nil:
		return verdictDone
	case errors.As(err, &f):
		return verdictForged
	case errors.As(err, &r):
		return verdictRejected
	case errors.As(err, &l) && w.reader.Pending > 1:
		return verdictLater
	case IsUnavailable(err):
		return verdictHeld
	}
	return verdictFailed
}

// end answers the server by the verdict. A lost delivery gets no answer, except that finished work may be acknowledged.
func (w *worker) end(fetch, ctx context.Context, d *delivery, v verdict, err error) {
	switch v {
	case verdictDone:
		d.answer(ackOK)
	case verdictLater:
		var l delay
		errors.As(err, &l)
		w.remember(ctx, d)
		d.answerUnlessLost(nakAfter(l.wait))
	case verdictReleased:
		d.answerUnlessLost(ackNak)
	case verdictRejected, verdictForged, verdictFailed:
		if !w.deadLetter(fetch, ctx, d, v, err) {
			return
		}
		d.answerUnlessLost(ackTerm)
	case verdictLost, verdictHeld:
		w.bus.log.WarnContext(ctx, "a stalled delivery was left to its redelivery", "consumer", d.Consumer, "sequence", d.Sequence)
		return
	}
	w.ended(d.Sequence)
}

// leastBurial is the time for a dead letter of a hop whose handlers have less.
const leastBurial = 10 * time.Second

// deadLetter stores what its delivery was, and tries for as long as the message's handler may take; then the message is counted as
// lost, and its partition goes on. It returns false when the delivery was lost, the server is out of reach or the process stops.
func (w *worker) deadLetter(fetch, ctx context.Context, d *delivery, v verdict, cause error) bool {
	policy := outagePauses
	policy.If = func(err error) bool { return !errors.Is(err, errLost) }
	limit := max(w.timeout, leastBurial)
	limited, cancel := context.WithTimeout(fetch, limit)
	defer cancel()
	ctx, end := context.WithTimeout(ctx, limit)
	defer end()
	err := retry.Do(limited, policy, func(context.Context) error {
		if d.lost() {
			return errLost
		}
		return w.bus.deadLetter(ctx, d, v, cause, func(body []byte) bool { return w.raw(d, body) })
	})
	log := w.bus.log.With("stage", d.stage.Name, "consumer", d.Consumer, "sequence", d.Sequence, "attempt", d.Attempt, "tenant", d.tenant)
	switch {
	case err == nil:
		log.WarnContext(ctx, "dead letter", "error", cause)
		return true
	case fetch.Err() != nil, errors.Is(err, errLost), d.lost(), !w.bus.conn.IsConnected():
		return false
	}
	w.bus.meters.unburied(ctx, d.stage.Name)
	log.ErrorContext(ctx, "a message was given up without a dead letter", "bytes", len(d.msg.Data), "cause", cause, "error", err)
	return true
}

var errLost = errors.New("delivery lost")

// raw reports whether nobody has masked a body: one of a stage that holds raw texts, and one that is no event. One that may have
// killed its process is not decoded again.
func (w *worker) raw(d *delivery, body []byte) bool {
	if w.stage.Raw || d.event != nil || d.Attempt > maxDeliveries {
		return w.stage.Raw
	}
	_, err := w.decode(body)
	return err != nil
}

// suspect is an error for a message that has been delivered five times without a verdict: it kills its process.
func (w *worker) suspect(fetch, ctx context.Context, d *delivery) (verdict, error) {
	if d.Attempt <= maxDeliveries {
		return "", nil
	}
	var excused uint64
	err := retry.Do(fetch, outagePauses, func(context.Context) error {
		held, err := w.bus.Get(ctx, topology.BucketHeld, d.heldKey())
		if errors.Is(err, ErrNotFound) {
			return nil
		}
		excused, _ = strconv.ParseUint(string(held), 10, 64)
		return err
	})
	switch {
	case err != nil:
		return verdictReleased, err
	case d.Attempt-min(excused, d.Attempt) > maxDeliveries:
		return verdictFailed, fmt.Errorf("delivered %d times without a verdict", d.Attempt)
	}
	return "", nil
}

// remember excuses the deliveries so far: something was unavailable, and a restart in the meantime is not the message's fault.
func (w *worker) remember(ctx context.Context, d *delivery) {
	if d.Attempt < 3 || d.excused {
		return
	}
	d.excused = w.bus.Put(ctx, topology.BucketHeld, d.heldKey(), []byte(strconv.FormatUint(d.Attempt, 10))) == nil
}

func nakAfter(d time.Duration) []byte {
	if d <= 0 {
		return ackNak
	}
	return fmt.Appendf(nil, `%s {"delay": %d}`, ackNak, d.Nanoseconds())
}

// tenantOfSubject reads the tenant where the body cannot be decoded.
func tenantOfSubject(subj string) string {
	tokens := strings.Split(subj, ".")
	return tokens[len(tokens)-1]
}

// call runs the handler once. One that ignores the end of its time is abandoned, so that its partition goes on.
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

// timely turns the end of the handler's time into a final error, unless a dependency was unavailable.
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
			r.bus.log.ErrorContext(ctx, "a handler panicked", "service", r.service, "stage", r.from,
				"panic", fmt.Sprintf("%T", p), "stack", string(debug.Stack()))
			err = fmt.Errorf("handler panicked with a %T", p)
		}
	}()
	return r.handle(ctx, e)
}
