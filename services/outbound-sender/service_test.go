package outboundsender_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	pkgapp "github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/app/apptest"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/channel/sandbox"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

type app = pkgapp.Service

func TestReplyIsSentOnceAndItsReceiptsFollow(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	r := l.draft(t, "t1", l.conversation(t, "t1"), 1, "hola")
	l.publish(t, r) // a second publish is the same reply
	sent := l.wait(t, 1, "hola")
	if sent[0].To != "5215550147781" || sent[0].CallbackData != r.GetReplyId() {
		t.Errorf("got %+v", sent[0])
	}
	event := bustest.Collect[*recadov1.ReplySent](t, l.Server, subject.ReplySent, 1)[0]
	if event.GetReplyId() != r.GetReplyId() || event.GetUncertain() || len(event.GetMessageIds()) != 1 {
		t.Errorf("got %v", event)
	}
	if event.GetMeta().GetContact().GetSealedAddress() != nil {
		t.Error("the event has the address")
	}
	bustest.Collect[*recadov1.ReplyDelivered](t, l.Server, subject.ReplyDelivered, 1)
	bustest.Collect[*recadov1.ReplyRead](t, l.Server, subject.ReplyRead, 1)
	if n := l.sandbox.Calls(); n != 1 {
		t.Errorf("%d send calls", n)
	}
}

func TestRepliesOfAConversationGoOutInOrder(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.sandbox.Force(sandbox.ServerError) // the first is refused once: the others wait for it
	conversation := l.conversation(t, "t1")
	for i := range int64(3) {
		l.draft(t, "t1", conversation, i+1, fmt.Sprintf("n%d", i+1))
	}
	for i, m := range l.wait(t, 3, "n") {
		if want := fmt.Sprintf("n%d", i+1); m.Text != want {
			t.Errorf("place %d is %s", i+1, m.Text)
		}
	}
}

func TestAReplyThatWaitsForTheWindowIsSentWhenThePersonWritesAgain(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.sandbox.Force(sandbox.WindowOver)
	one, two := l.conversation(t, "t1"), l.conversation(t, "t1")
	r := l.draft(t, "t1", one, 1, "hola")
	l.state(t, r, "parked")
	l.sandbox.Force(sandbox.WindowOver)
	old := l.draft(t, "t1", two, 1, "buenas")
	l.state(t, old, "parked")
	l.db.Exec(t, `UPDATE delivery.deliveries SET created_at = now() - interval '4 days' WHERE reply_id = $1`, old.GetReplyId())
	l.state(t, old, "failed")
	l.db.Exec(t, `INSERT INTO chat.messages (tenant_id, conversation_id, message_id, sequence, kind, event, received_at)
		VALUES ('t1', $1, 'm', 1, 'text', '', now())`, one)
	l.state(t, r, "sent")
}

func TestChannelsAnswerDecidesWhetherAReplyFailsOrParks(t *testing.T) {
	t.Parallel()
	for fault, want := range map[sandbox.Fault]struct{ state, reason string }{
		sandbox.Permanent: {"failed", "undeliverable"}, sandbox.WindowOver: {"parked", "window_closed"},
	} {
		t.Run(string(fault), func(t *testing.T) {
			t.Parallel()
			l := newLab(t)
			l.sandbox.Force(fault)
			l.state(t, l.draft(t, "t1", l.conversation(t, "t1"), 1, "x"), want.state)
			if got := l.failed(t, 1)[0].GetReason(); got != want.reason {
				t.Errorf("reason %s", got)
			}
		})
	}
}

func TestRateLimitedReplyIsRetried(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.sandbox.Force(sandbox.RateLimit, sandbox.PairLimit)
	l.state(t, l.draft(t, "t1", l.conversation(t, "t1"), 1, "x"), "sent")
	if n := l.sandbox.Calls(); n != 3 {
		t.Errorf("%d send calls, want 3", n)
	}
}

func TestReplyWithoutAnAnswerIsResolvedByItsStatus(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.sandbox.Force(sandbox.Timeout)
	r := l.draft(t, "t1", l.conversation(t, "t1"), 1, "x")
	l.state(t, r, "sent")
	event := bustest.Collect[*recadov1.ReplySent](t, l.Server, subject.ReplySent, 1)[0]
	if event.GetUncertain() || l.sandbox.Calls() != 1 {
		t.Errorf("uncertain %v after %d calls", event.GetUncertain(), l.sandbox.Calls())
	}
}

func TestStatusThatComesBeforeTheAnswerFindsItsReply(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.sandbox.Force(sandbox.EarlyStatus)
	l.state(t, l.draft(t, "t1", l.conversation(t, "t1"), 1, "x"), "sent")
	bustest.Collect[*recadov1.ReplyRead](t, l.Server, subject.ReplyRead, 1)
	if l.sandbox.Calls() != 1 {
		t.Errorf("%d send calls", l.sandbox.Calls())
	}
}

func TestReplyOfAStaleEpochIsNotSent(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	conversation := l.conversation(t, "t1")
	l.db.Exec(t, `UPDATE chat.conversations SET epoch = 2 WHERE id = $1`, conversation)
	l.draft(t, "t1", conversation, 1, "x")
	if got := l.failed(t, 1)[0].GetReason(); got != "superseded" || l.sandbox.Calls() != 0 {
		t.Errorf("reason %s after %d calls", got, l.sandbox.Calls())
	}
}

