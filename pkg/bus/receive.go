package bus

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/recado/recado/pkg/tenant"
)

// verdict is how a delivery ended.
type verdict string

const (
	verdictDone     verdict = "done"
	verdictRejected verdict = "rejected"
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
	if v, err := w.suspect(fetch, ctx, d); err != nil {
		return v, err
	}
	tries, hold := 0, backoff{first: 50 * time.Millisecond, most: 2 * time.Second}
	for {
		err := w.attempt(ctx, d)
		v := w.verdictOf(err)
		var wait time.Duration
		switch v {
		case verdictHeld:
			w.remember(ctx, d)
			wait = hold.next()
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
		if !pause(fetch, wait) {
			return verdictReleased, err
		}
	}
}

// attempt decodes and handles once.
func (w *worker) attempt(ctx context.Context, d *delivery) error {
	if d.event == nil {
		data, err := w.bus.body(ctx, d.msg.Header, d.msg.Data, maxEventSize)
		if err != nil {
			if IsUnavailable(err) {
				return err
			}
			return Reject(err)
		}
		e, err := w.decode(data)
		if err != nil {
			return Reject(fmt.Errorf("decode %s: not a valid protobuf message", w.stage.name))
		}
		d.event = e
		m := e.GetMeta()
		d.tenant = m.GetTenantId()
		span := trace.SpanFromContext(ctx)
		span.SetAttributes(attribute.String("recado.tenant", d.tenant), attribute.String("recado.message_id", m.GetMessageId()),
			attribute.String("recado.conversation_id", m.GetConversationKey()), attribute.String("messaging.message.conversation_id", m.GetConversationKey()))
	}
	return w.call(tenant.NewContext(ctx, tenant.ID(d.tenant)), d.event)
}

func (w *worker) verdictOf(err error) verdict {
	var r rejection
	var l delay
	switch {
	case err == nil:
		return verdictDone
	case errors.As(err, &r):
		return verdictRejected
	case errors.As(err, &l) && w.reader.pending > 1:
		return verdictLater
	case IsUnavailable(err):
		return verdictHeld
	}
	return verdictFailed
}

// end settles a delivery by its verdict. One that was lost settles nothing, except that finished work may be acknowledged.
func (w *worker) end(fetch, ctx context.Context, d *delivery, v verdict, err error) {
	switch v {
	case verdictDone:
		d.settle(ackOK)
	case verdictLater:
		var l delay
		errors.As(err, &l)
		w.remember(ctx, d)
		d.settleUnlessLost(nakAfter(l.wait))
	case verdictReleased:
		d.settleUnlessLost(ackNak)
	case verdictRejected, verdictFailed:
		if !w.deadLetter(fetch, ctx, d, v, err) {
			return
		}
		d.settleUnlessLost(ackTerm)
	case verdictLost, verdictHeld:
		w.bus.log.WarnContext(ctx, "a stalled delivery was left to its redelivery", "consumer", d.Consumer, "sequence", d.Sequence)
		return
	}
	w.settled(d.Sequence)
}

// deadLetter tries until the dead letter is stored; it returns false when the delivery was lost or the process stops.
func (w *worker) deadLetter(fetch, ctx context.Context, d *delivery, v verdict, cause error) bool {
	wait := backoff{first: 50 * time.Millisecond, most: 2 * time.Second}
	for {
		if d.lost() {
			return false
		}
		err := w.bus.deadLetter(ctx, d, v, cause, func(body []byte) bool { return w.raw(d, body) })
		if err == nil {
			w.bus.meters.deadLetters.Add(ctx, 1)
			w.bus.log.WarnContext(ctx, "dead letter", "stage", d.stage.name, "consumer", d.Consumer, "sequence", d.Sequence, "attempt", d.Attempt, "tenant", d.tenant, "error", cause)
			return true
		}
		if !pause(fetch, wait.next()) {
			return false
		}
	}
}

// raw is true for a body of a stage that holds raw texts, and for one that is no event: nobody has masked it. One that may have
// killed its process is not decoded again.
func (w *worker) raw(d *delivery, body []byte) bool {
	if w.stage.raw || d.event != nil || d.Attempt > maxDeliveries {
		return w.stage.raw
	}
	_, err := w.decode(body)
	return err != nil
}

// suspect is an error for a message that has been delivered five times without a verdict: it kills its process.
func (w *worker) suspect(fetch, ctx context.Context, d *delivery) (verdict, error) {
	wait := backoff{first: 50 * time.Millisecond, most: 2 * time.Second}
	for d.Attempt > maxDeliveries {
		held, err := w.bus.Get(ctx, bucketHeld, d.heldKey())
		if err == nil || errors.Is(err, ErrNotFound) {
			excused, _ := strconv.ParseUint(string(held), 10, 64)
			if d.Attempt-min(excused, d.Attempt) <= maxDeliveries {
				return "", nil
			}
			return verdictFailed, fmt.Errorf("delivered %d times without a verdict", d.Attempt)
		}
		if !pause(fetch, wait.next()) {
			return verdictReleased, err
		}
	}
	return "", nil
}

// remember excuses the deliveries so far: something was away, and a restart in the meantime is not the message's fault.
func (w *worker) remember(ctx context.Context, d *delivery) {
	if d.Attempt < 3 || d.excused {
		return
	}
	d.excused = w.bus.Put(ctx, bucketHeld, d.heldKey(), []byte(strconv.FormatUint(d.Attempt, 10))) == nil
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
