package vault_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/pkg/vault"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func value(token, digest string) *recadov1.SealedValue {
	return &recadov1.SealedValue{Type: guard.TypePhone, Token: token, Digest: []byte(digest), Sealed: []byte("sealed " + digest)}
}

func rename(n *vault.Names, text string, values ...*recadov1.SealedValue) string {
	names, _ := n.Rename(values)
	return vault.Replace(text, names)
}

func TestTwoMessagesOfAConversationDoNotShareAToken(t *testing.T) {
	t.Parallel()
	var n vault.Names
	for _, step := range []struct{ text, want string }{
		{rename(&n, "soy [TEL_1]", value("[TEL_1]", "a")), "soy [TEL_1]"},
		{rename(&n, "mejor [TEL_1], no [TEL_2]", value("[TEL_1]", "b"), value("[TEL_2]", "a")), "mejor [TEL_2], no [TEL_1]"},
		{rename(&n, "[EMAIL_1]", value("[EMAIL_1]", "c")), "[EMAIL_1]"},
		{rename(&n, "otra vez [TEL_1]", value("[TEL_1]", "b")), "otra vez [TEL_2]"},
	} {
		if step.text != step.want {
			t.Errorf("got %q, want %q", step.text, step.want)
		}
	}
	got := n.Of("te llamo al [TEL_2] o al [TEL_9], [TEL_2]")
	if len(got) != 1 || string(got[0].GetSealed()) != "sealed b" {
		t.Errorf("values of the tokens: %v", got)
	}
}

func TestRenamingAgainGivesTheSameNames(t *testing.T) {
	t.Parallel()
	messages := func() [][]*recadov1.SealedValue {
		return [][]*recadov1.SealedValue{{value("[TEL_1]", "a")}, {value("[TEL_1]", "b"), value("[TEL_2]", "a")}}
	}
	run := func(stored string) string {
		var n vault.Names
		if err := json.Unmarshal([]byte(stored), &n); err != nil {
			t.Fatal(err)
		}
		for _, m := range messages() {
			n.Rename(m)
		}
		out, err := json.Marshal(n)
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	first := run("{}")
	if diff := cmp.Diff(first, run("{}")); diff != "" {
		t.Errorf("a second run differs: %s", diff)
	}
	if diff := cmp.Diff(first, run(first)); diff != "" {
		t.Errorf("what was stored changes: %s", diff)
	}
}

func TestWhatIsNotRememberedIsProtected(t *testing.T) {
	t.Parallel()
	var n vault.Names
	for i := range 70 {
		n.Rename([]*recadov1.SealedValue{value("[TEL_1]", fmt.Sprint(i))})
	}
	n.Trim()
	for digest, want := range map[string]string{"0": guard.Protected, "69": "[TEL_70]", "never seen": guard.Protected} {
		if got := vault.Replace("[TEL_1]", n.Known([]*recadov1.SealedValue{value("[TEL_1]", digest)})); got != want {
			t.Errorf("value %s reads %q, want %q", digest, got, want)
		}
	}
	if got := rename(&n, "[TEL_1]", value("[TEL_1]", "0")); got != "[TEL_71]" {
		t.Errorf("a forgotten value came back as %s: its old token may stand in the history", got)
	}
}
