package notice

import (
	"context"
	"io"
	"mime"
	"mime/quotedprintable"
	"net/http"
	"net/mail"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/channel/sandbox"
	letters "github.com/recado/recado/pkg/mail"
	"github.com/recado/recado/pkg/outward"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

const (
	requested = recadov1.HandoffNotice_HANDOFF_NOTICE_REQUESTED
	reminder  = recadov1.HandoffNotice_HANDOFF_NOTICE_REMINDER
	danger    = recadov1.HandoffNotice_HANDOFF_NOTICE_DANGER
	trial     = recadov1.HandoffNotice_HANDOFF_NOTICE_TRIAL
)

var (
	webhook  = tenant.Notify{Webhook: "/recado"}
	email    = tenant.Notify{Email: "recepcion@clinica.example"}
	whatsapp = tenant.Notify{WhatsApp: "525555550199", Account: "123"}
)

func TestBusinessIsToldByEveryWayThatItsSettingsName(t *testing.T) {
	t.Parallel()
	l := newLab(t, webhook, email, whatsapp)
	e := l.event(t, "clinic", reminder, 2*time.Minute+10*time.Second)
	l.accept(t, e)
	if n := l.sendAll(t); n != 3 {
		t.Fatalf("%d were sent, want 3: %v", n, l.states(t))
	}
	if got := l.states(t); !slices.Equal(got, []string{"email sent", "webhook sent", "whatsapp sent"}) {
		t.Errorf("states %v", got)
	}
	p := l.hook.payload(t, 0)
	want := Payload{
		ID: p.ID, Notice: "reminder", Tenant: "clinic", Conversation: e.GetConversationId(), Reason: "customer_request",
		Since: e.GetSince().AsTime().Truncate(time.Microsecond), WaitingMinutes: 2, Channel: "whatsapp", ContactName: "Ana [DATO PROTEGIDO]",
	}
	if p != want {
		t.Errorf("webhook %+v, want %+v", p, want)
	}
	r := l.hook.got[0]
	stamp := r.Header.Get("Recado-Timestamp")
	if r.Header.Get("Recado-Signature") != Sign([]byte(secret), stamp, l.hook.bodies[0]) || r.Header.Get("Recado-Notice") != p.ID {
		t.Errorf("headers %v", r.Header)
	}
	sent := l.sandbox.Sent()
	if len(sent) != 1 || sent[0].To != "525555550199" || !strings.Contains(sent[0].Text, "sigue esperando") || !strings.Contains(sent[0].Text, e.GetConversationId()) {
		t.Errorf("on WhatsApp %+v", sent)
	}
	checkMail(t, l.mail.received(), e.GetConversationId())
	for _, text := range append(l.mail.received(), string(l.hook.bodies[0]), sent[0].Text) {
		if strings.Contains(text, "no debe salir") {
			t.Errorf("what the model wrote of the customer is told: %s", text)
		}
	}
}

func checkMail(t *testing.T, mails []string, conversation string) {
	t.Helper()
	if len(mails) != 1 {
		t.Fatalf("%d e-mails", len(mails))
	}
	m, err := mail.ReadMessage(strings.NewReader(mails[0]))
	if err != nil {
		t.Fatal(err)
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
	if err != nil || subject != "Clínica Sol: un cliente sigue esperando a una persona" || m.Header.Get("To") != "recepcion@clinica.example" {
		t.Errorf("subject %q, to %s, %v", subject, m.Header.Get("To"), err)
	}
	body, err := io.ReadAll(quotedprintable.NewReader(m.Body))
	if err != nil || !strings.Contains(string(body), "Motivo: lo pidió") || !strings.Contains(string(body), conversation) {
		t.Errorf("body %q, %v", body, err)
	}
}

func TestSameNoticeIsSentOnceByHoweverManyProcesses(t *testing.T) {
	t.Parallel()
	l := newLab(t, webhook)
	first := l.event(t, "clinic", requested, 0)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			again := &recadov1.HandoffRequested{
				Meta: &recadov1.Meta{EventId: uuid.NewString(), TenantId: "clinic", OccurredAt: timestamppb.Now()}, ConversationId: first.GetConversationId(),
				Epoch: 2, Notice: requested, Since: first.GetSince(),
			}
			if err := l.Accept(t.Context(), again); err != nil {
				t.Error(err)
			}
			l.sendAll(t)
		})
	}
	all.Wait()
	l.sendAll(t)
	if n := l.hook.count(); n != 1 {
		t.Errorf("the business heard of it %d times", n)
	}
	now := time.Now().Truncate(dangerEvery)
	for _, c := range []struct {
		kind recadov1.HandoffNotice
		at   time.Time
	}{{danger, now}, {danger, now.Add(time.Minute)}, {danger, now.Add(-dangerEvery)}, {trial, now}, {trial, now}} {
		first.Meta.EventId, first.Meta.OccurredAt, first.Notice = uuid.NewString(), timestamppb.New(c.at), c.kind
		l.accept(t, first)
		l.sendAll(t)
	}
	if n := l.hook.count(); n != 5 {
		t.Errorf("%d notices, want the first, two dangers and two trials", n)
	}
}

