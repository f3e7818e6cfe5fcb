package ingest_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/app/apptest"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func TestMessagesOfATenantThatIsReKeyedWaitAndComeInOrderUnderTheirNewIDs(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	settings := shop(t)
	settings.Identity.Held = true
	p := start(t, server, settings, neighbour(t, appSecret))
	say := func(n int) {
		t.Helper()
		postMessages(t, p.URL, accountA, "messages", fmt.Sprintf(
			`{"from":"%s","id":"%s","timestamp":"1767711600","type":"text","text":{"body":"%d"}}`, number, wamidOf(number, fmt.Sprintf("3A%04d", n)), n))
	}
	for n := range 5 {
		say(n)
	}
	status := fmt.Appendf(nil, `{"object":"whatsapp_business_account","entry":[{"changes":[{"field":"messages","value":{"metadata":{"phone_number_id":"%s"},"statuses":[
		{"id":"wamid.x","recipient_id":"%s","status":"read","timestamp":"1767711602"}]}}]}]}`, accountA, number)
	if got := post(t, p, accountA, status, appSecret); got.status != http.StatusServiceUnavailable {
		t.Errorf("a status is answered %d, want to be asked again", got.status)
	}
	if got := send(t, http.MethodPost, p.URL+"/chat/"+site+"/sessions", nil, nil); got.status != http.StatusServiceUnavailable || got.header.Get("Retry-After") == "" {
		t.Errorf("the web chat answers %d, Retry-After %q", got.status, got.header.Get("Retry-After"))
	}
	postMessages(t, p.URL, accountB, "messages", fmt.Sprintf(`{"from":"%s","id":"m-b","timestamp":"1767711600","type":"text","text":{"body":"otra"}}`, number))
	if got := bustest.Collect[*recadov1.MessageReceived](t, server, subject.MessageReceived, 1)[0]; got.GetMeta().GetTenantId() != "shop-b" {
		t.Fatalf("%s did not wait", got.GetMeta().GetTenantId())
	}
	heldAre(t, p, "shop-a")

	keyed, ids := withKey(t, shop(t))
	keyed.Version = 2
	p.PutTenant(t, keyed)
	bustest.Eventually(t, "the web chat is open again", func() bool {
		return send(t, http.MethodPost, p.URL+"/chat/"+site+"/sessions", nil, nil).status == http.StatusCreated
	})
	heldAre(t, p)
	for n := 5; n < 10; n++ {
		say(n)
	}
	got := bustest.Collect[*recadov1.MessageReceived](t, server, subject.MessageReceived, 11)[1:]
	for n, e := range got {
		m := e.GetMeta()
		if text := e.GetContent().GetText().GetBody(); text != fmt.Sprint(n) {
			t.Errorf("message %d says %s", n, text)
		}
		if m.GetConversationKey() != ids.ConversationID("whatsapp", accountA, number) || !m.GetKeyed() {
			t.Errorf("message %d is of %s", n, m.GetConversationKey())
		}
		if m.GetMessageId() != ids.MessageID(wamidOf(number, fmt.Sprintf("3A%04d", n))) {
			t.Errorf("message %d is called %s", n, m.GetMessageId())
		}
		if phoneOf(t, server, m, n < 5) != number {
			t.Errorf("message %d: its address does not open", n)
		}
	}
	if n := bustest.Count(t, server, subject.ReceiptReceived); n != 0 {
		t.Errorf("%d receipts went through", n)
	}
}

// heldAre looks for the tenants that the metrics say are held.
func heldAre(t *testing.T, p *apptest.Process, want ...string) {
	t.Helper()
	var got []string
	for line := range strings.Lines(send(t, http.MethodGet, p.URL+"/metrics", nil, nil).body) {
		_, rest, _ := strings.Cut(line, `tenant="`)
		if id, value, found := strings.Cut(rest, `"} `); found && strings.HasPrefix(line, "recado_ingest_held{") && strings.TrimSpace(value) == "1" {
			got = append(got, id)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("the metrics say that %v are held, want %v", got, want)
	}
}

// phoneOf opens an address: no contact gets a key while the tenant is held, when keys get other names.
func phoneOf(t *testing.T, server *bustest.Server, m *recadov1.Meta, held bool) string {
	t.Helper()
	under := tenantsKey(t)
	if !held {
		under = keyOf(t, server, m)
	}
	to, err := channel.OpenAddress(under, m.GetContact().GetContactId(), m.GetContact().GetSealedAddress())
	if err != nil {
		t.Error(err)
	}
	return to.Phone
}

func TestAPageIsEndedWhenItsConversationGetsAnotherID(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	p := start(t, server, shop(t))
	v := visit(t, p)
	frames := listen(t, p, v, "")
	keyed, _ := withKey(t, shop(t))
	keyed.Version = 2
	p.PutTenant(t, keyed)
	for range frames { // until the stream ends
	}
}
