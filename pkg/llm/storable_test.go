package llm_test

import (
	"encoding/json"
	"testing"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/llm/llmtest"
	"github.com/recado/recado/pkg/store/storetest"
)

func TestWhatAModelSaysCanAlwaysBeWrittenDown(t *testing.T) {
	t.Parallel()
	db := storetest.New(t)
	odd := llm.ToolCall{ID: "1", Name: "lookup", Arguments: json.RawMessage(`{"q\u0000":["a\u0000b","\ud83d","\u00e1",12345678901234567890]}`)}
	for name, reply := range map[string]llmtest.Reply{
		"words":         {Text: "Con\x00 gusto"},
		"a call":        {Text: "Un momento\x00", ToolCalls: []llm.ToolCall{odd}},
		"call in words": {Text: `{"tool_call": {"name": "lookup", "arguments": ` + string(odd.Arguments) + `}}`},
	} {
		resp, err := llm.NewOpenAI(llmtest.New(t, reply).Config()).Complete(t.Context(), withTool())
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		body, err := json.Marshal(resp)
		if err != nil {
			t.Fatal(err)
		}
		var length int
		db.QueryRow(t, `SELECT length(($1::text)::jsonb::text)`, []any{string(body)}, &length)
		if name == "words" {
			if resp.Text != "Con gusto" {
				t.Errorf("it says %q", resp.Text)
			}
			continue
		}
		if got, want := string(resp.ToolCalls[0].Arguments), `{"q":["ab","�","á",12345678901234567890]}`; got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}
