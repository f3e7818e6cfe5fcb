package inspect

import (
	"strings"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/services/cmd/recado/clitest"
)

func TestTopologyIsVerifiedAndApplied(t *testing.T) {
	t.Parallel()
	server := bustest.New(t, bustest.Listen(), bustest.Bare())
	env := map[string]string{"RECADO_NATS_URL": server.URL()}
	code, _, errs := clitest.Run(t, Topology, env, "verify")
	if code != 1 || !strings.Contains(errs, "stream not found") {
		t.Errorf("an empty server: exit %d, %s", code, errs)
	}
	code, out, errs := clitest.Run(t, Topology, env)
	if code != 0 || out != "the server has the topology\n" {
		t.Errorf("apply: exit %d, %q, %s", code, out, errs)
	}
	var found struct{ Differences []string }
	code, errs = clitest.RunJSON(t, Topology, env, &found, "verify", "--json")
	if code != 0 || found.Differences == nil || len(found.Differences) != 0 {
		t.Errorf("after apply: exit %d, %+v, %s", code, found, errs)
	}
	const durable, stage = "agent-runner-1", "MESSAGE_ROUTED"
	js, err := jetstream.New(server.Conn(t))
	if err != nil {
		t.Fatal(err)
	}
	if err := js.DeleteConsumer(t.Context(), stage, durable); err != nil {
		t.Fatal(err)
	}
	code, errs = clitest.RunJSON(t, Topology, env, &found, "verify", "--json")
	if code != 1 || len(found.Differences) != 1 || !strings.Contains(errs, "recado topology apply mends it") {
		t.Errorf("without a consumer: exit %d, %+v, %s", code, found, errs)
	}
}

func TestTopologyIsShownWithoutAServer(t *testing.T) {
	t.Parallel()
	code, out, errs := clitest.Run(t, Topology, nil, "show", "--partitions", "2")
	if code != 0 || !strings.Contains(out, "MESSAGE_ROUTED") {
		t.Errorf("exit %d, %q, %s", code, out, errs)
	}
}

func TestTopologyRefusesWhatIsWrong(t *testing.T) {
	t.Parallel()
	clitest.Refuses(t, Topology, nil,
		clitest.Refusal{Want: `topology: expected apply, verify or show, got "bend"`, Args: []string{"bend"}},
		clitest.Refusal{Want: `invalid value "-1" for flag -partitions`, Args: []string{"--partitions", "-1"}},
		clitest.Refusal{Want: "usage: recado topology", Args: []string{"show", "it"}},
	)
}
