package confirm_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/assent"
	"github.com/recado/recado/services/agent-runner/confirm"
	"github.com/recado/recado/services/agent-runner/phrase"
)

const earned = `{"tokens":50,"unit":"puntos","rewards":[{"reward_id":"te","name":"Té helado","tokens":30,"available":true}]}`

func TestARewardIsNamedByWhatTheBalanceToldOfIt(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, args, want, missing string }{
		{"by its id", `{"reward_id":"te"}`, "¿Canjeo 30 puntos por Té helado?", ""},
		{"by id and price", `{"reward_id":"te","tokens":30}`, "¿Canjeo 30 puntos por Té helado?", ""},
		{"another price", `{"reward_id":"te","tokens":3}`, "", "get_loyalty_balance"},
		{"one that nobody told of", `{"reward_id":"pan"}`, "", "get_loyalty_balance"},
		{"none", `{}`, "", "get_loyalty_balance"},
		{"arguments of another type", `{"reward_id":7}`, "", "get_loyalty_balance"},
	} {
		asked := assent.Asked{Tool: "redeem_reward", Arguments: json.RawMessage(c.args)}
		told := []tool.Result{{Tool: "get_menu", JSON: json.RawMessage(`[]`)}, {Tool: "get_loyalty_balance", JSON: json.RawMessage(earned)}}
		named, write, missing := confirm.Of(asked, settings(tenant.Restaurant), told)
		if missing != c.missing {
			t.Errorf("%s: got %q missing, want %q", c.name, missing, c.missing)
		}
		if missing != "" {
			continue
		}
		text, choices := confirm.Ask(phrase.Words{Lang: "es"}, write, asked, named)
		if !strings.Contains(text, c.want) || len(choices) != 2 || choices[0].Title != "Sí, canjear" {
			t.Errorf("%s: asked %q with %v", c.name, text, choices)
		}
	}
	asked := assent.Asked{Tool: "redeem_reward", Arguments: json.RawMessage(`{"reward_id":"te"}`)}
	if _, _, missing := confirm.Of(asked, settings(tenant.Dental), nil); missing != "get_loyalty_balance" {
		t.Errorf("nobody told of anything, and %q is missing", missing)
	}
}
