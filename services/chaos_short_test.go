package services_test

import (
	"testing"
	"time"

	"github.com/recado/recado/pkg/channel/sandbox"
	"github.com/recado/recado/pkg/llm/standin"
)

// The long forms, each process in turn for a minute and all of them under a model for as long as one likes, are `make chaos`.
func TestKilledProcessesLoseNothingAndSayNothingTwice(t *testing.T) {
	t.Parallel()
	s := asTenWithAModel(t, sandbox.Faults{NoStatus: 0.02, EarlyStatus: 0.1, ServerError: 0.02},
		standin.Options{Delay: 200 * time.Millisecond, Faults: standin.Even(0.05), Seed: 3})
	s.rate, s.people = 15, 60
	o := s.run(t, 18*time.Second, []strike{
		{at: 2 * time.Second, victim: "agent-runner"},
		{at: 5 * time.Second, victim: "outbound-sender"},
		{at: 8 * time.Second, victim: "local"},
		{at: 11 * time.Second, victim: "tool-executor"},
		{at: 14 * time.Second, victim: "agent-runner-2"},
	})
	o.figures(t, "five kills")
	o.check(t)
	s.surprises(t)
}
