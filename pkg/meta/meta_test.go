package meta_test

import (
	"strings"
	"testing"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/meta"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

const id = "0b6f3c1e-52a5-4b0e-9d3a-1f2e3d4c5b6a"

func complete() *recadov1.Meta {
	return &recadov1.Meta{
		EventId: "event", TenantId: "clinic", Channel: "whatsapp", AccountId: "100", MessageId: "wamid.1", ConversationKey: id,
		Contact: &recadov1.Contact{ContactId: id, ProfileName: "Ana"}, ReceivedAt: timestamppb.Now(),
	}
}

func TestMessageMetaThatIsCompletePasses(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*recadov1.Meta){
		"as channels make it":       func(*recadov1.Meta) {},
		"without a profile name":    func(m *recadov1.Meta) { m.Contact.ProfileName = "" },
		"with the longest event id": func(m *recadov1.Meta) { m.EventId = strings.Repeat("x", meta.MaxID) },
		"with a derived event id":   func(m *recadov1.Meta) { m.EventId = "failed:" + id + ".2" },
	} {
		m := complete()
		change(m)
		if err := meta.Check(m, meta.Message...); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCheckNamesTheFieldAndWhatWasExpected(t *testing.T) {
	t.Parallel()
	long, spaced, none := strings.Repeat("x", meta.MaxID+1), "a b", ""
	for _, test := range []struct {
		want   string
		change func(*recadov1.Meta)
	}{
		{"meta.tenant_id: tenant id: expected 1 to 40 of a-z, 0-9 and -", func(m *recadov1.Meta) { m.TenantId = none }},
		{"meta.tenant_id: tenant id: expected 1 to 40 of a-z, 0-9 and -", func(m *recadov1.Meta) { m.TenantId = long }},
		{"meta.tenant_id: tenant id: expected 1 to 40 of a-z, 0-9 and -", func(m *recadov1.Meta) { m.TenantId = "No.Slug" }},
		{"meta.event_id: expected 1 to 512 bytes, got 0", func(m *recadov1.Meta) { m.EventId = none }},
		{"meta.event_id: expected 1 to 512 bytes, got 513", func(m *recadov1.Meta) { m.EventId = long }},
		{"meta.event_id: expected no spaces", func(m *recadov1.Meta) { m.EventId = spaced }},
		{"meta.event_id: expected no spaces", func(m *recadov1.Meta) { m.EventId = "a\r\nNats-Rollup: all" }},
		{"meta.channel: expected 1 to 512 bytes, got 0", func(m *recadov1.Meta) { m.Channel = none }},
		{"meta.channel: expected 1 to 512 bytes, got 513", func(m *recadov1.Meta) { m.Channel = long }},
		{"meta.account_id: expected 1 to 512 bytes, got 0", func(m *recadov1.Meta) { m.AccountId = none }},
		{"meta.account_id: expected 1 to 512 bytes, got 513", func(m *recadov1.Meta) { m.AccountId = long }},
		{"meta.message_id: expected 1 to 512 bytes, got 0", func(m *recadov1.Meta) { m.MessageId = none }},
		{"meta.message_id: expected 1 to 512 bytes, got 513", func(m *recadov1.Meta) { m.MessageId = long }},
		{"meta.message_id: expected no NUL", func(m *recadov1.Meta) { m.MessageId = "a\x00" }},
		{"meta.conversation_key: expected a UUID", func(m *recadov1.Meta) { m.ConversationKey = none }},
		{"meta.conversation_key: expected a UUID", func(m *recadov1.Meta) { m.ConversationKey = spaced }},
		{"meta.contact.contact_id: expected a UUID", func(m *recadov1.Meta) { m.Contact = nil }},
		{"meta.contact.contact_id: expected a UUID", func(m *recadov1.Meta) { m.Contact.ContactId = spaced }},
		{"meta.contact.profile_name: expected 0 to 512 bytes, got 513", func(m *recadov1.Meta) { m.Contact.ProfileName = long }},
		{"meta.received_at: expected a time", func(m *recadov1.Meta) { m.ReceivedAt = nil }},
		{"meta.received_at: expected a time", func(m *recadov1.Meta) { m.ReceivedAt.Nanos = -1 }},
	} {
		m := complete()
		test.change(m)
		if err := meta.Check(m, meta.Message...); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
}

func TestCheckRequiresOnlyATenantWhenNoFieldIsNamed(t *testing.T) {
	t.Parallel()
	if err := meta.Check(&recadov1.Meta{TenantId: "clinic"}); err != nil {
		t.Error(err)
	}
	if err := meta.Check(nil); err == nil || err.Error() != "meta: required, got none" {
		t.Errorf("no meta: %v", err)
	}
}

func TestConversationKeyOfAnOrderedEventMayHaveAnyForm(t *testing.T) {
	t.Parallel()
	if err := meta.Check(&recadov1.Meta{TenantId: "clinic", ConversationKey: "c"}, meta.ConversationKey); err != nil {
		t.Error(err)
	}
	if err := meta.Check(&recadov1.Meta{TenantId: "clinic"}, meta.ConversationKey); err == nil {
		t.Error("an event without its conversation passed")
	}
}
