package channel_test

import (
	"bytes"
	"regexp"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/identity"
	"github.com/recado/recado/pkg/seal"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// bareIDs are what a message of an installation without identity keys holds.
var bareIDs = map[string]string{"own": "wamid.HBgNNTIxNTU1MDE0Nzc4MR", "quoted": "wamid.quoted", "number": "5215550147781"}

func bareMessage(t *testing.T, key seal.Key) *recadov1.MessageReceived {
	t.Helper()
	bare := identity.Bare("acme")
	contact := bare.ContactID("whatsapp", "1", bareIDs["number"])
	sealed, err := channel.SealAddress(key, contact, channel.Address{Phone: bareIDs["number"]})
	if err != nil {
		t.Fatal(err)
	}
	return &recadov1.MessageReceived{
		Meta: &recadov1.Meta{
			EventId: bare.EventID("whatsapp", "1", bareIDs["own"]), TenantId: "acme", Channel: "whatsapp", AccountId: "1", MessageId: bareIDs["own"],
			ConversationKey: bare.ConversationID("whatsapp", "1", bareIDs["number"]), Contact: &recadov1.Contact{ContactId: contact, SealedAddress: sealed},
		},
		Content: &recadov1.Content{Kind: &recadov1.Content_Reaction{Reaction: &recadov1.Reaction{MessageId: bareIDs["quoted"], Emoji: "+"}}},
		ReplyTo: bareIDs["quoted"],
	}
}

func TestARekeyedEventIsTheOneThatTheDoorWouldMakeNow(t *testing.T) {
	t.Parallel()
	key, err := seal.ParseKey(seal.Generate())
	if err != nil {
		t.Fatal(err)
	}
	ids, err := identity.OpenKey(key, "acme", identity.Generate(key, "acme"))
	if err != nil {
		t.Fatal(err)
	}
	e := bareMessage(t, key)
	channel.Rekey(e, key, identity.Bare("acme"))
	if e.GetMeta().GetKeyed() || e.GetReplyTo() != bareIDs["quoted"] {
		t.Errorf("without a key: %v", e)
	}
	channel.Rekey(e, key, ids)
	m, contact := e.GetMeta(), ids.ContactID("whatsapp", "1", bareIDs["number"])
	for what, pair := range map[string][2]string{
		"event":        {m.GetEventId(), ids.EventID("whatsapp", "1", bareIDs["own"])},
		"conversation": {m.GetConversationKey(), ids.ConversationID("whatsapp", "1", bareIDs["number"])},
		"contact":      {m.GetContact().GetContactId(), contact},
		"message":      {m.GetMessageId(), ids.MessageID(bareIDs["own"])},
		"quoted":       {e.GetReplyTo(), ids.MessageID(bareIDs["quoted"])},
		"reacted to":   {e.GetContent().GetReaction().GetMessageId(), ids.MessageID(bareIDs["quoted"])},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s: got %s, want %s", what, pair[0], pair[1])
		}
	}
	if to, err := channel.OpenAddress(key, contact, m.GetContact().GetSealedAddress()); err != nil || to.Phone != bareIDs["number"] {
		t.Errorf("the address opens as %q, %v", to.Phone, err)
	}
	if own, err := channel.OpenMessageID(key, contact, m.GetSealedMessageId()); err != nil || own != bareIDs["own"] {
		t.Errorf("the channel's own id opens as %q, %v", own, err)
	}
	data, err := proto.Marshal(e)
	if err != nil || bytes.Contains(data, []byte("wamid")) {
		t.Errorf("a bare id is left, %v", err)
	}
	again := proto.CloneOf(e)
	channel.Rekey(again, key, ids)
	if !proto.Equal(e, again) {
		t.Error("a keyed event was changed")
	}
}

// notOurs are id fields of the contract that re-keying leaves as they are, and why.
var notOurs = map[protoreflect.FullName]string{
	"recado.v1.Meta.event_id":               "of a message it is changed with the others; any other is random, or derived from one that is",
	"recado.v1.Meta.tenant_id":              "a slug",
	"recado.v1.Meta.assistant_id":           "of the tenant's file",
	"recado.v1.Meta.account_id":             "the tenant's own",
	"recado.v1.Meta.sealed_message_id":      "sealed, and made anew",
	"recado.v1.Media.media_id":              "the channel's handle of a file",
	"recado.v1.Interactive.choice_id":       "ours",
	"recado.v1.Referral.source_id":          "an advertisement",
	"recado.v1.Choice.id":                   "ours",
	"recado.v1.Mention.id":                  "of the tenant's file",
	"recado.v1.Evidence.id":                 "of a result",
	"recado.v1.ReplyDrafted.reply_id":       "random",
	"recado.v1.ReplySent.reply_id":          "random",
	"recado.v1.ReplyDelivered.reply_id":     "random",
	"recado.v1.ReplyRead.reply_id":          "random",
	"recado.v1.ReplyFailed.reply_id":        "random",
	"recado.v1.FeedbackGiven.reply_id":      "random",
	"recado.v1.ReplyDrafted.turn_id":        "random",
	"recado.v1.TurnCompleted.turn_id":       "random",
	"recado.v1.HandoffRequested.turn_id":    "random",
	"recado.v1.ToolRequested.turn_id":       "random",
	"recado.v1.ToolCompleted.turn_id":       "random",
	"recado.v1.ToolRequested.call_id":       "random",
	"recado.v1.ToolCompleted.call_id":       "random",
	"recado.v1.TurnCompleted.reply_ids":     "random",
	"recado.v1.AskTurn.tenant_id":           "a slug",
	"recado.v1.AskTurn.conversation_id":     "asked and answered at once",
	"recado.v1.AskTurn.message_id":          "asked and answered at once",
	"recado.v1.TurnTold.tenant_id":          "a slug",
	"recado.v1.TurnTold.message_id":         "asked and answered at once",
	"recado.v1.TurnTold.turn_id":            "random",
	"recado.v1.DocumentSubmitted.corpus_id": "of the tenant's file",
	"recado.v1.ModelCall.id":                "random",
	"recado.v1.ModelCall.trace_id":          "of a trace",

	"recado.v1.AppointmentChanged.appointment_id": "random",
	"recado.v1.OrderChanged.order_id":             "random",
}

var idName = regexp.MustCompile(`^(id|reply_to|conversation_key)$|_ids?$`)

func TestEveryIDOfTheContractIsRekeyedOrNamedWithAReason(t *testing.T) {
	t.Parallel()
	seen := 0
	for _, file := range []protoreflect.FileDescriptor{
		recadov1.File_recado_v1_meta_proto, recadov1.File_recado_v1_content_proto, recadov1.File_recado_v1_message_proto,
		recadov1.File_recado_v1_receipt_proto, recadov1.File_recado_v1_reply_proto, recadov1.File_recado_v1_turn_proto,
		recadov1.File_recado_v1_tool_proto, recadov1.File_recado_v1_document_proto, recadov1.File_recado_v1_business_proto,
	} {
		for i := range file.Messages().Len() {
			fields := file.Messages().Get(i).Fields()
			for j := range fields.Len() {
				name := string(fields.Get(j).Name())
				if !idName.MatchString(name) || name == "document_id" { // which is of the tenant's file
					continue
				}
				seen++
				full := fields.Get(j).FullName()
				if _, left := notOurs[full]; !left && !channel.RekeysField(full) {
					t.Errorf("%s: neither re-keyed nor named with a reason", full)
				}
			}
		}
	}
	if seen < 30 {
		t.Errorf("only %d ids were seen", seen)
	}
}
