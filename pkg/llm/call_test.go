package llm_test

import (
	"strings"
	"testing"

	"github.com/recado/recado/pkg/llm"
)

func TestAnEstimateCountsPromptToolsAndTheLongestAnswer(t *testing.T) {
	t.Parallel()
	req := withTool()
	without := *req
	without.Tools = nil
	if with, bare := llm.Prompt(req), llm.Prompt(&without); with.Input <= bare.Input || !with.Estimated || with.Output != 0 {
		t.Errorf("with a tool %+v, without %+v", with, bare)
	}
	if got := llm.Estimate(req).Output; got != req.MaxTokens {
		t.Errorf("the longest answer is %d tokens", got)
	}
	req.MaxTokens = 0
	if got := llm.Estimate(req).Output; got < 1000 {
		t.Errorf("an answer without a bound is taken for %d tokens", got)
	}
	long := *req
	long.Messages = []llm.Message{{Role: llm.RoleUser, Text: strings.Repeat("palabra ", 1000)}}
	if got := llm.Prompt(&long).Input; got < 1500 {
		t.Errorf("a thousand words are %d tokens", got)
	}
}
