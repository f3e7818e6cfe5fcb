package send

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/apikey"
	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/handoff"
)

func TestProgramWritesAsAPersonAndTakesTheConversation(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	key, ana := l.key(t, "clinic", apikey.Allowed), l.customer(t, "clinic")
	got := post(t, l.url, key, "order-7", body("contact_id", ana.contact, "person", " Soy Luz, su receta está lista. "))
	if got.status != http.StatusAccepted || got.Mode != "human" || got.Conversation != ana.conversation {
		t.Fatalf("%d %s", got.status, got.body)
	}
	again := post(t, l.url, key, "order-7", body("contact_id", strings.ToUpper(ana.contact), "person", "Soy Luz, su receta está lista."))
	if again.status != http.StatusAccepted || again.body != got.body || again.header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("again: %d %s, first %s", again.status, again.body, got.body)
	}
	if replies, turns, events, texts := l.said(t, ana); replies != 1 || turns != 1 || events != 1 || texts != "Soy Luz, su receta está lista." {
		t.Errorf("%d replies, %d turns, %d events: %s", replies, turns, events, texts)
	}
	var stage, mode, turn string
	var raw []byte
	l.db.QueryRow(t, `SELECT stages[1], events[1], u.id::text, c.handoff_mode FROM chat.turns u, chat.conversations c WHERE c.id = u.conversation_id`,
		nil, &stage, &raw, &turn, &mode)
	e := new(recadov1.ReplyDrafted)
	if err := proto.Unmarshal(raw, e); err != nil || stage != subject.ReplyDrafted || mode != "human" {
		t.Fatalf("%s, mode %s, %v", stage, mode, err)
	}
	if !e.GetPerson() || e.GetEpoch() != 0 || e.GetReplyId() != got.Reply || e.GetTurnId() != turn {
		t.Errorf("event %v", e)
	}
}

func TestProgramWritesAsTheAssistantInATurnOfItsOwn(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	key, ana := l.key(t, "clinic", apikey.Allowed, apikey.SendMessage), l.customer(t, "clinic")
	l.db.Exec(t, `UPDATE chat.conversations SET handoff_mode = 'waiting', handoff_at = now(), dialogue = '{"specialist":"booking","asked":{}}' WHERE id = $1`, ana.conversation)
	got := post(t, l.url, key, "k", body("conversation_id", ana.conversation, "assistant", "Tu pedido va en camino."))
	if got.status != http.StatusAccepted || got.Mode != "waiting" {
		t.Fatalf("%d %s", got.status, got.body)
	}
	var stages, dialogue, reason string
	var sequence, fence, epoch int64
	l.db.QueryRow(t, `SELECT array_to_string(u.stages, ' '), u.reason, c.dialogue::text, c.sequence, c.fence, c.epoch
		FROM chat.turns u, chat.conversations c WHERE c.id = u.conversation_id`, nil, &stages, &reason, &dialogue, &sequence, &fence, &epoch)
	if got, want := fmt.Sprint(stages, ", ", reason, sequence, fence, epoch), "reply.drafted turn.completed, program1 1 1"; got != want {
		t.Errorf("stages, reason, sequence, fence and epoch are %s, want %s", got, want)
	}
	if !strings.Contains(dialogue, `"specialist": "booking"`) || strings.Contains(dialogue, `"asked": {`) {
		t.Errorf("the dialogue is %s", dialogue)
	}
}

func TestProgramReachesItsOwnTenantsCustomersOnly(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	key, ana := l.key(t, "clinic", apikey.Allowed), l.customer(t, "bistro")
	nobody := post(t, l.url, key, "k", body("contact_id", "0190aaaa-0000-7000-8000-000000000000", "person", "hola"))
	if nobody.status != http.StatusNotFound {
		t.Fatalf("nobody: %d %s", nobody.status, nobody.body)
	}
	for _, as := range []string{"person", "assistant"} {
		for field, id := range map[string]string{"contact_id": ana.contact, "conversation_id": ana.conversation} {
			if got := post(t, l.url, key, "k", body(field, id, as, "hola")); got.status != nobody.status || got.body != nobody.body {
				t.Errorf("another tenant's %s: %d %s", field, got.status, got.body)
			}
		}
	}
	other := l.key(t, "bistro", apikey.Allowed)
	first := post(t, l.url, other, "k", body("contact_id", ana.contact, "person", "hola"))
	if first.status != http.StatusAccepted {
		t.Fatalf("its own: %d %s", first.status, first.body)
	}
	second := post(t, l.url, l.key(t, "bistro", apikey.Allowed), "k", body("contact_id", ana.contact, "person", "hola"))
	if second.status != http.StatusAccepted || second.Reply == first.Reply {
		t.Errorf("another key's same idempotency key: %d %s", second.status, second.body)
	}
	if replies, _, _, _ := l.said(t, ana); replies != 2 {
		t.Errorf("%d replies", replies)
	}
}

