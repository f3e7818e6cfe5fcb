//go:build chaos

package services_test

import (
	"flag"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/recado/recado/pkg/channel/sandbox"
	"github.com/recado/recado/pkg/llm/standin"
	"github.com/recado/recado/services"
)

// duration is how long the run with a model lasts: make chaos ARGS="-duration 10m".
var duration = flag.Duration("duration", time.Minute, "how long the run with a model lasts")

// bad is a provider's bad day.
var bad = sandbox.Faults{NoStatus: 0.02, Timeout: 0.01, EarlyStatus: 0.1, ServerError: 0.02}

// Each process is killed four times in a minute of 20 messages a second, one victim after the other: they share the machine.
func TestChaosKillsEachProcess(t *testing.T) {
	victims := []string{"local"}
	for _, service := range services.All() {
		victims = append(victims, service.Name)
	}
	for _, victim := range victims {
		t.Run(victim, func(t *testing.T) { torment(t, asEight(t, bad), victim) })
	}
}

func TestChaosKillsTheSingleBinary(t *testing.T) {
	torment(t, asOne(t, bad), "up")
}

func TestChaosPowerCut(t *testing.T) {
	torment(t, asEight(t, bad), everybody)
}

func TestChaosKillsPostgres(t *testing.T) {
	torment(t, asEight(t, bad), postgres)
}

// An upgrade stops each process in turn, which finishes what it holds: nothing is uncertain.
func TestChaosRollingRestart(t *testing.T) {
	s := asEight(t, sandbox.Faults{EarlyStatus: 0.1, ServerError: 0.02})
	var strikes []strike
	for i, service := range services.All() {
		strikes = append(strikes, strike{at: time.Duration(5+7*i) * time.Second, victim: service.Name, gently: true})
	}
	o := stand(t, s, "rolling restart", strikes)
	for id, r := range o.replies {
		if r.Uncertain {
			t.Errorf("reply %s is uncertain after an orderly stop", id)
		}
	}
}

// A storm strikes somebody every four seconds: outages overlap, and processes die while they start.
func TestChaosStorm(t *testing.T) {
	s := asEight(t, bad)
	names := slices.Sorted(maps.Keys(s.procs))
	random := rand.New(rand.NewPCG(11, 1))
	var strikes []strike
	for at := 3 * time.Second; at < time.Minute; at += 4 * time.Second {
		strikes = append(strikes, strike{at: at, victim: names[random.IntN(len(names))]})
	}
	stand(t, s, "storm", strikes)
}

// The longest run: a model that fails, two replicas of who asks it, a kill of somebody every five seconds, and the bus and the database
// killed twice each.
func TestChaosWithAModel(t *testing.T) {
	s := asTenWithAModel(t, sandbox.Faults{RateLimit: 0.025, ServerError: 0.025, NoStatus: 0.02, EarlyStatus: 0.1},
		standin.Options{Delay: 300 * time.Millisecond, Faults: standin.Even(0.05), Seed: 5})
	s.rate, s.people = 30, 300
	names := slices.Sorted(maps.Keys(s.procs))
	names = slices.DeleteFunc(names, func(name string) bool { return name == "local" })
	random := rand.New(rand.NewPCG(13, 1))
	var strikes []strike
	for at := 5 * time.Second; at < *duration; at += 5 * time.Second {
		strikes = append(strikes, strike{at: at, victim: names[random.IntN(len(names))]})
	}
	for i, victim := range []string{"local", postgres, "local", postgres} {
		n := (i + 1) * len(strikes) / 5
		strikes[min(n, len(strikes)-1)].victim = victim
	}
	o := s.run(t, *duration, strikes)
	o.figures(t, "with a model")
	t.Logf("the model was asked %+v for %d messages", s.model.Counts(), len(o.accepted))
	o.check(t)
	s.surprises(t)
}

func torment(t *testing.T, s *stage, victim string) {
	t.Helper()
	var strikes []strike
	for at := 5 * time.Second; at < time.Minute; at += 15 * time.Second {
		strikes = append(strikes, strike{at: at, victim: victim})
	}
	stand(t, s, victim, strikes)
}

func stand(t *testing.T, s *stage, name string, strikes []strike) *outcome {
	t.Helper()
	o := s.run(t, time.Minute, strikes)
	o.figures(t, name)
	o.check(t)
	s.surprises(t)
	return o
}

func TestChaosKillsTheExecutorAmidOrders(t *testing.T) {
	orderUnderKills(t, 300, 12)
}

func TestChaosTwoHundredCustomersWantFortyTimes(t *testing.T) {
	bookUnderKills(t, 40, 6)
}
