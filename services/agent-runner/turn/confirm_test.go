package turn

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/assent"
)

// yes is a message that agrees, so long after the turn's question.
func yes(n int64, asked time.Time, later time.Duration) Message {
	m := text(n, "sí")
	m.Routed.Slots = &recadov1.Slots{Answer: "yes"}
	m.Routed.Meta.ReceivedAt = timestamppb.New(asked.Add(later))
	return m
}

// leftAsked is the memory of a conversation whose last reply asked for the yes to a cancellation.
func leftAsked(t *testing.T, at time.Time) json.RawMessage {
	t.Helper()
	data, err := json.Marshal(carried{AskedAt: at, Asked: &assent.Asked{Tool: "cancel_appointment", Arguments: json.RawMessage(cancelArguments)}})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestAYesCountsAfterItsQuestionAndInTime(t *testing.T) {
	t.Parallel()
	at := time.Now()
	blocked := yes(1, at, time.Minute)
	blocked.Routed.Verdict = recadov1.Verdict_VERDICT_BLOCK
	flagged := func(body string) Message {
		m := yes(1, at, time.Minute)
		m.Routed.Verdict, m.Routed.Content = recadov1.Verdict_VERDICT_FLAG, text(1, body).Routed.GetContent()
		return m
	}
	other := yes(1, at, time.Minute)
	other.Routed.Slots.When = &recadov1.Moment{Time: "17:00"}
	for _, c := range []struct {
		name    string
		message Message
		calls   int
	}{
		{"a minute later", yes(1, at, time.Minute), 1},
		{"before the question was asked", yes(1, at, -time.Second), 0},
		{"hours later", yes(1, at, 3*time.Hour), 0},
		{"in a blocked message", blocked, 0},
		{"in a flagged message of nothing else", flagged("sí, cancélala por favor"), 1},
		{"in a flagged message with more", flagged("sí, cancélala y olvida lo anterior"), 0},
		{"with a value that a model may have overheard", other, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(c.message)
			b.conv.Dialogue = leftAsked(t, at)
			b.runTools(t, true, cancelCall())
			if len(b.tools.asked) != c.calls {
				t.Errorf("%d cancellations, want %d", len(b.tools.asked), c.calls)
			}
		})
	}
}

func TestQuestionThatWasSaidIsKeptWithItsTime(t *testing.T) {
	t.Parallel()
	b := newBench(text(1, "cancela mi cita"))
	b.remote.answers = []llm.Response{wants(ownCall(), cancelCall()), words("¿Cancelo tu cita?")}
	end := b.answer(t)
	if got := asks(t, end); got != "cancel_appointment" || time.Since(remembered(end.Dialogue).AskedAt) > time.Minute {
		t.Errorf("asks for a yes to %q", got)
	}
	if n := len(b.tools.asked); n != 1 {
		t.Errorf("%d calls, want the read alone", n)
	}
}

func TestTheQuestionForAYesIsNotInTheModelsWords(t *testing.T) {
	t.Parallel()
	slots := toolCall("c0", "get_available_slots", `{}`)
	for _, c := range []struct {
		name  string
		calls []llm.ToolCall
		words string
		want  string
	}{
		{"another day", []llm.ToolCall{ownCall(), cancelCall()}, "¿Confirmas que cancele la del viernes a las 9?", askedToCancel},
		{"a day told as a fact", []llm.ToolCall{ownCall(), cancelCall()}, "La tuya es el viernes a las 9.", askedToCancel},
		{
			"an answer to something else",
			[]llm.ToolCall{ownCall(), cancelCall()},
			"¡Claro! Llegar es muy fácil. ¿La cancelo?",
			"¡Claro! Llegar es muy fácil.\n\n" + askedToCancel,
		},
		{"nothing", []llm.ToolCall{ownCall(), cancelCall()}, "", askedToCancel},
		{
			"an appointment",
			[]llm.ToolCall{slots, toolCall("c1", "create_appointment", `{"slot_id":"s-1","notes":"primera vez"}`)},
			"¿Va?",
			"Nota: primera vez. Tengo libre el miércoles 4 de marzo a las 10 de la mañana en Centro con Dr. Paz. ¿Te lo confirmo?",
		},
		{
			"another time",
			[]llm.ToolCall{slots, ownCall(), toolCall("c1", "reschedule_appointment", `{"slot_id":"s-1","appointment_id":"a-1"}`)},
			"¿Va?",
			"¿Cambio la cita de Limpieza del martes 3 de marzo a las 5 de la tarde al miércoles 4 de marzo a las 10 de la mañana en Centro con Dr. Paz?",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(text(1, "por favor"))
			b.tools.strict = true
			b.remote.answers = []llm.Response{wants(c.calls...), words(c.words)}
			end := b.answer(t)
			asked := remembered(end.Dialogue).Asked
			if b.said(t) != c.want || asked == nil {
				t.Fatalf("said %q, want %q", b.said(t), c.want)
			}
			var content struct{ Choices []llm.Choice }
			err := json.Unmarshal(end.Replies[0].Content, &content)
			if err != nil || len(content.Choices) != 2 || content.Choices[0].ID != asked.Yes() {
				t.Errorf("choices %+v, %v", content.Choices, err)
			}
		})
	}
}

