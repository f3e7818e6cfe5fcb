package services_test

import (
	"slices"
	"testing"
	"time"

	"github.com/recado/recado/pkg/channel"
)

// figures are what a run is remembered by.
func (o *outcome) figures(t *testing.T, name string) {
	t.Helper()
	arrived := o.arrivals()
	waits := make([]time.Duration, 0, len(o.accepted))
	retried := 0
	for _, m := range o.accepted {
		if at, ok := arrived[m.id]; ok {
			waits = append(waits, at.Sub(m.first))
		}
		if m.tries > 1 {
			retried++
		}
	}
	slices.Sort(waits)
	if len(waits) == 0 {
		t.Fatalf("%s: nothing arrived", name)
	}
	uncertain, attempts := 0, 0
	for _, r := range o.replies {
		attempts += r.Attempts
		if r.Uncertain {
			uncertain++
		}
	}
	at := func(share float64) time.Duration {
		return waits[int(share*float64(len(waits)-1))].Round(time.Millisecond)
	}
	t.Logf("%s: %d messages (%d webhooks repeated), %d replies, %d arrivals, %d sends, %d uncertain; reply after p50 %s, p95 %s, longest %s; back after %s",
		name, len(o.accepted), retried, len(o.replies), len(o.sent), attempts, uncertain, at(0.5), at(0.95), at(1), o.recovery(arrived))
}

// arrivals is when the provider first got the reply to each message.
func (o *outcome) arrivals() map[string]time.Time {
	out := map[string]time.Time{}
	for _, m := range o.sent {
		id, _ := channel.ParseCallbackData(m.CallbackData)
		for _, message := range o.replies[id].Messages {
			if _, known := out[message]; !known {
				out[message] = m.At
			}
		}
	}
	return out
}

// recovery is, for each kill, the time until all that was posted in the second around it was answered.
func (o *outcome) recovery(arrived map[string]time.Time) (out []time.Duration) {
	for _, kill := range o.kills {
		var last time.Duration
		for _, m := range o.accepted {
			if near := m.first.Sub(kill); near > -time.Second && near < time.Second {
				last = max(last, arrived[m.id].Sub(kill))
			}
		}
		out = append(out, last.Round(10*time.Millisecond))
	}
	return out
}

// surprises fails when a process ended that nobody killed.
func (s *stage) surprises(t *testing.T) {
	t.Helper()
	for name, p := range s.procs {
		for _, what := range p.surprises() {
			t.Errorf("%s %s", name, what)
		}
	}
}
