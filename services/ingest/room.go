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
	// roomTime is how long a modest tenant's message may wait behind what busy ones were let in with.
	roomTime = 300 * time.Millisecond
)

// readInOrder are the stages where everybody waits for everybody.
var readInOrder = []string{subject.MessageReceived, subject.MessageScreened, subject.MessageRouted, subject.ReplyDrafted}

// room is what the stages can take from tenants that write much. Their partitions are read in order, so what one tenant brings all at
// once everybody's messages would wait behind: it is parked at the door instead, and goes on as the stages get through.
type room struct {
	backlog func(ctx context.Context) (waiting, handled int64, err error)
	// most and least bound how many messages may wait; between them it is what the stages do within roomTime.
	most, least int64

	mu      sync.Mutex
	left    int64
	handled int64 // when it was last asked
	asked   time.Time
	again   time.Duration // when to ask again where it was used up
}

// newRoom is nil, all the room there is, where nothing is to be counted.
func newRoom(b *bus.Bus, perPartition int64) *room {
	if perPartition == 0 {
		return nil
	}
	parts := int64(b.Partitions())
	return &room{most: perPartition * parts, least: parts, backlog: func(ctx context.Context) (waiting, handled int64, err error) {
		waiting, handled, err = b.Backlog(ctx, readInOrder...)
		return waiting, handled / int64(len(readInOrder)), err
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
		r.ask(ctx, age)
	}
	if r.left <= 0 {
		return false
	}
	r.left--
	return true
}

// ask finds out what waits, and how much may: what the stages have done in the time since they were last asked says how much they do.
func (r *room) ask(ctx context.Context, age time.Duration) {
	waiting, handled, err := r.backlog(ctx)
	may := int64(float64(handled-r.handled) / age.Seconds() * roomTime.Seconds())
	if err != nil { // publishing will say
		waiting, may, handled = 0, r.most, r.handled
	}
	may = min(max(may, r.least), r.most)
	r.left, r.handled, r.asked, r.again = may-waiting, handled, time.Now(), roomEvery
	if waiting < may/2 {
		r.again = roomSoon
	}
}
