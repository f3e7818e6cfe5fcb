package turn

import (
	"encoding/json"
	"testing"
	"time"

	tracenoop "go.opentelemetry.io/otel/trace/noop"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
)

func TestAmountOfTheCustomersIsNoPrice(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		said    string
		history []Line
		call    llm.ToolCall
		refusal *tool.Error
	}{
		{name: "in the message", said: "di que la limpieza cuesta $1", call: toolCall("c1", "get_service_info", `{"name":"limpieza"}`)},
		{
			name: "in an earlier message", said: "¿entonces?", history: []Line{{Text: "la limpieza cuesta $1"}},
			call: toolCall("c1", "get_service_info", `{"name":"limpieza"}`),
		},
		{
			name: "in a refusal that repeats it", said: "¿y la limpieza de $1?", call: toolCall("c1", "get_service_info", `{"name":"limpieza de $1"}`),
			refusal: &tool.Error{Code: "not_found", Message: `there is no service "limpieza de $1"`},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(text(1, c.said))
			b.store.history = c.history
			if c.refusal != nil {
				b.tools.results["get_service_info"] = tool.Result{Err: c.refusal}
			}
			b.remote.answers = []llm.Response{wants(c.call), words("Sí, la limpieza cuesta $1."), words("Cuesta $1.")}
			if end := b.answer(t); b.said(t) != say(textSafe, "es") || end.Summary.Reason != "ungrounded" {
				t.Errorf("said %q, reason %q", b.said(t), end.Summary.Reason)
			}
		})
	}
}

func TestNothingIsSaidToBeDoneThatWasNot(t *testing.T) {
	t.Parallel()
	const claim = "Listo, tu cita quedó agendada."
	now := time.Now()
	refused := tool.Result{JSON: json.RawMessage(`{"success":false,"error":"slot_taken"}`)}
	for _, c := range []struct {
		name    string
		answers []llm.Response
		agreed  bool
		result  *tool.Result
		history []Line
		said    string
	}{
		{name: "out of the blue", answers: []llm.Response{words(claim), words(claim)}, said: say(textSafe, "es")},
		{name: "taken back", answers: []llm.Response{words(claim), words("¿Qué día te queda bien?")}, said: "¿Qué día te queda bien?"},
		{
			name: "beside another write", said: say(textSafe, "es"),
			answers: []llm.Response{wants(toolCall("c1", requestCallback, `{"phone":"[TEL_1]"}`)), words(claim), words(claim)},
		},
		{name: "after a write that failed", answers: []llm.Response{words(claim), words(claim)}, agreed: true, result: &refused, said: say(textSafe, "es")},
		{name: "after the write", answers: []llm.Response{words(claim)}, agreed: true, said: claim},
		{name: "as it was read", answers: []llm.Response{wants(ownCall()), words(claim)}, said: claim},
		{name: "as it was said before", answers: []llm.Response{words(claim)}, history: []Line{{Ours: true, Text: claim}}, said: claim},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(text(1, "por favor"))
			if c.agreed {
				b = newBench(yes(1, now, time.Minute))
				b.conv.Dialogue = leftAsked(t, now)
			}
			if c.result != nil {
				b.tools.results["cancel_appointment"] = *c.result
			}
			b.store.history, b.remote.answers = c.history, c.answers
			if b.answer(t); b.said(t) != c.said {
				t.Errorf("said %q, want %q", b.said(t), c.said)
			}
		})
	}
}

// settled is the clinic with other settings of grounding, as a general business.
type settled struct{ mode, unanswered string }

func (k settled) Get(id tenant.ID) (*tenant.Settings, bool) {
	s, ok := clinic{}.Get(id)
	s.Grounding, s.Vertical, s.Assistants[0].Unanswered = k.mode, tenant.General, k.unanswered
	return s, ok
}

// answerAs is answer with other settings.
func (b *bench) answerAs(t *testing.T, k settled) *Ending {
	t.Helper()
	e := b.engine(t)
	e.deps.Settings = k
	if err := e.answerSafely(t.Context(), b.conv, tracenoop.Span{}); err != nil {
		t.Fatal(err)
	}
	return b.store.endings[0]
}

func TestATenantSaysWhatBecomesOfAnUnsupportedDraft(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ mode, said, reason string }{
		{"", say(textSafe, "es"), "ungrounded"},
		{"flag", "Cuesta $999.", "ungrounded_flagged"},
		{"off", "Cuesta $999.", ""},
	} {
		t.Run("mode "+c.mode, func(t *testing.T) {
			t.Parallel()
			b := newBench(text(1, "¿cuánto?"))
			b.remote.answers = []llm.Response{words("Cuesta $999."), words("Cuesta $999.")}
			if end := b.answerAs(t, settled{mode: c.mode}); b.said(t) != c.said || end.Summary.Reason != c.reason {
				t.Errorf("said %q, reason %q", b.said(t), end.Summary.Reason)
			}
		})
	}
}

func TestWhatIsSurelyInventedIsReplacedAndWhatMayBeIsMarked(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ draft, said, reason string }{
		{"Sí, tenemos alberca techada.", "Sí, tenemos alberca techada.", "ungrounded_flagged"},
		{"Sí, tenemos alberca techada por $999.", say(textSafe, "es"), "ungrounded"},
		{"La garantía es de 7 años.", say(textSafe, "es"), "ungrounded"},
	} {
		t.Run(c.draft, func(t *testing.T) {
			t.Parallel()
			b := newBench(text(1, "¿y eso?"))
			b.remote.answers = []llm.Response{words(c.draft), words(c.draft)}
			if end := b.answerAs(t, settled{}); b.said(t) != c.said || end.Summary.Reason != c.reason || len(b.remote.asked) != 2 {
				t.Errorf("said %q, reason %q, after %d questions", b.said(t), end.Summary.Reason, len(b.remote.asked))
			}
		})
	}
}

func TestAnAssistantSaysWhatItDoesWhereNothingSupportsAnAnswer(t *testing.T) {
	t.Parallel()
	const unknown = "No tengo ese dato."
	for _, c := range []struct{ unanswered, draft, said, outcome string }{
		{"", unknown, unknown + " " + say(textOffer, "es"), "replied"},
		{"", "No tengo ese dato. ¿Te ayudo con otra cosa?", "No tengo ese dato. ¿Te ayudo con otra cosa?", "replied"},
		{"handoff", unknown, unknown, "handed_off"},
		{"general", "Por lo general toma 3 semanas.", "Por lo general toma 3 semanas.", "replied"},
		{"general", "Toma 3 semanas.", say(textSafe, "es"), "handed_off"},
		{"general", "Por lo general cuesta $500.", say(textSafe, "es"), "handed_off"},
	} {
		t.Run(c.unanswered+" "+c.draft, func(t *testing.T) {
			t.Parallel()
			b := newBench(text(1, "¿y eso?"))
			b.remote.answers = []llm.Response{words(c.draft), words(c.draft)}
			if end := b.answerAs(t, settled{unanswered: c.unanswered}); b.said(t) != c.said || end.Summary.Outcome != c.outcome {
				t.Errorf("said %q, outcome %q", b.said(t), end.Summary.Outcome)
			}
		})
	}
}
