package prompts

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/pkg/tenantfile/apply"
	"github.com/recado/recado/pkg/tenantfile/tenantfiletest"
	"github.com/recado/recado/services/cmd/recado/clitest"
)

const clinicFile = "../../../../pkg/tenantfile/tenantfiletest/clinic/tenant.yaml"

func TestPromptOfAFileAndOfTheTenantThatWasAppliedAreTheSame(t *testing.T) {
	t.Parallel()
	db := storetest.New(t)
	key, err := seal.ParseKey(seal.Generate())
	if err != nil {
		t.Fatal(err)
	}
	applier := &apply.Applier{Store: db.Open(t, "recado_console"), Bus: bustest.New(t).Bus(t, "console"), Key: key}
	if _, err := applier.Apply(t.Context(), tenantfiletest.Load(t, "clinic")); err != nil {
		t.Fatal(err)
	}
	env := map[string]string{"RECADO_POSTGRES_URL": db.URL}
	for _, flags := range [][]string{{}, {"--specialist", "booking_dental", "--language", "en", "--channel", "voice"}, {"--full"}} {
		code, stored, errs := clitest.Run(t, Prompt, env, append(flags, "clinic")...)
		if code != 0 {
			t.Fatalf("%v: exit %d: %s", flags, code, errs)
		}
		code, read, errs := clitest.Run(t, Prompt, nil, append(flags, clinicFile)...)
		if code != 0 || read != stored {
			t.Errorf("%v: exit %d, %s; of the file:\n%s\nas it was applied:\n%s", flags, code, errs, read, stored)
		}
		for _, want := range []string{"identity", "1 of 2 instructions in the prompt", "No diagnostiques por mensaje."} {
			if !strings.Contains(stored, want) {
				t.Errorf("%v: %q does not stand in\n%s", flags, want, stored)
			}
		}
	}
}

func TestPromptSaysWhichOldSettingsAreOverTheirCeiling(t *testing.T) {
	t.Parallel()
	db := storetest.New(t)
	db.Exec(t, `INSERT INTO core.tenants (tenant_id, content_hash, settings, name, vertical, country, zone, currency, language)
		VALUES ('old', '', $1, 'Old', 'general', 'MX', 'UTC', 'MXN', 'es')`,
		`{"id": "old", "name": "Old", "vertical": "general", "language": "es", "assistants":
		  [{"id": "00000000-0000-8000-8000-000000000001", "name": "Ana", "channel": "*", "style": "casual", "type": "full", "active": true}]}`)
	db.Exec(t, `INSERT INTO core.assistants (tenant_id, id, slug, name, style, type, tier, system_instructions)
		VALUES ('old', '00000000-0000-8000-8000-000000000001', 'ana', 'Ana', 'casual', 'full', 'fast',
		        repeat('Ofrece café a quien llega. ', 100))`)
	env := map[string]string{"RECADO_POSTGRES_URL": db.URL}
	code, out, errs := clitest.Run(t, Prompt, env, "old", "--assistant", "ana")
	if code != 1 || !strings.Contains(errs, "personality is ") || !strings.Contains(out, "Ofrece café a quien llega.\n") {
		t.Errorf("exit %d, %s\n%s", code, errs, out)
	}
}

func TestPromptIsPrintedAsJSON(t *testing.T) {
	t.Parallel()
	var got shown
	code, errs := clitest.RunJSON(t, Prompt, nil, &got, clinicFile, "--json", "--language", "pt")
	if code != 0 || errs != "" {
		t.Errorf("exit %d, %s", code, errs)
	}
	sum := 0
	for _, section := range got.Sections {
		sum += section.Tokens
	}
	if len(got.Sections) != 5 || sum == 0 || got.Tokens < sum || got.Tokens > sum+5 {
		t.Errorf("%d tokens in %d sections of %d", got.Tokens, len(got.Sections), sum)
	}
	if got.Source != "modular" || len(got.Instructions) != 2 || got.InPrompt != got.Instructions[0].Tokens {
		t.Errorf("%s, %+v", got.Source, got.Instructions)
	}
}

