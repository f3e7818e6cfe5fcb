package outboundsender

import (
	"context"
	"errors"
	"fmt"

	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/vault"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// finder reads a contact's key.
type finder interface {
	Find(ctx context.Context, id tenant.ID, contact string) (c vault.Contact, known bool, err error)
}

// addressee is whom a reply is for, and what opens what is sealed of them.
type addressee struct {
	contact vault.Contact
	known   bool // has a key
	under   []opening
}

// opening is a key that may open what is sealed of a contact, and the contact id that it is bound to.
type opening struct {
	key   seal.Key
	bound string
}

// errErased: nothing of the contact opens any more, its address neither.
var errErased = errors.New("the address does not open: the contact was erased, or wrote to another installation")

// addressee reads the contact's key, once for a reply. An address is under that key or, from before it had one, where the vault was
// full, and of a page's visitor, under the tenant's.
func (s *sender) addressee(ctx context.Context, d *delivery) (a addressee, err error) {
	m := d.reply.GetMeta()
	a.under = []opening{{s.key.Derive(seal.PurposeAddress, m.GetTenantId()), m.GetContact().GetContactId()}}
	if m.GetChannel() == (channel.Webchat{}).Name() {
		return a, nil
	}
	if a.contact, a.known, err = s.vault.Find(ctx, d.tenant, m.GetContact().GetContactId()); err != nil {
		return a, fmt.Errorf("open address of reply %s: %w", d.reply.GetReplyId(), err)
	}
	if a.known {
		a.under = append(a.under, opening{a.contact.Key(seal.PurposeAddress), a.contact.Bound()})
	}
	return a, nil
}

func (a addressee) address(m *recadov1.Meta) (channel.Address, error) {
	for _, under := range a.under {
		if to, err := channel.OpenAddress(under.key, under.bound, m.GetContact().GetSealedAddress()); err == nil {
			return to, nil
		}
	}
	return channel.Address{}, errErased
}

// reveal returns the reply as the channel gets it. The tokens of personal data give way to the values only here, just before the
// call; what lives on the bus keeps them, sealed values beside, for who opens them at its own door.
func (a addressee) reveal(c channel.Channel, r *recadov1.ReplyDrafted) *recadov1.ReplyDrafted {
	if c.Name() == (channel.Webchat{}).Name() || len(tokensIn(r.GetContent())) == 0 {
		return r
	}
	var entries []vault.Entry
	if a.known {
		entries = a.contact.Open(r.GetPii())
	}
	return shown(r, entries)
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
