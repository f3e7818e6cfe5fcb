package outboundsender

import (
	"context"
	"fmt"

	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/vault"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// opener opens sealed values; those that do not open any more are missing from its answer.
type opener interface {
	Open(ctx context.Context, id tenant.ID, contact string, values []*recadov1.SealedValue) ([]vault.Entry, error)
}

// reveal returns the reply as the channel gets it. The tokens of personal data give way to the values only here, just before the
// call; what lives on the bus keeps them, sealed values beside, for who opens them at its own door.
func (s *sender) reveal(ctx context.Context, c channel.Channel, d *delivery) (*recadov1.ReplyDrafted, error) {
	if c.Name() == (channel.Webchat{}).Name() {
		return d.reply, nil
	}
	if len(tokensIn(d.reply.GetContent())) == 0 {
		return d.reply, nil
	}
	entries, err := s.vault.Open(ctx, d.tenant, d.reply.GetMeta().GetContact().GetContactId(), d.reply.GetPii())
	if err != nil {
		return nil, fmt.Errorf("open personal data of reply %s: %w", d.reply.GetReplyId(), err)
	}
	return shown(d.reply, entries), nil
}

// shown is a copy of the reply with values in place of their tokens, and [DATO PROTEGIDO] where there is none.
func shown(r *recadov1.ReplyDrafted, entries []vault.Entry) *recadov1.ReplyDrafted {
	out := proto.CloneOf(r)
	out.Pii = nil
	for _, text := range textsOf(out.GetContent()) {
		*text = vault.Show(*text, entries)
	}
	return out
}

func tokensIn(c *recadov1.ReplyContent) (out []string) {
	for _, text := range textsOf(c) {
		out = append(out, vault.Tokens(*text)...)
	}
	return out
}

func textsOf(c *recadov1.ReplyContent) []*string {
	if c == nil {
		return nil
	}
	out := []*string{&c.Text}
	for _, choice := range c.Choices {
		out = append(out, &choice.Title, &choice.Description)
	}
	return out
}
