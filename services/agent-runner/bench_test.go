package agentrunner

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/services/agent-runner/turn"
)

// BenchmarkIntake is one message into the log: half of the conversations are new.
func BenchmarkIntake(b *testing.B) {
	l := newLab(b)
	n := 0
	for b.Loop() {
		n++
		l.receive(b, message("t", conversation(fmt.Sprint(n/2)), n), nil)
	}
}

// BenchmarkTurn is a message from intake to its published reply, answered by rules without a tool.
func BenchmarkTurn(b *testing.B) {
	l := newLab(b)
	p := l.start(b, "bench", nil, func(o *turn.Options) {
		o.Workers, o.MaxPerTenant, o.Poll, o.Lease = 64, 64, 250*time.Millisecond, 5*time.Second
	})
	var n atomic.Int64
	b.SetParallelism(8)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			i := int(n.Add(1))
			l.receive(b, message("t", conversation(fmt.Sprint(i)), i), p.Wake)
		}
	})
	bustest.Eventually(b, "every reply", func() bool { return len(l.said()) == int(n.Load()) })
}
