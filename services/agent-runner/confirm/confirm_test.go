package confirm_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/assent"
	"github.com/recado/recado/services/agent-runner/confirm"
	"github.com/recado/recado/services/agent-runner/phrase"
)

func settings(vertical tenant.Vertical, branches ...tenant.Name) *tenant.Settings {
	return &tenant.Settings{
		Vertical: vertical, Country: "AR", Branches: branches,
		Services: []tenant.Name{{ID: "limpieza", Name: "Limpieza"}}, Staff: []tenant.Name{{ID: "paz", Name: "Dr. Paz"}},
	}
}

// told is what tools have said: two free times, one of them beside a refusal, and two appointments.
func told() []tool.Result {
	return []tool.Result{
		{Tool: "get_available_slots", JSON: json.RawMessage(`[{"slot_id":"s-1","date":"2026-03-04","time":"10:00","branch_name":"Centro","staff_name":"Dr. Paz"}]`)},
		{Tool: "get_available_slots", Err: &tool.Error{Code: "full", Allowed: tool.Allowed{
			json.RawMessage(`{"slot_id":"s-2","date":"2026-03-05","time":"11:30","branch_name":"Norte"}`),
		}}},
		{Tool: "get_appointments", JSON: json.RawMessage(`[
			{"appointment_id":"a-1","date":"2026-03-03","time":"17:00","service":"Limpieza","branch":"Centro","status":"confirmed"},
			{"appointment_id":"a-2","date":"2026-03-09","time":"20:00","branch":"Centro","party_size":4},
			{"appointment_id":"a-3","date":"2026-03-01","time":"20:00","service":"Limpieza","branch":"Centro","status":"cancelled"}]`)},
		{Tool: "get_service_info", JSON: json.RawMessage(`{"slot_id":"s-3","date":"2026-03-07","time":"10:00"}`)},
	}
}

// asking is a write and the question for a yes to it, or the tool that is missing.
type asking struct {
	name, tool, args string
	settings         *tenant.Settings
	language, style  string
	want, missing    string
}

func askings() []asking {
	centro, norte := tenant.Name{ID: "c", Name: "Centro"}, tenant.Name{ID: "n", Name: "Norte"}
	one, two := settings(tenant.Dental, centro), settings(tenant.Dental, centro, norte)
	bistro := settings(tenant.Restaurant, centro)
	return []asking{
		{
			"a slot", "create_appointment", `{"slot_id":"s-1","service_id":"limpieza"}`, one, "es", "casual",
			"Tengo libre para Limpieza el miércoles 4 de marzo a las 10 de la mañana en Centro con Dr. Paz. ¿Te la confirmo?", "",
		},
		{
			"to somebody who is addressed formally", "create_appointment", `{"slot_id":"s-1"}`, one, "es", "very_formal",
			"Tengo libre el miércoles 4 de marzo a las 10 de la mañana en Centro con Dr. Paz. ¿Se lo confirmo?", "",
		},
		{
			"a slot that was offered instead", "create_appointment", `{"slot_id":"s-2"}`, two, "en", "",
			"Thursday 5 March at 11:30 am at Norte", "",
		},
		{"in Portuguese", "cancel_appointment", `{"appointment_id":"a-1"}`, one, "pt", "", "Limpieza", ""},
		{"a table", "create_appointment", `{"slot_id":"s-1","party_size":4}`, bistro, "es", "", "Tengo mesa para 4 el miércoles 4 de marzo", ""},
		{"a day and hour", "create_appointment", `{"date":"2026-03-06","time":"09:00","staff_id":"paz"}`, one, "es", "", "con Dr. Paz", ""},
		{"a day and hour at one of two places", "create_appointment", `{"date":"2026-03-06","time":"09:00","branch_id":"n"}`, two, "es", "", "en Norte", ""},
		{"the appointment that is meant", "cancel_appointment", `{"appointment_id":"a-2"}`, one, "es", "", "la mesa para 4 del lunes 9 de marzo", ""},
		{
			"another time", "reschedule_appointment", `{"appointment_id":"a-1","date":"2026-03-06","time":"09:00"}`, two, "es", "",
			"¿Cambio la cita de Limpieza del martes 3 de marzo a las 5 de la tarde al viernes 6 de marzo a las 9 de la mañana en Centro?", "",
		},
		{"a note", "create_appointment", `{"slot_id":"s-1","notes":"alergia al látex"}`, one, "es", "", "Nota: alergia al látex.", ""},

		{"a day and hour at nobody knows which place", "create_appointment", `{"date":"2026-03-06","time":"09:00"}`, two, "es", "", "", "get_available_slots"},
		{"a slot that nobody told of", "create_appointment", `{"slot_id":"s-3"}`, one, "es", "", "", "get_available_slots"},
		{"no time", "create_appointment", `{}`, one, "es", "", "", "get_available_slots"},
		{"an unknown service", "create_appointment", `{"slot_id":"s-1","service_id":"corte"}`, one, "es", "", "", "list_services"},
		{"an unknown person", "create_appointment", `{"date":"2026-03-06","time":"09:00","staff_id":"nadie"}`, one, "es", "", "", "get_available_slots"},
		{"one of several appointments", "cancel_appointment", `{}`, one, "es", "", "", "get_appointments"},
		{"one that is cancelled", "cancel_appointment", `{"appointment_id":"a-3"}`, one, "es", "", "", "get_appointments"},
		{"a tool that needs no yes", "escalate_to_human", `{}`, one, "es", "", "", "get_available_slots"},
		{"arguments of another type", "create_appointment", `{"slot_id":7}`, one, "es", "", "", "get_available_slots"},
	}
}