// attempts are what goes wrong with a notice, and what is known of it then and after something was mended.
var attempts = []struct {
	name   string
	way    tenant.Notify
	broken func(*lab)
	mend   func(*lab)
	failed string
	mended string
}{
	{
		"a webhook that is down", webhook, func(l *lab) { l.hook.answers(503) }, func(l *lab) { l.hook.answers(200) },
		"webhook pending the webhook answered 503", "webhook sent",
	},
	{
		"a webhook that is gone", webhook, func(l *lab) { l.hook.answers(410) }, func(l *lab) { l.hook.answers(200) },
		"webhook failed the webhook answered 410", "webhook failed the webhook answered 410",
	},
	{
		"a webhook that leads elsewhere", webhook, func(l *lab) { l.hook.answers(http.StatusFound) }, func(*lab) {},
		"webhook failed the webhook answered 302", "webhook failed the webhook answered 302",
	},
	{
		"a webhook that is not there", webhook, func(l *lab) { l.hook.Close() }, func(*lab) {},
		"webhook pending the webhook cannot be reached", "webhook pending the webhook cannot be reached",
	},
	{
		"a mailbox that is full", email, func(l *lab) { l.mail.set(func(m *mailServer) { m.refuse = "452 full" }) },
		func(l *lab) { l.mail.set(func(m *mailServer) { m.refuse = "" }) },
		"email pending the e-mail server answered 452", "email sent",
	},
	{
		"a mailbox that is not there", email, func(l *lab) { l.mail.set(func(m *mailServer) { m.refuse = "550 who" }) }, func(*lab) {},
		"email failed the e-mail server refuses with 550", "email failed the e-mail server refuses with 550",
	},
	{
		"a mail server without TLS", email, func(l *lab) { l.mail.set(func(m *mailServer) { m.noTLS = true }) }, func(*lab) {},
		"email failed the e-mail server offers no STARTTLS", "email failed the e-mail server offers no STARTTLS",
	},
	{
		"no mail server", email, func(l *lab) { l.Mail = letters.Server{} }, func(*lab) {},
		"email failed no e-mail server: set RECADO_SMTP_URL", "email failed no e-mail server: set RECADO_SMTP_URL",
	},
	{
		"WhatsApp that is down", whatsapp, func(l *lab) { l.sandbox.SetFaults(sandbox.Faults{ServerError: 1}) },
		func(l *lab) { l.sandbox.SetFaults(sandbox.Faults{}) },
		"whatsapp pending WhatsApp is unavailable", "whatsapp sent",
	},
	{
		"a number that cannot be reached", whatsapp, func(l *lab) { l.sandbox.SetFaults(sandbox.Faults{Permanent: 1}) }, func(*lab) {},
		"whatsapp failed WhatsApp refuses: undeliverable", "whatsapp failed WhatsApp refuses: undeliverable",
	},
	{
		"a number that has not written today", whatsapp, func(l *lab) { l.sandbox.Force(sandbox.WindowOver) }, func(*lab) {},
		"whatsapp failed WhatsApp wants a template: the number has not written to the account for 24 hours",
		"whatsapp failed WhatsApp wants a template: the number has not written to the account for 24 hours",
	},
	{
		"an account that is gone", whatsapp, func(l *lab) { l.tenants["clinic"].Accounts = nil }, func(*lab) {},
		"whatsapp failed the tenant has no such WhatsApp account", "whatsapp failed the tenant has no such WhatsApp account",
	},
	{
		"a way that is named no more", webhook, func(l *lab) { l.tenants["clinic"].Handoff.Notify = nil }, func(*lab) {},
		"webhook failed " + errRemoved.Error(), "webhook failed " + errRemoved.Error(),
	},
	{
		"a secret of another key", webhook, func(l *lab) { l.tenants["clinic"].Handoff.Notify[0].Secret = []byte("x") }, func(*lab) {},
		"webhook failed the webhook's secret does not open: apply the tenant again", "webhook failed the webhook's secret does not open: apply the tenant again",
	},
}

