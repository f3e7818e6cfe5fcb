package outboundsender

import (
	"context"
	"errors"
	"strings"

	"github.com/google/uuid"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/meta"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/telemetry"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// receive applies what a channel reports of a reply, and publishes it.
func (s *sender) receive(ctx context.Context, e *recadov1.ReceiptReceived) error {
	if e.GetStatus() == recadov1.ReceiptStatus_RECEIPT_STATUS_ACCOUNT_ERROR {
		s.log.WarnContext(ctx, "channel account reports an error", "channel", e.GetMeta().GetChannel(), "code", firstCode(e.GetErrors()))
		return nil
	}
	r, err := readReceipt(e)
	if err != nil {
		return bus.Reject(err)
	}
	if err := s.known(ctx, r.tenant); err != nil {
		return err
	}
	if !e.GetMeta().GetKeyed() { // it came in before its tenant was re-keyed, or the tenant is not
		ids, err := s.identityOf(r.tenant)
		if err != nil {
			return bus.Unavailable(err)
		}
		r.provider = ids.MessageID(r.provider)
	}
	got, err := s.table.receive(ctx, r)
	switch {
	case store.IsUnavailable(err):
		return bus.Unavailable(err)
	case err != nil:
		return err
	case !got.found:
		return nil // kept until the send call returns, or nobody's
	}
	defer s.spanOf(ctx, e, &got).End()
	if got.more {
		s.wakeUp()
	}
	if !got.applies {
		return nil
	}
	return s.publishReceipt(ctx, e, r, &got)
}

func (s *sender) publishReceipt(ctx context.Context, e *recadov1.ReceiptReceived, r receipt, got *applied) error {
	if s.provesSending(ctx, r, got) {
		d := &delivery{tenant: r.tenant, reply: got.reply, attempts: got.attempts}
		if err := s.publishSent(ctx, d, r.provider, got.uncertain); err != nil {
			s.unsaid.Store(got.reply.GetReplyId(), true)
			return err
		}
		s.unsaid.Delete(got.reply.GetReplyId())
	}
	return s.publishStatus(ctx, got.reply, status{status: r.status, provider: r.provider, reason: r.reason, errors: e.GetErrors()})
}

// provesSending reports whether the receipt is what made the reply sent; also when it did so before, and the event about it may
// be lost: a repeated event is one event.
func (s *sender) provesSending(ctx context.Context, r receipt, got *applied) bool {
	if r.status == recadov1.ReceiptStatus_RECEIPT_STATUS_FAILED {
		return false
	}
	_, unsaid := s.unsaid.Load(got.reply.GetReplyId())
	return unsaid || got.was != stateSent || bus.Info(ctx).Attempt > 1
}

func readReceipt(e *recadov1.ReceiptReceived) (r receipt, err error) {
	if err := meta.Check(e.GetMeta()); err != nil {
		return r, err
	}
	r.tenant, r.channel = tenant.ID(e.GetMeta().GetTenantId()), e.GetMeta().GetChannel()
	r.provider, r.status = e.GetProviderMessageId(), e.GetStatus()
	r.part = 1
	if reply, part := channel.ParseCallbackData(e.GetCallbackData()); isReply(reply) {
		r.reply, r.part = reply, part
	}
	if r.provider == "" && r.reply == "" {
		return r, errors.New("provider_message_id: expected the channel's id or our reply id in callback_data, got neither")
	}
	if r.status < recadov1.ReceiptStatus_RECEIPT_STATUS_SENT || r.status > recadov1.ReceiptStatus_RECEIPT_STATUS_FAILED {
		return r, errors.New("status: expected sent, delivered, read or failed")
	}
	if c, ok := channel.ByName(r.channel); ok && r.status == recadov1.ReceiptStatus_RECEIPT_STATUS_FAILED {
		r.reason = c.ClassifyCode(firstCode(e.GetErrors())).Reason()
	}
	return r, nil
}

// isReply reports whether callback data is our own, not another system's.
func isReply(s string) bool {
	_, err := uuid.Parse(s)
	return err == nil
}

func firstCode(errors []*recadov1.ProviderError) int32 {
	if len(errors) == 0 {
		return 0
	}
	return errors[0].GetCode()
}

// spanOf puts the receipt on the trace of the message that the reply answered, linked to the webhook that brought it.
func (s *sender) spanOf(ctx context.Context, e *recadov1.ReceiptReceived, got *applied) trace.Span {
	name := "receipt " + strings.ToLower(strings.TrimPrefix(e.GetStatus().String(), "RECEIPT_STATUS_"))
	_, span := s.tracer.Start(telemetry.Extract(context.WithoutCancel(ctx), got.traceparent), name,
		trace.WithLinks(trace.LinkFromContext(ctx)), trace.WithAttributes(
			attribute.String("recado.tenant", e.GetMeta().GetTenantId()), attribute.String("recado.reply_id", got.reply.GetReplyId())))
	return span
}
