package outboundsender_test

import (
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/vault"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

const number = "55 1234 5678"

func (l *lab) vault(t *testing.T) *vault.Vault {
	t.Helper()
	v, err := vault.New(l.key, l.Bus)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// promise is a reply that names a telephone number by its token.
func (l *lab) promise(t *testing.T, conversation string, text string) *recadov1.ReplyDrafted {
	t.Helper()
	r := l.reply(t, "t1", conversation, 1, text)
	var err error
	r.Pii, err = l.vault(t).Seal(t.Context(), "t1", r.GetMeta().GetContact().GetContactId(), []guard.Found{{Type: guard.TypePhone, Token: "[TEL_1]", Value: number}})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestTokensAreRevealedOnlyInTheRequestToTheChannel(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.publish(t, l.promise(t, l.conversation(t, "t1"), "te llamo al [TEL_1], no al [TEL_2]"))
	if sent := l.wait(t, 1, "te llamo"); sent[0].Text != "te llamo al "+number+", no al [DATO PROTEGIDO]" {
		t.Errorf("the customer read %q", sent[0].Text)
	}
	bustest.Collect[*recadov1.ReplySent](t, l.Server, subject.ReplySent, 1)
	var rows string
	l.db.QueryRow(t, `SELECT string_agg(d::text, '') || string_agg(encode(event, 'escape'), '') FROM delivery.deliveries d`, nil, &rows)
	if strings.Contains(rows, number) || !strings.Contains(rows, "[TEL_1]") {
		t.Errorf("the delivery holds %q", rows)
	}
	if strings.Contains(l.Log(), number) {
		t.Error("the log holds the number")
	}
}

func TestTokenOfAnErasedContactStaysHidden(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	r := l.promise(t, l.conversation(t, "t1"), "te llamo al [TEL_1]")
	if _, err := l.vault(t).Erase(t.Context(), "t1", r.GetMeta().GetContact().GetContactId()); err != nil {
		t.Fatal(err)
	}
	l.publish(t, r)
	if sent := l.wait(t, 1, "te llamo"); sent[0].Text != "te llamo al [DATO PROTEGIDO]" {
		t.Errorf("the customer read %q", sent[0].Text)
	}
}

// addressed seals the reply's address under the contact's own key.
func (l *lab) addressed(t *testing.T, r *recadov1.ReplyDrafted) *recadov1.ReplyDrafted {
	t.Helper()
	who := r.GetMeta().GetContact()
	c, err := l.vault(t).Of(t.Context(), "t1", who.GetContactId())
	if err == nil {
		who.SealedAddress, err = channel.SealAddress(c.Key(seal.PurposeAddress), who.GetContactId(), channel.Address{Phone: "5215550147781"})
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestAnAddressOpensUnderItsContactsKeyUntilTheContactIsErased(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.publish(t, l.addressed(t, l.promise(t, l.conversation(t, "t1"), "te llamo al [TEL_1]")))
	if sent := l.wait(t, 1, "te llamo"); sent[0].Text != "te llamo al "+number || sent[0].To != "5215550147781" {
		t.Errorf("sent %q to %s", sent[0].Text, sent[0].To)
	}
	erased := l.addressed(t, l.reply(t, "t1", l.conversation(t, "t1"), 1, "a nadie"))
	if _, err := l.vault(t).Erase(t.Context(), "t1", erased.GetMeta().GetContact().GetContactId()); err != nil {
		t.Fatal(err)
	}
	l.publish(t, erased)
	l.publish(t, l.reply(t, "t1", l.conversation(t, "t1"), 1, "a otra persona"))
	l.wait(t, 1, "a otra persona")
	bustest.Eventually(t, "a dead letter", func() bool { return bustest.Count(t, l.Server, subject.DeadLetters) == 1 })
}

func TestNoRevealedReplyIsPutOnTheBus(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	page := l.promise(t, l.conversation(t, "t1"), "te llamo al [TEL_1]")
	page.Meta.Channel = "webchat"
	l.publish(t, page)
	gateway := proto.CloneOf(l.promise(t, l.conversation(t, "t1"), "te llamo al [TEL_1]"))
	gateway.Meta.Channel = "telegram"
	l.publish(t, gateway)
	frame := string(bustest.CollectRaw(t, l.Server, subject.Stream(subject.WebchatReply), 1)[0].Data())
	if strings.Contains(frame, number) || !strings.Contains(frame, "[TEL_1]") || !strings.Contains(frame, `"sealed":[{`) {
		t.Errorf("the page's frame is %s", frame)
	}
	out := bustest.Collect[*recadov1.ReplyDrafted](t, l.Server, subject.GatewayOutbound, 1)[0]
	if out.GetContent().GetText() != "te llamo al [DATO PROTEGIDO]" || len(out.GetPii()) != 0 {
		t.Errorf("the gateway reads %v", out)
	}
}
