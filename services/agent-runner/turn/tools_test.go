package turn

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/recado/recado/pkg/tool"
)

func TestArgumentsThatSayTheSameHaveOneKey(t *testing.T) {
	t.Parallel()
	a, err := canonical(json.RawMessage(`{"time":"10:00", "n": 1.0, "date":"2026-03-02"}`))
	if err != nil {
		t.Fatal(err)
	}
	b, err := canonical(json.RawMessage(` { "date" : "2026-03-02","n":1.0,"time":"10:00"} `))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a, b) || hash("turn", "tool", string(a)) != hash("turn", "tool", string(b)) {
		t.Errorf("%s and %s differ", a, b)
	}
	if hash("ab", "c") == hash("a", "bc") {
		t.Error("parts run into each other")
	}
}

func TestArgumentsThatAreNoObjectAreRefused(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{`null`, `[]`, `"x"`, `{`, `{} {}`, `{"a":}`} {
		if got, err := canonical(json.RawMessage(raw)); err == nil {
			t.Errorf("canonical(%s) = %s, want an error", raw, got)
		}
	}
	if got, err := canonical(nil); err != nil || string(got) != "{}" {
		t.Errorf("no arguments are %s, %v; want {}", got, err)
	}
}

func TestReadsRunSideBySideAndWritesAlone(t *testing.T) {
	t.Parallel()
	read, write := resolvedCall{}, resolvedCall{spec: tool.Spec{Write: true}}
	for _, tc := range []struct {
		name  string
		calls []resolvedCall
		want  int
	}{
		{"three reads", []resolvedCall{read, read, read}, 3},
		{"a write first", []resolvedCall{write, read}, 1},
		{"reads before a write", []resolvedCall{read, read, write, read}, 2},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			if got := sideBySide(tc.calls); got != tc.want {
				t.Errorf("%d side by side, want %d", got, tc.want)
			}
		})
	}
}

func FuzzCanonical(f *testing.F) {
	for _, seed := range []string{`{}`, `{"a":[1,{"c":null,"b":1e400}]}`, `{"á":"\u0000"}`, ``, `{"a":1,"a":2}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		once, err := canonical(raw)
		if err != nil {
			return
		}
		twice, err := canonical(once)
		if err != nil || !bytes.Equal(once, twice) {
			t.Errorf("canonical is not stable: %q, %q, %v", once, twice, err)
		}
	})
}