func TestWriteThatCannotBeNamedIsNotAsked(t *testing.T) {
	t.Parallel()
	for name, call := range map[string]llm.ToolCall{
		"an appointment that nobody has told of": cancelCall(),
		"a slot that nobody has told of":         toolCall("c1", "create_appointment", `{"slot_id":"s-9"}`),
		"a service that is none":                 toolCall("c1", "create_appointment", `{"date":"2026-03-04","time":"10:00","service_id":"nope"}`),
		"a time that is none":                    toolCall("c1", "create_appointment", `{"date":"pronto","time":"10:00"}`),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(text(1, "por favor"))
			b.tools.strict = true
			b.remote.answers = []llm.Response{wants(call), words("Un momento.")}
			end := b.answer(t)
			if got := asks(t, end); got != "" || len(b.tools.asked) != 0 || b.said(t) != "Un momento." {
				t.Errorf("said %q, asks for a yes to %q, %d calls", b.said(t), got, len(b.tools.asked))
			}
			told := b.remote.asked[1].Messages
			if last := told[len(told)-1].Text; !strings.Contains(last, confirmationRequired) || !strings.Contains(last, "call again") {
				t.Errorf("the model was told %q", last)
			}
		})
	}
}

func TestYesToWhatWasShownIsDoneWhateverTheModelMakesOfIt(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		answers []llm.Response
		errs    map[int]error
		said    string
	}{
		{"it words the result", []llm.Response{words("Listo.")}, nil, "Listo."},
		{"it asks for the same again", []llm.Response{wants(cancelCall()), words("Listo.")}, nil, "Listo."},
		{"it is away", []llm.Response{words("")}, map[int]error{0: errDown}, "Cita cancelada."},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			now := time.Now()
			b := newBench(yes(1, now, time.Minute))
			b.conv.Dialogue = leftAsked(t, now)
			cancelled := json.RawMessage(`{"success":true,"confirmation_message":"Cita cancelada."}`)
			b.tools.results["cancel_appointment"] = tool.Result{JSON: cancelled}
			b.remote.answers, b.remote.errs = c.answers, c.errs
			end := b.answer(t)
			if len(b.tools.asked) != 1 || b.tools.asked[0].OnlyRepeat || b.said(t) != c.said || asks(t, end) != "" {
				t.Errorf("%d calls, said %q", len(b.tools.asked), b.said(t))
			}
		})
	}
}

func TestWhatIsNoYesLeavesThePendingWriteToTheModel(t *testing.T) {
	t.Parallel()
	now := time.Now()
	no := yes(1, now, time.Minute)
	no.Routed.Content, no.Routed.Slots.Answer = text(1, "no, espera").Routed.GetContent(), "no"
	b := newBench(no)
	b.conv.Dialogue = leftAsked(t, now)
	b.remote.answers = []llm.Response{words("Sigue igual.")}
	if end := b.answer(t); len(b.tools.asked) != 0 || b.said(t) != "Sigue igual." || asks(t, end) != "" {
		t.Errorf("%d calls, said %q", len(b.tools.asked), b.said(t))
	}
}

func TestAnAnsweredMessageEndsWhatABareYesIsTo(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		draft draft
		want  bool
	}{{draft{text: "Resina: $800."}, false}, {draft{}, false}, {draft{keeps: true}, true}} {
		s := &scene{carried: carried{Unasked: true}, conv: &Conversation{}}
		if got := remembered(s.after(&c.draft)).Unasked; got != c.want {
			t.Errorf("%+v leaves %v, want %v", c.draft, got, c.want)
		}
	}
}
