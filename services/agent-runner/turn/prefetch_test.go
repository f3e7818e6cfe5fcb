package turn

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
)

// wellRead is a bench whose assistant always has the documents at hand.
func wellRead(found tool.Result, said string) *bench {
	b := newBench(text(1, said))
	b.change = func(s *tenant.Settings) { s.Assistants[0].Prefetch = true }
	b.tools.more = []tool.Spec{{Name: "search_knowledge_base", Specialists: tool.Everybody(), Permission: tool.Inform}}
	b.tools.results["search_knowledge_base"] = found
	b.remote.answers = []llm.Response{words("Sí, los brackets tienen garantía de un año.")}
	return b
}

func TestAnAssistantThatAlwaysReadsHasTheDocumentsBeforeItsFirstWord(t *testing.T) {
	t.Parallel()
	passages := tool.Result{
		Tool: "search_knowledge_base", JSON: json.RawMessage(
			`[{"title":"Garantías","content":"Los brackets tienen garantía de un año.","relevance_score":0.9}]`),
		Evidence: []tool.Evidence{{ID: "chunk:1", Kind: "chunk"}},
	}
	b := wellRead(passages, "¿y la garantía?")
	b.store.history = []Line{{Text: "quiero brackets"}, {Ours: true, Text: "Claro."}}
	end := b.answer(t)
	if len(b.remote.asked) != 1 || len(b.tools.asked) != 1 {
		t.Fatalf("the model was asked %d times, the tools %d times", len(b.remote.asked), len(b.tools.asked))
	}
	if args := string(b.tools.asked[0].Arguments); !strings.Contains(args, "quiero brackets ¿y la garantía?") {
		t.Errorf("a follow-up is searched as %s", args)
	}
	last := b.remote.asked[0].Messages[len(b.remote.asked[0].Messages)-1]
	if last.Role != llm.RoleTool || strings.Index(last.Text, "Garantías") > strings.Index(last.Text, "un año") {
		t.Errorf("the model reads %+v", last)
	}
	if len(end.Replies) != 1 || b.said(t) != "Sí, los brackets tienen garantía de un año." {
		t.Errorf("said %q", b.said(t))
	}
}

func TestATurnGoesOnWithoutThePassagesThatCannotBeFound(t *testing.T) {
	t.Parallel()
	away := tool.Result{Tool: "search_knowledge_base", Err: &tool.Error{Code: "unavailable", Retryable: true}}
	b := wellRead(away, "¿los brackets tienen garantía?")
	b.remote.answers = []llm.Response{words("Déjame confirmarlo.")}
	b.answer(t)
	for _, m := range b.remote.asked[0].Messages {
		if m.Role == llm.RoleTool {
			t.Errorf("the model reads %+v", m)
		}
	}
	if b.said(t) != "Déjame confirmarlo." {
		t.Errorf("said %q", b.said(t))
	}
}

func TestNothingIsSearchedForAGreetingOrWithoutTheSetting(t *testing.T) {
	t.Parallel()
	for name, b := range map[string]*bench{
		"a greeting": wellRead(tool.Result{}, "hola, gracias"),
		"on demand":  wellRead(tool.Result{}, "¿los brackets tienen garantía?"),
	} {
		if name == "on demand" {
			b.change = nil
		}
		b.remote.answers = []llm.Response{words("¿En qué te ayudo?")}
		b.answer(t)
		if len(b.tools.asked) != 0 {
			t.Errorf("%s: searched %s", name, b.tools.asked[0].Arguments)
		}
	}
}
