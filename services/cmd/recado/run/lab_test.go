package run

import (
	"io"
	"net/http"
	"os"
	"testing"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/cmd/recado/cli"
	"github.com/recado/recado/services/sanitize"
)

func TestALabRunsEverythingAndLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	c := &cli.CLI{Stdout: io.Discard, Stderr: io.Discard, Getenv: func(string) string { return "of another installation" }}
	lab, err := StartLab(t.Context(), c, map[string]string{"RECADO_HTTP_ADDR": "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.Get(lab.URL + "/readyz")
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Errorf("not ready: %v", err)
	}
	_ = answer.Body.Close()
	got := make(chan bus.Event, 1)
	stop, err := lab.Tap([]string{subject.BudgetReached}, func(e bus.Event) { got <- e })
	if err != nil {
		t.Fatal(err)
	}
	if err := lab.Bus.Publish(t.Context(), &recadov1.BudgetReached{Meta: &recadov1.Meta{EventId: "1", TenantId: "clinic"}}); err != nil {
		t.Fatal(err)
	}
	<-got
	stop()
	if err := lab.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(lab.dir); !os.IsNotExist(err) {
		t.Errorf("its folder is still there: %v", err)
	}
}

func TestALabOfOneServiceLeavesTheOthersToProcessesOfTheirOwn(t *testing.T) {
	t.Parallel()
	c := &cli.CLI{Stdout: io.Discard, Stderr: io.Discard, Getenv: func(string) string { return "" }}
	lab, err := StartLabOf(t.Context(), c, map[string]string{"RECADO_HTTP_ADDR": "127.0.0.1:0"}, []app.Service{sanitize.Service()})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"RECADO_NATS_URL", "RECADO_POSTGRES_URL", "RECADO_SECRET_KEY"} {
		if lab.Getenv(name) == "" {
			t.Errorf("%s is not told", name)
		}
	}
	if err := lab.Apply(t.Context(), c, "missing.yaml"); err == nil {
		t.Error("a file that is not there was applied")
	}
	if err := lab.Close(); err != nil {
		t.Error(err)
	}
}

func TestALabThatCannotStartSaysSo(t *testing.T) {
	t.Parallel()
	c := &cli.CLI{Stdout: io.Discard, Stderr: io.Discard}
	if _, err := StartLab(t.Context(), c, map[string]string{"RECADO_AGENT_RUNNER_WORKERS": "many"}); err == nil {
		t.Error("it started with a wrong variable")
	}
	if _, err := StartLab(t.Context(), c, map[string]string{"RECADO_HTTP_ADDR": "nowhere"}); err == nil {
		t.Error("it started without a door")
	}
}
