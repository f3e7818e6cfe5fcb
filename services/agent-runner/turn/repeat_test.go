package turn

import (
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/repeat"
)

// goesOn is the n-th turn of a conversation that left a memory, answered by rules or by a model.
func goesOn(left []byte, n int, tier, said string, reply llm.Response) *bench {
	b := newBench(text(int64(n), said))
	b.change = func(s *tenant.Settings) { s.Assistants[0].Tier = tier }
	b.conv.Dialogue, b.conv.StartedAt = left, b.conv.StartedAt.Add(time.Duration(n)*time.Minute)
	b.remote.answers, b.rules.answers = []llm.Response{reply}, []llm.Response{reply}
	return b
}

func TestTheSameQuestionIsNotAskedAThirdTimeInTheSameWay(t *testing.T) {
	t.Parallel()
	const asks = "¿Para qué día quieres la cita?"
	for _, tier := range []string{"balanced", "rules"} {
		t.Run(tier, func(t *testing.T) {
			t.Parallel()
			var left []byte
			var said []string
			for n := 1; n <= 4; n++ {
				b := goesOn(left, n, tier, "pues no sé", words(asks))
				left = b.answer(t).Dialogue
				said = append(said, b.said(t))
			}
			if said[1] != asks || !strings.Contains(said[2], asks) || !strings.Contains(said[2], "«el viernes»") || strings.Contains(said[3], asks) {
				t.Fatalf("said %q", said)
			}
			yes := goesOn(left, 5, tier, "sí por favor", words("no"))
			yes.conv.Messages[0].Routed.Slots = &recadov1.Slots{Answer: "yes"}
			if end := yes.answer(t); end.Mode != ModeWaiting || end.Reason != repeat.Reason || !strings.Contains(yes.said(t), "Ya avisé a una persona") {
				t.Errorf("a yes: mode %q for %q, said %q", end.Mode, end.Reason, yes.said(t))
			}
			no := goesOn(left, 5, tier, "no", words(asks))
			no.conv.Messages[0].Routed.Slots = &recadov1.Slots{Answer: "no"}
			if end := no.answer(t); no.said(t) != repeat.Declined("es") || end.Mode != "" {
				t.Errorf("a no: said %q, mode %q", no.said(t), end.Mode)
			}
			aside := goesOn(left, 5, tier, "el viernes a las 10", words("Hay a las 10:00."))
			aside.remote.answers[0].Text, aside.rules.answers[0].Text = "Claro.", "Claro."
			if aside.answer(t); aside.said(t) != "Claro." {
				t.Errorf("another thing: said %q", aside.said(t))
			}
		})
	}
}

func TestYesThatIsAskedForOtherValuesIsNoRepeatedQuestion(t *testing.T) {
	t.Parallel()
	var left []byte
	for n, when := range []string{"10:00", "11:00", "12:00", "13:00"} {
		asks := llm.Response{
			Text: "¿Confirmo tu cita a las " + when + "?", Finish: "stop",
			Confirm: &llm.ToolCall{Name: "create_appointment", Arguments: []byte(`{"time":"` + when + `"}`)},
		}
		b := goesOn(left, n+1, "rules", "mejor a las "+when, asks)
		left = b.answer(t).Dialogue
		if b.said(t) != asks.Text {
			t.Errorf("said %q", b.said(t))
		}
	}
}

func TestWhatWasAskedIsKeptWithTheConversation(t *testing.T) {
	t.Parallel()
	b := goesOn(nil, 1, "balanced", "hola", words("¿Para qué día quieres la cita?"))
	b.answer(t)
	if got := remembered(b.store.endings[0].Dialogue).Repeat; got.Times != 1 || len(got.Asked.Kinds) != 1 {
		t.Errorf("kept %+v", got)
	}
}
