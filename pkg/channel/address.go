package channel

import (
	"encoding/json"
	"fmt"

	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/seal"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// Address is where a person is reached on a channel. It is personal data: it leaves ingest sealed, and only outbound-sender opens it.
type Address struct {
	// Phone is digits without a plus; a WhatsApp user with a username may have none.
	Phone string `json:"phone,omitempty"`
	// UserID is the channel's own id of the person: a business-scoped user id, a web chat session, a gateway's user.
	UserID string `json:"user_id,omitempty"`
}

// User is who the person is on the channel: the user id where there is one, else the phone.
// A person first seen by phone alone and later with a user id is therefore two contacts: nothing in the second message proves
// the first to a stateless ingest, and a phone changes hands while a user id does not.
func (a Address) User() string {
	if a.UserID != "" {
		return a.UserID
	}
	return a.Phone
}

// String hides the address.
func (Address) String() string { return "***" }

// GoString hides the address.
func (Address) GoString() string { return "***" }

// SealAddress seals an address for one contact, under the key of the contact for that purpose.
func SealAddress(under seal.Key, contactID string, a Address) ([]byte, error) {
	plain, err := json.Marshal(a)
	if err != nil {
		return nil, fmt.Errorf("encode address: %w", err)
	}
	return under.Seal(plain, []byte(contactID)), nil
}

// OpenAddress opens what SealAddress sealed for the same contact.
func OpenAddress(under seal.Key, contactID string, sealed []byte) (Address, error) {
	plain, err := under.Open(sealed, []byte(contactID))
	if err != nil {
		return Address{}, fmt.Errorf("open address: %w", err)
	}
	var a Address
	if err := json.Unmarshal(plain, &a); err != nil {
		return Address{}, fmt.Errorf("decode address: %w", err)
	}
	return a, nil
}

// SealMessageID seals the channel's own id of a message, which may hold the person's number, as SealAddress seals the address.
func SealMessageID(under seal.Key, contactID, own string) []byte {
	return under.Seal([]byte(own), []byte(contactID+"/message"))
}

// OpenMessageID opens what SealMessageID sealed for the same contact.
func OpenMessageID(under seal.Key, contactID string, sealed []byte) (own string, err error) {
	plain, err := under.Open(sealed, []byte(contactID+"/message"))
	if err != nil {
		return "", fmt.Errorf("open message id: %w", err)
	}
	return string(plain), nil
}

// ForGateway returns the copy of a reply that a gateway gets: contact_id and message_id are the gateway's own ids of the person and of
// the newest message that the reply answers, and nothing is sealed.
func ForGateway(reply *recadov1.ReplyDrafted, to Address, messageID string) *recadov1.ReplyDrafted {
	out := proto.CloneOf(reply)
	if out.Meta == nil {
		out.Meta = &recadov1.Meta{}
	}
	out.Meta.MessageId, out.Meta.SealedMessageId = messageID, nil
	out.Meta.Contact = &recadov1.Contact{ContactId: to.User(), ProfileName: reply.GetMeta().GetContact().GetProfileName()}
	return out
}
