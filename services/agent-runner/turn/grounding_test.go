package turn

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/recado/recado/pkg/llm"
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
			if end := b.answer(t); b.said(t) != texts[textSafe]["es"] || end.Summary.Reason != "ungrounded" {
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
		{name: "out of the blue", answers: []llm.Response{words(claim), words(claim)}, said: texts[textSafe]["es"]},
		{name: "taken back", answers: []llm.Response{words(claim), words("¿Qué día te queda bien?")}, said: "¿Qué día te queda bien?"},
		{
			name: "beside another write", said: texts[textSafe]["es"],
			answers: []llm.Response{wants(toolCall("c1", requestCallback, `{"phone":"[TEL_1]"}`)), words(claim), words(claim)},
		},
		{name: "after a write that failed", answers: []llm.Response{words(claim), words(claim)}, agreed: true, result: &refused, said: texts[textSafe]["es"]},
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
