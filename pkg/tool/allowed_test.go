package tool_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/recado/recado/pkg/tool"
)

type opening struct {
	ID   string `json:"slot_id"`
	Time string `json:"time"`
}

func TestAllowedNamesLookOnTheWireAsAListOfWords(t *testing.T) {
	t.Parallel()
	data, err := json.Marshal(tool.Error{Code: "not_found", Message: "m", Allowed: tool.Names("Roma", `"Ñu"`)})
	if want := `{"code":"not_found","message":"m","allowed":["Roma","\"Ñu\""]}`; err != nil || string(data) != want {
		t.Fatalf("got %s %v, want %s", data, err, want)
	}
	var e tool.Error
	if err := json.Unmarshal(data, &e); err != nil || !slices.Equal(e.Allowed.Names(), []string{"Roma", `"Ñu"`}) {
		t.Errorf("got %v %v", e, err)
	}
	if data, _ := json.Marshal(tool.Error{Code: "x", Allowed: tool.Names()}); string(data) != `{"code":"x","message":""}` {
		t.Errorf("no names are %s", data)
	}
}

func TestAllowedValuesAreReadAsWhatTheyAre(t *testing.T) {
	t.Parallel()
	a, err := tool.Values([]opening{{"a", "10:00"}, {"b", "11:00"}})
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(tool.Error{Code: "full", Allowed: a})
	if want := `{"code":"full","message":"","allowed":[{"slot_id":"a","time":"10:00"},{"slot_id":"b","time":"11:00"}]}`; err != nil || string(data) != want {
		t.Fatalf("got %s %v", data, err)
	}
	if got := tool.ReadAllowed[opening](append(a, tool.Names("a word")...)); len(got) != 2 || got[1].Time != "11:00" {
		t.Errorf("got %v", got)
	}
	if got := a.Names(); got != nil {
		t.Errorf("openings are no words: %v", got)
	}
}
