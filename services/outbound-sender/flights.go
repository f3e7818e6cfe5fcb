package outboundsender

import "sync"

// flights are the replies that this process is sending, or asking to send. What the table has in the process's name beyond them
// was claimed by a statement that was carried out although its answer was lost.
type flights struct {
	mu      sync.Mutex
	replies map[string]int // by how many: a reply that is drafted again while it is being sent has two
}

func newFlights() *flights { return &flights{replies: map[string]int{}} }

// begin is paired with an end.
func (f *flights) begin(reply string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.replies[reply]++
}

func (f *flights) end(reply string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.replies[reply]--; f.replies[reply] == 0 {
		delete(f.replies, reply)
	}
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
