package wake

import (
	"testing"
	"testing/synctest"
	"time"
)

func (t *timers) count() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.set)
}

func TestWakeRaisesOneSignalPerSliceOfTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := New()
		started := time.Now()
		for range 3 {
			w.In(time.Second)
		}
		if n := w.timers.count(); n != 1 {
			t.Errorf("%d timers, want 1", n)
		}
		<-w.C
		if late := time.Since(started) - time.Second; late < 0 || late > slice {
			t.Errorf("the signal came %s late", late)
		}
		w.In(0)
		w.In(-time.Second)
		if n := w.timers.count(); len(w.C) != 1 || n != 0 {
			t.Errorf("%d signals, %d timers; want 1 and none", len(w.C), n)
		}
	})
}