func TestPromptRefusesWhatItDoesNotKnow(t *testing.T) {
	t.Parallel()
	broken := filepath.Join(t.TempDir(), "tenant.yaml")
	if err := os.WriteFile(broken, []byte("id: x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string][]string{
		"there is none of that name": {clinicFile, "--specialist", "astrology"},
		"has none of that name":      {clinicFile, "--assistant", "nadie"},
		"expected one of es, en, pt": {clinicFile, "--language", "fr"},
		"expected 1":                 {"Not A Tenant"},
		"required":                   {broken},
	} {
		if code, _, errs := clitest.Run(t, Prompt, nil, args...); code == 0 || !strings.Contains(errs, want) {
			t.Errorf("%v: exit %d, %q", args, code, errs)
		}
	}
}

// edited writes the clinic's file with a change.
func edited(t *testing.T, from, to string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Dir(clinicFile))); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "tenant.yaml")
	data, err := os.ReadFile(name)
	if err != nil || !strings.Contains(string(data), from) {
		t.Fatalf("%q does not stand in the file, %v", from, err)
	}
	if err := os.WriteFile(name, []byte(strings.Replace(string(data), from, to, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// textOf is the prompt that is printed under the tables.
func textOf(t *testing.T, args ...string) string {
	t.Helper()
	code, out, errs := clitest.Run(t, Prompt, nil, args...)
	_, text, ok := strings.Cut(out, "\n\nEres ")
	if code != 0 || !ok {
		t.Fatalf("%v: exit %d, %s\n%s", args, code, errs, out)
	}
	return text
}

func TestPromptHoldsTheInstructionsOfTheConversationsBranch(t *testing.T) {
	t.Parallel()
	file := edited(t, "    priority: 9\n", "    priority: 9\n    branches: [norte]\n")
	const bound = "No diagnostiques por mensaje."
	for branch, want := range map[string]bool{"": false, "norte": true, "centro": false} {
		if got := strings.Contains(textOf(t, file, "--branch", branch), bound); got != want {
			t.Errorf("in a conversation of branch %q it is told: %v, want %v", branch, got, want)
		}
	}
}

func TestPromptHoldsTheVoiceOfTheBrandAfterTheRulesOfTheStyle(t *testing.T) {
	t.Parallel()
	file := edited(t, "language: es", "language: es\nprompt: {brand_voice: Decimos «sonrisas»., full_context: true}")
	text := textOf(t, file)
	rules, voice := strings.Index(text, "Frases cortas"), strings.Index(text, "Decimos «sonrisas».")
	if rules < 0 || voice < rules || !strings.Contains(text, "Limpieza dental; category: preventivo") {
		t.Errorf("the rules stand at %d, the voice at %d, in\n%s", rules, voice, text)
	}
}

func TestPromptIsOfTheAssistantThatIsAskedFor(t *testing.T) {
	t.Parallel()
	first := textOf(t, clinicFile)
	if other := textOf(t, clinicFile, "--channel", "webchat"); other == first {
		t.Error("the assistant of the web chat speaks as that of WhatsApp")
	}
}

func TestPromptListsEveryInstructionAndMarksThoseThatStandInIt(t *testing.T) {
	t.Parallel()
	for name, change := range map[string][2]string{
		"*  9  rule": {"    priority: 9\n", "    priority: 9\n"},
		"*  8  tone": {"    priority: 9\n    include_in_prompt: true\n", "    priority: 8\n    type: tone\n"},
		"   7  rule": {"    priority: 9\n    include_in_prompt: true\n", "    priority: 7\n"},
		"   9  rule": {"    priority: 9\n    include_in_prompt: true\n", "    priority: 9\n    active: false\n"},
	} {
		code, out, errs := clitest.Run(t, Prompt, nil, edited(t, change[0], change[1]))
		if code != 0 || !strings.Contains(out, "\n"+name) || !strings.Contains(out, "\n   5  rule") {
			t.Errorf("%s: exit %d, %s\n%s", name, code, errs, out)
		}
		if marked := strings.HasPrefix(name, "*"); marked != strings.Contains(out, "1 of 2 instructions in the prompt") {
			t.Errorf("%s is counted wrongly:\n%s", name, out)
		}
	}
}

func TestPromptOfATenantThatWasNeverAppliedIsAnError(t *testing.T) {
	t.Parallel()
	env := map[string]string{"RECADO_POSTGRES_URL": storetest.New(t).URL}
	if code, _, errs := clitest.Run(t, Prompt, env, "nobody"); code != 1 || !strings.Contains(errs, "tenant nobody: there is none of that name") {
		t.Errorf("exit %d, %s", code, errs)
	}
}
