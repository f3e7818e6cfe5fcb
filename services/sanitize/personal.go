package sanitize

import (
	"context"

	"github.com/recado/recado/pkg/meta"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/vault"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// seal returns the message's personal data as it travels, under the contact's own key. What nobody further on may know, a card or a
// password, is not kept at all: its token gives way to a text that says so.
func (s *screener) seal(ctx context.Context, j *judgement) ([]*recadov1.SealedValue, error) {
	if hidden := vault.Hidden(j.pii); hidden != nil {
		for _, text := range meta.Texts(j.content) {
			*text = vault.Replace(*text, hidden)
		}
		if contact := j.meta.GetContact(); contact != nil {
			contact.ProfileName = vault.Replace(contact.GetProfileName(), hidden)
		}
	}
	return s.vault.Seal(ctx, tenant.ID(j.meta.GetTenantId()), j.meta.GetContact().GetContactId(), j.pii)
}
