package notice

import (
	"bufio"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/channel/sandbox"
	"github.com/recado/recado/pkg/mail"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

const secret = "syn-webhook-secret"

// lab is a notifier between a database and strangers of ours.
type lab struct {
	*Notifier
	db      *storetest.DB
	hook    *hook
	mail    *mailServer
	sandbox *sandbox.Server
	tenants map[tenant.ID]*tenant.Settings
}

func (l *lab) Get(id tenant.ID) (*tenant.Settings, bool) {
	s, ok := l.tenants[id]
	return s, ok
}

func newLab(t *testing.T, ways ...tenant.Notify) *lab {
	t.Helper()
	key, err := seal.ParseKey(bustest.Key)
	if err != nil {
		t.Fatal(err)
	}
	l := &lab{db: storetest.New(t), hook: newHook(t), mail: newMailServer(t), tenants: map[tenant.ID]*tenant.Settings{}}
	accounts := []sandbox.Account{{ID: "123", AccessToken: "token"}}
	l.sandbox, err = sandbox.Start(t.Context(), "127.0.0.1:0", sandbox.Options{Accounts: accounts})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.sandbox.Close)
	for _, id := range []tenant.ID{"clinic", "bistro"} {
		s := &tenant.Settings{ID: id, Name: "Clínica Sol", Language: "es", Accounts: []tenant.Account{{
			Channel: "whatsapp", ID: "123", Secrets: map[string][]byte{
				"access_token": key.Derive(seal.PurposeAccountOut).Seal([]byte("token"), []byte(string(id)+"/whatsapp/123/access_token")),
			},
		}}}
		for _, way := range ways {
			if way.Webhook != "" {
				way.Webhook = l.hook.URL + way.Webhook
				way.Secret = key.Derive(seal.PurposeNotify).Seal([]byte(secret), tenant.NotifyBound(id, way.Webhook))
			}
			s.Handoff.Notify = append(s.Handoff.Notify, way)
		}
		l.tenants[id] = s
	}
	l.Notifier = New(Options{
		Store: l.db.Open(t, "recado_outbound_sender"), Tenants: l, Key: key, Mail: l.mail.client(t), WhatsAppURL: l.sandbox.URL,
		Private: true, Log: slog.New(slog.DiscardHandler),
	})
	return l
}

// event is a handoff of a new conversation that waits since some time.
func (l *lab) event(t *testing.T, id tenant.ID, kind recadov1.HandoffNotice, ago time.Duration) *recadov1.HandoffRequested {
	t.Helper()
	conversation, contact := uuid.NewString(), uuid.NewString()
	l.db.Exec(t, `INSERT INTO chat.contacts (tenant_id, id, channel, account_id, sealed_address, profile_name)
	              VALUES ($1, $2, 'whatsapp', '123', 'x', 'Ana [TEL_1]')`, string(id), contact)
	l.db.Exec(t, `INSERT INTO chat.conversations (tenant_id, id, channel, account_id, contact_id, handoff_mode, epoch)
	              VALUES ($1, $2, 'whatsapp', '123', $3, 'waiting', 2)`, string(id), conversation, contact)
	return &recadov1.HandoffRequested{
		Meta: &recadov1.Meta{
			EventId: uuid.NewString(), TenantId: string(id), ConversationKey: conversation, OccurredAt: timestamppb.Now(),
		},
		ConversationId: conversation, Epoch: 2, Reason: "customer_request", Summary: "no debe salir", Notice: kind,
		Since: timestamppb.New(time.Now().Add(-ago)),
	}
}

func (l *lab) accept(t *testing.T, e *recadov1.HandoffRequested) {
	t.Helper()
	if err := l.Accept(t.Context(), e); err != nil {
		t.Fatal(err)
	}
}

// states are those of all notices, with their errors.
func (l *lab) states(t *testing.T) (out []string) {
	t.Helper()
	l.db.QueryRow(t, `SELECT coalesce(array_agg(split_part(target, ':', 1) || ' ' || state || ' ' || error ORDER BY target), '{}')
	                    FROM delivery.notices`, nil, &out)
	for i := range out {
		out[i] = strings.TrimSpace(out[i])
	}
	return out
}

