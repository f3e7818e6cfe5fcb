package outboundsender

import (
	"context"
	"time"

	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/meta"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// Bounds of the typing indicators: an indicator that comes late or finds no place is worth nothing and is left out.
const (
	typingAtATime = 16
	typingTimeout = 3 * time.Second
	typingWorth   = 10 * time.Second
)

// showTyping marks a message as read and shows its writer that an answer is being written.
func (s *sender) showTyping(ctx context.Context, e *recadov1.TypingStarted) {
	m := e.GetMeta()
	if meta.Check(m, meta.Channel) != nil || time.Since(m.GetReceivedAt().AsTime()) > typingWorth {
		return
	}
	d := &delivery{tenant: tenant.ID(m.GetTenantId()), reply: &recadov1.ReplyDrafted{Meta: m}}
	if s.pauses.left(d) > 0 || !s.typing.take() {
		return
	}
	s.typing.run(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), typingTimeout)
		defer cancel()
		ctx, span := s.tracer.Start(tenant.NewContext(ctx, d.tenant), "typing "+m.GetChannel())
		defer span.End()
		s.typeTo(ctx, d)
	})
}

func (s *sender) typeTo(ctx context.Context, d *delivery) {
	m := d.reply.GetMeta()
	c, ok := channel.ByName(m.GetChannel())
	if !ok {
		return
	}
	whom, err := s.addressee(ctx, d)
	if err != nil {
		s.log.WarnContext(ctx, "typing indicator not shown", "channel", m.GetChannel(), "error", err)
		return
	}
	request, shows := c.Typing(m.GetAccountId(), whom.ownMessageID(m))
	if !shows {
		return
	}
	if o := s.send(ctx, d, request); o.Class == channel.RetryNumber || o.Class == channel.RetryAccount {
		s.pauses.pause(d, max(backOff(1), o.RetryAfter)) // the replies wait too
	}
}
