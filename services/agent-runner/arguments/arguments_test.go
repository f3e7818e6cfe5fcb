package arguments_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/arguments"
)

const schema = `{"type":"object","additionalProperties":false,"required":["date"],"properties":{
	"date":{"type":"string"},"people":{"type":"integer","minimum":1},"kind":{"type":"string","enum":["a","b"]},"top_k":{"type":"integer"},
	"lines":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}}}}`

func TestArgumentsThatDoNotFitAreRefusedWithTheirField(t *testing.T) {
	t.Parallel()
	var c arguments.Checker
	spec := tool.Spec{Name: "book", Parameters: json.RawMessage(schema)}
	for args, want := range map[string]struct{ field, message string }{
		`{"date":"x"}`:                                  {},
		`{"date":"x","people":2,"kind":"a"}`:            {},
		`{"date":"x","limit":3}`:                        {}, // as models call top_k
		`{"date":"x","lines":[{"name":"y"}]}`:           {},
		`{}`:                                            {"", "required"},
		`{"date":4}`:                                    {"date", "string"},
		`{"date":"x","people":"two"}`:                   {"people", "integer"},
		`{"date":"x","people":0}`:                       {"people", "minimum"},
		`{"date":"x","kind":"c"}`:                       {"kind", "enum"},
		`{"date":"x","room":1}`:                         {"", "room"},
		`{"date":"x","lines":[{}]}`:                     {"lines", "name"},
		`{"date":"x","lines":[{"name":3}]}`:             {"lines", "string"},
		`{"date":["` + strings.Repeat("x", 9e3) + `"]}`: {"date", ""},
	} {
		err := c.Check(spec, json.RawMessage(args))
		switch {
		case want.message == "" && want.field == "":
			if err != nil {
				t.Errorf("%s is refused: %+v", args, err)
			}
		case err == nil:
			t.Errorf("%.80s is taken", args)
		case err.Code != "invalid_arguments" || err.Field != want.field || !strings.Contains(err.Message, want.message) || len(err.Message) > 300:
			t.Errorf("%.80s: got %+v, want %+v", args, err, want)
		}
	}
}

func TestASchemaThatNobodyCanReadRefusesNothing(t *testing.T) {
	t.Parallel()
	var c arguments.Checker
	for _, schema := range []string{"", "{", `{"type":7}`, `{"$ref":"https://elsewhere.example/schema.json"}`, `{"properties":{"a":{"pattern":"("}}}`} {
		if err := c.Check(tool.Spec{Parameters: json.RawMessage(schema)}, json.RawMessage(`{"a":"b"}`)); err != nil {
			t.Errorf("%s refuses: %+v", schema, err)
		}
	}
}

func BenchmarkCheck(b *testing.B) {
	var c arguments.Checker
	spec := tool.Spec{Parameters: json.RawMessage(schema)}
	for b.Loop() {
		if c.Check(spec, json.RawMessage(`{"date":"x","people":2,"kind":"a"}`)) != nil {
			b.Fatal("refused")
		}
	}
}
