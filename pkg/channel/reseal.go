package channel

import (
	"fmt"

	"github.com/recado/recado/pkg/seal"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// ResealMeta seals what an event says of its contact with the newest root key, where an older one has sealed it. What is under the
// contact's own key stays as it is.
func ResealMeta(root seal.Key, m *recadov1.Meta) (changed bool, err error) {
	contact := m.GetContact()
	key := root.Derive(seal.PurposeAddress, m.GetTenantId())
	if root.Older(contact.GetSealedAddress()) {
		if contact.SealedAddress, changed, err = key.Reseal(contact.GetSealedAddress(), []byte(contact.GetContactId())); err != nil {
			return false, fmt.Errorf("address: %w", err)
		}
	}
	if root.Older(m.GetSealedMessageId()) {
		bound := []byte(contact.GetContactId() + "/message")
		if m.SealedMessageId, changed, err = key.Reseal(m.GetSealedMessageId(), bound); err != nil {
			return false, fmt.Errorf("message id: %w", err)
		}
	}
	return changed, nil
}
