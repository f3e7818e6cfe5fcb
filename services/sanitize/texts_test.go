package sanitize_test

import (
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/app/apptest"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/vault"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// ask has a text masked, on the subject of a tenant.
func ask(t *testing.T, p *apptest.Process, of string, data []byte) *recadov1.TextScreened {
	t.Helper()
	answer, err := p.Bus.Request(t.Context(), subject.TextScreen+"."+of, data)
	if err != nil {
		t.Fatal(err)
	}
	out := new(recadov1.TextScreened)
	if err := proto.Unmarshal(answer, out); err != nil {
		t.Fatal(err)
	}
	return out
}

func wanted(t *testing.T, id, of, body string) []byte {
	t.Helper()
	data, err := proto.Marshal(&recadov1.ScreenText{TenantId: id, ContactId: of, Channel: "whatsapp", Text: body})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestTextOfAProgramIsMaskedAndItsValuesSealedForTheContact(t *testing.T) {
	t.Parallel()
	p := start(t)
	got := ask(t, p, clinic, wanted(t, clinic, contact, "Soy Luz, llámame al 55 1234 5678."))
	if got.GetOutcome() != recadov1.ScreenOutcome_SCREEN_OUTCOME_SCREENED || got.GetText() != "Soy Luz, llámame al [TEL_1]." {
		t.Fatalf("got %v", got)
	}
	if got.GetTenantId() != clinic || got.GetContactId() != contact {
		t.Errorf("it says whose it is: %v", got)
	}
	key, err := seal.ParseKey(apptest.Key)
	if err != nil {
		t.Fatal(err)
	}
	v, err := vault.New(key, p.Bus)
	if err != nil {
		t.Fatal(err)
	}
	opened, err := v.Open(t.Context(), clinic, contact, got.GetPii())
	if err != nil || vault.Reveal(got.GetText(), opened) != "Soy Luz, llámame al 55 1234 5678." {
		t.Errorf("opened %v, %v", opened, err)
	}
	if other, _ := v.Open(t.Context(), "other", contact, got.GetPii()); len(other) != 0 {
		t.Errorf("another tenant opens %v", other)
	}
	if plain := ask(t, p, clinic, wanted(t, clinic, contact, "Tu pedido está listo.")); plain.GetText() != "Tu pedido está listo." || len(plain.GetPii()) != 0 {
		t.Errorf("without personal data: %v", plain)
	}
}

func TestWhatIsNoRequestOrIsKeptNowhereIsNotMasked(t *testing.T) {
	t.Parallel()
	p := start(t)
	const refused, secret = recadov1.ScreenOutcome_SCREEN_OUTCOME_REFUSED, recadov1.ScreenOutcome_SCREEN_OUTCOME_SECRET
	for name, x := range map[string]struct {
		on   string
		data []byte
		want recadov1.ScreenOutcome
	}{
		"another tenant's subject": {"clinica-luna", wanted(t, clinic, contact, "hola"), refused},
		"an unknown tenant":        {"nobody", wanted(t, "nobody", contact, "hola"), refused},
		"no contact":               {clinic, wanted(t, clinic, "ana", "hola"), refused},
		"no text":                  {clinic, wanted(t, clinic, contact, ""), refused},
		"too much text":            {clinic, wanted(t, clinic, contact, strings.Repeat("a", 16<<10+1)), refused},
		"garbage":                  {clinic, []byte("not protobuf at all"), refused},
		"a large body":             {clinic, make([]byte, 200<<10), refused},
		"a card":                   {clinic, wanted(t, clinic, contact, "la tarjeta es 4111 1111 1111 1111"), secret},
	} {
		if got := ask(t, p, x.on, x.data); got.GetOutcome() != x.want || got.GetText() != "" || got.GetPii() != nil {
			t.Errorf("%s: %v", name, got)
		}
	}
}
