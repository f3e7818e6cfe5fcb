// Package wake tells the one who looks for work that there is some, now or later.
package wake

import (
	"sync"
	"time"
)

// Wake is a signal with memory of one, and timers that raise it later.
type Wake struct {
	C      chan struct{}
	timers *timers
}

// timers holds one timer per slice of time, so that a busy intake does not make one per message.
type timers struct {
	mu  sync.Mutex
	set map[int64]struct{}
}

const slice = 10 * time.Millisecond

// New returns a signal that nobody has raised.
func New() Wake {
	return Wake{C: make(chan struct{}, 1), timers: &timers{set: map[int64]struct{}{}}}
}

// Signal raises it.
func (w Wake) Signal() {
	select {
	case w.C <- struct{}{}:
	default:
	}
}

// In raises the signal after d, at most one slice late.
func (w Wake) In(d time.Duration) {
	if d <= 0 {
		w.Signal()
		return
	}
	at := time.Now().Add(d).UnixMilli()/slice.Milliseconds() + 1
	w.timers.mu.Lock()
	defer w.timers.mu.Unlock()
	if _, ok := w.timers.set[at]; ok {
		return
	}
	w.timers.set[at] = struct{}{}
	time.AfterFunc(time.Until(time.UnixMilli(at*slice.Milliseconds())), func() {
		w.timers.mu.Lock()
		delete(w.timers.set, at)
		w.timers.mu.Unlock()
		w.Signal()
	})
}
