package rekey

import (
	"encoding/json"
	"fmt"
	"strings"

	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/identity"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// uuidColumns are the columns that hold the id of a contact or of a conversation.
var uuidColumns = []struct {
	table, column string
	purpose       identity.Purpose
}{
	{"chat.contacts", "id", identity.Contact},
	{"chat.conversations", "id", identity.Conversation},
	{"chat.conversations", "contact_id", identity.Contact},
	{"chat.messages", "conversation_id", identity.Conversation},
	{"chat.turns", "conversation_id", identity.Conversation},
	{"chat.replies", "conversation_id", identity.Conversation},
	{"chat.steps", "conversation_id", identity.Conversation},
	{"chat.usage", "conversation_id", identity.Conversation},
	{"chat.names", "conversation_id", identity.Conversation},
	{"chat.summaries", "conversation_id", identity.Conversation},
	{"chat.summaries", "contact_id", identity.Contact},
	{"chat.facts", "conversation_id", identity.Conversation},
	{"chat.facts", "contact_id", identity.Contact},
	{"delivery.deliveries", "conversation_id", identity.Conversation},
	{"delivery.notices", "conversation_id", identity.Conversation},
	{"business.contacts", "id", identity.Contact},
	{"business.appointments", "contact_id", identity.Contact},
	{"business.appointments", "conversation_id", identity.Conversation},
	{"business.orders", "contact_id", identity.Contact},
	{"business.orders", "conversation_id", identity.Conversation},
	{"business.outbox", "contact_id", identity.Contact},
	{"business.outbox", "conversation_id", identity.Conversation},
	{"business.scheduled_messages", "contact_id", identity.Contact},
	{"business.scheduled_messages", "conversation_id", identity.Conversation},
	{"business.tool_ledger", "contact_id", identity.Contact},
	{"business.loyalty_accounts", "contact_id", identity.Contact},
	{"business.loyalty_transactions", "contact_id", identity.Contact},
	{"business.loyalty_redemptions", "contact_id", identity.Contact},
	{"business.tool_ledger", "conversation_id", identity.Conversation},
	{"business.slot_holds", "contact_id", identity.Contact},
	{"business.slot_holds", "conversation_id", identity.Conversation},
	{"business.waiting_list", "contact_id", identity.Contact},
	{"business.waiting_list", "conversation_id", identity.Conversation},
	{"business.approvals", "contact_id", identity.Contact},
	{"business.approvals", "conversation_id", identity.Conversation},
	{"business.handoffs", "contact_id", identity.Contact},
	{"business.handoffs", "conversation_id", identity.Conversation},
	{"business.callbacks", "contact_id", identity.Contact},
	{"business.callbacks", "conversation_id", identity.Conversation},
	{"business.questions", "contact_id", identity.Contact},
	{"business.questions", "conversation_id", identity.Conversation},
	{"business.records", "contact_id", identity.Contact},
	{"business.records", "conversation_id", identity.Conversation},
	{"knowledge.corpora", "contact_id", identity.Contact},
}

// pass rewrites one column of every row of a tenant. read and write are SQL: how the value comes out, and how it goes in as u.v.
type pass struct {
	table, column string
	read, write   string
	kind          string // of u.v
}

func text(table, column string) pass { return pass{table, column, column, "u.v", "text"} }

func list(table, column string) pass {
	return pass{table, column, "to_json(" + column + ")::text", "string_to_array(u.v, ',')", "text"}
}

func bytea(table, column string) pass { return pass{table, column, column, "u.v", "bytea"} }

// addresses come with the contact's id before them.
var addresses = pass{"chat.contacts", "sealed_address", "convert_to(id::text, 'UTF8') || sealed_address", "u.v", "bytea"}

const uuidLength = 36

// textPasses hold a channel's own ids of messages.
var textPasses = []pass{
	text("chat.messages", "message_id"),
	text("delivery.parts", "provider_message_id"),
	text("delivery.early_receipts", "provider_message_id"),
}

var listPasses = []pass{list("chat.turns", "message_ids"), list("chat.replies", "message_ids")}

// eventPasses hold events of the wire contract.
var eventPasses = []struct {
	pass
	event func() event
}{
	{bytea("chat.messages", "event"), func() event { return &recadov1.MessageRouted{} }},
	{bytea("delivery.deliveries", "event"), func() event { return &recadov1.ReplyDrafted{} }},
}

type event interface {
	proto.Message
	GetMeta() *recadov1.Meta
}

// renewer makes the new values.
type renewer struct {
	tenant tenant.ID
	under  seal.Key // the tenant's for addresses
	ids    *identity.Tenant
}

func (r renewer) message(own string) (string, error) { return r.ids.MessageID(own), nil }

// messages reads a list as JSON and writes it with commas: the new ids are UUIDs.
func (r renewer) messages(data string) (string, error) {
	var ids []string
	if err := json.Unmarshal([]byte(data), &ids); err != nil {
		return "", err
	}
	for i := range ids {
		ids[i] = r.ids.MessageID(ids[i])
	}
	return strings.Join(ids, ","), nil
}

// event rewrites a stored event; one that was erased is empty and stays so.
func (r renewer) event(empty func() event) func(data []byte) ([]byte, error) {
	return func(data []byte) ([]byte, error) {
		if len(data) == 0 {
			return data, nil
		}
		e := empty()
		if err := proto.Unmarshal(data, e); err != nil {
			return nil, fmt.Errorf("read a stored event: %w", err)
		}
		channel.Rekey(e, r.under, r.ids)
		return proto.Marshal(e)
	}
}

func (r renewer) address(data []byte) ([]byte, error) {
	if len(data) <= uuidLength { // erased, or of somebody of whom only a receipt was seen
		return data[min(len(data), uuidLength):], nil
	}
	old := string(data[:uuidLength])
	return channel.MoveAddress(r.under, [2]string{old, r.ids.Rekeyed(identity.Contact, old)}, data[uuidLength:]), nil
}