func TestLongReplyIsSentInParts(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	r := l.draft(t, "t1", l.conversation(t, "t1"), 1, strings.Repeat("Una frase larga. ", 400))
	l.state(t, r, "sent")
	if sent := l.wait(t, 2, "Una"); sent[1].CallbackData != r.GetReplyId()+"#2" {
		t.Errorf("second part is marked %q", sent[1].CallbackData)
	}
}

func TestReplyOfADeadProcessWaitsThenIsSentAsUncertain(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	r := l.reply(t, "t1", l.conversation(t, "t1"), 1, "x")
	l.leave(t, r, "now() - interval '1 minute'")
	l.state(t, r, "sent")
	event := bustest.Collect[*recadov1.ReplySent](t, l.Server, subject.ReplySent, 1)[0]
	if !event.GetUncertain() || l.sandbox.Calls() != 1 {
		t.Errorf("uncertain %v after %d calls", event.GetUncertain(), l.sandbox.Calls())
	}
}

func TestUncertainReplyWaitsForAStatusOnlyIfNobodyWasListening(t *testing.T) {
	t.Parallel()
	key, err := seal.ParseKey(apptest.Key)
	if err != nil {
		t.Fatal(err)
	}
	l := &lab{db: storetest.New(t), key: key}
	l.leave(t, l.reply(t, "t1", l.conversation(t, "t1"), 1, "x"), "now() - interval '1 minute'")
	due := func() (waits bool) {
		var freed int
		l.db.QueryRow(t, `SELECT delivery.beat('later', '5 s', '10 s', '{}')`, nil, &freed)
		l.db.QueryRow(t, `SELECT due_at > now() + interval '5 s' FROM delivery.deliveries`, nil, &waits)
		return waits
	}
	if !due() {
		t.Error("a dead process's send does not wait for its status")
	}
	l.db.Exec(t, `UPDATE delivery.deliveries SET due_at = now()`)
	if due() {
		t.Error("who was listening waits again")
	}
	l.db.Exec(t, `UPDATE delivery.owners SET expires_at = now()`)
	if !due() {
		t.Error("who was not listening does not wait again")
	}
}

func TestStatusResolvesAReplyOfADeadProcess(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	r := l.reply(t, "t1", l.conversation(t, "t1"), 1, "x")
	l.leave(t, r, "now() + interval '1 hour'") // it waits long: only the status can end it
	receipt := &recadov1.ReceiptReceived{
		Meta:              &recadov1.Meta{EventId: "e", TenantId: "t1", Channel: "whatsapp", AccountId: "123", ConversationKey: "k"},
		ProviderMessageId: "wamid.1", Status: recadov1.ReceiptStatus_RECEIPT_STATUS_SENT, CallbackData: r.GetReplyId(),
	}
	if err := l.Bus.Publish(t.Context(), receipt); err != nil {
		t.Fatal(err)
	}
	l.state(t, r, "sent")
	if event := bustest.Collect[*recadov1.ReplySent](t, l.Server, subject.ReplySent, 1)[0]; event.GetUncertain() || l.sandbox.Calls() != 0 {
		t.Errorf("uncertain %v after %d calls", event.GetUncertain(), l.sandbox.Calls())
	}
}

func TestReceiptOfOneTenantDoesNotReachAnother(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	r := l.draft(t, "t1", l.conversation(t, "t1"), 1, "hola")
	l.state(t, r, "sent")
	receipt := &recadov1.ReceiptReceived{
		Meta:         &recadov1.Meta{EventId: "e2", TenantId: "t2", Channel: "whatsapp", AccountId: "456", ConversationKey: "k"},
		Status:       recadov1.ReceiptStatus_RECEIPT_STATUS_FAILED,
		CallbackData: r.GetReplyId(), ProviderMessageId: "wamid.x",
	}
	if err := l.Bus.Publish(t.Context(), receipt); err != nil {
		t.Fatal(err)
	}
	l.state(t, l.draft(t, "t1", l.conversation(t, "t1"), 1, "after"), "sent")
	l.state(t, r, "sent")
}

func TestReplyWhoseAddressDoesNotOpenIsADeadLetter(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	conversation := l.conversation(t, "t1")
	r := l.reply(t, "t1", conversation, 1, "x")
	r.Meta.Contact.ContactId = uuid.NewString() // the address was sealed for somebody else
	l.publish(t, r)
	l.state(t, l.draft(t, "t1", conversation, 2, "next"), "sent")
	bustest.CollectRaw(t, l.Server, subject.Stream(subject.DeadLetters), 1)
}

func TestGatewayChannelGetsItsRepliesOnTheBus(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	r := l.reply(t, "t1", l.conversation(t, "t1"), 1, "x")
	r.Meta.Channel = "pager"
	l.publish(t, r)
	l.state(t, r, "sent")
	bustest.CollectRaw(t, l.Server, subject.Stream(subject.GatewayOutbound), 1)
}