func TestQuestionNamesExactlyWhatWouldBeWritten(t *testing.T) {
	t.Parallel()
	for _, c := range askings() {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			asked := assent.Asked{Tool: c.tool, Arguments: json.RawMessage(c.args)}
			named, write, missing := confirm.Of(asked, c.settings, told())
			if missing != c.missing {
				t.Fatalf("missing %q, want %q", missing, c.missing)
			}
			if missing != "" {
				return
			}
			words := phrase.For(&llm.Facts{Settings: c.settings, Assistant: &tenant.Assistant{Style: c.style}, Language: c.language})
			text, choices := confirm.Ask(words, write, asked, named)
			if !strings.Contains(text, c.want) || strings.ContainsAny(text, "{}") || !strings.HasSuffix(text, "?") {
				t.Errorf("asks %q, want %q in it", text, c.want)
			}
			if len(choices) != 2 || choices[0].ID != asked.Yes() || choices[1].ID != asked.No() {
				t.Errorf("choices %+v", choices)
			}
		})
	}
}

func TestAsideKeepsWhatIsNotAboutTheWrite(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		lang       language.Lang
		text, want string
	}{
		{"es", "¡Claro! La limpieza cuesta $1,500.50. ¿Te confirmo?", "¡Claro! La limpieza cuesta $1,500.50."},
		{"es", "Sí, hay estacionamiento.\nTe la agendo.", "Sí, hay estacionamiento."},
		{"es", "Te queda el martes a las 6.", ""},
		{"es", "Listo, quedó reservada.", ""},
		{"es", "Es mañana.", ""},
		{"es", "¿Va?", ""},
		{"es", "Cambié tu cita.", ""},
		{"en", "Sure! Parking is free. Shall I book Friday at 6?", "Sure! Parking is free."},
		{"en", "I booked it for you.", ""},
		{"pt", "Claro! O estacionamento é grátis. Posso marcar para sexta às 18h?", "Claro! O estacionamento é grátis."},
		{"pt", "Sua consulta foi cancelada.", ""},
		{"es", "", ""},
	} {
		if got := confirm.Aside(c.text, now, c.lang); got != c.want {
			t.Errorf("of %q stays %q, want %q", c.text, got, c.want)
		}
	}
}
