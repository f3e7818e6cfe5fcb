package services_test

import (
	"testing"
	"time"

	"github.com/recado/recado/pkg/channel/sandbox"
)

// The long form, each process in turn for a minute, is `make chaos`.
func TestKilledProcessesLoseNothingAndSayNothingTwice(t *testing.T) {
	t.Parallel()
	s := asEight(t, sandbox.Faults{NoStatus: 0.02, EarlyStatus: 0.1, ServerError: 0.02})
	o := s.run(t, 14*time.Second, []strike{
		{2 * time.Second, "agent-runner"}, {5 * time.Second, "outbound-sender"}, {8 * time.Second, "local"},
	})
	o.figures(t, "three kills")
	o.check(t)
	s.surprises(t)
}
