package agentrunner_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/apikey"
	"github.com/recado/recado/pkg/app/apptest"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// program is one of a business's own, with a key.
type program struct{ key, url string }

var sendDoor = regexp.MustCompile(`"setting":"RECADO_SEND_ADDR","addr":"([^"]+)"`)

// program makes a key for a tenant of a process's door.
func (w *world) program(t *testing.T, p *apptest.Process, of tenant.ID) *program {
	t.Helper()
	at := sendDoor.FindStringSubmatch(p.Log())
	if at == nil {
		t.Fatalf("where does it listen? %s", p.Log())
	}
	w.db.Exec(t, `INSERT INTO core.tenants (tenant_id, content_hash, settings, name, vertical, country, zone, currency, language)
		VALUES ($1, '', '{}', 'T', 'general', 'MX', 'UTC', 'MXN', 'es') ON CONFLICT DO NOTHING`, string(of))
	key, _, err := apikey.Create(t.Context(), w.db.Open(t, "recado_console"), of, apikey.Wish{Name: "till", Writes: apikey.Allowed})
	if err != nil {
		t.Fatal(err)
	}
	return &program{key: key, url: "http://" + at[1] + "/api/send"}
}

// send makes a request of its own.
func (p *program) send(t *testing.T, conversation, as, text string) (status int, body string) {
	t.Helper()
	request := fmt.Sprintf(`{"conversation_id":%q,"as":%q,"message":%q}`, conversation, as, text)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.url, strings.NewReader(request))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+p.key)
	r.Header.Set("Idempotency-Key", uuid.NewString())
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(data)
}

// sanitize masks by leaving texts as they are.
func (w *world) sanitize(t *testing.T) {
	t.Helper()
	stop, err := w.server.Bus(t, "sanitize").Answer(subject.TextScreen+".*", func(_ context.Context, _ string, data []byte) []byte {
		var q recadov1.ScreenText
		if err := proto.Unmarshal(data, &q); err != nil {
			return nil
		}
		answer, _ := proto.Marshal(&recadov1.TextScreened{
			TenantId: q.GetTenantId(), ContactId: q.GetContactId(), Text: q.GetText(),
			Outcome: recadov1.ScreenOutcome_SCREEN_OUTCOME_SCREENED,
		})
		return answer
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
}

func TestWhatAProgramSaidIsKnownToTheNextTurn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.send = "127.0.0.1:0"
	var mu sync.Mutex
	var heard []string // of the last question
	w.model.answer = func(_ int, req *llm.Request) (*llm.Response, error) {
		mu.Lock()
		defer mu.Unlock()
		heard = nil
		for _, m := range req.Messages {
			if m.Role == llm.RoleAssistant {
				heard = append(heard, m.Text)
			}
		}
		return words("Con gusto."), nil
	}
	w.sanitize(t)
	till := w.program(t, w.start(t), "clinic")
	ana := &person{tenant: "clinic", name: "ana"}
	w.say(t, ana, "hola")
	w.replies(t, 1)
	send := func(as, text string) {
		t.Helper()
		status, body := 0, ""
		bustest.Eventually(t, "nobody is at work on the conversation", func() bool {
			status, body = till.send(t, ana.conversation(), as, text)
			return status != http.StatusServiceUnavailable
		})
		if status != http.StatusAccepted {
			t.Fatalf("as %s: %d %s", as, status, body)
		}
	}
	send("assistant", "Su receta está lista.")
	send("person", "Soy Luz, pase cuando guste.")
	if said := w.replies(t, 3); !said[2].GetPerson() || said[1].GetPerson() || said[2].GetSequence() != 3 {
		t.Errorf("said %v", said)
	}
	status, body := till.send(t, ana.conversation(), "assistant", "¿Algo más?")
	if status != http.StatusConflict || !strings.Contains(body, `"person"`) {
		t.Errorf("while a person has it: %d %s", status, body)
	}
	w.db.Exec(t, `SELECT chat.hand_back('clinic', $1)`, ana.conversation())
	w.say(t, ana, "¿a qué hora?")
	w.replies(t, 4)
	mu.Lock()
	defer mu.Unlock()
	for _, want := range []string{"Su receta está lista.", "Soy Luz, pase cuando guste."} {
		if !slices.ContainsFunc(heard, func(line string) bool { return strings.Contains(line, want) }) {
			t.Errorf("the model does not know of %q: %q", want, heard)
		}
	}
}

func TestWithoutSanitizeOrDatabaseAProgramIsToldToTryAgainAndNothingIsWritten(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	wire, near := through(t, w.db.URL)
	w.send, w.databaseURL = "127.0.0.1:0", near
	till := w.program(t, w.start(t), "clinic")
	ana := &person{tenant: "clinic", name: "ana"}
	w.say(t, ana, "hola")
	w.replies(t, 1)
	refused := func(when string) {
		t.Helper()
		if status, body := till.send(t, ana.conversation(), "person", "hola"); status != http.StatusServiceUnavailable {
			t.Errorf("%s: %d %s", when, status, body)
		}
		if n := w.count(t, `SELECT count(*) FROM chat.replies`); n != 1 {
			t.Errorf("%s: %d replies", when, n)
		}
	}
	refused("nobody masks")
	w.sanitize(t)
	wire.set(true)
	refused("no database")
	wire.set(false)
	bustest.Eventually(t, "the door works again", func() bool {
		status, _ := till.send(t, ana.conversation(), "person", "hola")
		return status == http.StatusAccepted
	})
	w.replies(t, 2)
}

func TestWithoutAnAddressThereIsNoDoorForPrograms(t *testing.T) {
	t.Parallel()
	p := newWorld(t).start(t)
	if strings.Contains(p.Log(), "RECADO_SEND_ADDR") {
		t.Errorf("it listens: %s", p.Log())
	}
}
