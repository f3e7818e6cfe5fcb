package run

import (
	"os"
	"strings"
	"testing"

	"github.com/recado/recado/services/cmd/recado/cli"
	"github.com/recado/recado/services/cmd/recado/clitest"
	"github.com/recado/recado/services/demo"
)

// TestMain is also the process that the demonstration kills.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "demo" {
		cli.Main([]cli.Command{{Name: "demo", Run: Demo}})
	}
	os.Exit(m.Run())
}

func TestDemoShowsThatATurnOutlivesItsProcess(t *testing.T) {
	t.Parallel()
	code, out, errs := clitest.Run(t, Demo, nil, "--kill")
	if code != 0 {
		t.Fatalf("exit %d: %s\n%s", code, errs, out)
	}
	at := -1
	for _, want := range []string{
		"El cliente pregunta: ", "toma la conversación", "kill -9 al proceso", "retoma la conversación", "El cliente lee: Con gusto. Dra. ",
		"Una sola respuesta y 3 consultas",
	} {
		next := strings.Index(out, want)
		if next <= at {
			t.Errorf("%q is not said, or not in its place:\n%s", want, out)
		}
		at = next
	}
}

func TestDemoRefusesWhatItDoesNotKnow(t *testing.T) {
	t.Parallel()
	clitest.Refuses(t, Demo, nil,
		clitest.Refusal{Want: "usage: recado demo", Args: []string{"--kill", "now"}},
		clitest.Refusal{Want: "flag provided but not defined: -spare", Args: []string{"--spare"}},
		clitest.Refusal{Want: "usage: recado demo", Args: []string{"agent-runner", "twice"}},
	)
}

func TestDemoPlaysEveryTenantAndEnds(t *testing.T) {
	t.Parallel()
	code, out, errs := clitest.Run(t, Demo, nil, "--once", "--dir", clitest.StateDir(t))
	if code != 0 {
		t.Errorf("exit %d: %s", code, errs)
	}
	for _, tenant := range demo.Tenants() {
		conversations, err := tenant.Conversations()
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range conversations {
			if !strings.Contains(out, "== "+tenant.ID+": "+c.Name+"\n") {
				t.Errorf("%s is not played with %s", c.Name, tenant.ID)
			}
		}
	}
	if !strings.Contains(out, "[ingest ") || !strings.Contains(out, "outbound-sender ") {
		t.Error("the replies lack their traces")
	}
}

func TestAReplyThatIsNotTheExpectedOneIsNamed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		expected []string
		reply    string
		want     string
	}{
		{nil, "whatever", ""},
		{[]string{"(?i)pedido", `\d`}, "Es el pedido 7.", ""},
		{[]string{"(?i)pedido", `\d`}, "Es el pedido de siempre.", `expected \d`},
		{[]string{"("}, "(", "expected ("},
	} {
		if got := unmet(c.expected, c.reply); got != c.want {
			t.Errorf("%q of %q is %q", c.reply, c.expected, got)
		}
	}
}