// sendAll makes one attempt at what is due, and waits for it.
func (l *lab) sendAll(t *testing.T) int {
	t.Helper()
	begun := l.sendDue(t.Context())
	l.lanes.all.Wait()
	return begun
}

func (l *lab) due(t *testing.T) { l.db.Exec(t, `UPDATE delivery.notices SET due_at = now()`) }

// hook is the business's own server.
type hook struct {
	*httptest.Server
	mu     sync.Mutex
	status int
	got    []*http.Request
	bodies [][]byte
}

func newHook(t *testing.T) *hook {
	t.Helper()
	h := &hook{status: http.StatusNoContent}
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		h.mu.Lock()
		defer h.mu.Unlock()
		h.got, h.bodies = append(h.got, r), append(h.bodies, body)
		if h.status == http.StatusFound {
			w.Header().Set("Location", "/elsewhere")
		}
		w.WriteHeader(h.status)
	}))
	t.Cleanup(h.Close)
	return h
}

func (h *hook) answers(status int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.status = status
}

func (h *hook) count() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.got)
}

func (h *hook) payload(t *testing.T, i int) (p Payload) {
	t.Helper()
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := json.Unmarshal(h.bodies[i], &p); err != nil {
		t.Fatal(err)
	}
	return p
}

// mailServer takes e-mails over STARTTLS from whoever knows the password.
type mailServer struct {
	listener net.Listener
	tls      *httptest.Server // lends its certificate
	mu       sync.Mutex
	mails    []string
	refuse   string // the answer to RCPT instead of 250
	noTLS    bool
}

func newMailServer(t *testing.T) *mailServer {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	m := &mailServer{listener: listener, tls: httptest.NewTLSServer(http.NotFoundHandler())}
	t.Cleanup(func() { _ = listener.Close(); m.tls.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go m.serve(conn)
		}
	}()
	return m
}

func (m *mailServer) client(t *testing.T) mail.Server {
	t.Helper()
	out, err := mail.Parse("smtp://user:pass@" + m.listener.Addr().String() + "?from=avisos@recado.example")
	if err != nil {
		t.Fatal(err)
	}
	roots := m.tls.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs
	return out.Encrypted(&tls.Config{ServerName: "example.com", RootCAs: roots})
}

func (m *mailServer) set(change func(*mailServer)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	change(m)
}

func (m *mailServer) received() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]string(nil), m.mails...)
}

// keep reads an e-mail up to its final point.
func (m *mailServer) keep(in *bufio.Reader) {
	var mail strings.Builder
	for part, err := in.ReadString('\n'); err == nil && part != ".\r\n"; part, err = in.ReadString('\n') {
		mail.WriteString(strings.TrimPrefix(part, ".")) // which the client doubled
	}
	m.set(func(m *mailServer) { m.mails = append(m.mails, mail.String()) })
}

// serve speaks as much SMTP as an e-mail needs.
func (m *mailServer) serve(conn net.Conn) {
	defer func() { _ = conn.Close() }()
	in := bufio.NewReader(conn)
	say := func(s string) { _, _ = fmt.Fprint(conn, s+"\r\n") }
	var secured, authorized bool
	say("220 mail.example")
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		m.mu.Lock()
		refuse, noTLS := m.refuse, m.noTLS
		m.mu.Unlock()
		switch verb, _, _ := strings.Cut(strings.ToUpper(strings.TrimSpace(line)), " "); verb {
		case "EHLO":
			if secured || noTLS {
				say("250-mail.example\r\n250 AUTH PLAIN")
			} else {
				say("250-mail.example\r\n250 STARTTLS")
			}
		case "STARTTLS":
			say("220 go")
			server := tls.Server(conn, &tls.Config{Certificates: m.tls.TLS.Certificates})
			if server.Handshake() != nil {
				return
			}
			conn, in, secured = server, bufio.NewReader(server), true
		case "AUTH":
			authorized = secured
			say("235 ok")
		case "RCPT":
			switch {
			case !authorized:
				say("530 authenticate first")
			case refuse != "":
				say(refuse)
			default:
				say("250 ok")
			}
		case "DATA":
			say("354 go")
			m.keep(in)
			say("250 ok")
		case "QUIT":
			say("221 bye")
			return
		default:
			say("250 ok")
		}
	}
}
