package talk

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/identity"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/cmd/recado/cli"
	"github.com/recado/recado/services/cmd/recado/clitest"
	"github.com/recado/recado/services/cmd/recado/customer"
	"github.com/recado/recado/services/cmd/recado/tenants"
)

// webchatDoor is ingest's web chat as far as a page sees it: each message is answered with its text and choice, and two buttons.
func webchatDoor(t *testing.T, account string) string {
	t.Helper()
	messages := make(chan channel.Frame, 8)
	door := http.NewServeMux()
	door.HandleFunc("POST /chat/"+account+"/sessions", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"session_id": "s", "token": "t"}`)
	})
	door.HandleFunc("POST /chat/"+account+"/messages", func(_ http.ResponseWriter, r *http.Request) {
		var frame channel.Frame
		if err := json.NewDecoder(r.Body).Decode(&frame); err != nil {
			t.Error(err)
		}
		messages <- frame
	})
	door.HandleFunc("GET /chat/"+account+"/stream", func(w http.ResponseWriter, r *http.Request) {
		for id := uint64(1); ; id++ {
			select {
			case <-r.Context().Done():
				return
			case m := <-messages:
				data, err := json.Marshal(channel.Frame{
					Type: channel.FrameDone, EventID: id, Text: "you said " + m.Text + m.ChoiceID,
					Buttons: []channel.FrameButton{{ID: "yes", Title: "Sí"}, {ID: "no", Title: "No"}},
				})
				if err != nil {
					t.Error(err)
				}
				fmt.Fprintf(w, "data: %s\n\n", data)
				w.(http.Flusher).Flush()
			}
		}
	})
	server := httptest.NewServer(door)
	t.Cleanup(server.Close)
	return server.URL
}

func siteOf(id tenant.ID) tenant.Settings {
	return tenant.Settings{ID: id, Accounts: []tenant.Account{{Channel: "webchat", ID: string(id) + "-site"}}}
}

func TestChatSaysOneThingAndPrintsTheReply(t *testing.T) {
	t.Parallel()
	running, door := clitest.Start(t), webchatDoor(t, "clinic-site")
	running.Put(t, siteOf("clinic"))
	running.Put(t, siteOf(tenants.Doctor)) // is never the one that is meant
	code, out, errs := clitest.Run(t, Chat, running.Env, "--url", door+"/", "--message", "hola")
	if want := "\nyou said hola\n  1) Sí\n  2) No\n\n"; code != 0 || out != want {
		t.Errorf("exit %d, %q, want %q; %s", code, out, want, errs)
	}
	var reply channel.Frame
	code, errs = clitest.RunJSON(t, Chat, running.Env, &reply, "--url", door, "--message", "hola", "--json")
	if code != 0 || reply.Text != "you said hola" || len(reply.Buttons) != 2 {
		t.Errorf("exit %d, %+v, %s", code, reply, errs)
	}
}

func TestChatSaysWhoElseHasTheConversation(t *testing.T) {
	t.Parallel()
	running := clitest.StartWithDatabase(t)
	running.Put(t, siteOf("clinic"))
	say := func() string {
		t.Helper()
		code, out, errs := clitest.Run(t, Chat, running.Env, "--url", webchatDoor(t, "clinic-site"), "--message", "hola")
		if code != 0 {
			t.Errorf("exit %d, %s", code, errs)
		}
		return out
	}
	running.DB.Exec(t, `INSERT INTO chat.conversations (tenant_id, id, channel, account_id, contact_id) VALUES ('clinic', $1, 'webchat', 'a', $2)`,
		identity.Bare("clinic").ConversationID("webchat", "clinic-site", "s"), identity.Bare("clinic").ContactID("webchat", "clinic-site", "s"))
	if out := say(); strings.Contains(out, "[") {
		t.Errorf("with the assistant: %q", out)
	}
	running.DB.Exec(t, `UPDATE chat.conversations SET handoff_mode = 'waiting', handoff_reason = 'invoice'`)
	if out := say(); !strings.HasSuffix(out, "[it waits for a person (invoice)]\n\n") {
		t.Errorf("while a person is waited for: %q", out)
	}
}

func TestChatSaysTheLinesOfAPipeOneByOne(t *testing.T) {
	t.Parallel()
	running := clitest.Start(t)
	running.Put(t, siteOf("clinic"))
	for _, input := range []string{"hola", "\nhola\n", "hola\n/quit\nadios\n"} { // a door each: a stream hears late of its end
		code, out, errs := clitest.RunInput(t, Chat, input, running.Env, "--url", webchatDoor(t, "clinic-site"))
		if code != 0 || strings.Count(out, "you said ") != 1 || !strings.Contains(out, "you said hola") {
			t.Errorf("%q: exit %d, %q, %s", input, code, out, errs)
		}
	}
	code, out, errs := clitest.RunInput(t, Chat, "uno\n2\ntres\n", running.Env, "--url", webchatDoor(t, "clinic-site"))
	want := []string{"You talk to clinic.", "/quit ends", "you said uno\n", "you said Nono\n", "you said tres\n"}
	for _, part := range want {
		i := strings.Index(out, part)
		if i < 0 || code != 0 {
			t.Fatalf("exit %d, no %q in %q, %s", code, part, out, errs)
		}
		out = out[i:]
	}
}

func TestANumberTapsAChoiceOfTheLastReply(t *testing.T) {
	t.Parallel()
	door := webchatDoor(t, "clinic-site")
	var out strings.Builder
	c := &cli.CLI{Stdout: &out, Getenv: func(string) string { return "" }}
	with := siteOf("clinic")
	page, err := customer.OpenPage(t.Context(), door, "clinic-site")
	if err != nil {
		t.Fatal(err)
	}
	chat := &terminal{cli: c, page: page, dir: t.TempDir(), with: &with, ids: identity.Bare("clinic")}
	for _, line := range []string{"hola", "2", "3"} {
		if err := chat.line(t.Context(), line); err != nil {
			t.Fatal(err)
		}
		reply, err := page.Reply(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := chat.show(t.Context(), reply); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{"you said hola\n", "you said Nono\n", "you said 3\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in %q", want, out.String())
		}
	}
}

func TestChatNamesTheTenantsToChooseFrom(t *testing.T) {
	t.Parallel()
	running := clitest.Start(t)
	code, _, errs := clitest.Run(t, Chat, running.Env, "--message", "hola")
	if code != 1 || !strings.Contains(errs, "no tenant has a web chat account") {
		t.Errorf("no tenant: exit %d, %q", code, errs)
	}
	running.Put(t, siteOf("bistro"))
	running.Put(t, siteOf("clinic"))
	running.Put(t, tenant.Settings{ID: "mute"})
	clitest.Refuses(t, Chat, running.Env,
		clitest.Refusal{Want: "chat: choose with --tenant: bistro, clinic", Args: []string{"--message", "hola"}},
		clitest.Refusal{Want: "see recado chat --help", Args: []string{"--loud"}},
		clitest.Refusal{Want: "usage: recado chat", Args: []string{"hola"}},
	)
	code, _, errs = clitest.Run(t, Chat, running.Env, "--tenant", "mute", "--message", "hola")
	if code != 1 || !strings.Contains(errs, "tenant mute has no web chat account") {
		t.Errorf("a tenant without one: exit %d, %q", code, errs)
	}
}
