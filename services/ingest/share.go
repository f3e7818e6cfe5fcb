package ingest

import (
	"context"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/retry"
	"github.com/recado/recado/pkg/subject"
)

const (
	// tenantShare is the part of the parked messages, and of the lanes, that one tenant may have: a quarter.
	tenantShare = 4
	tenantLanes = maxLanes / tenantShare
)

// parkedShare is what one tenant has parked as far as this process knows: exactly what it parked itself, and what others parked and
// drained by the number of messages, every reconcileEvery.
type parkedShare struct {
	lanes    int
	renewed  bool // what the lanes would be called under the tenant's identity key is known
	messages int64
	bytes    int64
	parking  int64 // bytes that are being stored now
}

func (s *parkedShare) full(share, size int64) bool {
	return s != nil && share > 0 && s.bytes+s.parking+size > share
}

func (s *parkedShare) crowded() bool { return s != nil && s.lanes >= tenantLanes }

func (s *parkedShare) begin(size int64) { s.parking += size }

func (s *parkedShare) end(size int64, stored bool) {
	s.parking -= size
	if stored {
		s.messages++
		s.bytes += size
	}
}

// leave gives a lane back, and reports whether it was the tenant's last.
func (s *parkedShare) leave() (last bool) {
	s.lanes--
	return s.lanes == 0
}

// countAgain asks what is parked, at most every second: what was sent again counted twice, and others drain.
func (l *lanes) countAgain(ctx context.Context) bool {
	l.mu.Lock()
	recent := time.Since(l.counted) < time.Second
	if !recent {
		l.counted = time.Now()
	}
	l.mu.Unlock()
	if recent {
		return false
	}
	full, _, err := l.bus.Lanes(ctx)
	if err == nil {
		l.recount(full)
	}
	return err == nil
}

// recount takes over how many messages the stream holds of each tenant; how large they are is what this process has seen of them.
func (l *lanes) recount(full map[bus.Lane]uint64) {
	messages := map[string]int64{}
	for lane, n := range full {
		messages[lane.Tenant] += int64(n)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for id, own := range l.tenants {
		if own.messages > 0 {
			own.bytes = own.bytes / own.messages * messages[id]
		}
		own.messages = messages[id]
	}
}

// parkedShareOf reads how many bytes one tenant may have parked, from the size of the stream.
func parkedShareOf(ctx context.Context, b *bus.Bus) (share int64, err error) {
	err = retry.Do(ctx, retry.Policy{Min: time.Second}, func(ctx context.Context) error {
		room, err := b.MaxBytes(ctx, subject.MessageParked)
		share = room / tenantShare
		return err
	})
	return share, err
}
