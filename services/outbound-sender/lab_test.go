package outboundsender_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/app/apptest"
	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/channel/sandbox"
	"github.com/recado/recado/pkg/identity"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	outboundsender "github.com/recado/recado/services/outbound-sender"
)

// lab is one outbound-sender between a bus, a database and a sandbox.
type lab struct {
	*apptest.Process
	db      *storetest.DB
	sandbox *sandbox.Server
	key     seal.Key
}

func newLab(t *testing.T) *lab {
	t.Helper()
	l := &lab{db: storetest.New(t)}
	var err error
	if l.key, err = seal.ParseKey(apptest.Key); err != nil {
		t.Fatal(err)
	}
	server := bustest.New(t)
	hook := httptest.NewServer(l.statuses(t, server.Bus(t, "hook")))
	t.Cleanup(hook.Close)
	l.sandbox, err = sandbox.Start(t.Context(), "127.0.0.1:0", sandbox.Options{
		Accounts: []sandbox.Account{{ID: "123", WebhookURL: hook.URL, AppSecret: "s"}}, MinDelay: time.Millisecond, MaxDelay: 3 * time.Millisecond,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.sandbox.Close)
	l.Process = apptest.Start(t, apptest.Options{
		Server: server, Tenants: []*tenant.Settings{l.settings(t, "t1", "token"), l.settings(t, "t2", "token")},
		Env: map[string]string{
			"RECADO_POSTGRES_URL": l.db.URL, "RECADO_WHATSAPP_API_URL": l.sandbox.URL, "RECADO_OUTBOUND_SENDER_TIMEOUT": "1s",
		},
		Services: []app{outboundsender.Service()},
	})
	return l
}

func (l *lab) settings(t *testing.T, id tenant.ID, token string) *tenant.Settings {
	t.Helper()
	account := map[tenant.ID]string{"t1": "123", "t2": "456"}[id]
	sealed := l.key.Derive(seal.PurposeAccountOut).Seal([]byte(token), []byte(string(id)+"/whatsapp/"+account+"/access_token"))
	return &tenant.Settings{
		ID: id, Version: 1, Name: "T", Vertical: tenant.General, Country: "MX", Zone: "America/Mexico_City", Currency: "MXN", Language: "es",
		Accounts: []tenant.Account{{Channel: "whatsapp", ID: account, Secrets: map[string][]byte{"access_token": sealed}}},
	}
}

// statuses stands for ingest: the sandbox's status webhooks become ReceiptReceived.
func (l *lab) statuses(t *testing.T, b *bus.Bus) http.Handler {
	return http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		var body struct {
			Entry []struct {
				Changes []struct {
					Value struct {
						Statuses []struct {
							ID     string `json:"id"`
							Status string `json:"status"`
							Mark   string `json:"biz_opaque_callback_data"`
						} `json:"statuses"`
					} `json:"value"`
				} `json:"changes"`
			} `json:"entry"`
		}
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			t.Error(err)
			return
		}
		s := body.Entry[0].Changes[0].Value.Statuses[0]
		status := recadov1.ReceiptStatus(recadov1.ReceiptStatus_value["RECEIPT_STATUS_"+strings.ToUpper(s.Status)])
		e := &recadov1.ReceiptReceived{
			Meta: &recadov1.Meta{
				EventId: identity.Bare("t1").ReceiptID("whatsapp", s.ID, s.Status), TenantId: "t1", Channel: "whatsapp", AccountId: "123",
				ConversationKey: "statuses",
			},
			ProviderMessageId: s.ID, Status: status, CallbackData: s.Mark, OccurredAt: timestamppb.Now(),
		}
		if err := b.Publish(context.WithoutCancel(r.Context()), e); err != nil {
			t.Error(err)
		}
	})
}

// conversation makes a conversation of a tenant that may be answered in epoch 1, and returns its id.
func (l *lab) conversation(t *testing.T, id tenant.ID) string {
	t.Helper()
	conversation := uuid.NewString()
	l.db.Exec(t, `INSERT INTO chat.conversations (tenant_id, id, channel, account_id, contact_id) VALUES ($1, $2, 'whatsapp', '123', $3)`,
		string(id), conversation, uuid.NewString())
	return conversation
}

