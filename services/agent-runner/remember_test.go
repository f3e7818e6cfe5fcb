package agentrunner

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	tracenoop "go.opentelemetry.io/otel/trace/noop"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/llm/llmtest"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/fact"
	"github.com/recado/recado/services/agent-runner/remember"
	"github.com/recado/recado/services/agent-runner/turn"
)

// rememberer is a tenant's memory settings for a keeper.
type rememberer tenant.Memory

func (m rememberer) Get(id tenant.ID) (*tenant.Settings, bool) {
	return &tenant.Settings{ID: id, Zone: "UTC", Language: "es", Memory: tenant.Memory(m)}, true
}

// all keeps two last messages apart and remembers until somebody says no.
var all = rememberer{History: new(2), Summary: true, Facts: "unless", FactDays: 180}

const summedUp = "La clienta quiere bañar a su perra.\n{\"kind\":\"pet\",\"text\":\"Su perra se llama Luna\"}"

func (l *lab) keeper(m rememberer, model *llmtest.Server) *remember.Keeper {
	return &remember.Keeper{
		Store: &database{db: l.store}, Settings: m, Model: llm.NewOpenAI(model.Config()),
		Log: slog.New(slog.DiscardHandler), Tracer: tracenoop.NewTracerProvider().Tracer("keeper"),
	}
}

// exchange commits a turn of one message and one reply.
func (l *lab) exchange(t *testing.T, id tenant.ID, conversation string, n int, text string, yes *bool) {
	t.Helper()
	m := message(id, conversation, n)
	m.Content = &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: text}}}
	l.receive(t, m, nil)
	d := &database{db: l.store, instance: "me"}
	l.db.Exec(t, `UPDATE chat.conversations SET due_at = now() WHERE due_at IS NOT NULL`)
	claimed, err := d.Claim(t.Context(), 1, 1)
	if err != nil || len(claimed) != 1 {
		t.Fatalf("claimed %v, %v", claimed, err)
	}
	c := claimed[0]
	end := &turn.Ending{
		MessageIDs: []string{m.GetMeta().GetMessageId()}, Ended: "replied", Summary: &turn.Summary{Outcome: "replied"}, Noted: 2, Consents: yes,
		Replies: []turn.Reply{{
			ID: uuid.NewString(), Epoch: 1, Sequence: c.Sequence + 1, Evidence: []tool.Evidence{},
			Content: json.RawMessage(`{"text":"Claro."}`),
		}},
	}
	if result, _, err := d.Commit(t.Context(), c, end); err != nil || result != turn.Committed {
		t.Fatalf("%s, %v", result, err)
	}
}

// talk is enough of a conversation for a summary.
func (l *lab) talk(t *testing.T, id tenant.ID, name string) string {
	t.Helper()
	key := conversation(name)
	for n := range 4 {
		l.exchange(t, id, key, n, "quiero bañar a mi perra Luna", nil)
	}
	return key
}

func (l *lab) count(t *testing.T, sql string, args ...any) (n int) {
	t.Helper()
	l.db.QueryRow(t, sql, args, &n)
	return n
}

