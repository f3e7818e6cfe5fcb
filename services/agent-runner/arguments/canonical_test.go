package arguments

import (
	"bytes"
	"encoding/json"
	"testing"
)

func TestArgumentsThatAreNoObjectAreRefused(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{`null`, `[]`, `"x"`, `{`, `{} {}`, `{"a":}`} {
		if got, err := Canonical(json.RawMessage(raw)); err == nil {
			t.Errorf("Canonical(%s) = %s, want an error", raw, got)
		}
	}
	if got, err := Canonical(nil); err != nil || string(got) != "{}" {
		t.Errorf("no arguments are %s, %v; want {}", got, err)
	}
}

func FuzzCanonical(f *testing.F) {
	for _, seed := range []string{`{}`, `{"a":[1,{"c":null,"b":1e400}]}`, `{"á":"\u0000"}`, ``, `{"a":1,"a":2}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		once, err := Canonical(raw)
		if err != nil {
			return
		}
		twice, err := Canonical(once)
		if err != nil || !bytes.Equal(once, twice) {
			t.Errorf("canonical is not stable: %q, %q, %v", once, twice, err)
		}
	})
}

func TestRemoteModelReadsLongListsPageByPageAndRulesReadThemWhole(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ args, want string }{
		{`{}`, `{"page":1}`},
		{`{"category":"tacos"}`, `{"category":"tacos","page":1}`},
		{`{"page":3}`, `{"page":3}`},
		{`[]`, `[]`},
	} {
		if got := string(FirstPage(json.RawMessage(c.args))); got != c.want {
			t.Errorf("%s became %s, want %s", c.args, got, c.want)
		}
	}
}