func TestFailedNoticeIsTriedAgainUntilItCannotArrive(t *testing.T) {
	t.Parallel()
	for _, c := range attempts {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			l := newLab(t, c.way)
			l.accept(t, l.event(t, "clinic", requested, 0))
			c.broken(l)
			l.sendAll(t)
			if got := l.states(t); !slices.Equal(got, []string{c.failed}) {
				t.Errorf("states %v, want %s", got, c.failed)
			}
			c.mend(l)
			l.due(t)
			l.sendAll(t)
			if got := l.states(t); !slices.Equal(got, []string{c.mended}) {
				t.Errorf("then %v, want %s", got, c.mended)
			}
		})
	}
}

func TestNoticeThatNeverArrivesIsGivenUp(t *testing.T) {
	t.Parallel()
	l := newLab(t, webhook)
	l.hook.answers(500)
	l.accept(t, l.event(t, "clinic", requested, 0))
	for range maxAttempts + 3 {
		l.due(t)
		l.sendAll(t)
	}
	if got := l.states(t); l.hook.count() != maxAttempts || !slices.Equal(got, []string{"webhook failed the webhook answered 500"}) {
		t.Errorf("%d attempts, %v", l.hook.count(), got)
	}
}

func TestNoticeOfAProcessThatDiedIsSentByAnother(t *testing.T) {
	t.Parallel()
	l := newLab(t, webhook)
	l.accept(t, l.event(t, "clinic", requested, 0))
	claimed, err := l.table.claim(t.Context(), 1, 0, []string{}) // it dies here, and its hold is over
	if err != nil || len(claimed) != 1 {
		t.Fatalf("claimed %v, %v", claimed, err)
	}
	l.sendAll(t)
	if err := l.table.end(t.Context(), claimed[0], ending{state: "failed"}); err != nil { // it was only slow
		t.Fatal(err)
	}
	if got := l.states(t); l.hook.count() != 1 || !slices.Equal(got, []string{"webhook sent"}) {
		t.Errorf("sent %d times, %v", l.hook.count(), got)
	}
}

func TestNobodyIsRemindedOfWhatAPersonHasTakenMeanwhile(t *testing.T) {
	t.Parallel()
	l := newLab(t, webhook)
	e := l.event(t, "clinic", reminder, time.Minute)
	l.accept(t, e)
	l.db.Exec(t, `UPDATE chat.conversations SET handoff_mode = 'human', epoch = 3`)
	l.sendAll(t)
	if got := l.states(t); l.hook.count() != 0 || !slices.Equal(got, []string{"webhook failed a person has come meanwhile"}) {
		t.Errorf("sent %d, %v", l.hook.count(), got)
	}
	e.Notice = danger
	l.accept(t, e)
	l.sendAll(t)
	if l.hook.count() != 1 {
		t.Error("of a danger nobody was told")
	}
}

