package chain_test

import (
	"fmt"
	"testing"

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
		sane := u.Input >= 0 && u.Output >= 0 && u.CachedInput >= 0 && u.CachedInput <= u.Input && u.Input <= 1e9 && u.Output <= 1e9
		if !sane || call.Cost == nil || *call.Cost < 0 || *call.Cost > 1e12 {
			t.Errorf("%s: took %+v for %v", name, u, call.Cost)
		}
	}
}
