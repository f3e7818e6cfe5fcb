package rulemodel_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/rulemodel"
)

// BenchmarkTurn is one turn in the middle of a booking: a time is chosen, and the confirmation worded.
func BenchmarkTurn(b *testing.B) {
	openings := json.RawMessage(`[{"slot_id":"s1","date":"2026-11-24","time":"10:00","branch_name":"Roma","staff_name":"Dra. Ana Ruiz"},
		{"slot_id":"s2","date":"2026-11-24","time":"17:00","branch_name":"Roma","staff_name":"Dra. Ana Ruiz"}]`)
	facts := &llm.Facts{Now: time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC), Settings: dental, Language: "es"}
	req := &llm.Request{Facts: facts, Tools: []tool.Spec{{Name: "get_available_slots"}, {Name: "create_appointment"}}}
	model := rulemodel.New()
	facts.Messages = []*recadov1.MessageRouted{heard("limpieza el martes", &recadov1.Slots{
		Services: mention("limpieza", "Limpieza dental"), When: &recadov1.Moment{Date: "2026-11-24"},
	}, "booking", 0.9)}
	asked, err := model.Complete(b.Context(), req)
	if err != nil || len(asked.ToolCalls) != 1 {
		b.Fatal(asked, err)
	}
	facts.Results = []tool.Result{{CallID: asked.ToolCalls[0].ID, JSON: openings}}
	listed, err := model.Complete(b.Context(), req)
	if err != nil {
		b.Fatal(err)
	}
	facts.Dialogue, facts.Results = listed.Dialogue, nil
	facts.Messages = []*recadov1.MessageRouted{heard("la segunda", &recadov1.Slots{Choice: 2}, "other", 0.9)}
	b.ReportAllocs()
	for b.Loop() {
		if resp, err := model.Complete(b.Context(), req); err != nil || resp.Confirm == nil {
			b.Fatal(resp, err)
		}
	}
}
