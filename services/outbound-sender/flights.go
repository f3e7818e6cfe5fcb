package outboundsender

import "sync"

// flights are the replies that this process is sending, or asking to send. What the table has in the process's name beyond them
// was claimed by a statement that was carried out although its answer was lost.
type flights struct {
	mu      sync.Mutex
	replies map[string]struct{}
}

func newFlights() *flights { return &flights{replies: map[string]struct{}{}} }

// begin is false for a reply that is being sent already.
func (f *flights) begin(reply string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, known := f.replies[reply]; known {
		return false
	}
	f.replies[reply] = struct{}{}
	return true
}

func (f *flights) end(reply string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.replies, reply)
}

func (f *flights) list() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	out := make([]string, 0, len(f.replies))
	for reply := range f.replies {
		out = append(out, reply)
	}
	return out
}
