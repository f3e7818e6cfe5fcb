package wire_test

import (
	"testing"

	"github.com/recado/recado/services/tool-executor/tools/wire"
)

func TestSchemaSaysWhatTheStructReads(t *testing.T) {
	t.Parallel()
	type line struct {
		Name string `json:"name" required:"true"`
	}
	type arguments struct {
		Kind   string            `json:"kind" required:"true" enum:"a,b" description:"how"`
		Size   *int              `json:"size,omitempty"`
		Total  float64           `json:"total" minimum:"0" maximum:"1.5"`
		Gift   bool              `json:"gift"`
		Words  map[string]string `json:"words"`
		Lines  []line            `json:"lines" minItems:"1"`
		Hidden string            `json:"-"`
	}
	const want = `{"additionalProperties":false,"properties":{"gift":{"type":"boolean"},"kind":{"description":"how","enum":["a","b"],"type":"string"},` +
		`"lines":{"items":{"additionalProperties":false,"properties":{"name":{"type":"string"}},"required":["name"],"type":"object"},` +
		`"minItems":1,"type":"array"},"size":{"type":"integer"},"total":{"maximum":1.5,"minimum":0,"type":"number"},` +
		`"words":{"additionalProperties":{"type":"string"},"type":"object"}},"required":["kind"],"type":"object"}`
	if got := string(wire.SchemaOf[arguments]()); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := string(wire.SchemaOf[struct{}]()); got != `{"additionalProperties":false,"properties":{},"required":[],"type":"object"}` {
		t.Errorf("of nothing: %s", got)
	}
}

func TestSchemaOfWhatCannotBeDescribedPanics(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() == nil {
			t.Error("a channel was described")
		}
	}()
	wire.SchemaOf[struct {
		Rest chan string `json:"rest"`
	}]()
}
