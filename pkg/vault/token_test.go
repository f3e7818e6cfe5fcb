package vault_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/pkg/vault"
)

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

func TestShowLeavesNoToken(t *testing.T) {
	t.Parallel()
	got := vault.Show("al [TEL_1], no al [TEL_2] ni [EMAIL_12]; [nota] [1] [TEL_] [_1] [A B_1]", []vault.Entry{{Token: "[TEL_1]", Value: "55 1234 5678"}})
	want := "al 55 1234 5678, no al " + guard.Protected + " ni " + guard.Protected + "; [nota] [1] [TEL_] [_1] [A B_1]"
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTokensAreListedInOrder(t *testing.T) {
	t.Parallel()
	if got := vault.Tokens("[TEL_2] y [x] y [MX_RFC_1], [TEL_2]"); !slices.Equal(got, []string{"[TEL_2]", "[MX_RFC_1]", "[TEL_2]"}) {
		t.Errorf("got %v", got)
	}
}

func FuzzTokens(f *testing.F) {
	f.Add("hola [TEL_1]")
	f.Add("[[TEL_1]][")
	f.Fuzz(func(t *testing.T, text string) {
		if got := vault.Replace(text, map[string]string{"[TEL_1]": "[TEL_1]"}); got != text {
			t.Fatalf("%q became %q", text, got)
		}
		for _, token := range vault.Tokens(text) {
			if !strings.Contains(text, token) {
				t.Fatalf("%q holds no %q", text, token)
			}
		}
		if got := vault.Tokens(vault.Show(text, nil)); len(got) > 0 && !strings.Contains(text, "[[") {
			t.Fatalf("%q still shows %v", text, got)
		}
	})
}
