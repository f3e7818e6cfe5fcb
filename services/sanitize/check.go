package sanitize

import (
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

const (
	// MaxText bounds all that a person wrote in one message, in bytes; the largest channel allows a quarter of it.
	MaxText = 16 << 10
	maxID   = 512
	maxURL  = 4 << 10
)

var errUnknownTenant = errors.New("meta.tenant_id: expected a known tenant")

// check names the first thing that makes a message unfit for the pipeline. It never quotes values.
func check(e *recadov1.MessageReceived) error {
	if err := checkMeta(e.GetMeta()); err != nil {
		return err
	}
	if e.GetContent().GetKind() == nil {
		return errors.New("content: required, got none")
	}
	return checkSizes(e)
}

func checkMeta(m *recadov1.Meta) error {
	if m == nil {
		return errors.New("meta: required, got none")
	}
	if _, err := tenant.ParseID(m.GetTenantId()); err != nil {
		return fmt.Errorf("meta.tenant_id: %w", err)
	}
	for _, f := range []struct{ name, value string }{
		{"meta.event_id", m.GetEventId()},
		{"meta.channel", m.GetChannel()},
		{"meta.account_id", m.GetAccountId()},
		{"meta.message_id", m.GetMessageId()},
	} {
		if f.value == "" || len(f.value) > maxID {
			return fmt.Errorf("%s: expected 1 to %d characters, got %d", f.name, maxID, len(f.value))
		}
	}
	if _, err := uuid.Parse(m.GetConversationKey()); err != nil {
		return errors.New("meta.conversation_key: expected a UUID")
	}
	if _, err := uuid.Parse(m.GetContact().GetContactId()); err != nil {
		return errors.New("meta.contact.contact_id: expected a UUID")
	}
	if !m.GetReceivedAt().IsValid() || m.GetReceivedAt() == nil {
		return errors.New("meta.received_at: expected a time")
	}
	return nil
}

func checkSizes(e *recadov1.MessageReceived) error {
	total := len(e.GetMeta().GetContact().GetProfileName())
	for _, text := range texts(e.GetContent()) {
		total += len(*text)
	}
	if total > MaxText {
		return fmt.Errorf("content: expected at most %d bytes of text, got %d", MaxText, total)
	}
	if n := len(e.GetReplyTo()); n > maxID {
		return fmt.Errorf("reply_to: expected at most %d characters, got %d", maxID, n)
	}
	for _, id := range ids(e.GetContent()) {
		if len(*id) > maxURL {
			return fmt.Errorf("content: expected ids and addresses of at most %d characters, got %d", maxURL, len(*id))
		}
	}
	return nil
}
