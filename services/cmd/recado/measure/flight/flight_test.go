package flight_test

import (
	"os"
	"testing"

	"github.com/recado/recado/services/cmd/recado/cli"
	"github.com/recado/recado/services/cmd/recado/clitest"
	"github.com/recado/recado/services/cmd/recado/measure/flight"
)

// TestMain is also the command that a measurement starts.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "bench" {
		cli.Main([]cli.Command{{Name: "bench", Run: flight.Bench}})
	}
	os.Exit(m.Run())
}

func TestTurnsThatWaitForAModelAreMeasured(t *testing.T) {
	t.Parallel()
	var got flight.Result
	code, stderr := clitest.RunJSON(t, flight.Bench, nil, &got, "turns", "--turns", "20", "--model-time", "1s", "--for", "15s", "--json")
	if code != 0 || got.Answered == 0 || got.ByRules != 0 || got.Late != 0 {
		t.Fatalf("exit %d, %+v, stderr %q", code, got, stderr)
	}
	if got.Calls < got.Answered || got.Ideal != 20 || got.PeakMB < 10 || got.CPU <= 0 {
		t.Errorf("%+v", got)
	}
}

func TestWhatCannotBeMeasuredIsRefused(t *testing.T) {
	t.Parallel()
	clitest.Refuses(t, flight.Bench, nil,
		clitest.Refusal{Want: "positive numbers", Args: []string{"turns", "--turns", "0"}},
		clitest.Refusal{Want: "positive numbers", Args: []string{"turns", "--model-time", "0s"}},
		clitest.Refusal{Want: "usage", Args: []string{"something"}},
	)
}

func TestBurstsGetOneReplyEach(t *testing.T) {
	t.Parallel()
	var got flight.BurstResult
	code, stderr := clitest.RunJSON(t, flight.Bench, nil, &got, "bursts", "--contacts", "5", "--model-time", "200ms", "--json")
	if code != 0 || got.Replies != 5 || got.None+got.Twice != 0 || got.Calls < 10 {
		t.Errorf("exit %d, %+v, stderr %q", code, got, stderr)
	}
}
