package turn

import (
	"sync"
	"time"
)

// wake is a signal with memory of one, and timers that raise it later.
type wake struct {
	now    chan struct{}
	timers *timers
}

// timers holds one timer per slice of time, so that a busy intake does not make one per message.
type timers struct {
	mu  sync.Mutex
	set map[int64]struct{}
}

const slice = 10 * time.Millisecond

func newWake() wake {
	return wake{now: make(chan struct{}, 1), timers: &timers{set: map[int64]struct{}{}}}
}

func (w wake) signal() {
	select {
	case w.now <- struct{}{}:
	default:
	}
}

// in raises the signal after d, at most one slice late.
func (w wake) in(d time.Duration) {
	if d <= 0 {
		w.signal()
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
		w.signal()
	})
}
