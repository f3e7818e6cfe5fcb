// Package tap listens to events as they are published, for what watches a whole pipeline: measurements and tests.
package tap

import (
	"fmt"
	"strings"
	"sync"

	"github.com/nats-io/nats.go"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/subject"
)

// depth is how many events may wait for the one who listens; what comes while so many wait is lost.
const depth = 1 << 16

// Open calls fn for every event of these stages as it is published, one at a time and in the order in which they were published, until
// stop is called. Events whose bodies are in the object store are left out.
func Open(conn *nats.Conn, stages []string, fn func(e bus.Event)) (stop func(), err error) {
	incoming, done := make(chan *nats.Msg, depth), make(chan struct{})
	var subs []*nats.Subscription
	stop = sync.OnceFunc(func() {
		for _, sub := range subs {
			_ = sub.Unsubscribe()
		}
		close(done)
	})
	for _, stage := range stages {
		sub, err := conn.ChanSubscribe(subject.All(stage), incoming)
		if err != nil {
			stop()
			return nil, fmt.Errorf("tap %s: %w", stage, err)
		}
		subs = append(subs, sub)
	}
	if err := conn.Flush(); err != nil {
		stop()
		return nil, fmt.Errorf("tap: %w", err)
	}
	go read(incoming, done, fn)
	return stop, nil
}

func read(incoming <-chan *nats.Msg, done <-chan struct{}, fn func(e bus.Event)) {
	for {
		select {
		case <-done:
			return
		case m := <-incoming:
			if e, err := bus.DecodeDeadLetter(bus.DeadLetter{Stage: stageOf(m.Subject)}, m.Data); err == nil {
				fn(e)
			}
		}
	}
}

// stageOf is the noun and the participle that a subject begins with.
func stageOf(subj string) string {
	noun, rest, _ := strings.Cut(subj, ".")
	participle, _, _ := strings.Cut(rest, ".")
	return noun + "." + participle
}
