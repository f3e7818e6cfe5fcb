package arguments_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/arguments"
)

// doubled asks for the work of each level twice on the next.
func doubled() string {
	var defs []string
	for i := range 40 {
		a, b := string(rune('a'+i/10))+string(rune('0'+i%10)), string(rune('a'+(i+1)/10))+string(rune('0'+(i+1)%10))
		defs = append(defs, `"`+a+`":{"allOf":[{"$ref":"#/$defs/`+b+`"},{"$ref":"#/$defs/`+b+`"}]}`)
	}
	return `{"type":"object","$defs":{` + strings.Join(append(defs, `"e0":{}`), ",") + `},"allOf":[{"$ref":"#/$defs/a0"}]}`
}

func TestASchemaOfStrangersThatRefersToItselfIsNotFollowed(t *testing.T) {
	t.Parallel()
	var c arguments.Checker
	for name, schema := range map[string]string{
		"itself":    `{"type":"object","$ref":"#"}`,
		"in a ring": `{"type":"object","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}},"properties":{"a":{"$ref":"#/$defs/a"}}}`,
		"anchor":    `{"type":"object","$dynamicAnchor":"x","allOf":[{"$dynamicRef":"#x"}]}`,
		"doubled":   doubled(),
	} {
		if err := c.Check(tool.Spec{Parameters: json.RawMessage(schema)}, json.RawMessage(`{"a":{"a":"b"}}`)); err != nil {
			t.Errorf("%s refuses: %+v", name, err)
		}
	}
}

func TestAParameterKeepsItsNameWhereTheToolHasOneOfThatName(t *testing.T) {
	t.Parallel()
	var c arguments.Checker
	schema := `{"type":"object","additionalProperties":false,"required":["limit"],"properties":{"limit":{"type":"integer"}}}`
	if err := c.Check(tool.Spec{Parameters: json.RawMessage(schema)}, json.RawMessage(`{"limit":3}`)); err != nil {
		t.Errorf("refused: %+v", err)
	}
	if err := c.Check(tool.Spec{Parameters: json.RawMessage(schema)}, json.RawMessage(`{"top_k":3}`)); err == nil {
		t.Error("another name is taken")
	}
}
