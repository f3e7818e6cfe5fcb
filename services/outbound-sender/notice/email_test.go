package notice

import (
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/tenant"
)

func TestMailURLIsReadOrRefusedWithoutItsPassword(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]Mail{
		"": {},
		"smtp://ana%40x.example:pass@mail.example?from=a@b.example": {host: "mail.example", port: "587", user: "ana@x.example", password: "pass", from: "a@b.example"},
		"smtps://ana%40x.example:pass@mail.example:999":             {host: "mail.example", port: "999", user: "ana@x.example", password: "pass", from: "ana@x.example", implicit: true},
		"smtp://localhost:25?from=a@b.example":                      {host: "localhost", port: "25", from: "a@b.example", plain: true},
	} {
		got, err := ParseMail(url)
		got.tls = nil
		if err != nil || got != want {
			t.Errorf("%s: got %+v, %v", url, got, err)
		}
	}
	for _, url := range []string{"mail.example", "http://mail.example", "smtp://", "smtp://u:hunter2@mail.example", "smtp://u:hunter2@mail.example?from=nobody", "smtp://u:hunter2@[x"} {
		if _, err := ParseMail(url); err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", url, err)
		}
	}
}

func TestSignatureIsWhatTheDocumentSays(t *testing.T) {
	t.Parallel()
	// printf '1790000000.{}' | openssl dgst -sha256 -hmac secreto
	const want = "sha256=e918d1398f2bb484a77620aca69be397a413518eabb9bf18a0b96581ba89a564"
	if got := Sign([]byte("secreto"), "1790000000", []byte("{}")); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestNoticesAreWordedInThreeLanguages(t *testing.T) {
	t.Parallel()
	for language, p := range languages {
		for kind := range p.subjects {
			n := &notice{
				Tenant: "clinic", Conversation: "c1", Kind: kind, Reason: "turn_failed", Since: time.Now().Add(-3 * time.Minute), Channel: "whatsapp",
				Contact: "Ana\r\nBcc: x@y.example",
			}
			got := wordsOf(n, &tenant.Settings{Name: "Sol", Language: language})
			if !strings.Contains(got.subject, "Sol") || strings.ContainsAny(got.subject, "{}\r\n") || strings.ContainsAny(got.body, "{}\r") {
				t.Errorf("%s, %s: %q", language, kind, got)
			}
			if kind != "trial" && (!strings.Contains(got.body, "c1") || !strings.Contains(got.body, "3 min")) {
				t.Errorf("%s, %s: %q", language, kind, got.body)
			}
		}
		if len(p.subjects) != len(languages["es"].subjects) || len(p.reasons) != len(languages["es"].reasons) {
			t.Errorf("%s lacks words", language)
		}
	}
	if got := wordsOf(&notice{Kind: "danger", Reason: "new_reason"}, &tenant.Settings{Language: "fr"}); !strings.Contains(got.body, "Motivo: new_reason") {
		t.Errorf("an unknown reason reads %q", got.body)
	}
}
