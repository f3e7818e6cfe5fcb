package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
)

const wednesday = "2026-11-18T10:30:00-06:00"

func TestUnderstandSaysWhatWasReadAndWhy(t *testing.T) {
	t.Parallel()
	code, out, errs := recado(t, nil, "understand", "hola, kiero cambiar mi cita para el martes 24 a las 5, mi cel es 55 1234 5678",
		"--tenant", "sonrisa-cempasuchil", "--now", wednesday, "--dir", t.TempDir())
	for _, want := range []string{
		"language   es\n", "intent     reschedule ", "specialist booking_dental: vertical dental", "rule       reschedule +8: ", `by "cambiar mi cita"`, `word       "cambiar" adds `,
		"urgency    1\n", `slot       when date=2026-11-24 time=17:00 from "martes 24 a las 5"`, "read       kiero -> quiero", "[TEL_1]",
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
	code, out, _ := recado(t, nil, "understand", "no para de sangrar", "--vertical", "dental", "--lang", "es", "--now", wednesday, "--json")
	var got understood
	if err := json.Unmarshal([]byte(out), &got); err != nil || code != 0 {
		t.Fatalf("exit %d, %v: %s", code, err, out)
	}
	if got.Intents[0].Name != "urgent_care" || got.Urgency.Level != 5 || !got.Urgency.Escalates || got.Urgency.By != "sign" || got.Urgency.Words != "no para de sangrar" || got.Phrases == nil {
		t.Errorf("%+v", got)
	}
	code, out, _ = recado(t, nil, "understand", "", "--json")
	if err := json.Unmarshal([]byte(out), &got); err != nil || code != 0 || got.Vertical != "general" || got.Intents[0].Name != "other" {
		t.Errorf("nothing at all: exit %d, %v: %s", code, err, out)
	}
}

func TestUnderstandTakesTheSettingsOfARunningInstallation(t *testing.T) {
	t.Parallel()
	server := bustest.New(t, bustest.Listen())
	env := map[string]string{"RECADO_NATS_URL": server.URL()}
	settings := tenant.Settings{
		ID: "cantina", Version: 1, Vertical: tenant.Restaurant, Zone: "America/Lima", Currency: "PEN", Language: "es",
		Routing: tenant.Routing{Phrases: []tenant.Phrase{{Say: "lunada|lunadas", Intent: "hours"}}, Specialists: map[string]string{"hours": "faq"}},
	}
	value, err := json.Marshal(settings)
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Bus(t, "recado").Put(t.Context(), subject.BucketTenants, "cantina", value); err != nil {
		t.Fatal(err)
	}
	code, out, errs := recado(t, env, "understand", "y la lunada?", "--tenant", "cantina")
	for _, want := range []string{"intent     hours 0.", "specialist faq: the tenant's routing.specialists", `phrase     hours, the tenant's own: "lunada|lunadas" by "lunada"`} {
		if code != 0 || !strings.Contains(out, want) {
			t.Errorf("exit %d, no %q in: %s%s", code, want, out, errs)
		}
	}
	if code, _, errs := recado(t, env, "understand", "hola", "--tenant", "nadie"); code != 2 || !strings.Contains(errs, "nadie is no tenant") {
		t.Errorf("an unknown tenant: exit %d, %s", code, errs)
	}
}

func TestUnderstandRefusesWhatIsWrong(t *testing.T) {
	t.Parallel()
	for want, args := range map[string][]string{
		"usage: recado understand":                       {},
		"--lang: expected es, en or pt":                  {"hola", "--lang", "fr"},
		"--now: expected a time as":                      {"hola", "--now", "mañana"},
		"--vertical: expected dental, restaurant":        {"hola", "--vertical", "bank"},
		"--vertical: expected without --tenant":          {"hola", "--vertical", "dental", "--tenant", "marea-chaski"},
		"--tenant: tenant id: expected":                  {"hola", "--tenant", "A B"},
		"--tenant: nothing runs, so expected a demo ten": {"hola", "--tenant", "nadie", "--dir", t.TempDir()},
		"see recado understand --help":                   {"hola", "--loud"},
	} {
		if code, _, errs := recado(t, nil, append([]string{"understand"}, args...)...); code != 2 || !strings.Contains(errs, want) {
			t.Errorf("%v: exit %d, %q", args, code, errs)
		}
	}
	if code, _, errs := recado(t, map[string]string{"RECADO_INTENT_ROUTER_THRESHOLD": "high"}, "understand", "hola"); code != 2 || !strings.Contains(errs, "RECADO_INTENT_ROUTER_THRESHOLD") {
		t.Errorf("a wrong variable: exit %d, %q", code, errs)
	}
}

const ownTenant = `id: cantina
name: Cantina
vertical: restaurant
country: PE
zone: America/Lima
currency: PEN
language: es
accounts: [{channel: webchat, id: cantina}]
assistants: [{id: eva, name: Eva, style: casual}]
routing:
  phrases:
    - say: lunada|lunadas
      intent: hours
      examples: [cuándo es la lunada?, EXAMPLE]
      not_examples: [COUNTER]
`

func TestTenantCheckReadsTheExamplesOfOwnPhrases(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		example, counter string
		code             int
		want             []string
	}{
		{"y la lunada?", "quiero cancelar mi reserva", 0, []string{"correct: cantina"}},
		{"quiero cancelar mi reserva", "hoy lunada", 2, []string{
			`cantina.yaml:14:40: routing.phrases[0].examples[1]: expected hours, "quiero cancelar mi reserva" is read as cancel_booking`,
			`cantina.yaml:15:22: routing.phrases[0].not_examples[0]: expected anything but hours, "hoy lunada" is read as that`,
		}},
	} {
		file := filepath.Join(t.TempDir(), "cantina.yaml")
		text := strings.NewReplacer("EXAMPLE", c.example, "COUNTER", c.counter).Replace(ownTenant)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		code, out, errs := recado(t, nil, "tenant", "check", file)
		for _, want := range c.want {
			if code != c.code || !strings.Contains(out+errs, want) {
				t.Errorf("exit %d, no %q in: %s%s", code, want, out, errs)
			}
		}
	}
}
