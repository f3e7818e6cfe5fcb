package run

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/recado/recado/services/cmd/recado/cli"
	"github.com/recado/recado/services/cmd/recado/clitest"
)

func TestSandboxServesUntilItIsInterrupted(t *testing.T) {
	t.Parallel()
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	output, stdout := io.Pipe()
	done := make(chan error, 1)
	go func() {
		c := &cli.CLI{Stdout: stdout, Stderr: io.Discard}
		done <- Sandbox(ctx, c, []string{"--addr", "127.0.0.1:0", "--account", "1,http://127.0.0.1:1,hush", "--lost", "1", "--model", "127.0.0.1:0"})
	}()
	lines := bufio.NewReader(output)
	line, err := lines.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"RECADO_LLM_BASE_URL=http://127.0.0.1:", "RECADO_LLM_MODEL="} {
		if next, err := lines.ReadString('\n'); err != nil || !strings.HasPrefix(next, want) {
			t.Errorf("it printed %q %v, want %s", next, err, want)
		}
	}
	url, ok := strings.CutPrefix(strings.TrimSpace(line), "RECADO_WHATSAPP_API_URL=")
	if !ok {
		t.Fatalf("it printed %q", line)
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+"/sandbox/sent", nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	var sent []json.RawMessage
	if err := json.NewDecoder(answer.Body).Decode(&sent); err != nil || len(sent) != 0 {
		t.Errorf("sent: %v, %v, want an empty list", sent, err)
	}
	interrupt()
	if err := <-done; err != nil {
		t.Errorf("interrupted: %v", err)
	}
}

func TestSandboxRefusesWhatIsWrong(t *testing.T) {
	t.Parallel()
	clitest.Refuses(t, Sandbox, nil,
		clitest.Refusal{Want: "expected id,webhook URL,app secret", Args: []string{"--account", "1,http://127.0.0.1"}},
		clitest.Refusal{Want: `invalid value "often" for flag -lost`, Args: []string{"--lost", "often"}},
		clitest.Refusal{Want: "usage: recado sandbox", Args: []string{"now"}},
		clitest.Refusal{Want: `invalid value "soon" for flag -model-delay`, Args: []string{"--model-delay", "soon"}},
	)
	code, _, errs := clitest.Run(t, Sandbox, nil, "--addr", "192.0.2.1:0")
	if code != 1 || errs == "" {
		t.Errorf("an address of another machine: exit %d, %q", code, errs)
	}
}
