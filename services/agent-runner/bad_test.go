package agentrunner_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/llm/llmtest"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// oneModel makes agent-runner ask one provider, once a call, with so many seconds for an answer.
func (w *world) oneModel(t testing.TB, server *llmtest.Server, seconds int) {
	t.Helper()
	w.models = filepath.Join(t.TempDir(), "llm.yaml")
	file := fmt.Sprintf(`providers:
  - {name: one, base_url: %q}
models:
  - {name: only, provider: one}
tiers: {fast: [only], balanced: [only], premium: [only]}
timeouts: {first_token_seconds: %[2]d, idle_seconds: %[2]d, whole_seconds: %[2]d}
retries: 0
`, server.URL, seconds)
	if err := os.WriteFile(w.models, []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
}

// Whatever a model answers, the customer is told something once, and the turn says what it was.
func TestABadAnswerOfAModelEndsInOneReply(t *testing.T) {
	t.Parallel()
	const replied, handed = recadov1.TurnOutcome_TURN_OUTCOME_REPLIED, recadov1.TurnOutcome_TURN_OUTCOME_HANDED_OFF
	call := func(name, args string) llmtest.Reply {
		return llmtest.Reply{ToolCalls: []llm.ToolCall{{ID: "c1", Name: name, Arguments: json.RawMessage(args)}}}
	}
	for _, tc := range []struct {
		name    string
		answers []llmtest.Reply // the last one again and again
		seconds int
		outcome recadov1.TurnOutcome
		reason  string
		model   string // who is said to have answered
		most    int    // calls of the model
		says    string // empty where the words are free
	}{
		{name: "empty", answers: []llmtest.Reply{{}}, outcome: replied, model: "rules", most: 1},
		{name: "blanks", answers: []llmtest.Reply{{Text: " \n "}}, outcome: handed, reason: "no_words", most: 1},
		{name: "no JSON", answers: []llmtest.Reply{{Body: "<html>bad gateway</html>"}}, outcome: replied, model: "rules", most: 1},
		{name: "garbage", answers: []llmtest.Reply{{Body: "\x00\xff{{{{"}}, outcome: replied, model: "rules", most: 1},
		{name: "a tool that there is not, once", answers: []llmtest.Reply{call("open_the_safe", `{}`), {Text: "Con gusto."}}, outcome: replied, model: "test-model", most: 2},
		{name: "a tool that there is not, for ever", answers: []llmtest.Reply{call("open_the_safe", `{}`)}, outcome: handed, reason: "tool_rounds", most: 6},
		{name: "arguments that are no JSON", answers: []llmtest.Reply{call("get_service_info", `{"name":`)}, outcome: replied, model: "rules", most: 6},
		{name: "tools in a circle", answers: []llmtest.Reply{call("get_service_info", `{}`)}, outcome: handed, reason: "tool_rounds", most: 6},
		{name: "over its length", answers: []llmtest.Reply{{Text: "Con gusto le", Finish: "length"}}, outcome: replied, model: "rules", most: 1},
		{name: "over its length after a sentence", answers: []llmtest.Reply{{Text: "Con gusto. Le", Finish: "length"}}, outcome: replied, model: "test-model", most: 1, says: "Con gusto."},
		{name: "longer than anybody reads", answers: []llmtest.Reply{{Text: strings.Repeat("Con gusto. ", 30_000)}}, outcome: replied, model: "rules", most: 1},
		{name: "cut", answers: []llmtest.Reply{{Text: "Con gusto le ayudo.", Cut: true}}, outcome: replied, model: "rules", most: 1},
		{name: "refused by a filter", answers: []llmtest.Reply{{Text: "No.", Finish: "content_filter"}}, outcome: replied, model: "rules", most: 1},
		{name: "late", answers: []llmtest.Reply{{Stalled: true}}, seconds: 1, outcome: replied, model: "rules", most: 1},
		{name: "begun and never ended", answers: []llmtest.Reply{{Text: "Con gusto le ayudo.", Silent: true}}, seconds: 1, outcome: replied, model: "rules", most: 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			w, model := newWorld(t), llmtest.New(t, tc.answers...)
			w.oneModel(t, model, max(tc.seconds, 60*(1-min(tc.seconds, 1))))
			w.start(t)
			ana := &person{tenant: "clinic", name: "ana"}
			greeting := ana.message(text("hola, buenas tardes"))
			greeting.Intents, greeting.Specialist = []*recadov1.Intent{{Name: "greeting", Confidence: 1}}, "greeting"
			w.publish(t, greeting)
			done := w.completed(t, 1)[0]
			if done.GetOutcome() != tc.outcome || done.GetReason() != tc.reason || tc.model != "" && done.GetModel() != tc.model {
				t.Errorf("the turn ended as %v %q by %q, want %v %q by %q", done.GetOutcome(), done.GetReason(), done.GetModel(), tc.outcome, tc.reason, tc.model)
			}
			if said := w.replies(t, 1)[0].GetContent().GetText(); strings.TrimSpace(said) == "" || len(said) > 4000 || tc.says != "" && said != tc.says {
				t.Errorf("the customer is told %.80q", said)
			}
			if n := len(model.Requests()); n > tc.most {
				t.Errorf("%d calls of the model, want %d at most", n, tc.most)
			}
			if n := w.count(t, `SELECT count(*) FROM chat.messages WHERE ended IS NULL`); n != 0 {
				t.Errorf("%d messages have no end", n)
			}
		})
	}
}

// A contact that is erased while a model is asked gets no answer, and nothing of it comes back.
func TestAContactThatIsErasedWhileAModelIsAskedIsNotAnswered(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ana, berta := &person{tenant: "clinic", name: "ana"}, &person{tenant: "clinic", name: "berta"}
	asked, answer := make(chan struct{}), make(chan struct{})
	w.model.answer = func(n int, _ *llm.Request) (*llm.Response, error) {
		if n == 1 {
			close(asked)
			<-answer
		}
		return words("Con gusto"), nil
	}
	w.start(t)
	contact := ana.message(text("hola"))
	w.publish(t, contact)
	<-asked
	db := w.db.OpenWith(t, store.Options{Role: "recado_console", MaxConns: 2})
	if _, known, err := db.EraseContact(t.Context(), tenant.ID("clinic"), contact.GetMeta().GetContact().GetContactId()); err != nil || !known {
		t.Fatalf("erased: %t, %v", known, err)
	}
	close(answer)
	w.say(t, berta, "hola")
	if got := w.replies(t, 1); got[0].GetConversationId() != berta.conversation() {
		t.Error("who was erased is answered")
	}
	const left = `SELECT (SELECT count(*) FROM chat.messages WHERE conversation_id = $1 AND (ended IS NULL OR octet_length(event) > 0)) +
		(SELECT count(*) FROM chat.replies WHERE conversation_id = $1) + (SELECT count(*) FROM chat.steps WHERE conversation_id = $1)`
	if n := w.count(t, left, ana.conversation()); n != 0 {
		t.Errorf("%d rows tell of who was erased", n)
	}
	w.say(t, ana, "soy yo otra vez")
	if got := w.replies(t, 2); got[1].GetConversationId() != ana.conversation() {
		t.Error("who writes again is not answered")
	}
}
