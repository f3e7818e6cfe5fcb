package app

import (
	"slices"
	"strings"
	"sync"
)

// set holds the names of the services that still run.
type set struct {
	mu    sync.Mutex
	names []string
}

func newSet() *set { return &set{} }

func (s *set) add(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.names = append(s.names, name)
}

func (s *set) remove(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.names = slices.DeleteFunc(s.names, func(other string) bool { return other == name })
}

func (s *set) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(s.names, ", ")
}
