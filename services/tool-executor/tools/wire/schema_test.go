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
		Kind   string            `json:"kind" required:"true" description:"how"`
		Size   *int              `json:"size,omitempty"`
		Total  float64           `json:"total"`
		Gift   bool              `json:"gift"`
		Words  map[string]string `json:"words"`
		Lines  []line            `json:"lines"`
		Hidden string            `json:"-"`
	}
	const want = `{"additionalProperties":false,"properties":{"gift":{"type":"boolean"},"kind":{"description":"how","type":"string"},` +
		`"lines":{"items":{"additionalProperties":false,"properties":{"name":{"type":"string"}},"required":["name"],"type":"object"},` +
		`"type":"array"},"size":{"type":"integer"},"total":{"type":"number"},` +
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
