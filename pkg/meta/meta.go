// Package meta checks the Meta of events by one set of limits.
package meta

import (
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// MaxID is the greatest length of an id or name in Meta, in bytes. Ids derived from a channel's own are the longest.
const MaxID = 512

// Field is a part of Meta that some events must have. Its error names the field and what was expected, never the value.
type Field func(*recadov1.Meta) error

// Message lists what every event about a message of a conversation must have.
var Message = []Field{EventID, Channel, AccountID, MessageID, ConversationUUID, ContactID, ProfileName, ReceivedAt}

// Check returns the error of the first field that is missing or malformed: the tenant of every event, then the required fields.
func Check(m *recadov1.Meta, required ...Field) error {
	if m == nil {
		return errors.New("meta: required, got none")
	}
	if _, err := tenant.ParseID(m.GetTenantId()); err != nil {
		return fmt.Errorf("meta.tenant_id: %w", err)
	}
	for _, check := range required {
		if err := check(m); err != nil {
			return err
		}
	}
	return nil
}

// EventID must have 1 to MaxID bytes without spaces: it is sent in a header.
func EventID(m *recadov1.Meta) error {
	if strings.ContainsAny(m.GetEventId(), " \r\n") {
		return errors.New("meta.event_id: expected no spaces")
	}
	return text("event_id", m.GetEventId(), 1)
}

// Channel must have 1 to MaxID bytes.
func Channel(m *recadov1.Meta) error { return text("channel", m.GetChannel(), 1) }

// AccountID must have 1 to MaxID bytes.
func AccountID(m *recadov1.Meta) error { return text("account_id", m.GetAccountId(), 1) }

// MessageID must have 1 to MaxID bytes.
func MessageID(m *recadov1.Meta) error { return text("message_id", m.GetMessageId(), 1) }

// ConversationKey must not be empty.
func ConversationKey(m *recadov1.Meta) error {
	if m.GetConversationKey() == "" {
		return errors.New("meta.conversation_key: required, got none")
	}
	return nil
}

// ConversationUUID requires a conversation key that is a UUID, as those of messages are.
func ConversationUUID(m *recadov1.Meta) error {
	if uuid.Validate(m.GetConversationKey()) != nil {
		return errors.New("meta.conversation_key: expected a UUID")
	}
	return nil
}

// ContactID must be a UUID.
func ContactID(m *recadov1.Meta) error {
	if uuid.Validate(m.GetContact().GetContactId()) != nil {
		return errors.New("meta.contact.contact_id: expected a UUID")
	}
	return nil
}

// ProfileName may be empty and has at most MaxID bytes.
func ProfileName(m *recadov1.Meta) error {
	return text("contact.profile_name", m.GetContact().GetProfileName(), 0)
}

// ReceivedAt must be a time.
func ReceivedAt(m *recadov1.Meta) error {
	if !m.GetReceivedAt().IsValid() {
		return errors.New("meta.received_at: expected a time")
	}
	return nil
}

// text refuses what PostgreSQL cannot store, too.
func text(name, value string, minimum int) error {
	if len(value) < minimum || len(value) > MaxID {
		return fmt.Errorf("meta.%s: expected %d to %d bytes, got %d", name, minimum, MaxID, len(value))
	}
	if strings.ContainsRune(value, 0) {
		return fmt.Errorf("meta.%s: expected no NUL", name)
	}
	return nil
}
