package gate

import "sync"

// slots are the requests at work, in all and of each tenant.
type slots struct {
	most, share int

	mu  sync.Mutex
	all int
	of  map[string]int
}

func (s *slots) take(tenant string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all >= s.most || s.of[tenant] >= s.share {
		return false
	}
	s.all++
	s.of[tenant]++
	return true
}

func (s *slots) give(tenant string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all--
	if s.of[tenant]--; s.of[tenant] == 0 {
		delete(s.of, tenant)
	}
}
