package grounding_test

import (
	"slices"
	"testing"
	"time"

	"github.com/recado/recado/services/agent-runner/grounding"
)

func wrong(draft, lang string, evidence ...string) (out []string) {
	e := grounding.New(time.Time{})
	for _, text := range evidence {
		e.Add(text)
	}
	for _, c := range e.Check(draft, lang) {
		out = append(out, c.Text)
	}
	return out
}

func TestCheckFindsAmountsThatNoSourceHolds(t *testing.T) {
	t.Parallel()
	const source = `{"name":"Limpieza","price":"$1,500","price_min":150000}`
	for _, tc := range []struct {
		name, draft string
		want        []string
	}{
		{"supported by a tool", "La limpieza cuesta $1,500.", nil},
		{"other thousands mark", "La limpieza cuesta $1.500,00", nil},
		{"the customer's own amount", "Con tus 300 pesos alcanza.", []string{"300 pesos"}},
		{"invented price", "Cuesta $1,600 y ya.", []string{"$1,600"}},
		{"minor units are none", "Cuesta $150,000.", []string{"$150,000"}},
		{"in words", "La limpieza cuesta mil quinientos pesos.", nil},
		{"short", "La limpieza sale en 1.5k pesos", nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			if got := wrong(tc.draft, "es", source); !slices.Equal(got, tc.want) {
				t.Errorf("Check(%q) = %q, want %q", tc.draft, got, tc.want)
			}
		})
	}
}

func TestAWriteThatSucceededMayBeSaid(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, tool, result, draft string
		wrong                     int
	}{
		{"booked", "create_appointment", `{"success":true,"appointment_id":"a1"}`, "Listo, tu cita quedó agendada.", 0},
		{"refused", "create_appointment", `{"success":false,"error":"slot_taken"}`, "Listo, tu cita quedó agendada.", 1},
		{"only openings", "get_available_slots", `[{"date":"2026-03-12","time":"16:30","available":true}]`, "Listo, tu cita quedó agendada.", 1},
		{"another tool's success", "escalate_to_human", `{"success":true}`, "Tu cita quedó agendada.", 1},
		{"cancelled is not booked", "", `{"appointment_id":"a1","status":"scheduled"}`, "Tu cita quedó cancelada.", 1},
		{"an order on its way", "get_order_status", `{"order_id":"7","status":"preparing"}`, "Tu pedido ya va en camino.", 1},
		{"its confirmation", "", `{"success":true,"confirmation_message":"Tu cita quedó cancelada."}`, "Su cita ha sido cancelada.", 0},
		{"nothing of the sort", "", `{"success":true,"appointment_id":"a1"}`, "Te envié un correo.", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			e := grounding.New(time.Time{})
			e.AddResult(c.tool, c.result)
			if got := e.Check(c.draft, "es"); len(got) != c.wrong {
				t.Errorf("%q: %+v", c.draft, got)
			}
		})
	}
}

func TestWithoutLeavesTheFiguresOfOthers(t *testing.T) {
	t.Parallel()
	got := grounding.Without(`no service "limpieza a $1,000": there are limpieza $800 and 10 more`, `{"name":"limpieza a $1000","n":8}`)
	if want := `no service "limpieza a $…": there are limpieza $800 and 10 more`; got != want {
		t.Errorf("Without = %s, want %s", got, want)
	}
}
