package inspect

import (
	"encoding/json"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/telemetry"
	"github.com/recado/recado/services/cmd/recado/clitest"
)

// remember answers every question for spans with these.
func remember(t *testing.T, running *clitest.Installation, spans ...telemetry.Span) {
	t.Helper()
	answer := telemetry.Answer{Spans: spans}
	for _, span := range spans {
		answer.Found = append(answer.Found, telemetry.Sighting{Trace: span.Trace, Start: span.Start})
	}
	data, err := json.Marshal(answer)
	if err != nil {
		t.Fatal(err)
	}
	stop, err := running.NATS.Bus(t, "ingest").Respond(subject.Spans, func([]byte) []byte { return data })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
}

func TestTracePrintsTheWayOfAMessage(t *testing.T) {
	t.Parallel()
	running := clitest.Start(t)
	start := time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC)
	remember(t, running, telemetry.Span{
		Trace: strings.Repeat("a", 32), ID: "01", Service: "ingest", Name: "POST /webhooks", Kind: "server",
		Start: start, End: start.Add(3 * time.Millisecond), Attributes: map[string]any{telemetry.KeyMessage: "wamid.1"},
	})
	code, out, errs := clitest.Run(t, Trace, running.Env, "wamid.1")
	if code != 0 || !strings.Contains(out, "message wamid.1  tenant -  3.0 ms  1 spans\n") {
		t.Errorf("exit %d, %q, %s", code, out, errs)
	}
	var way struct {
		Message string `json:"message_id"`
		Hops    []struct {
			Service string
			WorkMS  float64 `json:"work_ms"`
		}
	}
	code, errs = clitest.RunJSON(t, Trace, running.Env, &way, "--json", "last")
	if code != 0 || way.Message != "wamid.1" || len(way.Hops) != 1 || way.Hops[0].WorkMS != 3 {
		t.Errorf("exit %d, %+v, %s", code, way, errs)
	}
}

func TestTraceOfAnUnknownMessageSaysHowLongSpansAreKept(t *testing.T) {
	t.Parallel()
	running := clitest.Start(t)
	code, out, errs := clitest.Run(t, Trace, running.Env, "wamid.2")
	if code != 1 || out != "" || !strings.Contains(errs, "wamid.2: ") || !strings.Contains(errs, "spans are kept in memory") {
		t.Errorf("exit %d, %q, %q", code, out, errs)
	}
}

func TestTraceRefusesWhatIsWrong(t *testing.T) {
	t.Parallel()
	clitest.Refuses(t, Trace, nil,
		clitest.Refusal{Want: "usage: recado trace <message id | trace id | last>"},
		clitest.Refusal{Want: "usage: recado trace", Args: []string{"a", "b"}},
		clitest.Refusal{Want: "see recado trace --help", Args: []string{"--loud", "last"}},
	)
}

func TestVersionNamesItsGo(t *testing.T) {
	t.Parallel()
	var got version
	code, errs := clitest.RunJSON(t, Version, nil, &got, "--json")
	if code != 0 || got.Go != runtime.Version() || got.Version == "" || got.Commit == "" {
		t.Errorf("exit %d, %+v, %s", code, got, errs)
	}
	if code, out, _ := clitest.Run(t, Version, nil); code != 0 || !strings.HasPrefix(out, "recado "+got.Version+" (") {
		t.Errorf("exit %d, %q", code, out)
	}
	clitest.Refuses(t, Version, nil, clitest.Refusal{Want: "usage: recado version", Args: []string{"now"}})
}
