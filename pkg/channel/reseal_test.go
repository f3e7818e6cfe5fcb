package channel_test

import (
	"testing"

	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/seal"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func TestAnEventsAddressIsSealedAgainAndAContactsOwnKeyIsLeftAlone(t *testing.T) {
	t.Parallel()
	parse := func(text string) seal.Key {
		key, err := seal.ParseKey(text)
		if err != nil {
			t.Fatal(err)
		}
		return key
	}
	before, after := seal.Generate(), seal.Generate()
	old, own := parse(before).Derive(seal.PurposeAddress, "acme"), parse(seal.Generate()).Derive(seal.PurposeAddress)
	for name, test := range map[string]struct {
		key     seal.Key
		changed bool
	}{"the older root's": {old, true}, "the contact's": {own, false}} {
		m := &recadov1.Meta{
			TenantId: "acme", SealedMessageId: test.key.Seal([]byte("wamid.1"), []byte("c1/message")),
			Contact: &recadov1.Contact{ContactId: "c1", SealedAddress: test.key.Seal([]byte("521"), []byte("c1"))},
		}
		changed, err := channel.ResealMeta(parse(after+","+before), m)
		if err != nil || changed != test.changed {
			t.Errorf("%s: changed %v, %v", name, changed, err)
		}
		now := test.key
		if test.changed {
			now = parse(after).Derive(seal.PurposeAddress, "acme")
		}
		address, err := now.Open(m.Contact.SealedAddress, []byte("c1"))
		id, err2 := now.Open(m.SealedMessageId, []byte("c1/message"))
		if err != nil || err2 != nil || string(address) != "521" || string(id) != "wamid.1" {
			t.Errorf("%s: %q, %q, %v, %v", name, address, id, err, err2)
		}
		if again, err := channel.ResealMeta(parse(after+","+before), m); again || err != nil {
			t.Errorf("%s: again changed %v, %v", name, again, err)
		}
	}
}
