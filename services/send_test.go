package services_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/apikey"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/tenant"
)

var sendDoor = regexp.MustCompile(`"setting":"RECADO_SEND_ADDR","addr":"([^"]+)"`)

// send makes a program's request and returns its status and what it says.
func (l *lab) send(t *testing.T, key, contact, as, text string) (status int, said map[string]any) {
	t.Helper()
	at := sendDoor.FindStringSubmatch(l.Log())
	if at == nil {
		t.Fatal("no door for programs")
	}
	request, _ := json.Marshal(map[string]string{"contact_id": contact, "as": as, "message": text})
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+at[1]+"/api/send", strings.NewReader(string(request)))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+key)
	r.Header.Set("Idempotency-Key", uuid.NewString())
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	if err := json.NewDecoder(res.Body).Decode(&said); err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, said
}

// accepted sends until nobody is at work on the conversation.
func (l *lab) accepted(t *testing.T, key, contact, as, text string) {
	t.Helper()
	status, said := 0, map[string]any(nil)
	bustest.Eventually(t, "nobody is at work on the conversation", func() bool {
		status, said = l.send(t, key, contact, as, text)
		return status != http.StatusServiceUnavailable
	})
	if status != http.StatusAccepted {
		t.Fatalf("as %s: %d %v", as, status, said)
	}
}

func (l *lab) programKey(t *testing.T, of tenant.ID) string {
	t.Helper()
	key, _, err := apikey.Create(t.Context(), l.db.Open(t, "recado_console"), of,
		apikey.Wish{Name: "till", Writes: apikey.Allowed, Tools: []string{apikey.SendMessage}})
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func TestAProgramsMessageReachesTheCustomerAndItsPersonalDataNoStore(t *testing.T) {
	t.Parallel()
	l := newLab(t, "testdata/shop-a.yaml", "testdata/shop-b.yaml")
	key, other := l.programKey(t, "shop-a"), l.programKey(t, "shop-b")
	const phone = "5215550001955"
	l.ask(t, phone, 1, "¿cuánto cuesta la limpieza?")
	var contact string
	l.db.QueryRow(t, `SELECT contact_id::text FROM chat.conversations WHERE tenant_id = 'shop-a'`, nil, &contact)

	l.accepted(t, key, contact, "assistant", "Tu pedido está listo, dudas al 55 1234 5678.")
	if said := l.replies(t, phone, 2)[1].Text; said != "Tu pedido está listo, dudas al 55 1234 5678." {
		t.Errorf("the customer reads %q", said)
	}
	if price := l.ask(t, phone, 3, "¿cuánto cuesta la resina?").Text; !strings.Contains(price, "900") {
		t.Errorf("then the assistant says %q", price)
	}
	l.accepted(t, key, contact, "person", "Soy Luz, escríbeme a luz@example.com")
	if said := l.replies(t, phone, 4)[3].Text; said != "Soy Luz, escríbeme a luz@example.com" {
		t.Errorf("the customer reads %q", said)
	}
	for _, secret := range []string{"1234 5678", "luz@example"} {
		kept := `SELECT (SELECT count(*) FROM chat.replies r WHERE strpos(r::text, $1) > 0) + (SELECT count(*) FROM chat.names n WHERE strpos(n::text, $1) > 0)
		              + (SELECT count(*) FROM chat.turns u, unnest(u.events) e WHERE position(convert_to($1, 'UTF8') IN e) > 0)`
		if n := l.count(t, kept, secret); n != 0 {
			t.Errorf("%s is kept in %d rows", secret, n)
		}
	}
	for as, want := range map[string]int{"person": http.StatusUnprocessableEntity, "assistant": http.StatusUnprocessableEntity} {
		if status, said := l.send(t, key, contact, as, "tarjeta 4111 1111 1111 1111"); status != want {
			t.Errorf("a card as %s: %d %v", as, status, said)
		}
	}
	if status, said := l.send(t, other, contact, "person", "hola"); status != http.StatusNotFound {
		t.Errorf("another business's program: %d %v", status, said)
	}
	if status, said := l.send(t, key, contact, "assistant", "¿Algo más?"); status != http.StatusConflict || !strings.Contains(fmt.Sprint(said), "person") {
		t.Errorf("while a person has it: %d %v", status, said)
	}
}
