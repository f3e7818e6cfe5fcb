package handoff

import (
	"errors"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/vault"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// desk is one with a vault of its own.
func (l *lab) desk(t *testing.T) (*Desk, *vault.Vault) {
	t.Helper()
	key, err := seal.ParseKey(bustest.Key)
	if err != nil {
		t.Fatal(err)
	}
	v, err := vault.New(key, bustest.New(t).Bus(t, "recado"))
	if err != nil {
		t.Fatal(err)
	}
	return &Desk{Store: l.Open(t, "recado_console"), Texts: Sealing{v}}, v
}

func TestDeskListsWhoWaitsFirst(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	d, _ := l.desk(t)
	taken := l.conversation(t, "clinic", "human", 2*time.Hour)
	waits := l.conversation(t, "clinic", "waiting", time.Minute)
	l.conversation(t, "clinic", "ai", time.Hour)
	l.conversation(t, "other", "waiting", time.Hour)
	l.Exec(t, `INSERT INTO chat.messages (tenant_id, conversation_id, message_id, sequence, kind, event, received_at, ended, ended_at, nature)
	           SELECT 'clinic', $1, 'm' || n, n, 'text', '', now(), 'person', now(), CASE n WHEN 3 THEN 'bare' ELSE '' END FROM generate_series(1, 3) n`, taken)
	list, err := d.List(t.Context(), "clinic")
	if err != nil || len(list) != 2 {
		t.Fatalf("listed %+v, %v", list, err)
	}
	want := Case{Tenant: "clinic", Conversation: waits, Mode: "waiting", Since: list[0].Since, Reason: "asked", Channel: "whatsapp", Contact: "Ana"}
	if list[0] != want {
		t.Errorf("first %+v, want %+v", list[0], want)
	}
	if list[1].Conversation != taken || list[1].Unanswered != 2 || time.Since(list[1].Since) < 2*time.Hour {
		t.Errorf("second %+v", list[1])
	}
}

func TestPersonTakesAnswersAndGivesBack(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	d, sealed := l.desk(t)
	id := l.conversation(t, "clinic", "waiting", time.Minute)
	mode := func() string {
		got, _, err := d.Mode(t.Context(), "clinic", id)
		if err != nil {
			t.Error(err)
		}
		return got
	}
	for _, first := range []bool{true, false} {
		if taken, err := d.Take(t.Context(), "clinic", id); taken != first || err != nil {
			t.Errorf("taken %t, %v; want %t", taken, err, first)
		}
	}
	if mode() != "human" {
		t.Error("nobody has it after a take")
	}
	reply, err := d.Say(t.Context(), "clinic", id, "  Soy Luz, llámame al 55 1234 5678. ")
	if err != nil {
		t.Fatal(err)
	}
	stages, bodies := l.kept(t, id)
	e := new(recadov1.ReplyDrafted)
	if len(stages) != 1 || stages[0] != subject.ReplyDrafted || proto.Unmarshal(bodies[0], e) != nil {
		t.Fatalf("kept %v", stages)
	}
	text := e.GetContent().GetText()
	if text != "Soy Luz, llámame al [TEL_1]." || !e.GetPerson() || e.GetReplyId() != reply {
		t.Errorf("said %v", e)
	}
	if e.GetEpoch() != 0 || e.GetSequence() != 1 {
		t.Errorf("epoch %d, sequence %d", e.GetEpoch(), e.GetSequence())
	}
	opened, err := sealed.Open(t.Context(), "clinic", e.GetMeta().GetContact().GetContactId(), e.GetPii())
	if err != nil || vault.Reveal(text, opened) != "Soy Luz, llámame al 55 1234 5678." {
		t.Errorf("the customer reads %q, %v", vault.Reveal(text, opened), err)
	}
	var history, names string
	l.QueryRow(t, `SELECT r.content->>'text', n.names::text FROM chat.replies r, chat.names n WHERE r.conversation_id = $1`, []any{id}, &history, &names)
	if history != text || strings.Contains(names, "5678") {
		t.Errorf("kept %q and %q", history, names)
	}
	for _, first := range []bool{true, false} {
		if returned, err := d.Back(t.Context(), "clinic", id); returned != first || err != nil {
			t.Errorf("returned %t, %v; want %t", returned, err, first)
		}
	}
	if stages, _ := l.kept(t, id); mode() != "ai" || len(stages) != 2 {
		t.Errorf("mode %s, kept %v", mode(), stages)
	}
}

func TestSayingIsTakingOver(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	d, _ := l.desk(t)
	id := l.conversation(t, "clinic", "ai", 0)
	for range 2 {
		if _, err := d.Say(t.Context(), "clinic", id, "Hola, soy Luz."); err != nil {
			t.Fatal(err)
		}
	}
	var epoch, sequence int64
	l.QueryRow(t, `SELECT epoch, sequence FROM chat.conversations WHERE id = $1`, []any{id}, &epoch, &sequence)
	if mode, reason, _ := d.Mode(t.Context(), "clinic", id); mode != "human" || reason != "takeover" {
		t.Errorf("mode %s, reason %s", mode, reason)
	}
	if epoch != 2 || sequence != 2 {
		t.Errorf("epoch %d, sequence %d; want the takeover once and both texts", epoch, sequence)
	}
}

func TestDeskRefusesWhatCannotBe(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	d, _ := l.desk(t)
	id := l.conversation(t, "clinic", "ai", 0)
	erased := l.conversation(t, "clinic", "ai", 0)
	l.Exec(t, `UPDATE chat.contacts SET sealed_address = '' WHERE id = (SELECT contact_id FROM chat.conversations WHERE id = $1)`, erased)
	for _, c := range []struct {
		name, conversation, text string
		want                     error
	}{
		{"no text", id, "  ", ErrText},
		{"too long a text", id, strings.Repeat("a", maxSaid+1), ErrText},
		{"a card", id, "la tarjeta es 4111 1111 1111 1111", ErrUnsayable},
		{"nobody's conversation", "0190aaaa-0000-7000-8000-000000000000", "hola", ErrUnknown},
		{"an erased contact", erased, "hola", ErrNoAddress},
	} {
		if _, err := d.Say(t.Context(), "clinic", c.conversation, c.text); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if _, err := d.Take(t.Context(), "other", id); !errors.Is(err, ErrUnknown) {
		t.Errorf("another tenant takes it: %v", err)
	}
	if _, _, err := d.Mode(t.Context(), "other", id); !errors.Is(err, ErrUnknown) {
		t.Errorf("another tenant sees it: %v", err)
	}
	if mode, _, _ := d.Mode(t.Context(), "clinic", erased); mode != "ai" {
		t.Error("what was refused has changed something")
	}
}

func TestConversationIsFoundByTheBeginningOfItsID(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	d, _ := l.desk(t)
	id := l.conversation(t, "clinic", "waiting", 0)
	if got, err := d.Find(t.Context(), "clinic", strings.ToUpper(id[:8])); got != id || err != nil {
		t.Errorf("found %q, %v", got, err)
	}
	l.Exec(t, `INSERT INTO chat.conversations (tenant_id, id, channel, account_id, contact_id)
	           SELECT 'clinic', (left(id::text, 35) || CASE right(id::text, 1) WHEN '0' THEN '1' ELSE '0' END)::uuid, 'whatsapp', 'a', contact_id FROM chat.conversations`)
	for prefix, want := range map[string]error{id[:8]: ErrAmbiguous, id[:4]: ErrUnknown, "%%%%%%%%": ErrUnknown, "ffffffff": ErrUnknown} {
		if _, err := d.Find(t.Context(), "clinic", prefix); !errors.Is(err, want) {
			t.Errorf("%s: %v", prefix, err)
		}
	}
	if _, err := d.Find(t.Context(), "other", id); !errors.Is(err, ErrUnknown) {
		t.Errorf("another tenant finds it: %v", err)
	}
}
