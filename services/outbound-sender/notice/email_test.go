package notice

import (
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/tenant"
)

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
