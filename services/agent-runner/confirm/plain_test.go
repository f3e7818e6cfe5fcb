package confirm_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/agent-runner/assent"
	"github.com/recado/recado/services/agent-runner/confirm"
	"github.com/recado/recado/services/agent-runner/phrase"
)

func TestEveryValueOfATenantsOwnWriteIsShownBeforeTheYes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		tool, args string
		shown      []string
		hidden     string
	}{
		{
			"create_record", `{"collection":"reparaciones","values":{"articulo":"bicicleta","presupuesto":350,"urgente":true}}`,
			[]string{"collection: reparaciones", "articulo: bicicleta", "presupuesto: 350", "urgente: true"},
			"{",
		},
		{
			"update_record", `{"collection":"reparaciones","record_id":"01234567-89ab","values":{"falla":"el freno"}}`,
			[]string{"falla: el freno"},
			"01234567",
		},
		{
			"send_email", `{"to":"contact","subject":"Su bici","body":"Está lista.\nLa esperamos."}`,
			[]string{"to: contact", "subject: Su bici", "Está lista.\nLa esperamos."},
			"{",
		},
		{"crm_note", `{"folio":"1047","lineas":["a","b"]}`, []string{"folio: 1047", "lineas: [a b]"}, "{"},
		{"http_request", `7`, []string{"7"}, "{"},
	} {
		for _, lang := range []string{"es", "en", "pt"} {
			w := phrase.For(&llm.Facts{Settings: &tenant.Settings{Language: lang}, Language: lang})
			asked := assent.Asked{Tool: c.tool, Arguments: json.RawMessage(c.args)}
			text, choices := confirm.AskPlain(w, asked)
			for _, part := range c.shown {
				if !strings.Contains(text, part) {
					t.Errorf("%s, %s: %q lacks %q", c.tool, lang, text, part)
				}
			}
			if strings.Contains(text, c.hidden) || !strings.HasSuffix(text, "?") {
				t.Errorf("%s, %s: %q", c.tool, lang, text)
			}
			if len(choices) != 2 || choices[0].ID != asked.Yes() || choices[1].ID != asked.No() {
				t.Errorf("%s, %s: choices %v", c.tool, lang, choices)
			}
		}
	}
}