// known is what a turn of a conversation would be told.
func (l *lab) known(t *testing.T, id tenant.ID, conversation string, m rememberer) fact.Known {
	t.Helper()
	c := &turn.Conversation{Tenant: id, ID: conversation, ContactID: conversation}
	k, err := (&database{db: l.store}).Memory(t.Context(), c, turn.Wanted(m))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func once(t *testing.T, k *remember.Keeper, want int) {
	t.Helper()
	if n, err := k.Once(t.Context()); err != nil || n != want {
		t.Errorf("took %d summaries, want %d: %v", n, want, err)
	}
}

func TestConversationIsSummedUpOnceEveryFewMessagesAndItsContactRemembered(t *testing.T) {
	t.Parallel()
	l, model := newLab(t), llmtest.New(t, llmtest.Reply{Text: summedUp})
	ana, k := l.talk(t, "t", "ana"), l.keeper(all, model)
	once(t, k, 1)
	once(t, k, 0)
	want := "{La clienta quiere bañar a su perra. [{pet Su perra se llama Luna}]}"
	if got := l.known(t, "t", ana, all); fmt.Sprint(got) != want {
		t.Errorf("known %+v", got)
	}
	asked := model.Requests()
	if len(asked) != 1 || strings.Contains(asked[0].Messages[0].Content, "Luna") ||
		strings.Count(asked[0].Messages[1].Content, "customer: quiero") != 3 {
		t.Errorf("the model was asked %+v", asked)
	}
	l.exchange(t, "t", ana, 9, "gracias", nil)
	once(t, k, 0)
	for n := range 3 {
		l.exchange(t, "t", ana, 10+n, "mañana", nil)
	}
	once(t, k, 1)
	if last := model.Requests()[1].Messages[1].Content; !strings.Contains(last, "La clienta quiere") || strings.Count(last, "customer: quiero") != 1 {
		t.Errorf("the second summary was made of %s", last)
	}
	if got := l.known(t, "other", ana, all); got.Summary != "" || len(got.Facts) != 0 {
		t.Errorf("another tenant knows %+v", got)
	}
}

func TestSummaryOfAProcessThatDiedIsMadeByAnotherAndTheDeadOneWritesNothing(t *testing.T) {
	t.Parallel()
	l, model := newLab(t), llmtest.New(t, llmtest.Reply{Text: summedUp})
	ana := l.talk(t, "t", "ana")
	d := &database{db: l.store}
	dead, err := d.ClaimSummaries(t.Context(), 4, time.Minute)
	if err != nil || len(dead) != 1 {
		t.Fatalf("claimed %v, %v", dead, err)
	}
	k := l.keeper(all, model)
	once(t, k, 0) // it may still be at work
	l.db.Exec(t, `UPDATE chat.summaries SET due_at = now()`)
	once(t, k, 1)
	late := &remember.Result{Text: "tarde", Expires: time.Now().Add(time.Hour)}
	late.Facts = []fact.Fact{{Kind: "pet", Text: "Su gato se llama Sol"}}
	if ours, err := d.KeepSummary(t.Context(), &dead[0], late, &remember.Purse{Tenant: "t"}, nil); err != nil || ours {
		t.Errorf("the dead one keeps its summary: %t, %v", ours, err)
	}
	if got := l.known(t, "t", ana, all); got.Summary != "La clienta quiere bañar a su perra." || len(got.Facts) != 1 {
		t.Errorf("known %+v", got)
	}
}

func TestTwoReplicasThatRaceAskAModelOnceForEachSummary(t *testing.T) {
	t.Parallel()
	l, model := newLab(t), llmtest.New(t, llmtest.Reply{Text: summedUp})
	for n := range 6 {
		l.talk(t, "t", fmt.Sprint("contact ", n))
	}
	var racers sync.WaitGroup
	for range 2 {
		racers.Go(func() {
			k := l.keeper(all, model)
			for range 6 {
				if _, err := k.Once(t.Context()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	racers.Wait()
	if n := l.count(t, `SELECT count(*) FROM chat.summaries WHERE text <> '' AND due_at IS NULL`); n != 6 || len(model.Requests()) != 6 {
		t.Errorf("%d summaries of %d questions, want 6 of 6", n, len(model.Requests()))
	}
}

func TestContactIsRememberedOnlyAsItConsents(t *testing.T) {
	t.Parallel()
	l, model := newLab(t), llmtest.New(t, llmtest.Reply{Text: summedUp})
	asking := all
	asking.Facts = "ask"
	ana, ben := l.talk(t, "t", "ana"), l.talk(t, "t", "ben")
	l.exchange(t, "t", ben, 8, "recuerda mis preferencias", new(true))
	once(t, l.keeper(asking, model), 2)
	if a, b := l.known(t, "t", ana, asking), l.known(t, "t", ben, asking); len(a.Facts) != 0 || a.Summary == "" || len(b.Facts) != 1 {
		t.Errorf("known of who said nothing %+v, of who said yes %+v", a, b)
	}
	l.exchange(t, "t", ben, 9, "olvida lo que sabes de mí", new(false))
	if n := l.count(t, `SELECT count(*) FROM chat.facts`); n != 0 || l.known(t, "t", ben, asking).Summary != "" {
		t.Errorf("%d facts after a no", n)
	}
	for n := range 6 {
		l.exchange(t, "t", ben, 20+n, "quiero bañar a mi perra Luna", nil)
	}
	once(t, l.keeper(all, model), 1)
	if n := l.count(t, `SELECT count(*) FROM chat.facts WHERE contact_id = $1`, ben); n != 0 {
		t.Errorf("%d facts of who said no", n)
	}
	if text := l.known(t, "t", ana, asking).Summary; text == "" {
		t.Error("another contact's summary is gone")
	}
}

func TestFactsExpireAreBoundedAndGoWithTheContact(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	ana := l.talk(t, "t", "ana")
	d := &database{db: l.store}
	claims, err := d.ClaimSummaries(t.Context(), 1, time.Minute)
	if err != nil || len(claims) != 1 {
		t.Fatalf("claimed %v, %v", claims, err)
	}
	r := &remember.Result{Text: "resumen", Expires: time.Now().Add(time.Hour)}
	for n := range 40 {
		r.Facts = append(r.Facts, fact.Fact{Kind: "preference", Text: "le gusta el color " + strings.Repeat("a", n+1)})
	}
	calls := []llm.Call{{ID: uuid.NewString(), Kind: llm.CallSummary, Model: "m", Outcome: "ok", At: time.Now(), Cost: new(int64(7))}}
	month := &remember.Purse{Tenant: "t", Month: "2026-11-01"}
	if ours, err := d.KeepSummary(t.Context(), &claims[0], r, month, calls); err != nil || !ours {
		t.Fatalf("kept %t, %v", ours, err)
	}
	const paid = `SELECT count(*) FROM chat.usage WHERE kind = 'summary' AND conversation_id = $1 AND turn_id IS NULL AND cost_micros = 7`
	if n := l.count(t, paid, ana); n != 1 {
		t.Errorf("%d calls stand there, want 1", n)
	}
	if got := l.known(t, "t", ana, all); len(got.Facts) != remember.MaxFacts {
		t.Errorf("%d facts, want %d", len(got.Facts), remember.MaxFacts)
	}
	l.db.Exec(t, `UPDATE chat.facts SET expires_at = now() - interval '2 hours'`)
	if got := l.known(t, "t", ana, all); len(got.Facts) != 0 {
		t.Errorf("%d facts that expired are told", len(got.Facts))
	}
	if _, err := d.Prune(t.Context(), 24*time.Hour, 100); err != nil || l.count(t, `SELECT count(*) FROM chat.facts`) != 0 {
		t.Errorf("expired facts stay: %v", err)
	}
	_, _, err = l.db.Open(t, "recado_console").EraseContact(t.Context(), "t", ana)
	if err != nil || l.count(t, `SELECT count(*) FROM chat.summaries`) != 0 {
		t.Errorf("the summary stays: %v", err)
	}
	if ours, err := d.KeepSummary(t.Context(), &claims[0], r, &remember.Purse{Tenant: "t"}, nil); err != nil || ours {
		t.Errorf("an erased contact's summary is kept: %t, %v", ours, err)
	}
}

func TestSummaryThatFailsIsTriedAFewTimesAndThenLeft(t *testing.T) {
	t.Parallel()
	l, model := newLab(t), llmtest.New(t, llmtest.Reply{Status: 503})
	ana, k := l.talk(t, "t", "ana"), l.keeper(all, model)
	for range 3 {
		if _, err := k.Once(t.Context()); err == nil {
			t.Error("a failure is not told")
		}
		l.db.Exec(t, `UPDATE chat.summaries SET due_at = now() WHERE due_at IS NOT NULL`)
	}
	once(t, k, 0)
	if got := l.known(t, "t", ana, all); got.Summary != "" {
		t.Errorf("known %+v", got)
	}
}
