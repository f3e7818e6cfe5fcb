package outboundsender

import (
	"context"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/retry"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// record publishes how an attempt ended and then stores it: an event published twice is one event, an end never published would
// be lost.
func (s *sender) record(ctx context.Context, d *delivery, end result) {
	published := true
	switch end.state {
	case stateSent:
		published = s.retryUntilStop(ctx, func(ctx context.Context) error { return s.publishSent(ctx, d, end.provider, d.uncertain) })
	case stateFailed, stateParked:
		s.log.WarnContext(ctx, "reply not sent", "reply", d.reply.GetReplyId(), "state", end.state, "reason", end.reason)
		published = s.retryUntilStop(ctx, func(ctx context.Context) error { return s.publishFailed(ctx, d, end.reason, end.errors) })
	}
	if !published { // stopped meanwhile: whoever takes the reply over sends only what is missing, and publishes the end
		s.retryUntilStop(ctx, func(ctx context.Context) error { return s.table.progress(ctx, d, end.part, end.provider) })
		return
	}
	s.finish(ctx, d, end)
}

// finish stores the end of an attempt, and publishes the receipts that came before it.
func (s *sender) finish(ctx context.Context, d *delivery, end result) {
	var next followUp
	s.retryUntilStop(ctx, func(ctx context.Context) (err error) {
		next, err = s.table.finish(ctx, d, end)
		return err
	})
	for _, early := range next.statuses {
		s.retryUntilStop(ctx, func(ctx context.Context) error {
			was := status{status: recadov1.ReceiptStatus(early), provider: end.provider, reason: next.failure}
			return s.publishStatus(ctx, d.reply, was)
		})
	}
	if next.more {
		s.wakeUp()
	}
}

var recordPauses = retry.Policy{Min: 50 * time.Millisecond, Max: 2 * time.Second}

const recordTimeout = 10 * time.Second

// retryUntilStop repeats what must be recorded until it is, or until the process stops: then it is false, the lease runs out and
// another process resolves it.
func (s *sender) retryUntilStop(ctx context.Context, do func(context.Context) error) bool {
	for pauses := recordPauses.Backoff(); ; {
		attempt, cancel := context.WithTimeout(ctx, recordTimeout)
		err := do(attempt)
		cancel()
		if err == nil {
			return true
		}
		s.log.DebugContext(ctx, "record delivery", "error", err)
		select {
		case <-s.stopping:
			return false
		case <-time.After(pauses.Next()):
		}
	}
}

// metaOf is the reply's meta for an event about it; the address and the channel's own id of the message go no further.
func metaOf(r *recadov1.ReplyDrafted) *recadov1.Meta {
	meta := proto.CloneOf(r.GetMeta())
	meta.EventId, meta.SealedMessageId = r.GetReplyId(), nil
	if meta.GetContact() != nil {
		meta.Contact.SealedAddress = nil
	}
	return meta
}

func (s *sender) publishSent(ctx context.Context, d *delivery, provider string, uncertain bool) error {
	return s.bus.Publish(ctx, &recadov1.ReplySent{
		Meta: metaOf(d.reply), ReplyId: d.reply.GetReplyId(), ProviderMessageId: provider, Attempts: uint32(d.attempts),
		Uncertain: uncertain, SentAt: timestamppb.Now(), MessageIds: d.reply.GetMessageIds(),
	})
}

func (s *sender) publishFailed(ctx context.Context, d *delivery, reason string, errors []*recadov1.ProviderError) error {
	return s.bus.Publish(ctx, &recadov1.ReplyFailed{Meta: metaOf(d.reply), ReplyId: d.reply.GetReplyId(), Reason: reason, Errors: errors})
}

// status is what became of a reply after it was sent.
type status struct {
	status   recadov1.ReceiptStatus
	provider string
	reason   string // of a failure
	errors   []*recadov1.ProviderError
}

// publishStatus publishes what a receipt reports of a reply; the send itself publishes that it was sent.
func (s *sender) publishStatus(ctx context.Context, r *recadov1.ReplyDrafted, was status) error {
	meta, id := metaOf(r), r.GetReplyId()
	switch was.status {
	case recadov1.ReceiptStatus_RECEIPT_STATUS_DELIVERED:
		return s.bus.Publish(ctx, &recadov1.ReplyDelivered{Meta: meta, ReplyId: id, ProviderMessageId: was.provider})
	case recadov1.ReceiptStatus_RECEIPT_STATUS_READ:
		return s.bus.Publish(ctx, &recadov1.ReplyRead{Meta: meta, ReplyId: id, ProviderMessageId: was.provider})
	case recadov1.ReceiptStatus_RECEIPT_STATUS_FAILED:
		return s.bus.Publish(ctx, &recadov1.ReplyFailed{Meta: meta, ReplyId: id, Reason: was.reason, Errors: was.errors})
	default:
		return nil
	}
}
