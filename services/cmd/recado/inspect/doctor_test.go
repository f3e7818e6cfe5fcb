package inspect

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/llm/llmtest"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/telemetry"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/cmd/recado/cli"
	"github.com/recado/recado/services/cmd/recado/clitest"
	"github.com/recado/recado/services/cmd/recado/way"
)

func TestDoctorFindsSecretsOfAnotherKey(t *testing.T) {
	t.Parallel()
	key, err := seal.ParseKey(bustest.Key)
	if err != nil {
		t.Fatal(err)
	}
	running := clitest.Start(t)
	sealed := key.Derive(seal.PurposeAccountIn).Seal([]byte("hush"), []byte("clinic/whatsapp/42/app_secret"))
	running.Put(t, tenant.Settings{ID: "clinic", Accounts: []tenant.Account{
		{Channel: "whatsapp", ID: "42", Secrets: map[string][]byte{"app_secret": sealed}},
	}})
	b := running.NATS.Bus(t, "recado")
	examine := func(key string) error {
		env := map[string]string{"RECADO_SECRET_KEY": key, "RECADO_POSTGRES_URL": "postgres://", "RECADO_NATS_URL": "nats://127.0.0.1"}
		return (&examination{cli: &cli.CLI{Getenv: func(name string) string { return env[name] }}}).checkSecrets(t.Context(), b)
	}
	if err := examine(bustest.Key); err != nil {
		t.Errorf("with the key that sealed them: %v", err)
	}
	if err := examine(seal.Generate()); err == nil || !strings.Contains(err.Error(), "tenant clinic") || strings.Contains(err.Error(), "hush") {
		t.Errorf("with another key: %v", err)
	}
}

func TestDoctorSaysHowToMendWhatDoesNotRun(t *testing.T) {
	t.Parallel()
	env := map[string]string{"RECADO_NATS_URL": "nats://127.0.0.1:1", "RECADO_LOG_LEVEL": "loud"}
	var got struct {
		Checks []finding
		Way    any
	}
	code, errs := clitest.RunJSON(t, Doctor, env, &got, "--json", "--dir", t.TempDir())
	if code != 1 || !strings.Contains(errs, "3 of 5 checks failed") || got.Way != nil {
		t.Errorf("exit %d, %q, %+v", code, errs, got)
	}
	for i, want := range []string{"configuration", "disk", "model", "postgres", "nats"} {
		f := got.Checks[i]
		ok := want == "disk" || want == "model"
		if said := f.Text != "" && ok == (f.Mend == ""); f.Check != want || f.OK != ok || !said {
			t.Errorf("check %d is %+v, want %s", i, f, want)
		}
	}
	_, out, _ := clitest.Run(t, Doctor, env, "--dir", t.TempDir())
	if !strings.Contains(out, "FAIL  postgres       no database: ") || !strings.Contains(out, "      "+strings.Repeat(" ", 14)+" mend: start recado up") {
		t.Errorf("got %q", out)
	}
	clitest.Refuses(t, Doctor, nil, clitest.Refusal{Want: "usage: recado doctor", Args: []string{"now"}})
}

func TestDoctorGoesOnAfterACheckThatFails(t *testing.T) {
	t.Parallel()
	running := clitest.StartWithDatabase(t)
	door := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "nats is missing", http.StatusServiceUnavailable)
	}))
	defer door.Close()
	giveUp(t, running, []byte("?"))
	var got struct{ Checks []finding }
	code, errs := clitest.RunJSON(t, Doctor, running.Env, &got, "--json", "--url", door.URL)
	if code != 1 || !strings.Contains(errs, "checks failed") {
		t.Errorf("exit %d, %q", code, errs)
	}
	texts := map[string]string{}
	for _, f := range got.Checks {
		texts[f.Check] = f.Text
	}
	for check, want := range map[string]string{
		"postgres": "reachable, its schema is of this version", "nats": "reachable", "tenants": "the bus and the database agree",
		"secrets": "every account's open", "door": "503 Service Unavailable: nats is missing",
		"dead letters": "1, the last one 1 at message.routed: no specialist", "message": "503",
	} {
		if !strings.Contains(texts[check], want) {
			t.Errorf("%s: %q, want %q", check, texts[check], want)
		}
	}
}

func TestWayMissesTheFirstServiceWithoutASpan(t *testing.T) {
	t.Parallel()
	w := &way.Way{Spans: []telemetry.Span{{Service: "ingest"}, {Service: "sanitize"}, {Service: "outbound-sender"}}}
	if err := misses(w); err == nil || err.Error() != "intent-router left no trace of it" {
		t.Errorf("got %v", err)
	}
}

func TestDoctorAsksTheConfiguredModel(t *testing.T) {
	t.Parallel()
	server := llmtest.New(t, llmtest.Reply{Text: "ok"}, llmtest.Reply{Status: http.StatusUnauthorized})
	env := map[string]string{"RECADO_LLM_BASE_URL": server.URL, "RECADO_LLM_MODEL": "small"}
	getenv := func(name string) string { return env[name] }
	if text, err := checkModel(t.Context(), getenv); err != nil || !strings.Contains(text, "answers") {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := checkModel(t.Context(), getenv); err == nil || !strings.Contains(err.Error(), "small at "+server.URL) {
		t.Errorf("a model that refuses: %v", err)
	}
	delete(env, "RECADO_LLM_MODEL")
	if _, err := checkModel(t.Context(), getenv); err == nil || !strings.Contains(err.Error(), "RECADO_LLM_MODEL: required") {
		t.Errorf("an endpoint without a model: %v", err)
	}
	env = nil
	if text, err := checkModel(t.Context(), getenv); err != nil || !strings.Contains(text, "rules alone") {
		t.Errorf("no model: %q, %v", text, err)
	}
}

func TestDoctorTellsTheRoomOnTheDisk(t *testing.T) {
	t.Parallel()
	if text, err := checkDisk(filepath.Join(t.TempDir(), "not", "there")); err != nil || !strings.Contains(text, "GB are free") {
		t.Errorf("%q, %v", text, err)
	}
}

func TestDoctorNamesAFullDisk(t *testing.T) {
	t.Parallel()
	e := examination{}
	text, err := checkDisk(t.TempDir())
	e.note("disk", err, text, "make room")
	if f := e.findings[0]; !f.OK || f.Text != text || f.Mend != "" {
		t.Errorf("room enough: %+v", f)
	}
	e.note("disk", errors.New("12 MB are free"), "", "make room")
	if f := e.findings[1]; f.OK || f.Mend != "make room" || e.failed() != 1 {
		t.Errorf("a full one: %+v", f)
	}
}
