package talk

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/cmd/recado/cli"
	"github.com/recado/recado/services/cmd/recado/clitest"
)

const wednesday = "2026-11-18T10:30:00-06:00"

func TestUnderstandSaysWhatWasReadAndWhy(t *testing.T) {
	t.Parallel()
	code, out, errs := clitest.Run(t, Understand, nil, "hola, kiero cambiar mi cita para el martes 24 a las 5, mi cel es 55 1234 5678",
		"--tenant", "sonrisa-cempasuchil", "--now", wednesday, "--dir", t.TempDir())
	for _, want := range []string{
		"language   es\n", "intent     reschedule ", "specialist booking_dental: vertical dental",
		"rule       reschedule +8: ", `by "cambiar mi cita"`, `word       "cambiar" adds `, "urgency    1\n",
		`slot       when date=2026-11-24 time=17:00 from "martes 24 a las 5"`, "read       kiero -> quiero", "[TEL_1]",
	} {
		if code != 0 || !strings.Contains(out, want) {
			t.Errorf("exit %d, no %q in: %s%s", code, want, out, errs)
		}
	}
	if strings.Contains(out, "1234") {
		t.Errorf("the number stands in: %s", out)
	}
}

func TestUnderstandReadsAVerticalWithoutATenantAsJSON(t *testing.T) {
	t.Parallel()
	code, out, _ := clitest.Run(t, Understand, nil, "no para de sangrar", "--vertical", "dental", "--lang", "es", "--now", wednesday, "--json")
	var got understood
	if err := json.Unmarshal([]byte(out), &got); err != nil || code != 0 {
		t.Fatalf("exit %d, %v: %s", code, err, out)
	}
	want := understoodUrgency{Level: 5, Escalates: true, By: "sign", Words: "no para de sangrar"}
	if got.Intents[0].Name != "urgent_care" || got.Urgency != want || got.Phrases == nil {
		t.Errorf("%+v", got)
	}
	code, out, _ = clitest.Run(t, Understand, nil, "", "--json")
	if err := json.Unmarshal([]byte(out), &got); err != nil || code != 0 || got.Vertical != "general" || got.Intents[0].Name != "other" {
		t.Errorf("nothing at all: exit %d, %v: %s", code, err, out)
	}
}

func TestUnderstandSaysWhatTheDialogueDoes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"quiero cambiar mi cita":                 "command    start move: words or an intent that begin an errand\n",
		"necesito factura":                       "command    start invoice: ",
		"pásame con una persona":                 "command    person customer_request: a person is asked for\n",
		"cuánto cuesta una limpieza para mañana": "command    ask pricing: a question\n",
	} {
		code, out, errs := clitest.Run(t, Understand, nil, text, "--vertical", "dental", "--now", wednesday, "--dialogue")
		if code != 0 || !strings.Contains(out, want) {
			t.Errorf("%s: exit %d, no %q in: %s%s", text, code, want, out, errs)
		}
	}
}

func TestUnderstandTakesTheSettingsOfARunningInstallation(t *testing.T) {
	t.Parallel()
	running := clitest.Start(t)
	running.Put(t, tenant.Settings{
		ID: "cantina", Version: 1, Vertical: tenant.Restaurant, Zone: "America/Lima", Currency: "PEN", Language: "es",
		Routing: tenant.Routing{
			Phrases: []tenant.Phrase{{Say: "lunada|lunadas", Intent: "hours"}}, Specialists: map[string]string{"hours": "faq"},
		},
	})
	code, out, errs := clitest.Run(t, Understand, running.Env, "y la lunada?", "--tenant", "cantina")
	for _, want := range []string{
		"intent     hours 0.", "specialist faq: the tenant's routing.specialists",
		`phrase     hours, the tenant's own: "lunada|lunadas" by "lunada"`,
	} {
		if code != 0 || !strings.Contains(out, want) {
			t.Errorf("exit %d, no %q in: %s%s", code, want, out, errs)
		}
	}
	if code, _, errs := clitest.Run(t, Understand, running.Env, "hola", "--tenant", "nadie"); code != 2 || !strings.Contains(errs, "nadie is no tenant") {
		t.Errorf("an unknown tenant: exit %d, %s", code, errs)
	}
}

func TestUnderstandRefusesWhatIsWrong(t *testing.T) {
	t.Parallel()
	clitest.Refuses(t, Understand, nil,
		clitest.Refusal{Want: "usage: recado understand"},
		clitest.Refusal{Want: "--lang: expected es, en or pt", Args: []string{"hola", "--lang", "fr"}},
		clitest.Refusal{Want: "--now: expected a time as", Args: []string{"hola", "--now", "mañana"}},
		clitest.Refusal{Want: "--vertical: expected dental, restaurant", Args: []string{"hola", "--vertical", "bank"}},
		clitest.Refusal{Want: "--vertical: expected without --tenant", Args: []string{"hola", "--vertical", "dental", "--tenant", "marea-chaski"}},
		clitest.Refusal{Want: "--tenant: tenant id: expected", Args: []string{"hola", "--tenant", "A B"}},
		clitest.Refusal{
			Want: "--tenant: nothing runs, so expected a demo tenant", Args: []string{"hola", "--tenant", "nadie", "--dir", t.TempDir()},
		},
		clitest.Refusal{Want: "see recado understand --help", Args: []string{"hola", "--loud"}},
	)
	clitest.Refuses(t, Understand, map[string]string{"RECADO_INTENT_ROUTER_THRESHOLD": "high"},
		clitest.Refusal{Want: "RECADO_INTENT_ROUTER_THRESHOLD", Args: []string{"hola"}})
}

func TestUnderstandShowsLongTextsCut(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("ñ", longestShown)
	if got := shown(long); got != `"`+long+`"` {
		t.Errorf("a text of %d characters is cut: %s", longestShown, got)
	}
	if got := shown(long + "ñ"); got != `"`+long+`"…` {
		t.Errorf("got %s", got)
	}
}

func TestUrgencyIsPrintedWithWhatDecidedIt(t *testing.T) {
	t.Parallel()
	for want, u := range map[string]understoodUrgency{
		"urgency    1\n": {Level: 1},
		"urgency    5 by the sign \"sangra\", a person should take over\n": {Level: 5, By: "sign", Words: "sangra", Escalates: true},
		"urgency    3 by the model, most of all for \"me duele\"\n":        {Level: 3, By: "model", Words: "me duele"},
	} {
		var out bytes.Buffer
		printUnderstood(&cli.CLI{Stdout: &out}, &understood{Urgency: u})
		if !strings.Contains(out.String(), want) {
			t.Errorf("got %q, want %q", out.String(), want)
		}
	}
}
