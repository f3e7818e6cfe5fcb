package outboundsender

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/tenant"
)

// maxAttempts bounds the attempts at a reply that the channel keeps refusing.
const maxAttempts = 10

// Reasons that the table knows by these names.
const (
	// reasonPaused: no attempt was made, because the channel had asked the account to slow down meanwhile, or keys are unavailable.
	reasonPaused = "account_paused"
	// reasonSuperseded: the conversation has moved on.
	reasonSuperseded = "superseded"
)

// answerLimit bounds what is read of a channel's answer.
const answerLimit = 64 << 10

// deliver makes one attempt at a reply and records how it ended.
func (s *sender) deliver(ctx context.Context, d *delivery) {
	defer s.flights.end(d.reply.GetReplyId())
	if d.stale {
		s.retryUntilStop(ctx, func(ctx context.Context) error { return s.publishFailed(ctx, d, reasonSuperseded, nil) })
		s.wakeUp()
		return
	}
	ctx, span := s.startSpan(ctx, d)
	defer span.End()
	end := s.attempt(ctx, d)
	span.SetAttributes(attribute.String("recado.delivery", end.state), attribute.String("recado.reason", end.reason))
	if end.state != stateSent {
		span.SetStatus(codes.Error, end.reason)
	}
	s.record(ctx, d, end)
}

func (s *sender) startSpan(ctx context.Context, d *delivery) (context.Context, trace.Span) {
	return s.tracer.Start(tenant.NewContext(ctx, d.tenant), "send "+d.reply.GetMeta().GetChannel(),
		trace.WithSpanKind(trace.SpanKindClient), trace.WithAttributes(
			attribute.String("recado.tenant", string(d.tenant)),
			attribute.String("recado.reply_id", d.reply.GetReplyId()),
			attribute.String("recado.conversation_id", d.reply.GetConversationId()),
			attribute.StringSlice("recado.message_ids", d.reply.GetMessageIds()),
			attribute.Int("recado.attempt", d.attempts),
			attribute.Bool("recado.uncertain", d.uncertain),
		))
}

// attempt sends what the channel has not yet taken of a reply.
func (s *sender) attempt(ctx context.Context, d *delivery) result {
	requests, err := s.requestsOf(ctx, d)
	if bus.IsUnavailable(err) { // the keys of contacts cannot be read now: nothing was attempted
		return result{state: statePending, part: d.part, wait: time.Second, reason: reasonPaused}
	}
	if err != nil {
		s.log.WarnContext(ctx, "render reply", "reply", d.reply.GetReplyId(), "error", err)
		return result{state: stateFailed, part: d.part, reason: channel.Bug.Reason()}
	}
	if wait := s.pauses.left(d); wait > 0 {
		return result{state: statePending, part: d.part, wait: wait, reason: reasonPaused}
	}
	if d.uncertain && d.part < len(requests) {
		s.uncertain.Add(ctx, 1, metric.WithAttributes(attribute.String("recado.tenant", string(d.tenant))))
	}
	ids, err := s.identityOf(d.tenant)
	if err != nil {
		s.log.WarnContext(ctx, "open identity", "error", err)
		return s.refused(d, d.part, channel.Outcome{Class: channel.AlertAccount})
	}
	end := result{state: stateSent, part: d.part}
	for part := d.part; part < len(requests); part++ {
		outcome := s.send(ctx, d, requests[part])
		s.outcomes.Add(ctx, 1, metric.WithAttributes(
			attribute.String("recado.class", string(outcome.Class)), attribute.String("recado.tenant", string(d.tenant))))
		if outcome.Class != channel.Sent {
			return s.refused(d, part, outcome)
		}
		end.part, end.provider = part+1, ids.MessageID(outcome.ProviderMessageID)
		if part+1 < len(requests) {
			s.retryUntilStop(ctx, func(ctx context.Context) error { return s.table.progress(ctx, d, end.part, end.provider) })
		}
	}
	return end
}

// requestsOf returns what accept has just rendered. A delivery from the table is rendered again: what is stored holds tokens, no
// personal data.
func (s *sender) requestsOf(ctx context.Context, d *delivery) ([]channel.Request, error) {
	if d.requests != nil {
		return d.requests, nil
	}
	return s.render(ctx, d)
}

// send makes one request of the channel's API, or one publish where the channel lives on the bus.
func (s *sender) send(ctx context.Context, d *delivery, r channel.Request) channel.Outcome {
	if r.Subject != "" {
		if err := s.bus.PublishRaw(ctx, r.Subject, d.reply.GetReplyId(), r.Body); err != nil {
			return channel.Outcome{Class: channel.RetryLimited}
		}
		return channel.Outcome{Class: channel.Sent, ProviderMessageID: d.reply.GetReplyId()}
	}
	c, _ := channel.ByName(d.reply.GetMeta().GetChannel())
	account, secrets, err := s.account(d)
	if err != nil {
		s.log.WarnContext(ctx, "open account", "channel", d.reply.GetMeta().GetChannel(), "error", err)
		return channel.Outcome{Class: channel.AlertAccount}
	}
	req, err := http.NewRequestWithContext(ctx, r.Method, account+r.Path, bytes.NewReader(r.Body))
	if err != nil {
		return channel.Outcome{Class: channel.Bug}
	}
	req.Header.Set("Content-Type", "application/json")
	c.Authorize(req.Header, secrets)
	return c.Classify(s.do(req))
}

func (s *sender) do(req *http.Request) channel.Answer {
	resp, err := s.http.Do(req)
	if err != nil {
		return channel.Answer{Err: err}
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(resp.Body, answerLimit))
	return channel.Answer{Status: resp.StatusCode, Header: resp.Header, Body: body, Err: err}
}

var errNoAccount = errors.New("the tenant has no such account")

// account returns the API's base URL and the credentials of the sending account.
func (s *sender) account(d *delivery) (url string, secrets channel.Secrets, err error) {
	meta := d.reply.GetMeta()
	known, ok := s.tenants.Get(d.tenant)
	if !ok {
		return "", secrets, errNoAccount
	}
	account, ok := known.Account(meta.GetChannel(), meta.GetAccountId())
	if !ok {
		return "", secrets, errNoAccount
	}
	url = account.APIURL
	if url == "" {
		url = s.cfg.WhatsAppURL
	}
	if secrets, err = channel.OpenAccess(s.key, d.tenant, account); err != nil {
		return "", secrets, fmt.Errorf("open secrets: %w", err)
	}
	return url, secrets, nil
}

// refused decides what an attempt that did not succeed means for the reply, and for the account.
func (s *sender) refused(d *delivery, part int, o channel.Outcome) result {
	end := result{part: part, reason: o.Class.Reason(), errors: o.Errors, uncertain: o.Uncertain}
	switch {
	case o.Class == channel.UseTemplate || o.Class.StopsAccount():
		end.state = stateParked
	case !o.Class.Retry() || d.attempts >= maxAttempts:
		end.state = stateFailed
	default:
		end.state, end.wait = statePending, max(backOff(d.attempts), o.RetryAfter)
		if o.Uncertain {
			end.wait = max(end.wait, statusWait)
		}
	}
	if o.Class == channel.RetryNumber || o.Class == channel.RetryAccount {
		end.pause = max(backOff(d.attempts), o.RetryAfter)
		s.pauses.pause(d, end.pause)
	}
	return end
}

// backOff doubles from one second to five minutes.
func backOff(attempts int) time.Duration {
	return min(time.Second<<min(max(attempts-1, 0), 10), 5*time.Minute)
}
