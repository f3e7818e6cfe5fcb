package ingest

import (
	"context"
	"sync"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/subject"
)

const (
	// modestRate and modestBurst are what a tenant may bring a second, and at once, whatever waits. One that brings more waits for its
	// turn where the stages have not got through what they have.
	modestRate, modestBurst = 10, 30
	// roomSoon, roomEvery and roomLong are when what waits is asked for again: when the room was used up though less than half of it was
	// taken, when it was used up, and at the latest.
	roomSoon, roomEvery, roomLong = 50 * time.Millisecond, 200 * time.Millisecond, time.Second
)

// room is what the stages can take from tenants that write much. Their partitions are read in order, so what one tenant brings all at
// once everybody's messages would wait behind: it is parked at the door instead, and goes on as the stages get through.
type room struct {
	backlog func(ctx context.Context) (waiting int64, err error)
	most    int64

	mu    sync.Mutex
	left  int64
	asked time.Time
	again time.Duration // when to ask again where it was used up
}

// newRoom is nil, all the room there is, where nothing is to be counted.
func newRoom(b *bus.Bus, perPartition int64) *room {
	if perPartition == 0 {
		return nil
	}
	return &room{most: perPartition * int64(b.Partitions()), backlog: func(ctx context.Context) (int64, error) {
		return b.Backlog(ctx, subject.MessageReceived, subject.MessageScreened, subject.MessageRouted, subject.ReplyDrafted)
	}}
}

// take uses up a place, and reports whether there was one. Where nobody can tell there is: publishing will say.
func (r *room) take(ctx context.Context) bool {
	if r == nil {
		return true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if age := time.Since(r.asked); age >= roomLong || r.left <= 0 && age >= r.again {
		waiting, err := r.backlog(ctx)
		if err != nil {
			waiting = 0
		}
		r.left, r.asked, r.again = r.most-waiting, time.Now(), roomEvery
		if waiting < r.most/2 {
			r.again = roomSoon
		}
	}
	if r.left <= 0 {
		return false
	}
	r.left--
	return true
}
