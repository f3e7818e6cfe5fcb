// Package limit keeps a rate for each of many keys, such as sessions, addresses or tenants, in bounded memory.
package limit

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Generation is how many keys a Keyed remembers at least, and half of how many at most.
const Generation = 10_000

// Keyed is a token bucket for each key. Keys that were quiet while Generation others came are forgotten, and begin full again. It is
// safe for concurrent use.
type Keyed struct {
	every rate.Limit
	burst int

	mu           sync.Mutex
	young, older map[string]*rate.Limiter
}

// New gives each key so many tokens a second, and burst at once.
func New(every float64, burst int) *Keyed {
	return &Keyed{every: rate.Limit(every), burst: burst, young: map[string]*rate.Limiter{}}
}

// Allow takes a token of the key, and reports whether there was one.
func (k *Keyed) Allow(key string) bool { return k.limiter(key).Allow() }

// Reserve takes a token of the key though it may not be there yet, and returns how long until it is.
func (k *Keyed) Reserve(key string) time.Duration { return k.limiter(key).Reserve().Delay() }

func (k *Keyed) limiter(key string) *rate.Limiter {
	k.mu.Lock()
	defer k.mu.Unlock()
	if limiter := k.young[key]; limiter != nil {
		return limiter
	}
	limiter := k.older[key]
	if limiter == nil {
		limiter = rate.NewLimiter(k.every, k.burst)
	}
	if len(k.young) >= Generation {
		k.older, k.young = k.young, make(map[string]*rate.Limiter, Generation)
	}
	k.young[key] = limiter
	return limiter
}
