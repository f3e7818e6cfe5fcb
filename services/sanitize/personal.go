package sanitize

import (
	"context"
	"errors"
	"time"

	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/pkg/limit"
	"github.com/recado/recado/pkg/meta"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/vault"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// Anybody can be as many visitors of a page as they like. Their keys end with what the streams hold of them, and a tenant's new ones
// are as many as an honest page needs: after the burst 86,400 a day, of some 210 bytes each.
const (
	visitorKeyEnds  = 72 * time.Hour
	visitorKeys     = 1 // a second, of one tenant
	visitorKeyBurst = 600
)

// vaults are where personal data is sealed: one for contacts that last, one for the visitors of pages.
type vaults struct{ lasting, visitors *vault.Vault }

func newVaults(v *vault.Vault) vaults {
	keys := limit.New(visitorKeys, visitorKeyBurst)
	return vaults{lasting: v, visitors: v.Ending(visitorKeyEnds, func(id tenant.ID) bool { return keys.Allow(string(id)) })}
}

func (v vaults) of(channelName string) *vault.Vault {
	if channelName == (channel.Webchat{}).Name() {
		return v.visitors
	}
	return v.lasting
}

// seal returns the message's personal data as it travels, under the contact's own key. What nobody further on may know, a card or a
// password, is not kept at all: its token gives way to a text that says so. Where the vault has no room for the contact, that is true
// of all of it, and the message goes on.
func (s *screener) seal(ctx context.Context, j *judgement) ([]*recadov1.SealedValue, error) {
	j.hide(vault.Hidden(j.pii))
	sealed, err := s.vaults.of(j.meta.GetChannel()).Seal(ctx, tenant.ID(j.meta.GetTenantId()), j.meta.GetContact().GetContactId(), j.pii)
	if !errors.Is(err, vault.ErrFull) {
		return sealed, err
	}
	s.counts.vaultFull(ctx)
	all := map[string]string{}
	for _, found := range j.pii {
		all[found.Token] = guard.Protected
	}
	j.hide(all)
	return nil, nil
}

// hide puts what stands for tokens in their place, wherever the message has them.
func (j *judgement) hide(names map[string]string) {
	if len(names) == 0 {
		return
	}
	for _, text := range meta.Texts(j.content) {
		*text = vault.Replace(*text, names)
	}
	if contact := j.meta.GetContact(); contact != nil {
		contact.ProfileName = vault.Replace(contact.GetProfileName(), names)
	}
}
