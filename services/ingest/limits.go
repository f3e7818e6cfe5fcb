package ingest

import (
	"net"
	"net/http"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// generation is the minimum of keys that a limits remembers, and half of the maximum.
const generation = 10_000

// limits keeps a rate for each key, such as a session. Its memory is bounded: keys that were quiet for a generation are forgotten.
type limits struct {
	every rate.Limit
	burst int

	mu           sync.Mutex
	young, older map[string]*rate.Limiter
}

func newLimits(every rate.Limit, burst int) *limits {
	return &limits{every: every, burst: burst, young: map[string]*rate.Limiter{}}
}

// allow reports whether the key may act now.
func (l *limits) allow(key string) bool { return l.limiter(key).Allow() }

// reserve lets the key act once more than it may, after the time that it returns.
func (l *limits) reserve(key string) time.Duration { return l.limiter(key).Reserve().Delay() }

func (l *limits) limiter(key string) *rate.Limiter {
	l.mu.Lock()
	defer l.mu.Unlock()
	if limiter := l.young[key]; limiter != nil {
		return limiter
	}
	limiter := l.older[key]
	if limiter == nil {
		limiter = rate.NewLimiter(l.every, l.burst)
	}
	if len(l.young) >= generation {
		l.older, l.young = l.young, make(map[string]*rate.Limiter, generation)
	}
	l.young[key] = limiter
	return limiter
}

// remote is the address that a request came from. Through a proxy it is the proxy's: the limit there is shared, and high enough for it.
func remote(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}
