package notice

import (
	"sync"

	"github.com/recado/recado/pkg/tenant"
)

// lanes are the notices on their way, by tenant: a slow way holds its own tenant's lane and nobody else's.
type lanes struct {
	mu    sync.Mutex
	of    map[tenant.ID]int
	total int
	all   sync.WaitGroup
	freed chan struct{} // holds a signal where one has arrived since it was last looked
}

func newLanes() *lanes { return &lanes{of: map[tenant.ID]int{}, freed: make(chan struct{}, 1)} }

// free is how many notices may go out beside those on their way, and the tenants that have as many of them as they may.
func (l *lanes) free() (n int, busy []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	busy = []string{}
	for id, sending := range l.of {
		if sending >= lane {
			busy = append(busy, string(id))
		}
	}
	return maxSending - l.total, busy
}

// run sends one of a tenant's.
func (l *lanes) run(id tenant.ID, send func()) {
	l.mu.Lock()
	l.of[id]++
	l.total++
	l.mu.Unlock()
	l.all.Go(func() {
		defer l.end(id)
		send()
	})
}

func (l *lanes) end(id tenant.ID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.total--
	if l.of[id]--; l.of[id] == 0 {
		delete(l.of, id)
	}
	select {
	case l.freed <- struct{}{}:
	default:
	}
}
