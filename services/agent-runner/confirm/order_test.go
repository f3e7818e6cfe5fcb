package confirm_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/assent"
	"github.com/recado/recado/services/agent-runner/confirm"
	"github.com/recado/recado/services/agent-runner/ordering"
	"github.com/recado/recado/services/agent-runner/phrase"
)

// priced is what the tools for orders have said.
func priced() []tool.Result {
	return []tool.Result{
		{Tool: "quote_order", JSON: json.RawMessage(`{"lines":[{"name":"Tacos al pastor","quantity":2,"options":["Piña"],"notes":"sin cebolla",
			"line_total_text":"$40"}],"total":65,"total_text":"$65","delivery_fee":25,"delivery_fee_text":"$25","order_type":"delivery",
			"estimated_time":"2026-03-02 14:30","zone":"Roma"}`)},
		{Tool: "get_order_status", JSON: json.RawMessage(`{"order_id":"o-1","number":17,"lines":[{"name":"Agua","quantity":3}]}`)},
	}
}

func TestOrderIsNamedByWhatWasPricedForIt(t *testing.T) {
	t.Parallel()
	items := `[{"name":"tacos al pastor","quantity":2,"options":["piña"],"notes":"sin cebolla"}]`
	for _, c := range []struct{ name, tool, args, want, missing string }{
		{
			"the lines and the total", "create_order", `{"items":` + items + `,"order_type":"delivery","delivery_address":"Álamo 12","expected_total":65}`,
			"2 × Tacos al pastor (Piña; sin cebolla): $40\n• Envío: $25\nTotal: $65.", "",
		},
		{
			"the address and its zone", "create_order", `{"items":` + items + `,"order_type":"delivery","delivery_address":"Álamo 12","expected_total":65}`,
			"a domicilio en Álamo 12, Roma", "",
		},
		{
			"one that takes another's place", "create_order", `{"items":` + items + `,"order_type":"delivery","expected_total":65,"replaces":"o-1"}`,
			"quedaría así", "",
		},
		{"one that stands", "cancel_order", `{"order_id":"o-1"}`, "¿Cancelo el pedido 17 (3 × Agua)?", ""},

		{"no total", "create_order", `{"items":` + items + `,"order_type":"delivery"}`, "", "quote_order"},
		{"another total", "create_order", `{"items":` + items + `,"order_type":"delivery","expected_total":60}`, "", "quote_order"},
		{"another way", "create_order", `{"items":` + items + `,"order_type":"pickup","expected_total":65}`, "", "quote_order"},
		{"another count", "create_order", `{"items":[{"name":"Tacos al pastor","quantity":3}],"order_type":"delivery","expected_total":65}`, "", "quote_order"},
		{"no lines", "create_order", `{"order_type":"delivery","expected_total":65}`, "", "quote_order"},
		{"arguments of another type", "create_order", `{"items":7}`, "", "quote_order"},
		{"an order that nobody told of", "cancel_order", `{"order_id":"o-2"}`, "", "get_order_status"},
		{"no order", "cancel_order", `{}`, "", "get_order_status"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := settings(tenant.Restaurant)
			asked := assent.Asked{Tool: c.tool, Arguments: json.RawMessage(c.args)}
			named, write, missing := confirm.Of(asked, s, priced())
			if missing != c.missing {
				t.Fatalf("missing %q, want %q", missing, c.missing)
			}
			if missing != "" {
				return
			}
			text, choices := confirm.Ask(phrase.For(&llm.Facts{Settings: s, Language: "es"}), write, asked, named)
			if !strings.Contains(text, c.want) || strings.ContainsAny(text, "{}") || len(choices) != 2 {
				t.Errorf("asks %q, want %q in it", text, c.want)
			}
		})
	}
}

func TestOrderSaysWhenItIsThere(t *testing.T) {
	t.Parallel()
	w := phrase.For(&llm.Facts{Settings: settings(tenant.Restaurant), Language: "es"})
	now := time.Date(2026, 3, 2, 13, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		way, at string
		made    bool
		want    string
	}{
		{"pickup", "2026-03-02 14:30", false, "Estaría listo hacia las 2:30 de la tarde."},
		{"delivery", "2026-03-02 14:30", false, "Llegaría hacia las 2:30 de la tarde."},
		{"delivery", "2026-03-03 14:30", true, "Llega hacia el martes 3 de marzo a las 2:30 de la tarde."},
		{"pickup", "2026-03-02 14:30", true, "Estará listo hacia las 2:30 de la tarde."},
		{"pickup", "", true, ""},
	} {
		o := &confirm.Order{Order: &ordering.Order{Type: c.way, Estimated: c.at}, Now: now, Made: c.made}
		pairs := confirm.Named{Order: o}.Pairs(w)
		if got := pairs[len(pairs)-1]; got != c.want {
			t.Errorf("%s at %q: %q, want %q", c.way, c.at, got, c.want)
		}
	}
}

func TestAPriceIsForItsHourAndBranch(t *testing.T) {
	t.Parallel()
	for at, same := range map[string]bool{
		"": true, "2026-11-24 14:00": true, "2026-11-24 13:45": true, "14:00": true, "2026-11-24T14:00:00-05:00": true,
		"2026-11-24 21:00": false, "21:00": false, "2026-11-25 14:00": false, "2026-11-24T21:00:00-05:00": false, "tomorrow": false,
	} {
		if got := confirm.PricedFor(at, "2026-11-24 14:00"); got != same {
			t.Errorf("%q: %v", at, got)
		}
	}
}
