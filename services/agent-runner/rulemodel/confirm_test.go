package rulemodel_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/rulemodel"
)

func TestAStoredConfirmationOfNothingIsNotAgreedTo(t *testing.T) {
	t.Parallel()
	req := &llm.Request{
		Tools: []tool.Spec{{Name: "cancel_appointment"}, {Name: "get_appointments"}},
		Facts: &llm.Facts{
			Now: time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC), Settings: dental, Assistant: &tenant.Assistant{Name: "Sol"}, Language: "es",
			Dialogue: json.RawMessage(`{"stack":[{"asked":"confirm","flow":"cancel"}],"touched":"2026-11-21T10:00:00Z"}`),
			Messages: []*recadov1.MessageRouted{{
				Slots:   &recadov1.Slots{Answer: "yes"},
				Content: &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: "sí"}}},
			}},
		},
	}
	resp, err := rulemodel.New().Complete(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range resp.ToolCalls {
		if c.Name == "cancel_appointment" {
			t.Errorf("cancels %s", c.Arguments)
		}
	}
}
