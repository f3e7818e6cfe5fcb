package services_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"testing"
	"time"

	"github.com/recado/recado/pkg/app/apptest"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/channel/sandbox"
	"github.com/recado/recado/pkg/identity"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tenantfile"
	"github.com/recado/recado/pkg/tenantfile/apply"
	"github.com/recado/recado/services"
)

// Accounts of the recorded webhooks; both belong to one app.
const (
	shopA     = "551900334420178"
	shopB     = "551900334429999"
	appSecret = "syn_app_secret_whatsapp_5d41"
)

// lab is everything that recado up starts, with a sandbox where WhatsApp would be.
type lab struct {
	*apptest.Process
	db      *storetest.DB
	sandbox *sandbox.Server
}

// ids are what makes a tenant's ids.
func (l *lab) ids(t *testing.T, id tenant.ID) *identity.Tenant {
	t.Helper()
	key, err := seal.ParseKey(apptest.Key)
	if err != nil {
		t.Fatal(err)
	}
	ids, err := (&apply.Applier{Store: l.db.Open(t, "recado_console"), Key: key}).Identity(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

// newLab starts all services with the tenants of these files.
func newLab(t *testing.T, files ...string) *lab {
	t.Helper()
	return newLabWith(t, nil, files...)
}

// newLabWith is newLab with further variables.
func newLabWith(t *testing.T, more map[string]string, files ...string) *lab {
	t.Helper()
	l := &lab{db: storetest.New(t)}
	var err error
	l.sandbox, err = sandbox.Start(t.Context(), "127.0.0.1:0", sandbox.Options{MinDelay: time.Millisecond, MaxDelay: 5 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.sandbox.Close)
	server := bustest.New(t)
	l.apply(t, server, files)
	env := map[string]string{
		"RECADO_SEND_ADDR": "127.0.0.1:0", "RECADO_SEND_RATE": "1000",
		"RECADO_POSTGRES_URL": l.db.URL, "RECADO_WHATSAPP_API_URL": l.sandbox.URL, "RECADO_PRIVATE_WEBHOOKS": "true",
		"OTEL_EXPORTER_OTLP_ENDPOINT": os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT"), // set by the test that looks at what is exported
	}
	maps.Copy(env, more)
	l.Process = apptest.Start(t, apptest.Options{Server: server, Services: services.All(), Env: env})
	for _, id := range []string{shopA, shopB} {
		l.sandbox.AddAccount(sandbox.Account{ID: id, WebhookURL: l.URL + "/webhooks/whatsapp/" + id, AppSecret: appSecret})
	}
	return l
}

func (l *lab) apply(t *testing.T, server *bustest.Server, files []string) {
	t.Helper()
	key, err := seal.ParseKey(apptest.Key)
	if err != nil {
		t.Fatal(err)
	}
	applier := &apply.Applier{Store: l.db.Open(t, "recado_console"), Bus: server.Bus(t, "console"), Key: key}
	for _, name := range files {
		file, err := tenantfile.LoadFile(name, secret)
		if err == nil {
			_, err = applier.Apply(t.Context(), file)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// secret stands for the environment of the test tenants' files.
func secret(name string) string {
	return map[string]string{
		"TENANT_APP_SECRET": appSecret, "TENANT_VERIFY_TOKEN": "synthetic-verify-token-01", "TENANT_ACCESS_TOKEN": "synthetic-access-token",
	}[name]
}

// post sends a webhook body signed with a secret and returns the status.
func (l *lab) post(t *testing.T, account, secret string, body []byte) int {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, l.URL+"/webhooks/whatsapp/"+account, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("X-Hub-Signature-256", sandbox.Sign(secret, body))
	answer, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Error(err)
		return 0
	}
	_ = answer.Body.Close()
	return answer.StatusCode
}

// say posts a text from a phone, again where the door is busy, as a channel does.
func (l *lab) say(t *testing.T, phone, id, text string) {
	t.Helper()
	body, err := json.Marshal(textBody(phone, id, text))
	if err != nil {
		t.Fatal(err)
	}
	status := 0
	bustest.Eventually(t, "the door to take a message", func() bool {
		status = l.post(t, shopA, appSecret, body)
		return status != http.StatusServiceUnavailable
	})
	if status != http.StatusOK {
		t.Errorf("webhook answered %d", status)
	}
}

func textBody(phone, id, text string) map[string]any {
	return map[string]any{"object": "whatsapp_business_account", "entry": []any{map[string]any{"id": "1", "changes": []any{map[string]any{
		"field": "messages",
		"value": map[string]any{
			"messaging_product": "whatsapp", "metadata": map[string]string{"phone_number_id": shopA, "display_phone_number": "1"},
			"contacts": []any{map[string]any{"profile": map[string]string{"name": "Prueba"}, "wa_id": phone}},
			"messages": []any{map[string]any{
				"from": phone, "id": id, "timestamp": fmt.Sprint(time.Now().Unix()), "type": "text", "text": map[string]string{"body": text},
			}},
		},
	}}}}}
}

// replies waits until the sandbox has n messages for a phone, and returns them.
func (l *lab) replies(t *testing.T, phone string, n int) []sandbox.Sent {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	sent, err := l.sandbox.Wait(ctx, n, func(m sandbox.Sent) bool { return m.To == phone })
	if err != nil {
		t.Fatalf("%v; got %v", err, sent)
	}
	return sent
}

// ask says something and returns the reply.
func (l *lab) ask(t *testing.T, phone string, n int, text string) sandbox.Sent {
	t.Helper()
	l.say(t, phone, fmt.Sprintf("wamid.%s.%d", phone, n), text)
	return l.replies(t, phone, n)[n-1]
}

func (l *lab) count(t *testing.T, sql string, args ...any) (n int) {
	t.Helper()
	l.db.QueryRow(t, sql, args, &n)
	return n
}
