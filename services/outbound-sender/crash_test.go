package outboundsender_test

import (
	"testing"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/channel/sandbox"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// A connection may break after the commit and before the answer: then the table says that this process is sending, and it is not.
func TestReplyClaimedByAStatementWhoseAnswerWasLostIsSent(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	var self string
	l.db.QueryRow(t, `SELECT instance FROM delivery.owners`, nil, &self)
	conversation := l.conversation(t, "t1")
	r := l.reply(t, "t1", conversation, 1, "first")
	l.put(t, r, row{state: "sending", owner: self, sending: "now() - interval '1 minute'", parts: 1})
	next := l.draft(t, "t1", conversation, 2, "second")
	l.state(t, r, "sent")
	l.state(t, next, "sent")
	event := bustest.Collect[*recadov1.ReplySent](t, l.Server, subject.ReplySent, 2)[0]
	if event.GetReplyId() != r.GetReplyId() || event.GetUncertain() || l.sandbox.Calls() != 2 {
		t.Errorf("got %s, uncertain %v, after %d calls", event.GetReplyId(), event.GetUncertain(), l.sandbox.Calls())
	}
}

func TestPartsThatTheChannelTookAreNotSentAgain(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	r := l.reply(t, "t1", l.conversation(t, "t1"), 1, "x")
	l.put(t, r, row{state: "pending", sending: "now()", parts: 1})
	l.db.Exec(t, `UPDATE delivery.deliveries SET part = 1`)
	l.state(t, r, "sent")
	bustest.Collect[*recadov1.ReplySent](t, l.Server, subject.ReplySent, 1)
	if n := l.sandbox.Calls(); n != 0 {
		t.Errorf("%d send calls", n)
	}
}

func TestReplyOfTwoPartsIsSentWhenItsLastPartIs(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	r := l.reply(t, "t1", l.conversation(t, "t1"), 1, "x")
	l.put(t, r, row{state: "sending", owner: "dead", sending: "now() + interval '1 hour'", parts: 2})
	l.receipt(t, "wamid.1", r.GetReplyId(), recadov1.ReceiptStatus_RECEIPT_STATUS_READ)
	bustest.Eventually(t, "first part known", func() bool {
		var part int
		l.db.QueryRow(t, `SELECT part FROM delivery.deliveries`, nil, &part)
		return part == 1
	})
	var state string
	var rank int
	l.db.QueryRow(t, `SELECT state, rank FROM delivery.deliveries`, nil, &state, &rank)
	if state == "sent" || rank != 0 || bustest.Count(t, l.Server, subject.ReplySent)+bustest.Count(t, l.Server, subject.ReplyRead) != 0 {
		t.Errorf("half a reply is %s with rank %d", state, rank)
	}
	l.receipt(t, "wamid.2", r.GetReplyId()+"#2", recadov1.ReceiptStatus_RECEIPT_STATUS_DELIVERED)
	l.state(t, r, "sent")
	bustest.Collect[*recadov1.ReplySent](t, l.Server, subject.ReplySent, 1)
	bustest.Collect[*recadov1.ReplyDelivered](t, l.Server, subject.ReplyDelivered, 1)
}

func TestParkedReplyThatArrivedCountsAsSent(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	r := l.reply(t, "t1", l.conversation(t, "t1"), 1, "x")
	l.put(t, r, row{state: "parked", sending: "now()", parts: 1})
	l.receipt(t, "wamid.1", r.GetReplyId(), recadov1.ReceiptStatus_RECEIPT_STATUS_DELIVERED)
	l.state(t, r, "sent")
	bustest.Collect[*recadov1.ReplySent](t, l.Server, subject.ReplySent, 1)
}

func TestFailureThatComesBeforeTheAnswerEndsTheReply(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	r := l.reply(t, "t1", l.conversation(t, "t1"), 1, "x")
	l.db.Exec(t, `INSERT INTO delivery.early_receipts (tenant_id, channel, provider_message_id, status, reason) VALUES
		('t1', 'whatsapp', 'w1', 4, 'undeliverable'), ('t1', 'whatsapp', 'w2', 1, '')`)
	l.db.Exec(t, `INSERT INTO delivery.owners (instance, expires_at) VALUES ('p', now() + interval '1 hour')`)
	l.put(t, r, row{state: "sending", owner: "p", sending: "now()", parts: 2})
	l.db.Exec(t, `SELECT delivery.progress('t1', $1, 1, 'whatsapp', 'w1')`, r.GetReplyId())
	var statuses []int16
	var failure, state string
	l.db.QueryRow(t, `SELECT statuses, failure FROM delivery.settle('t1', $1, 'p', 1, 'sent', 2, 'whatsapp', 'w2', '0 s', '0 s', '', false)`,
		[]any{r.GetReplyId()}, &statuses, &failure)
	l.db.QueryRow(t, `SELECT state FROM delivery.deliveries WHERE reply_id = $1`, []any{r.GetReplyId()}, &state)
	if len(statuses) != 2 || statuses[1] != 4 || failure != "undeliverable" || state != "failed" {
		t.Errorf("got %v %q, state %s", statuses, failure, state)
	}
}

func TestRepeatedEndOfAnAttemptDoesNotEndTheNextOne(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	r := l.reply(t, "t1", l.conversation(t, "t1"), 1, "x")
	l.db.Exec(t, `INSERT INTO delivery.owners (instance, expires_at) VALUES ('p', now() + interval '1 hour')`) // alive: nobody takes over
	l.put(t, r, row{state: "sending", owner: "p", sending: "now()", parts: 1})
	l.db.Exec(t, `UPDATE delivery.deliveries SET attempts = 2`)
	l.db.Exec(t, `SELECT delivery.settle('t1', $1, 'p', 1, 'pending', 0, 'whatsapp', '', '0 s', '0 s', '', false)`, r.GetReplyId())
	var state string
	l.db.QueryRow(t, `SELECT state FROM delivery.deliveries`, nil, &state)
	if state != "sending" {
		t.Errorf("the second attempt is %s", state)
	}
}

func TestReplyParkedForABadTokenIsSentWhenTheTokenIsCorrected(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.sandbox.AddAccount(sandbox.Account{ID: "456", AccessToken: "renewed"}) // refused each time, as a sender that starts tries what is parked once more
	r := l.draft(t, "t2", l.conversation(t, "t2"), 1, "x")
	if got := l.failed(t, 1)[0].GetReason(); got != "auth" {
		t.Errorf("reason %s", got)
	}
	l.state(t, r, "parked")
	settings := l.settings(t, "t2", "renewed")
	settings.Version = 2
	l.PutTenant(t, settings)
	l.state(t, r, "sent")
}
