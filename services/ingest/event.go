package ingest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/identity"
	"github.com/recado/recado/pkg/meta"
	"github.com/recado/recado/pkg/seal"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// Limits of what comes from outside. No channel has longer identifiers.
const (
	maxIDBytes      = meta.MaxID
	maxProfileRunes = 120
	// maxAhead is how far a channel's clock may run before ours.
	maxAhead = 5 * time.Minute
)

// eventBuilder makes the events of one tenant's account: ids derived, address and the channel's own id of the message sealed, times
// checked.
type eventBuilder struct {
	addresses *addresses
	ids       *identity.Cache
	now       func() time.Time
}

func newEventBuilder(key seal.Key, a *addresses) *eventBuilder {
	return &eventBuilder{addresses: a, ids: identity.NewCache(key), now: time.Now}
}

// of returns what makes the ids of an account's tenant. An error is not the message's fault: it comes again.
func (b *eventBuilder) of(ref accountRef) (*identity.Tenant, error) {
	ids, err := b.ids.Of(ref.settings)
	if err != nil {
		return nil, bus.Unavailable(err)
	}
	return ids, nil
}

// message returns the event of an inbound message. Its error names the field and never holds a value; with errOversized the
// event comes beside it, for the dead letters. An unavailable bus is no fault of the message.
func (b *eventBuilder) message(ctx context.Context, ref accountRef, in channel.Inbound) (*recadov1.MessageReceived, error) {
	if err := checkMessage(in); err != nil {
		return nil, err
	}
	ids, err := b.of(ref)
	if err != nil {
		return nil, err
	}
	meta, err := b.meta(ref, ids, in)
	if err != nil {
		return nil, err
	}
	meta.MessageId = ids.MessageID(in.MessageID)
	meta.EventId = ids.EventID(meta.Channel, meta.AccountId, in.MessageID)
	if err := b.addresses.seal(ctx, meta, in, ref.settings.Identity.Held); err != nil {
		return nil, err
	}
	if about := in.Content.GetReaction(); about != nil {
		about.MessageId = ids.MessageID(about.MessageId)
	}
	event := &recadov1.MessageReceived{Meta: meta, Content: in.Content, ReplyTo: ids.MessageID(in.ReplyTo)}
	withoutNUL(event.ProtoReflect())
	return event, checkSize(event)
}

// receipt returns the event of a receipt: one id for each message and status.
func (b *eventBuilder) receipt(ref accountRef, in channel.Inbound) (*recadov1.ReceiptReceived, error) {
	r := in.Receipt
	about := r.ProviderMessageID
	if about == "" {
		about = r.CallbackData
	}
	if r.Status == recadov1.ReceiptStatus_RECEIPT_STATUS_ACCOUNT_ERROR {
		about = r.Digest
	}
	if about == "" || len(about) > maxIDBytes {
		return nil, fmt.Errorf("provider_message_id: expected 1 to %d bytes, got %d", maxIDBytes, len(about))
	}
	ids, err := b.of(ref)
	if err != nil {
		return nil, err
	}
	meta, err := b.meta(ref, ids, in)
	if err != nil {
		return nil, err
	}
	meta.EventId = ids.ReceiptID(meta.Channel, about, r.Status.String())
	event := &recadov1.ReceiptReceived{
		Meta: meta, ProviderMessageId: ids.MessageID(r.ProviderMessageID), Status: r.Status, Errors: r.Errors,
		CallbackData: r.CallbackData, OccurredAt: meta.OccurredAt,
	}
	withoutNUL(event.ProtoReflect())
	return event, nil
}

// meta fills what messages and receipts share; a report about no person has no contact and no conversation.
func (b *eventBuilder) meta(ref accountRef, ids *identity.Tenant, in channel.Inbound) (*recadov1.Meta, error) {
	id, ch, account, user := string(ref.settings.ID), ref.account.Channel, ref.account.ID, in.From.User()
	if len(user) > maxIDBytes {
		return nil, fmt.Errorf("sender: expected at most %d bytes, got %d", maxIDBytes, len(user))
	}
	now := b.now()
	meta := &recadov1.Meta{
		TenantId: id, Channel: ch, AccountId: account, Keyed: ids.Keyed(),
		OccurredAt: timestamppb.New(occurred(in.OccurredAt, now)), ReceivedAt: timestamppb.New(now),
	}
	if assistant, ok := ref.settings.Assistant(ch); ok {
		meta.AssistantId = assistant.ID
	}
	if user == "" {
		return meta, nil
	}
	meta.ConversationKey = ids.ConversationID(ch, account, user)
	contact := ids.ContactID(ch, account, user)
	meta.Contact = &recadov1.Contact{ContactId: contact, ProfileName: profileName(in.ProfileName)}
	return meta, nil
}

// occurred trusts the channel's clock unless it has none or runs ahead.
func occurred(at, now time.Time) time.Time {
	if at.IsZero() || at.After(now.Add(maxAhead)) {
		return now
	}
	return at
}

func profileName(name string) string {
	name = strings.Join(strings.Fields(strings.ToValidUTF8(name, "")), " ")
	if utf8.RuneCountInString(name) <= maxProfileRunes {
		return name
	}
	return string([]rune(name)[:maxProfileRunes])
}

func checkMessage(in channel.Inbound) error {
	switch {
	case in.MessageID == "" || len(in.MessageID) > maxIDBytes:
		return fmt.Errorf("message_id: expected 1 to %d bytes, got %d", maxIDBytes, len(in.MessageID))
	case len(in.ReplyTo) > maxIDBytes:
		return fmt.Errorf("reply_to: expected at most %d bytes, got %d", maxIDBytes, len(in.ReplyTo))
	case in.From.User() == "":
		return errors.New("contact: expected the channel's id of the person, got none")
	case in.Content.GetKind() == nil:
		return errors.New("content: expected one kind of content, got none")
	}
	if text, ok := in.Content.GetKind().(*recadov1.Content_Text); ok && strings.TrimSpace(text.Text.GetBody()) == "" {
		return errors.New("content.text.body: expected a text, got none")
	}
	return nil
}

// checkSize refuses what screening would.
func checkSize(e *recadov1.MessageReceived) error {
	if err := meta.CheckContent(e); err != nil {
		return fmt.Errorf("%w: %w", errOversized, err)
	}
	return nil
}

// errOversized: the message holds more than any stage reads.
var errOversized = errors.New("message too large")
