package outboundsender

import (
	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/identity"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// identityOf returns what makes the ids of a tenant: what a channel calls a reply may hold its reader's number, so that only an HMAC
// of it is stored and published.
func (s *sender) identityOf(id tenant.ID) (*identity.Tenant, error) {
	known, ok := s.tenants.Get(id)
	if !ok {
		return identity.Bare(id), nil
	}
	return s.ids.Of(known)
}

// ownMessageID is the channel's own id of the message that an event is about; empty where it does not open any more.
func (a addressee) ownMessageID(m *recadov1.Meta) string {
	if !m.GetKeyed() {
		return m.GetMessageId()
	}
	for _, under := range a.under {
		if own, err := channel.OpenMessageID(under.key, under.bound, m.GetSealedMessageId()); err == nil {
			return own
		}
	}
	return ""
}

// quoting returns a reply that quotes by the channel's own id, which only this door opens. What cannot be quoted any more is answered
// without a quote.
func (a addressee) quoting(r *recadov1.ReplyDrafted) *recadov1.ReplyDrafted {
	quoted := r.GetContent().GetReplyTo()
	if quoted == "" || !r.GetMeta().GetKeyed() {
		return r
	}
	out := proto.CloneOf(r)
	out.Content.ReplyTo = ""
	if quoted == r.GetMeta().GetMessageId() {
		out.Content.ReplyTo = a.ownMessageID(r.GetMeta())
	}
	return out
}
