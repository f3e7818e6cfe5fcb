package turn

import (
	"encoding/json"
	"testing"

	"github.com/recado/recado/pkg/llm"
)

// cancelArguments are those of a write that needs a yes.
const cancelArguments = `{"appointment_id":"a-1"}`

func cancelCall() llm.ToolCall { return toolCall("c1", "cancel_appointment", cancelArguments) }

// ownCall tells what the appointment is called that is to be cancelled.
func ownCall() llm.ToolCall { return toolCall("c0", "get_appointments", `{}`) }

const askedToCancel = "¿Cancelo la cita de Limpieza del martes 3 de marzo a las 5 de la tarde en Centro con Dra. Ruiz?"

// asks is what the turn leaves asked; empty for nothing.
func asks(t *testing.T, end *Ending) string {
	t.Helper()
	if m := remembered(end.Dialogue); m.Asked != nil {
		return m.Asked.Tool
	}
	return ""
}

func TestQuestionOfADraftThatWasNotSaidIsForgotten(t *testing.T) {
	t.Parallel()
	b := newBench(text(1, "cancela mi cita"))
	b.store.late = []Message{text(2, "antes dime dónde están")}
	b.remote.answers = []llm.Response{wants(ownCall(), cancelCall()), words("¿Cancelo tu cita?"), words("Cerca del parque.")}
	if got := asks(t, b.answer(t)); got != "" || b.said(t) != "Cerca del parque." {
		t.Errorf("said %q, asks for a yes to %q", b.said(t), got)
	}
}

func TestQuestionForAYesNeedsNoModelAnyMore(t *testing.T) {
	t.Parallel()
	b := newBench(text(1, "cancela mi cita"))
	b.remote.answers, b.remote.errs = []llm.Response{wants(ownCall(), cancelCall())}, map[int]error{1: errDown}
	b.rules.answers = []llm.Response{words("¿Para qué servicio?")}
	if got := asks(t, b.answer(t)); got != "cancel_appointment" || b.said(t) != askedToCancel {
		t.Errorf("said %q, asks for a yes to %q", b.said(t), got)
	}
}

func TestInDangerNothingElseIsAsked(t *testing.T) {
	t.Parallel()
	b := newBench(urgent(1, "se está ahogando"))
	b.rules.answers = []llm.Response{{Text: "¿Cancelo tu cita?", Confirm: &llm.ToolCall{Name: "cancel_appointment", Arguments: json.RawMessage(cancelArguments)}}}
	if got := asks(t, b.answer(t)); got != "" || b.said(t) != say(textDanger, "es") {
		t.Errorf("said %q, asks for a yes to %q", b.said(t), got)
	}
}
