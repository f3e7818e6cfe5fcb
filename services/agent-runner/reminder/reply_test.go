package reminder

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/heard"
	"github.com/recado/recado/services/agent-runner/opening"
	"github.com/recado/recado/services/agent-runner/phrase"
)

const own = "0190b3a0-0000-7000-8000-000000000001"

// heardTurn is a turn of one message, with what the router would have found in it.
func heardTurn(text string, slots *recadov1.Slots, intent string) *Turn {
	m := &recadov1.MessageRouted{
		Content: &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: text}}}, Slots: slots,
		Intents: []*recadov1.Intent{{Name: intent, Confidence: 0.9}},
	}
	return turnOf(m)
}

func turnOf(m *recadov1.MessageRouted) *Turn {
	facts := &llm.Facts{
		Now: time.Date(2026, 11, 23, 9, 0, 0, 0, time.UTC), Settings: &tenant.Settings{Country: "MX"}, Language: "es", Unasked: true,
		Messages: []*recadov1.MessageRouted{m},
	}
	read := heard.Read(facts.Messages)
	return &Turn{
		Said: &read, Facts: facts, Words: phrase.For(facts), Offered: map[string]bool{confirmTool: true, wantTool: true},
		Memory: &opening.Reminded{Of: opening.Appointment{ID: own, Date: "2026-11-24", Time: "17:00", Service: "Limpieza"}},
		Ask:    func(llm.ToolCall) (tool.Result, bool) { return tool.Result{}, false },
	}
}

func at(date, at string) *recadov1.Slots {
	return &recadov1.Slots{When: &recadov1.Moment{Date: date, Time: at}}
}

func TestAnAnswerToAReminderIsDoneAboutItsAppointment(t *testing.T) {
	t.Parallel()
	yes, no := &recadov1.Slots{Answer: "yes"}, &recadov1.Slots{Answer: "no"}
	for _, c := range []struct {
		name, text string
		slots      *recadov1.Slots
		intent     string
		tool, flow string
		words      string
	}{
		{"a yes", "sí", yes, "other", confirmTool, "", ""},
		{"a confirmation", "confirmo", nil, "other", confirmTool, "", ""},
		{"a confirmation of its day", "sí, ahí estaré mañana", &recadov1.Slots{Answer: "yes", When: &recadov1.Moment{Date: "2026-11-24"}}, "other", confirmTool, "", ""},
		{"a no", "no", no, "other", "", "move", "¿Qué día y hora"},
		{"it cannot be", "uy no puedo ir mañana", at("2026-11-24", ""), "cancel_booking", "", "move", "cancelar la cita de Limpieza"},
		{"it cannot be, with another day", "no puedo, mejor el jueves", at("2026-11-26", ""), "reschedule", "", "move", ""},
		{"its end", "no puedo, cancélala", no, "cancel_booking", "", "", ""},
		{"another hour", "sí, pero a las 6", &recadov1.Slots{Answer: "yes", When: &recadov1.Moment{Time: "18:00"}}, "other", "", "", ""},
		{"a question", "¿dónde es?", nil, "location", "", "", ""},
		{"a yes with a question", "sí, ¿dónde es?", yes, "location", "", "", ""},
		{"another time is asked for", "uy, ¿puedo cambiarla?", nil, "reschedule", "", "move", "¿Qué día y hora"},
		{"another time at once", "¿puedo cambiarla al jueves?", at("2026-11-26", ""), "reschedule", "", "move", ""},
		{"no more of them", "no me escriban más", no, "other", wantTool, "", ""},
		{"they are wanted", "sí quiero recordatorios", yes, "other", wantTool, "", ""},
		{"not at night", "no me escriban tan tarde", no, "other", "", "", "La hora de los recordatorios"},
		{"what hurts", "me duele, no me escriban más", nil, "urgent_care", "", "", ""},
		{"what keeps hurting", "hola, la muela no me deja de molestar desde ayer", nil, "urgent_care", "", "", ""},
		{"a no where it hurts", "no aguanto", no, "urgent_care", "", "", ""},
		{"a question that asks for none", "¿por qué dice que ya no quiero recordatorios?", nil, "other", "", "", ""},
		{"a request in the form of a question", "¿pueden dejar de mandarme... ya no quiero recordatorios?", nil, "other", wantTool, "", ""},
		{"a no to something else", "no llegó el correo con la factura", no, "invoice", "", "", ""},
		{"an if", "si llego tarde me esperan", nil, "other", "", "", ""},
		{"something else", "cuánto cuesta una limpieza", nil, "pricing", "", "", ""},
	} {
		out, ok := heardTurn(c.text, c.slots, c.intent).Reply()
		called := ""
		if len(out.Calls) > 0 {
			called = out.Calls[0].Name
		}
		want := c.tool+c.flow+c.words != ""
		if ok != want || called != c.tool || out.Flow != c.flow || !strings.Contains(out.Text, c.words) {
			t.Errorf("%s: %v %+v", c.name, ok, out)
		}
	}
}

func TestABareAnswerIsAboutWhatWasAskedLast(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*Turn){
		"something else was asked since": func(x *Turn) { x.Busy = true },
		"it was answered":                func(x *Turn) { x.Memory.Heard = true },
		"it has begun":                   func(x *Turn) { x.Memory.Of.Date = "2026-11-23"; x.Memory.Of.Time = "09:00" },
		"there was none":                 func(x *Turn) { x.Memory = nil },
		"something was said since":       func(x *Turn) { x.Facts.Unasked = false },
	} {
		for text, answer := range map[string]string{"sí": "yes", "ok": "yes", "no gracias": "no", "no, era todo": "no", "no": ""} {
			x := heardTurn(text, &recadov1.Slots{Answer: answer}, "other")
			change(x)
			if out, ok := x.Reply(); ok {
				t.Errorf("%s: %q: %+v", name, text, out)
			}
		}
	}
}