func TestWebhooksDoNotReachPrivateAddresses(t *testing.T) {
	t.Parallel()
	l := newLab(t, webhook)
	l.http = outward.Client(outward.Options{Timeout: timeout})
	l.accept(t, l.event(t, "clinic", requested, 0))
	l.sendAll(t)
	if got := l.states(t); l.hook.count() != 0 || !slices.Equal(got, []string{"webhook failed the webhook: " + outward.ErrPrivate.Error()}) {
		t.Errorf("sent %d, %v", l.hook.count(), got)
	}
}

func TestNoisyTenantDoesNotKeepTheOthersNoticesBack(t *testing.T) {
	t.Parallel()
	l := newLab(t, webhook)
	for range maxSending + 4 {
		l.accept(t, l.event(t, "clinic", requested, 0))
	}
	l.accept(t, l.event(t, "bistro", requested, 0))
	l.sendAll(t)
	var sent int
	l.db.QueryRow(t, `SELECT count(*) FROM delivery.notices WHERE tenant_id = 'bistro' AND state = 'sent'`, nil, &sent)
	if sent != 1 {
		t.Error("the other tenant waits")
	}
	l.db.Exec(t, `INSERT INTO delivery.notices (tenant_id, id, conversation_id, epoch, kind, since, target, due_at)
	              SELECT 'clinic', gen_random_uuid(), gen_random_uuid(), 1, 'requested', now(), 'webhook:x', now() + interval '1 hour' FROM generate_series(1, $1)`, share)
	before := len(l.states(t))
	l.accept(t, l.event(t, "clinic", requested, 0))
	if len(l.states(t)) != before {
		t.Error("a tenant has more notices waiting than its share")
	}
	l.accept(t, l.event(t, "clinic", danger, 0))
	if len(l.states(t)) != before+1 {
		t.Error("a danger is kept back for the share")
	}
}

func TestEventsThatCannotBeAreRefusedAndOldOnesLeft(t *testing.T) {
	t.Parallel()
	l := newLab(t, webhook)
	for _, spoil := range []func(*recadov1.HandoffRequested){
		func(e *recadov1.HandoffRequested) { e.ConversationId = "x" },
		func(e *recadov1.HandoffRequested) { e.Meta.EventId = "" },
		func(e *recadov1.HandoffRequested) { e.Notice = 99 },
	} {
		e := l.event(t, "clinic", requested, 0)
		spoil(e)
		if err := l.Accept(t.Context(), e); err == nil {
			t.Errorf("accepted with %v", err)
		}
	}
	old := l.event(t, "clinic", requested, 0)
	old.Meta.OccurredAt = timestamppb.New(time.Now().Add(-2 * tooOld))
	l.accept(t, old)
	l.accept(t, func() *recadov1.HandoffRequested {
		e := l.event(t, "clinic", requested, 0)
		e.Meta.TenantId = "nobody"
		return e
	}())
	if got := l.states(t); len(got) != 0 {
		t.Errorf("kept %v", got)
	}
}

func TestRunSendsUntilItsContextEndsAndForgetsWhatIsOld(t *testing.T) {
	t.Parallel()
	l := newLab(t, webhook)
	ctx, cancel := context.WithCancel(t.Context())
	l.accept(t, l.event(t, "clinic", requested, 0))
	done := make(chan error)
	go func() { done <- l.Run(ctx) }()
	bustest.Eventually(t, "the notice is sent", func() bool { return l.hook.count() == 1 })
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	l.db.Exec(t, `UPDATE delivery.notices SET created_at = now() - interval '8 days'`)
	if err := l.table.prune(t.Context(), retention); err != nil || len(l.states(t)) != 0 {
		t.Errorf("%v are left, %v", l.states(t), err)
	}
}
