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
		{at: 2 * time.Second, victim: "agent-runner"}, {at: 5 * time.Second, victim: "outbound-sender"}, {at: 8 * time.Second, victim: "local"},
	})
	o.figures(t, "three kills")
	o.check(t)
	s.surprises(t)
}
