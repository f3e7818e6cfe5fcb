package channel_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/seal"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func TestDerivedIDsAreUUIDsThatNeverMeet(t *testing.T) {
	t.Parallel()
	ids := map[string]string{
		"conversation":     channel.ConversationID("acme", "whatsapp", "1", "2"),
		"contact":          channel.ContactID("acme", "whatsapp", "1", "2"),
		"message":          channel.EventID("acme", "whatsapp", "1", "2"),
		"receipt":          channel.ReceiptID("acme", "whatsapp", "1", "2"),
		"other tenant":     channel.ConversationID("acm", "ewhatsapp", "1", "2"),
		"shifted boundary": channel.ConversationID("acme", "whatsapp", "12", ""),
	}
	seen := map[string]string{}
	for name, id := range ids {
		if len(id) != 36 || id[14] != '8' || !strings.ContainsRune("89ab", rune(id[19])) {
			t.Errorf("%s: %q is no UUID of version 8", name, id)
		}
		if other, twice := seen[id]; twice {
			t.Errorf("%s and %s share an id", name, other)
		}
		seen[id] = name
	}
}

// The ids are in databases and streams: a change of the derivation would split every conversation in two.
func ExampleConversationID() {
	fmt.Println(channel.ConversationID("acme", "whatsapp", "551900334420178", "MX.4471902286653190"))
	// Output: 4f6b189a-18ea-84d4-903e-2daa86ba2521
}

func TestCallbackDataNamesThePartOfAReply(t *testing.T) {
	t.Parallel()
	for part := 1; part <= 3; part++ {
		id, got := channel.ParseCallbackData(channel.CallbackData("r-1", part))
		if id != "r-1" || got != part {
			t.Errorf("part %d: got %s, %d", part, id, got)
		}
	}
	for _, data := range []string{"", "t=acme;c=conv_01JH;m=out_77", "x#y", "x#1"} {
		if id, part := channel.ParseCallbackData(data); id != data || part != 1 {
			t.Errorf("%q: got %q, %d", data, id, part)
		}
	}
}

func TestAddressOpensForItsContactAndTenantOnly(t *testing.T) {
	t.Parallel()
	master, err := seal.ParseKey(seal.Generate())
	if err != nil {
		t.Fatal(err)
	}
	want := channel.Address{Phone: "5215550147781", UserID: "MX.1"}
	sealed, err := channel.SealAddress(master, "acme", "contact-1", want)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := channel.OpenAddress(master, "acme", "contact-1", sealed); err != nil || got != want {
		t.Errorf("got %v, %v", got, err)
	}
	if _, err := channel.OpenAddress(master, "acme", "contact-2", sealed); err == nil {
		t.Error("opened for another contact")
	}
	if _, err := channel.OpenAddress(master, "other", "contact-1", sealed); err == nil {
		t.Error("opened for another tenant")
	}
	if got := fmt.Sprintf("%v %+v %#v", want, want, want); strings.Contains(got, "5215550147781") {
		t.Errorf("prints the phone: %s", got)
	}
}

func TestForGatewayNamesThePersonInTheGatewaysWords(t *testing.T) {
	t.Parallel()
	original := &recadov1.ReplyDrafted{Meta: &recadov1.Meta{Contact: &recadov1.Contact{ContactId: "ours", SealedAddress: []byte{1}, ProfileName: "Lucía"}}}
	got := channel.ForGateway(original, channel.Address{UserID: "theirs"}).GetMeta().GetContact()
	if got.GetContactId() != "theirs" || got.GetSealedAddress() != nil || original.GetMeta().GetContact().GetContactId() != "ours" {
		t.Errorf("got %v from %v", got, original)
	}
}
