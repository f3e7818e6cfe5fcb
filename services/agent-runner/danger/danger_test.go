package danger_test

import (
	"strings"
	"testing"

	"github.com/recado/recado/pkg/language/urgency"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/agent-runner/danger"
	"github.com/recado/recado/services/agent-runner/phrase"
)

func words(lang string) phrase.Words {
	return phrase.For(&llm.Facts{Language: lang, Settings: &tenant.Settings{}})
}

func TestEachDangerSendsToWhoHelpsInTheCountry(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		country string
		help    urgency.Help
		want    string
	}{
		{"MX", urgency.Ambulance, "911"},
		{"CL", urgency.Ambulance, "131"},
		{"CL", urgency.Fire, "132"},
		{"CL", urgency.Police, "133"},
		{"ES", urgency.Line, "024"},
		{"PE", urgency.Line, "106"},
		{"BR", urgency.Ambulance, "192"},
		{"XX", urgency.Ambulance, "911"},
	} {
		for _, lang := range []string{"es", "en", "pt"} {
			got := danger.Words(words(lang), c.country, c.help)
			if known := c.country != "XX"; known && !strings.Contains(got, c.want) || got == "" || strings.ContainsAny(got, "{}") {
				t.Errorf("%s %s: got %q, want %s", lang, c.country, got, c.want)
			}
		}
	}
}

func TestOnlyWhatCanBeReadAtOnceIsQuoted(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ title, content, want string }{
		"a sentence":      {"Urgencias", "Atendemos urgencias en Lima 123 a toda hora.", "Atendemos urgencias en Lima 123 a toda hora."},
		"another title":   {"Limpieza", "Dura una hora.", ""},
		"lesser pain":     {"Urgencias", "Guarda el pedazo. Si no duele, puedes esperar uno o dos días; si duele, pide una cita de urgencia.", ""},
		"a price":         {"Urgencias", "La consulta cuesta $800.", ""},
		"a list's head":   {"Emergencias", "En una emergencia:", ""},
		"first paragraph": {"Emergencias", "Llame al 555 0199.\n\n" + strings.Repeat("Más texto. ", 60), "Llame al 555 0199."},
	} {
		if got := danger.Own([]danger.Passage{{Title: c.title, Content: c.content}}); got != c.want {
			t.Errorf("%s: got %q", name, got)
		}
	}
}
