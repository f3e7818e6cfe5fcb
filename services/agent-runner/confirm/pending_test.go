package confirm

import (
	"encoding/json"
	"testing"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/assent"
	"github.com/recado/recado/services/agent-runner/phrase"
)

func TestOnlyAWriteThatWaitsForAPersonIsPending(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]string{
		`{"success":false,"pending":true,"confirmation_message":"Lo revisa una persona."}`: "Lo revisa una persona.",
		`{"success":true,"confirmation_message":"Listo."}`:                                 "",
		`{"success":false,"error":"slot_taken"}`:                                           "",
		`[]`:                                                                               "",
	} {
		text, pending := Pending(tool.Result{JSON: json.RawMessage(answer)})
		if pending != (want != "") || pending && text != want {
			t.Errorf("%s: %q, %v", answer, text, pending)
		}
	}
	if _, pending := Pending(tool.Result{Err: &tool.Error{Code: "timeout"}}); pending {
		t.Error("a tool that does not answer waits for nobody")
	}
}

func TestAPlaceOnTheWaitingListIsNamedWithItsDayOrAnyDay(t *testing.T) {
	t.Parallel()
	s := &tenant.Settings{Language: "es", Services: []tenant.Name{{ID: "limpieza", Name: "Limpieza"}}}
	words := phrase.For(&llm.Facts{Settings: s, Language: "es"})
	for args, want := range map[string]string{
		`{"service_id":"limpieza","date":"2026-11-27"}`: "¿Te anoto en la lista de espera para la cita de Limpieza, viernes 27 de noviembre? " +
			"Con esto no queda nada reservado: si se libera un lugar te escribo por aquí y te lo guardo 10 minutos.",
		`{"service_id":"limpieza"}`: "¿Te anoto en la lista de espera para la cita de Limpieza, cualquier día? " +
			"Con esto no queda nada reservado: si se libera un lugar te escribo por aquí y te lo guardo 10 minutos.",
	} {
		asked := assent.Asked{Tool: "join_waiting_list", Arguments: json.RawMessage(args)}
		named, of, missing := Of(asked, s, nil)
		if missing != "" {
			t.Fatalf("%s: %s is missing", args, missing)
		}
		if text, choices := Ask(words, of, asked, named); text != want || len(choices) != 2 {
			t.Errorf("%s: got %q", args, text)
		}
	}
	if _, _, missing := Of(assent.Asked{Tool: "join_waiting_list", Arguments: json.RawMessage(`{"service_id":"nada"}`)}, s, nil); missing == "" {
		t.Error("a service that there is not has a name")
	}
}
