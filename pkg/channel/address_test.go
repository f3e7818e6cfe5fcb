package channel_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/seal"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

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
	sealed, err := channel.SealAddress(master.Derive("address", "acme"), "contact-1", want)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := channel.OpenAddress(master.Derive("address", "acme"), "contact-1", sealed); err != nil || got != want {
		t.Errorf("got %v, %v", got, err)
	}
	if _, err := channel.OpenAddress(master.Derive("address", "acme"), "contact-2", sealed); err == nil {
		t.Error("opened for another contact")
	}
	if _, err := channel.OpenAddress(master.Derive("address", "other"), "contact-1", sealed); err == nil {
		t.Error("opened for another tenant")
	}
	if got := fmt.Sprintf("%v %+v %#v", want, want, want); strings.Contains(got, "5215550147781") {
		t.Errorf("prints the phone: %s", got)
	}
}

func TestForGatewayNamesThePersonInTheGatewaysWords(t *testing.T) {
	t.Parallel()
	original := &recadov1.ReplyDrafted{Meta: &recadov1.Meta{Contact: &recadov1.Contact{ContactId: "ours", SealedAddress: []byte{1}, ProfileName: "Lucía"}}}
	got := channel.ForGateway(original, channel.Address{UserID: "theirs"}, "m-1").GetMeta().GetContact()
	if got.GetContactId() != "theirs" || got.GetSealedAddress() != nil || original.GetMeta().GetContact().GetContactId() != "ours" {
		t.Errorf("got %v from %v", got, original)
	}
}
