package channel

import (
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/recado/recado/pkg/identity"
	"github.com/recado/recado/pkg/seal"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// idFields are the fields of events that hold an id of a person, a conversation or a message.
var idFields = map[protoreflect.FullName]identity.Purpose{
	"recado.v1.Meta.conversation_key": identity.Conversation,
	"recado.v1.Meta.message_id":       identity.Message,
	"recado.v1.Contact.contact_id":    identity.Contact,
	"recado.v1.Reaction.message_id":   identity.Message,

	"recado.v1.MessageReceived.reply_to": identity.Message,
	"recado.v1.MessageScreened.reply_to": identity.Message,
	"recado.v1.MessageRouted.reply_to":   identity.Message,

	"recado.v1.ReceiptReceived.provider_message_id": identity.Message,

	"recado.v1.ReplyDrafted.message_ids":           identity.Message,
	"recado.v1.ReplyDrafted.conversation_id":       identity.Conversation,
	"recado.v1.ReplyContent.reply_to":              identity.Message,
	"recado.v1.ReplySent.message_ids":              identity.Message,
	"recado.v1.ReplySent.provider_message_id":      identity.Message,
	"recado.v1.ReplyDelivered.provider_message_id": identity.Message,
	"recado.v1.ReplyRead.provider_message_id":      identity.Message,
	"recado.v1.TurnCompleted.message_ids":          identity.Message,
	"recado.v1.ToolRequested.conversation_id":      identity.Conversation,
	"recado.v1.TurnCompleted.conversation_id":      identity.Conversation,
	"recado.v1.HandoffRequested.conversation_id":   identity.Conversation,
	"recado.v1.HandoffReturned.conversation_id":    identity.Conversation,
}

// event is what travels between services.
type event interface {
	proto.Message
	GetMeta() *recadov1.Meta
}

// Rekey gives an event with bare ids those that its tenant's identity makes, from the bare ones alone. What the tenant's key for
// addresses seals, under, is sealed for the contact's new id; what the contact's own key seals opens for it as it is. An event that is
// keyed already stays as it is.
func Rekey(e event, under seal.Key, ids *identity.Tenant) {
	m := e.GetMeta()
	if m == nil || m.GetKeyed() || !ids.Keyed() {
		return
	}
	contact, own := m.GetContact().GetContactId(), m.GetMessageId()
	rekeyFields(e.ProtoReflect(), ids)
	switch e.(type) {
	case *recadov1.MessageReceived, *recadov1.MessageScreened, *recadov1.MessageRouted:
		m.EventId = ids.Rekeyed(identity.Event, m.GetEventId())
	}
	m.Keyed = true
	if m.GetContact() == nil {
		return
	}
	now := m.GetContact().GetContactId()
	m.Contact.SealedAddress = MoveAddress(under, [2]string{contact, now}, m.GetContact().GetSealedAddress())
	if own != "" {
		m.SealedMessageId = SealMessageID(under, now, own)
	}
}

// MoveAddress seals for a contact's new id what was sealed for its old one under the tenant's key. What does not open stays as it is:
// it is under the contact's own.
func MoveAddress(under seal.Key, contact [2]string, sealed []byte) []byte {
	address, err := OpenAddress(under, contact[0], sealed)
	if err != nil {
		return sealed
	}
	moved, err := SealAddress(under, contact[1], address)
	if err != nil {
		return sealed
	}
	return moved
}

func rekeyFields(m protoreflect.Message, ids *identity.Tenant) {
	m.Range(func(field protoreflect.FieldDescriptor, value protoreflect.Value) bool {
		purpose, known := idFields[field.FullName()]
		switch {
		case known && field.IsList():
			for i := range value.List().Len() {
				value.List().Set(i, protoreflect.ValueOfString(ids.Rekeyed(purpose, value.List().Get(i).String())))
			}
		case known && value.String() != "":
			m.Set(field, protoreflect.ValueOfString(ids.Rekeyed(purpose, value.String())))
		case field.IsMap() || field.Message() == nil:
		case field.IsList():
			for i := range value.List().Len() {
				rekeyFields(value.List().Get(i).Message(), ids)
			}
		default:
			rekeyFields(value.Message(), ids)
		}
		return true
	})
}
