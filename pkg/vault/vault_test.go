package vault_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/vault"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func newVault(t *testing.T) *vault.Vault {
	t.Helper()
	key, err := seal.ParseKey(seal.Generate())
	if err != nil {
		t.Fatal(err)
	}
	v, err := vault.New(key)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestWhatTheGuardFoundComesBackForItsContactOnly(t *testing.T) {
	t.Parallel()
	v := newVault(t)
	text := "soy Ana, 55 1234 5678 o ana@example.com, repito 5512345678"
	screened := guard.Screen(text, guard.Contact)
	values := v.Seal("dental-sol", "contact-1", screened.PII)
	if len(values) != 2 {
		t.Fatalf("sealed %d values, want one a token", len(values))
	}
	for _, value := range values {
		if strings.Contains(string(value.GetSealed()), "1234") || strings.Contains(string(value.GetSealed()), "ana@") {
			t.Error("a sealed value shows its text")
		}
	}
	entries, err := v.Open("dental-sol", "contact-1", values)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := vault.Reveal(screened.Masked, entries), "soy Ana, 55 1234 5678 o ana@example.com, repito 55 1234 5678"; got != want {
		t.Errorf("revealed %q, want %q", got, want)
	}
	if printed := fmt.Sprintf("%v %+v %#v %s", entries[0], entries[0], entries, entries[1]); strings.Contains(printed, "1234") || strings.Contains(printed, "ana@") {
		t.Errorf("an entry prints its value: %s", printed)
	}
	if _, err := v.Open("dental-luna", "contact-1", values); err == nil {
		t.Error("another tenant opened it")
	}
	if _, err := v.Open("dental-sol", "contact-2", values); err == nil {
		t.Error("another contact opened it")
	}
	if _, err := newVault(t).Open("dental-sol", "contact-1", values); err == nil {
		t.Error("another installation opened it")
	}
}

func TestVaultNeedsAKey(t *testing.T) {
	t.Parallel()
	if _, err := vault.New(seal.Key{}); err == nil {
		t.Error("a vault without a key was made")
	}
}

func TestRenumberContinuesTheConversation(t *testing.T) {
	t.Parallel()
	counts := map[string]int{guard.TypePhone: 1}
	values := []*recadov1.SealedValue{
		{Type: guard.TypePhone, Token: "[TEL_1]"},
		{Type: guard.TypePhone, Token: "[TEL_2]"},
		{Type: guard.TypeEmail, Token: "[EMAIL_1]"},
	}
	names := vault.Renumber(counts, values)
	got := vault.Replace("[TEL_1], [TEL_2], [EMAIL_1], [TEL_9]", names)
	if want := "[TEL_2], [TEL_3], [EMAIL_1], [TEL_9]"; got != want {
		t.Errorf("renumbered to %q, want %q", got, want)
	}
	if values[1].GetToken() != "[TEL_3]" || counts[guard.TypePhone] != 3 || counts[guard.TypeEmail] != 1 {
		t.Errorf("values %v, counts %v", values, counts)
	}
}

func TestRevealReadsTheTextOnce(t *testing.T) {
	t.Parallel()
	entries := []vault.Entry{{Token: "[A_1]", Value: "[A_2]"}, {Token: "[A_2]", Value: "x"}}
	for text, want := range map[string]string{
		"":                "",
		"no token":        "no token",
		"[A_1][A_2]":      "[A_2]x",
		"[[A_2]]":         "[x]",
		"[A_3] [ ] ] [A_": "[A_3] [ ] ] [A_",
		"[A_2":            "[A_2",
	} {
		if got := vault.Reveal(text, entries); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}

func FuzzReplace(f *testing.F) {
	f.Add("hola [TEL_1]")
	f.Add("[[TEL_1]][")
	f.Fuzz(func(t *testing.T, text string) {
		if got := vault.Replace(text, map[string]string{"[TEL_1]": "[TEL_1]"}); got != text {
			t.Fatalf("%q became %q", text, got)
		}
	})
}
