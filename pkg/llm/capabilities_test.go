package llm_test

import (
	"os"
	"testing"

	"github.com/goccy/go-yaml"

	"github.com/recado/recado/pkg/llm"
)

func TestEachCapabilityRowKnowsItsModelsAndLeavesOthersAlone(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("capabilities.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct {
		Begins, Like, Unlike []string
	}
	if err := yaml.Unmarshal(data, &rows); err != nil || len(rows) == 0 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	everything := llm.CapabilitiesOf("")
	for _, row := range rows {
		if len(row.Like) == 0 || len(row.Unlike) == 0 {
			t.Errorf("%v lacks examples", row.Begins)
		}
		for _, name := range row.Like {
			if llm.CapabilitiesOf(name) == everything {
				t.Errorf("%s is not known as %v", name, row.Begins)
			}
		}
		for _, name := range row.Unlike {
			if llm.CapabilitiesOf(name) != everything {
				t.Errorf("%s is taken for something else", name)
			}
		}
	}
}
