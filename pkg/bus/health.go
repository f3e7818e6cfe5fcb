package bus

import (
	"fmt"
	"sync"
)

// troubles are the consumers that a hop cannot read now.
type troubles struct {
	mu   sync.Mutex
	open map[string]string
}

func (b *Bus) trouble(label string, err error) {
	b.troubles.mu.Lock()
	defer b.troubles.mu.Unlock()
	if b.troubles.open == nil {
		b.troubles.open = map[string]string{}
	}
	if b.troubles.open[label] != err.Error() && b.conn.IsConnected() {
		b.log.Warn("a consumer cannot be read, trying again", "service", b.service, "consumer", label, "error", err)
	}
	b.troubles.open[label] = err.Error()
}

func (b *Bus) mended(label string) {
	b.troubles.mu.Lock()
	defer b.troubles.mu.Unlock()
	delete(b.troubles.open, label)
}

func (b *Bus) inTrouble() error {
	b.troubles.mu.Lock()
	defer b.troubles.mu.Unlock()
	for label, text := range b.troubles.open {
		return fmt.Errorf("consumer %s cannot be read: %s", label, text)
	}
	return nil
}