func TestWordsAboutTheAppointmentAnswerItsReminderLaterToo(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"va, confirmo": confirmTool, "no voy a poder ir": "move", "¿puedo cambiarla?": "move"} {
		x := heardTurn(text, nil, "other")
		x.Facts.Unasked = false
		out, _ := x.Reply()
		got := out.Flow
		if len(out.Calls) > 0 {
			got = out.Calls[0].Name
		}
		if got != want {
			t.Errorf("%q does %q, want %q", text, got, want)
		}
	}
}

func TestWhatSoundsUrgentIsAnsweredBeforeAReminder(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"no puedo ir", "sí", "no me escriban más", "¿puedo cambiarla?"} {
		x := heardTurn(text, nil, "other")
		x.Urgency = 3
		if out, ok := x.Reply(); ok {
			t.Errorf("%q: %+v", text, out)
		}
	}
}

func TestATapThatNamesNoAppointmentDoesNothing(t *testing.T) {
	t.Parallel()
	for _, tap := range []string{"remind-yes:", "remind-yes", "remind-", "remind-move:", "remind-:"} {
		x := turnOf(&recadov1.MessageRouted{Content: &recadov1.Content{
			Kind: &recadov1.Content_Interactive{Interactive: &recadov1.Interactive{ChoiceId: tap, Title: "x"}},
		}})
		for _, memory := range []*opening.Reminded{x.Memory, nil} {
			x.Memory = memory
			if out, ok := x.Reply(); ok {
				t.Errorf("%q: %+v", tap, out)
			}
		}
	}
}

func TestATapUnderAReminderNamesItsAppointment(t *testing.T) {
	t.Parallel()
	for tap, want := range map[string]string{
		Tap(TapYes, own): confirmTool, Tap(TapYes, "another"): confirmTool, Tap(TapMove, own): "move", Tap(TapCancel, own): "cancel",
		Tap(TapCancel, "another"): "", "yes:1": "",
	} {
		x := turnOf(&recadov1.MessageRouted{Content: &recadov1.Content{
			Kind: &recadov1.Content_Interactive{Interactive: &recadov1.Interactive{ChoiceId: tap, Title: "x"}},
		}})
		out, _ := x.Reply()
		got := out.Flow
		if len(out.Calls) > 0 {
			got = out.Calls[0].Name
		}
		if got != want {
			t.Errorf("%s does %q, want %q", tap, got, want)
		}
	}
}

func TestWhatWasDoneIsSaidAndNothingElse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text, result string
		err                *tool.Error
		want               string
	}{
		{"confirmed", "confirmo", `{"success":true,"confirmation_message":"Queda la cita."}`, nil, "Queda la cita."},
		{"gone", "confirmo", `{"success":false,"error":"no_appointment"}`, nil, "ya no está en la agenda"},
		{"silenced", "stop", `{"success":true}`, nil, "ya no te mandaré recordatorios"},
		{"wanted", "quiero recibir recordatorios", `{"success":true}`, nil, "te volveré a mandar"},
		{"not kept", "stop", ``, &tool.Error{Code: "x"}, "Déjame confirmarlo"},
	} {
		x := heardTurn(c.text, nil, "other")
		x.Ask = func(llm.ToolCall) (tool.Result, bool) {
			return tool.Result{JSON: json.RawMessage(c.result), Err: c.err}, true
		}
		if out, ok := x.Reply(); !ok || !strings.Contains(out.Text, c.want) {
			t.Errorf("%s: %v %+v", c.name, ok, out)
		}
	}
}

func TestWhoWillComeAfterAllEndsTheErrandAboutTheAppointment(t *testing.T) {
	t.Parallel()
	x := heardTurn("mejor sí voy", nil, "other")
	x.Busy, x.Mine, x.Memory.Heard = true, true, true
	x.Ask = func(llm.ToolCall) (tool.Result, bool) {
		return tool.Result{JSON: json.RawMessage(`{"success":true,"confirmation_message":"Queda la cita."}`)}, true
	}
	if out, ok := x.Reply(); !ok || !out.Drop || out.Text != "Queda la cita." {
		t.Errorf("%v %+v", ok, out)
	}
	x.Mine = false
	if out, ok := x.Reply(); ok {
		t.Errorf("of another errand: %+v", out)
	}
}

func TestMorePeopleAtTheTableIsAMove(t *testing.T) {
	t.Parallel()
	x := heardTurn("somos 6 ahora", &recadov1.Slots{PartySize: 6}, "other")
	x.Memory.Of.Party = 4
	if out, ok := x.Reply(); !ok || out.Flow != "move" || out.Text != "" {
		t.Errorf("%v %+v", ok, out)
	}
	x.Memory.Of.Party = 6
	if out, ok := x.Reply(); ok {
		t.Errorf("as many as it is for: %+v", out)
	}
}

func TestWhoWantsNothingAtNightIsToldTheHours(t *testing.T) {
	t.Parallel()
	x := heardTurn("no me escriban en la noche", nil, "other")
	x.Facts.Settings.Reminders = tenant.Reminders{QuietFrom: "21:00", QuietTo: "08:00"}
	if out, ok := x.Reply(); !ok || !strings.Contains(out.Text, "de 21:00 a 08:00") || len(out.Calls) > 0 {
		t.Errorf("%v %+v", ok, out)
	}
}
