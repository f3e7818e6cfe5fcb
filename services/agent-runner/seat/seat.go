// Package seat bounds how many turns are at work at a time, apart from those that wait for a model or a tool: these cost a goroutine each.
package seat

import "context"

// Room holds the seats.
type Room struct{ taken chan struct{} }

// NewRoom returns a room with so many seats.
func NewRoom(seats int) *Room { return &Room{taken: make(chan struct{}, max(1, seats))} }

// Free waits until a seat is free and returns how many are; false when ctx ended first.
func (r *Room) Free(ctx context.Context) (int, bool) {
	select {
	case r.taken <- struct{}{}:
		free := cap(r.taken) - len(r.taken) + 1
		<-r.taken
		return free, ctx.Err() == nil
	case <-ctx.Done():
		return 0, false
	}
}

// Take waits for a seat. Whoever has one works with a bound to it, so there is no end to wait for.
func (r *Room) Take() *Seat {
	r.taken <- struct{}{}
	return &Seat{room: r}
}

// Seat is one turn's. The nil one is of whoever needs none.
type Seat struct{ room *Room }

// Leave gives the seat back for good.
func (s *Seat) Leave() {
	if s != nil {
		<-s.room.taken
	}
}

// Lend gives the seat to others while fn waits for somebody else, and takes one again before it returns.
func (s *Seat) Lend(fn func() error) error {
	if s == nil {
		return fn()
	}
	<-s.room.taken
	defer func() { s.room.taken <- struct{}{} }()
	return fn()
}