func TestWhatCannotBeSaidSaysWhyAndWritesNothing(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	key, ana := l.key(t, "clinic", apikey.Allowed), l.customer(t, "clinic")
	l.screen = func(x handoff.Text) (handoff.Screened, error) {
		switch {
		case strings.Contains(x.Body, "4111"):
			return handoff.Screened{}, handoff.ErrUnsayable
		case strings.Contains(x.Body, "nobody answers"):
			return handoff.Screened{}, bus.Unavailable(errors.New("no responders"))
		case strings.Contains(x.Body, "broken"):
			return handoff.Screened{}, errors.New("what nobody knows: secret")
		}
		return plainly(x)
	}
	for name, x := range map[string]struct {
		change, as, text string
		status           int
		code             string
	}{
		"a person has it":       {`UPDATE chat.conversations SET handoff_mode = 'human' WHERE id = '%s'`, "assistant", "hola", 409, "person"},
		"it is erased":          {`UPDATE chat.contacts SET sealed_address = '' WHERE id = (SELECT contact_id FROM chat.conversations WHERE id = '%s')`, "assistant", "hola", 409, "erased"},
		"it is erased, person":  {`UPDATE chat.contacts SET sealed_address = '' WHERE id = (SELECT contact_id FROM chat.conversations WHERE id = '%s')`, "person", "hola", 409, "erased"},
		"the window is over":    {`UPDATE chat.messages SET received_at = now() - interval '24 hours' WHERE conversation_id = '%s'`, "assistant", "hola", 409, "window_closed"},
		"a turn is at work":     {`UPDATE chat.conversations SET owner = 'somebody' WHERE id = '%s'`, "assistant", "hola", 503, "busy"},
		"a message waits":       {`UPDATE chat.conversations SET due_at = now() WHERE id = '%s'`, "assistant", "hola", 503, "busy"},
		"a card":                {`SELECT '%s'`, "person", "4111 1111 1111 1111", 422, "unsayable"},
		"nobody masks":          {`SELECT '%s'`, "person", "nobody answers", 503, "unavailable"},
		"what was not foreseen": {`SELECT '%s'`, "assistant", "broken", 500, "internal"},
	} {
		c := l.customer(t, "clinic")
		l.db.Exec(t, fmt.Sprintf(x.change, c.conversation))
		got := post(t, l.url, key, name, body("conversation_id", c.conversation, x.as, x.text))
		if got.status != x.status || got.Error.Code != x.code || strings.Contains(got.body, "secret") {
			t.Errorf("%s: %d %s", name, got.status, got.body)
		}
		if wants := got.status == http.StatusServiceUnavailable; wants != (got.header.Get("Retry-After") != "") {
			t.Errorf("%s: Retry-After %q", name, got.header.Get("Retry-After"))
		}
		if replies, turns, _, _ := l.said(t, c); replies+turns != 0 {
			t.Errorf("%s: %d replies, %d turns", name, replies, turns)
		}
	}
	if got := post(t, l.url, key, "k", body("contact_id", ana.contact, "person", "uno")); got.status != http.StatusAccepted {
		t.Fatalf("%d %s", got.status, got.body)
	}
	for _, other := range []string{body("contact_id", ana.contact, "person", "dos"), body("contact_id", ana.contact, "assistant", "uno"), body("conversation_id", ana.conversation, "person", "uno")} {
		if got := post(t, l.url, key, "k", other); got.status != http.StatusUnprocessableEntity || got.Error.Code != "key_reused" {
			t.Errorf("the same key for another request: %d %s", got.status, got.body)
		}
	}
	if got := post(t, l.url, l.key(t, "held", apikey.Allowed), "k", body("contact_id", ana.contact, "person", "uno")); got.status != http.StatusServiceUnavailable {
		t.Errorf("while ids are changed: %d %s", got.status, got.body)
	}
}

func TestKeyThatMayNotSendIsRefused(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	ana := l.customer(t, "clinic")
	request := body("contact_id", ana.contact, "person", "hola")
	for name, x := range map[string]struct {
		key    string
		status int
	}{
		"no key":            {"", 401},
		"no key's form":     {"recado_x", 401},
		"a database away":   {"lost", 503},
		"a dry run":         {l.key(t, "clinic", apikey.DryRun), 403},
		"no writes":         {l.key(t, "clinic", apikey.NoWrites), 403},
		"other tools":       {l.key(t, "clinic", apikey.Allowed, "get_menu"), 403},
		"this among others": {l.key(t, "clinic", apikey.Allowed, "get_menu", apikey.SendMessage), 202},
	} {
		if got := post(t, l.url, x.key, "k", request); got.status != x.status {
			t.Errorf("%s: %d %s", name, got.status, got.body)
		}
	}
	valid := l.key(t, "clinic", apikey.Allowed)
	for name, got := range map[string]heard{
		"too large": post(t, l.url, valid, "k", strings.Repeat(" ", maxBody)+request), "no key of its own": post(t, l.url, valid, "", request),
	} {
		if want := map[string]int{"too large": 413, "no key of its own": 400}[name]; got.status != want {
			t.Errorf("%s: %d %s", name, got.status, got.body)
		}
	}
	r, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, l.url+Path, nil)
	r.Header.Set("Authorization", "Bearer "+l.key(t, "clinic", apikey.Allowed))
	res, err := http.DefaultClient.Do(r)
	if err != nil || res.StatusCode != http.StatusMethodNotAllowed || res.Header.Get("Allow") != http.MethodPost {
		t.Errorf("GET: %v %v", res, err)
	}
	_ = res.Body.Close()
}

func TestTwoReplicasAskedTheSameAtOnceSayItOnce(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	other := l.door(t, l.sender(nil))
	key := l.key(t, "clinic", apikey.Allowed)
	for round, as := range []string{"person", "assistant", "person", "assistant"} {
		ana := l.customer(t, "clinic")
		request := body("contact_id", ana.contact, as, "hola")
		var group sync.WaitGroup
		answers := make([]heard, 4)
		for i := range answers {
			group.Go(func() { answers[i] = post(t, []string{l.url, other}[i%2], key, fmt.Sprint("k", round), request) })
		}
		group.Wait()
		for _, a := range answers {
			if a.status != http.StatusAccepted || a.body != answers[0].body {
				t.Errorf("as %s: %d %s", as, a.status, a.body)
			}
		}
		if replies, turns, _, _ := l.said(t, ana); replies != 1 || turns != 1 {
			t.Errorf("as %s: %d replies, %d turns", as, replies, turns)
		}
	}
}