// draft publishes a reply and returns it.
func (l *lab) draft(t *testing.T, id tenant.ID, conversation string, sequence int64, text string) *recadov1.ReplyDrafted {
	t.Helper()
	r := l.reply(t, id, conversation, sequence, text)
	l.publish(t, r)
	return r
}

func (l *lab) reply(t *testing.T, id tenant.ID, conversation string, sequence int64, text string) *recadov1.ReplyDrafted {
	t.Helper()
	contact, reply := uuid.NewString(), uuid.Must(uuid.NewV7()).String()
	sealed, err := channel.SealAddress(l.key.Derive(seal.PurposeAddress, string(id)), contact, channel.Address{Phone: "5215550147781"})
	if err != nil {
		t.Fatal(err)
	}
	account := map[tenant.ID]string{"t1": "123", "t2": "456"}[id]
	return &recadov1.ReplyDrafted{
		Meta: &recadov1.Meta{
			EventId: reply, TenantId: string(id), Channel: "whatsapp", AccountId: account, ConversationKey: conversation,
			Contact: &recadov1.Contact{ContactId: contact, SealedAddress: sealed}, MessageId: "wamid.in",
		},
		ReplyId: reply, TurnId: uuid.NewString(), ConversationId: conversation, Epoch: 1, Sequence: sequence,
		Content: &recadov1.ReplyContent{Text: text}, MessageIds: []string{"wamid.in"},
	}
}

func (l *lab) publish(t *testing.T, r *recadov1.ReplyDrafted) {
	t.Helper()
	if err := l.Bus.Publish(t.Context(), r); err != nil {
		t.Fatal(err)
	}
}

func (l *lab) wait(t *testing.T, n int, text string) []sandbox.Sent {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
	defer cancel()
	sent, err := l.sandbox.Wait(ctx, n, func(m sandbox.Sent) bool { return strings.HasPrefix(m.Text, text) })
	if err != nil {
		t.Fatal(err)
	}
	return sent
}

// state waits until a delivery is in a state.
func (l *lab) state(t *testing.T, r *recadov1.ReplyDrafted, want string) {
	t.Helper()
	bustest.Eventually(t, "delivery "+want, func() bool {
		var got string
		l.db.QueryRow(t, `SELECT coalesce(max(state), '') FROM delivery.deliveries WHERE reply_id = $1`, []any{r.GetReplyId()}, &got)
		return got == want
	})
}

func (l *lab) failed(t *testing.T, n int) []*recadov1.ReplyFailed {
	t.Helper()
	return bustest.Collect[*recadov1.ReplyFailed](t, l.Server, subject.ReplyFailed, n)
}

// leave records a reply as a process that is no more was sending it, due again at a time.
func (l *lab) leave(t *testing.T, r *recadov1.ReplyDrafted, due string) {
	t.Helper()
	l.put(t, r, row{state: "sending", owner: "dead", sending: due, parts: 1})
}

// row is how a delivery is put into the table; sending is an SQL time.
type row struct {
	state, owner, sending string
	parts                 int
}

func (l *lab) put(t *testing.T, r *recadov1.ReplyDrafted, x row) {
	t.Helper()
	event, err := proto.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	l.db.Exec(t, `INSERT INTO delivery.deliveries (tenant_id, reply_id, conversation_id, channel, account_id, epoch, sequence, event, state, owner,
		sending_at, attempts, parts) VALUES ($1, $2, $3, 'whatsapp', $4, 1, $5, $6, $7, nullif($8, ''), `+x.sending+`, 1, $9)`,
		r.GetMeta().GetTenantId(), r.GetReplyId(), r.GetConversationId(), r.GetMeta().GetAccountId(), r.GetSequence(), event,
		x.state, x.owner, x.parts)
}

// receipt publishes what a channel says of a reply; mark is our own, provider the channel's id.
func (l *lab) receipt(t *testing.T, provider, mark string, status recadov1.ReceiptStatus) {
	t.Helper()
	e := &recadov1.ReceiptReceived{
		Meta:              &recadov1.Meta{EventId: provider + mark + status.String(), TenantId: "t1", Channel: "whatsapp", AccountId: "123", ConversationKey: "k"},
		ProviderMessageId: provider, Status: status, CallbackData: mark,
	}
	if err := l.Bus.Publish(t.Context(), e); err != nil {
		t.Fatal(err)
	}
}
