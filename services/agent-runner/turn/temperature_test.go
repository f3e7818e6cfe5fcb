package turn

import (
	"errors"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/llm"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/temperature"
)

// judging is a bench whose assistant has criteria for temperatures.
func judging(t *testing.T, m Message) *bench {
	t.Helper()
	b := newBench(m)
	b.store.criteria = "HOT: pide fecha."
	return b
}

func hot(by string) temperature.Judged {
	return temperature.Judged{Temperature: temperature.Hot, By: by}
}

func TestMarkOfAModelIsKeptAndNeverSaid(t *testing.T) {
	t.Parallel()
	b := judging(t, text(1, "¿qué días atienden?"))
	b.remote.answers = []llm.Response{
		{Text: "Veo. [TEMPERATURA: COLD]", ToolCalls: []llm.ToolCall{toolCall("c1", "get_business_hours", `{}`)}},
		words("Con gusto te ayudo.\n[temperatura : hot]"),
	}
	b.answer(t)
	if got := b.said(t); got != "Con gusto te ayudo." {
		t.Errorf("said %q", got)
	}
	if got := b.store.endings[0].Temperature; got == nil || *got != hot(temperature.ByModel) {
		t.Errorf("kept %+v", got)
	}
	for _, m := range b.remote.asked[1].Messages {
		if m.Role != llm.RoleSystem && strings.Contains(m.Text, "TEMPERATURA") {
			t.Errorf("the model is shown %q again", m.Text)
		}
	}
	if !strings.Contains(b.remote.asked[0].Messages[0].Text, "HOT: pide fecha.") {
		t.Error("the prompt lacks the criteria")
	}
}

func TestWithoutCriteriaAMarkIsNotSaidAndNothingIsKept(t *testing.T) {
	t.Parallel()
	b := newBench(text(1, "hola"))
	b.remote.answers = []llm.Response{words("Hola. [TEMPERATURA: HOT]")}
	b.answer(t)
	if got := b.said(t); got != "Hola." || b.store.endings[0].Temperature != nil {
		t.Errorf("said %q, kept %+v", got, b.store.endings[0].Temperature)
	}
	if strings.Contains(b.remote.asked[0].Messages[0].Text, "TEMPERATURA") {
		t.Error("the prompt asks for a mark")
	}
}

func TestRulesScoreWhereTheyAnswer(t *testing.T) {
	t.Parallel()
	m := text(1, "quiero una cita, ¿cuánto cuesta?")
	m.Routed.Intents = []*recadov1.Intent{{Name: "booking"}, {Name: "pricing"}}
	b := judging(t, m)
	b.remote.errs = map[int]error{0: errors.New("refused")}
	b.rules.answers = []llm.Response{words("¿Qué día te va bien?")}
	b.answer(t)
	if got := b.store.endings[0].Temperature; got == nil || *got != hot(temperature.ByRules) {
		t.Errorf("kept %+v", got)
	}
}
