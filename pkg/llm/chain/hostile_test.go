package chain_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/llm/chain"
	"github.com/recado/recado/pkg/llm/llmtest"
)

func TestTokensThatCannotBeAreNotBelieved(t *testing.T) {
	t.Parallel()
	whole := func(f *chain.File) { f.Limits.FirstToken = 0 }
	for name, usage := range map[string]string{
		"below zero":  `{"prompt_tokens":-5,"completion_tokens":-1}`,
		"cached":      `{"prompt_tokens":5,"completion_tokens":1,"prompt_tokens_details":{"cached_tokens":-900}}`,
		"past a sum":  `{"prompt_tokens":9223372036854775807,"completion_tokens":9223372036854775807}`,
		"more cached": `{"prompt_tokens":5,"completion_tokens":1,"prompt_tokens_details":{"cached_tokens":9223372036854775807}}`,
	} {
		body := fmt.Sprintf(`{"choices":[{"message":{"content":"well"},"finish_reason":"stop"}],"usage":%s}`, usage)
		p := newPair(t, whole, llmtest.Reply{Body: body})
		p.ask(t)
		call := p.calls[0]
		u := call.Usage
		low, high := min(u.Input, u.Output, u.CachedInput, u.Input-u.CachedInput), max(u.Input, u.Output)
		if low < 0 || high > 1e9 || *call.Cost < 0 || *call.Cost > 1e12 {
			t.Errorf("%s: took %+v for %v", name, u, *call.Cost)
		}
	}
}

func TestATenantWhoseAnswersAreTooShortLetsNoModelRest(t *testing.T) {
	t.Parallel()
	cut := llmtest.Reply{ToolCalls: []llm.ToolCall{{ID: "1", Name: "lookup", Arguments: json.RawMessage(`{"q":`)}}, Finish: "length"}
	thought := llmtest.Reply{Finish: "length"} // and nothing said
	p := newPair(t, nil, cut, thought, cut, thought, llmtest.Reply{Text: "well"})
	for range 4 {
		if got := p.ask(t); got != "the second answers" {
			t.Errorf("got %q", got)
		}
	}
	if got := p.ask(t); got != "well" {
		t.Errorf("another tenant's question is answered with %q: %v", got, p.outcomes())
	}
}

func TestAModelWithoutAPriceIsNotAskedByNameBesideOneThatHasIt(t *testing.T) {
	t.Parallel()
	server := llmtest.New(t, llmtest.Reply{Text: "well"})
	p := newPair(t, func(f *chain.File) {
		f.Providers[0].BaseURL, f.Models = server.URL, f.Models[:1]
		f.Tiers = map[llm.Tier][]string{llm.TierFast: {"first"}, llm.TierBalanced: {"first"}, llm.TierPremium: {"first"}}
	})
	req := p.request()
	req.Model = "dear-9"
	if _, err := p.chain.Complete(t.Context(), req); err != nil {
		t.Fatal(err)
	}
	if asked := server.Requests()[0].Model; asked != "first-1" || p.calls[0].Cost == nil {
		t.Errorf("asked %s for %v", asked, p.calls[0].Cost)
	}
}
