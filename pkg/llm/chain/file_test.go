package chain_test

import (
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/llm/chain"
)

const good = `providers:
  - name: one
    base_url: https://one.example/v1
    key_env: RECADO_LLM_ONE_KEY
models:
  - name: small
    provider: one
    id: gpt-5-mini
    window: 400000
    usd_per_million: {input: 0.25, cached: 0.025, output: 2}
  - {name: large, provider: one, takes: {temperature: false, max_tokens: max_tokens, tools: text}}
tiers: {fast: [small], balanced: [large, small], premium: [large]}
tuning:
  - {temperature: 0.2, max_tokens: 500}
  - {mode: voice, max_tokens: 100}
  - {specialist: booking, temperature: 0}
`

func keys(name string) string {
	if name == "RECADO_LLM_ONE_KEY" {
		return "key-one"
	}
	return ""
}

func TestAFileOfModelsIsReadWhole(t *testing.T) {
	t.Parallel()
	f, err := chain.Parse("llm.yaml", []byte(good), keys)
	if err != nil {
		t.Fatal(err)
	}
	small, large := f.Models[0], f.Models[1]
	if f.Providers[0].Key.Reveal() != "key-one" || small.ID != "gpt-5-mini" || small.Window != 400_000 || large.ID != "large" {
		t.Errorf("got %+v", f)
	}
	if small.Capabilities.Temperature || large.Capabilities != (llm.Capabilities{OldLimit: true, Tools: llm.ToolsText}) {
		t.Errorf("got %+v and %+v", small.Capabilities, large.Capabilities)
	}
	if large.Price.Cost(llm.Usage{Input: 1000}) != nil {
		t.Error("a model without a price has one")
	}
	if got := *small.Price.Cost(llm.Usage{Input: 1_000_000, CachedInput: 400_000, Output: 1_000}); got != 150_000+10_000+2_000 {
		t.Errorf("a call costs %d", got)
	}
	if l := f.Limits; l.FailureThreshold != 3 || l.Window != 5*time.Minute || l.FirstToken != 10*time.Second {
		t.Errorf("limits that are left out are %+v", l)
	}
}

func TestEachMistakeInAFileIsToldWithLineAndField(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ old, new, want string }{
		"no such field":        {"window: 400000", "windows: 4", "llm.yaml:9:5: models[0].windows: unknown field"},
		"a key in the file":    {"RECADO_LLM_ONE_KEY", "sk-secret", "llm.yaml:4:14: providers[0].key_env: expected the name of an environment variable"},
		"another program's":    {"RECADO_LLM_ONE_KEY", "RECADO_SECRET_KEY", "llm.yaml:4:14: providers[0].key_env: expected"},
		"a key that is unset":  {"RECADO_LLM_ONE_KEY", "RECADO_LLM_TWO_KEY", "environment variable RECADO_LLM_TWO_KEY is not set"},
		"no provider":          {"provider: one\n    id", "provider: two\n    id", "llm.yaml:7:15: models[0].provider: expected the name of a provider"},
		"no such model":        {"[large, small]", "[large, tiny]", "tiers.balanced[1]: expected the name of a model"},
		"twice":                {"[large, small]", "[large, large]", "tiers.balanced[1]: expected each model once"},
		"nobody":               {"fast: [small]", "fast: []", "llm.yaml:12:15: tiers.fast: expected the names of models"},
		"a tier too few":       {"fast: [small], ", "", "tiers.fast: required"},
		"same name":            {"name: large", "name: small", "models[1].name: expected another name"},
		"no URL":               {"https://one.example/v1", "one.example", "providers[0].base_url: expected a URL"},
		"a price without end":  {", output: 2}", "}", "models[0].usd_per_million.output: required"},
		"a price below zero":   {"output: 2}", "output: -2}", "expected a number from 0"},
		"a tuning of nothing":  {"{specialist: booking, temperature: 0}", "{specialist: booking}", "tuning[2]: expected temperature or max_tokens"},
		"a mode of no channel": {"mode: voice", "mode: post", "tuning[1].mode: expected messaging or voice"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := strings.Replace(good, c.old, c.new, 1)
			_, err := chain.Parse("llm.yaml", []byte(text), keys)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
			if err != nil && strings.Contains(err.Error(), "sk-secret") {
				t.Error("the error repeats a key")
			}
		})
	}
}

func TestTheShippedFileIsRead(t *testing.T) {
	t.Parallel()
	f, err := chain.Load("../../../deploy/llm.yaml", func(string) string { return "key" })
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range f.Models {
		if m.Price == nil || m.Window == 0 {
			t.Errorf("%s lacks a price or a window", m.Name)
		}
	}
	if got := f.Tiers[llm.TierBalanced]; len(got) != 2 || got[0] != "sonnet" || got[1] != "gpt-4o" {
		t.Errorf("balanced is %v", got)
	}
}

func TestAFileAndAnEndpointAreNotTakenTogether(t *testing.T) {
	t.Parallel()
	endpoint := llm.Config{BaseURL: "http://x/v1", Model: "tiny", APIKey: config.Secret("k")}
	for _, c := range []chain.Config{{File: "llm.yaml", Endpoint: endpoint}, {File: "nowhere.yaml"}, {Endpoint: llm.Config{BaseURL: "http://x/v1"}}} {
		if _, err := c.Load(keys); err == nil {
			t.Errorf("%+v is taken", c)
		}
	}
	if f, err := (chain.Config{}).Load(keys); f != nil || err != nil {
		t.Errorf("nothing is %v, %v", f, err)
	}
	f, err := chain.Config{Endpoint: endpoint}.Load(keys)
	if err != nil || len(f.Models) != 1 || f.Tiers[llm.TierPremium][0] != "tiny" {
		t.Errorf("one endpoint is %+v, %v", f, err)
	}
}
