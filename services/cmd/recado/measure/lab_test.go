package measure

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/recado/recado/services/cmd/recado/clitest"
)

const twoScenarios = `{"id":"price","tenant_vertical":"dental","turns":[{"user":"hola","safety":true,"expect":{"no_reply":false,"reply_lang":"es"}}]}
{"id":"wrong","tenant_vertical":"general","turns":[{"user":"hola","expect":{"reply_must_match":["nobody says this"]}}]}
`

func TestEvalPlaysScenariosAndPrintsWhatFailed(t *testing.T) {
	t.Parallel()
	path := examplesFile(t, twoScenarios)
	code, out, errs := clitest.Run(t, Eval, nil, "scenarios", path, "--transcripts", "--failures", "5", "--parallel", "2", "--min", "turns=0.9")
	if code != 1 || !strings.Contains(errs, "turns is 0.5000, at least 0.9000 was asked") {
		t.Errorf("exit %d, %q", code, errs)
	}
	for _, want := range []string{
		"scenarios: 2 lines, 1 wrong", "safety                       1", "vertical.dental              1", "vertical.general             0",
		"line 2: want reply_must_match /nobody says this/", `"wrong, turn 1: hola"`, "== line 2: wrong\n> hola\n< ",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("it does not print %q: %s", want, out)
		}
	}
}

func TestScenariosAreRefusedBeforeAnythingStarts(t *testing.T) {
	t.Parallel()
	path, wrong := examplesFile(t, twoScenarios), filepath.Join(t.TempDir(), "tenant.yaml")
	if err := os.WriteFile(wrong, []byte("id: x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	clitest.Refuses(t, Eval, nil,
		clitest.Refusal{Want: "line 1: id: expected a string that is not empty", Args: []string{"scenarios", examplesFile(t, `{"tenant_vertical":"dental"}`)}},
		clitest.Refusal{Want: "--parallel: expected 1 or more, got 0", Args: []string{"scenarios", path, "--parallel", "0"}},
		clitest.Refusal{Want: "--model gpt: RECADO_LLM_BASE_URL is not set", Args: []string{"scenarios", path, "--model", "gpt"}},
		clitest.Refusal{Want: "name", Args: []string{"scenarios", path, "--tenant", wrong}},
	)
}

func TestAModelGetsTheVariablesOfTheEnvironment(t *testing.T) {
	t.Parallel()
	l := labFlags{model: "gpt"}
	env := map[string]string{"RECADO_LLM_BASE_URL": "http://127.0.0.1:9/v1", "RECADO_POSTGRES_URL": "postgres://mine"}
	values, err := l.variables(func(name string) string { return env[name] })
	if err != nil || values["RECADO_LLM_MODEL"] != "gpt" || values["RECADO_LLM_BASE_URL"] != env["RECADO_LLM_BASE_URL"] {
		t.Errorf("got %v, %v", values, err)
	}
	if values["RECADO_POSTGRES_URL"] != "" {
		t.Error("scenarios would be played in a database of the user's own")
	}
}

func TestEvalPrintsWhatTheModelIsAsked(t *testing.T) {
	t.Parallel()
	path := examplesFile(t, twoScenarios)
	code, out, errs := clitest.Run(t, Eval, nil, "scenarios", path, "--prompts", "--parallel", "2")
	if code != 0 {
		t.Fatalf("exit %d, %q", code, errs)
	}
	_, table, ok := strings.Cut(out, "  calls  system p50")
	if !ok || !strings.HasSuffix(table, "  all\n") || !strings.Contains(table, "Sonrisa Cempasúchil\n") {
		t.Errorf("it prints no table of the model's calls: %s", out)
	}
}
