package ingest

import (
	"context"
	"log/slog"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/vault"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// keeper gives each contact its key.
type keeper interface {
	Of(ctx context.Context, id tenant.ID, contact string) (vault.Contact, error)
}

// addresses seal what a channel says of a person, the address and its own id of the message, under the contact's key.
type addresses struct {
	key    seal.Key
	vault  keeper
	counts *counts
	log    *slog.Logger
}

// seal sets what only outbound-sender opens. The key is read once for a message, and never kept.
func (a *addresses) seal(ctx context.Context, m *recadov1.Meta, in channel.Inbound, held bool) error {
	under, bound, err := a.under(ctx, m, held)
	if err != nil {
		return err
	}
	if m.Contact.SealedAddress, err = channel.SealAddress(under, bound, in.From); err != nil {
		return err
	}
	if m.GetKeyed() {
		m.SealedMessageId = channel.SealMessageID(under, bound, in.MessageID)
	}
	return nil
}

// under is the key that a contact's address is sealed with, and the contact id that it is bound to: its own. A page's visitor has only
// the random id of a session, and no address. Where the vault has no room, or holds what does not open, the tenant's key serves: no
// message waits for that or is lost. It serves, too, while the tenant is held to be re-keyed, whose contacts' keys get other names.
func (a *addresses) under(ctx context.Context, m *recadov1.Meta, held bool) (key seal.Key, bound string, err error) {
	contact := m.GetContact().GetContactId()
	tenants := a.key.Derive(seal.PurposeAddress, m.GetTenantId())
	if held || m.GetChannel() == (channel.Webchat{}).Name() {
		return tenants, contact, nil
	}
	c, err := a.vault.Of(ctx, tenant.ID(m.GetTenantId()), contact)
	switch {
	case err == nil:
		return c.Key(seal.PurposeAddress), c.Bound(), nil
	case bus.IsUnavailable(err):
		return seal.Key{}, "", err
	}
	a.counts.keyless.Add(ctx, 1)
	a.log.WarnContext(ctx, "an address is sealed under its tenant's key", "tenant", m.GetTenantId(), "error", err)
	return tenants, contact, nil
}
