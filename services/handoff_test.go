package services_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/recado/recado/pkg/app/apptest"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/vault"
	"github.com/recado/recado/services/agent-runner/handoff"
	"github.com/recado/recado/services/outbound-sender/notice"
)

// told is a business's own server, which keeps what it hears.
type told struct {
	*httptest.Server
	mu      sync.Mutex
	notices []notice.Payload
}

func newTold(t *testing.T) *told {
	t.Helper()
	out := &told{}
	out.Server = httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || r.Header.Get("Recado-Signature") != notice.Sign([]byte(appSecret), r.Header.Get("Recado-Timestamp"), body) {
			t.Errorf("a notice without its signature: %v", err)
		}
		var p notice.Payload
		if err := json.Unmarshal(body, &p); err != nil {
			t.Error(err)
		}
		out.mu.Lock()
		defer out.mu.Unlock()
		out.notices = append(out.notices, p)
	}))
	t.Cleanup(out.Close)
	return out
}

// kinds are the notices in their order.
func (b *told) kinds() (out []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, n := range b.notices {
		out = append(out, n.Notice)
	}
	return out
}

// shopThatIsTold is the first shop with a way to its business.
func shopThatIsTold(t *testing.T, url string) string {
	t.Helper()
	shop, err := os.ReadFile("testdata/shop-a.yaml")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "shop-a.yaml")
	section := "handoff: {notify: [{webhook: " + url + "/recado, secret: \"${TENANT_APP_SECRET}\"}]}\n"
	if err := os.WriteFile(file, append(shop, section...), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestHandoffGoesToAPersonAndComesBack(t *testing.T) {
	t.Parallel()
	business := newTold(t)
	l := newLab(t, shopThatIsTold(t, business.URL))
	key, err := seal.ParseKey(apptest.Key)
	if err != nil {
		t.Fatal(err)
	}
	sealed, err := vault.New(key, l.Bus)
	if err != nil {
		t.Fatal(err)
	}
	desk := &handoff.Desk{Store: l.db.Open(t, "recado_console"), Texts: handoff.Sealing{Vault: sealed}}
	const phone = "5215550001900"

	first := l.ask(t, phone, 1, "quiero hablar con una persona por favor")
	bustest.Eventually(t, "the business hears of it", func() bool { return strings.Join(business.kinds(), " ") == "requested" })
	if price := l.ask(t, phone, 2, "¿cuánto cuesta la limpieza?").Text; !strings.Contains(price, "800") {
		t.Errorf("while a person is waited for, after %q the assistant says %q", first.Text, price)
	}
	waiting, err := desk.List(t.Context(), "shop-a")
	if err != nil || len(waiting) != 1 || waiting[0].Mode != "waiting" {
		t.Fatalf("the desk lists %+v, %v", waiting, err)
	}
	conversation := waiting[0].Conversation

	if _, err := desk.Say(t.Context(), "shop-a", conversation, "Soy Luz de la clínica, llámame al 55 1234 5678."); err != nil {
		t.Fatal(err)
	}
	if said := l.replies(t, phone, 3)[2].Text; said != "Soy Luz de la clínica, llámame al 55 1234 5678." {
		t.Errorf("the customer reads %q", said)
	}
	l.say(t, phone, "wamid.plain", "¿y a qué hora abren?")
	if help := l.ask(t, phone, 4, "¡ayuda! mi hijo no puede respirar, se está poniendo morado").Text; !strings.Contains(help, "911") {
		t.Errorf("in danger, while a person has the conversation, the customer reads %q", help)
	}
	bustest.Eventually(t, "the business hears of the danger", func() bool { return strings.Join(business.kinds(), " ") == "requested danger" })
	if mode, _, err := desk.Mode(t.Context(), "shop-a", conversation); mode != "human" || err != nil {
		t.Errorf("mode %s, %v", mode, err)
	}

	if _, err := desk.Back(t.Context(), "shop-a", conversation); err != nil {
		t.Fatal(err)
	}
	back := l.replies(t, phone, 5)[4].Text
	if !strings.HasPrefix(back, "Te atiende de nuevo el asistente") || !strings.Contains(back, "8:00") {
		t.Errorf("back with the assistant, the open question is answered with %q", back)
	}
	if again := l.ask(t, phone, 6, "¿cuánto cuesta la resina?").Text; strings.Contains(again, "de nuevo") || !strings.Contains(again, "900") {
		t.Errorf("then the assistant says %q", again)
	}
}
