package ingest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"
)

const (
	// bodyStep is how much memory a body takes at a time, as its bytes come.
	bodyStep = 64 << 10
	// leastRate is how many bytes a second a body has to bring after its grace; all of it comes within bodyTime.
	leastRate = 10 << 10
	bodyTime  = 30 * time.Second
	// webhookGrace is for platforms, pageGrace for telephones in a tunnel.
	webhookGrace = 2 * time.Second
	pageGrace    = 10 * time.Second
)

var (
	// errBusy means that the memory for bodies, or a share of it, is used up.
	errBusy = errors.New("too many bodies at once")
	errSlow = errors.New("body: came too slowly")
)

// bodyReader reads request bodies within a size, a least rate and a memory for all of them together, of which one account and one
// address have only a share.
type bodyReader struct {
	limit int64
	grace time.Duration
	room  *bodyRoom
}

func newBodyReader(limit, memory int64, grace time.Duration) *bodyReader {
	memory = max(memory, limit)
	return &bodyReader{limit: limit, grace: grace, room: &bodyRoom{
		all: semaphore.NewWeighted(memory), share: max(limit, memory/4), used: map[string]int64{},
	}}
}

// bodyRoom is the memory for bodies.
type bodyRoom struct {
	all   *semaphore.Weighted
	share int64 // of one account, or one address

	mu   sync.Mutex
	used map[string]int64
}

// take reserves n bytes for whom they count; it waits a second at most for them.
func (r *bodyRoom) take(ctx context.Context, whose []string, n int64) error {
	if !r.count(whose, n) {
		return errBusy
	}
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if r.all.Acquire(ctx, n) != nil {
		r.count(whose, -n)
		return errBusy
	}
	return nil
}

func (r *bodyRoom) count(whose []string, n int64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if slices.ContainsFunc(whose, func(key string) bool { return r.used[key]+n > r.share }) {
		return false
	}
	for _, key := range whose {
		if r.used[key] += n; r.used[key] == 0 {
			delete(r.used, key)
		}
	}
	return true
}

func (r *bodyRoom) give(whose []string, n int64) {
	r.count(whose, -n)
	r.all.Release(n)
}

// read returns a whole body, and what gives its memory back. whose are the keys that it counts for.
func (b *bodyReader) read(w http.ResponseWriter, r *http.Request, whose ...string) (body []byte, release func(), err error) {
	if r.ContentLength > b.limit {
		leaveUnread(w)
		return nil, nil, &http.MaxBytesError{Limit: b.limit}
	}
	taken := int64(0)
	release = func() { b.room.give(whose, taken) }
	in := &timely{from: http.MaxBytesReader(w, r.Body, b.limit), door: http.NewResponseController(w), began: time.Now(), grace: b.grace}
	for err == nil {
		if len(body) == cap(body) {
			more := b.step(int64(cap(body)), r.ContentLength)
			if err = b.room.take(r.Context(), whose, more); err != nil {
				break
			}
			taken += more
			body = append(make([]byte, 0, taken), body...)
		}
		var n int
		n, err = in.Read(body[len(body):cap(body)])
		body = body[:len(body)+n]
	}
	if errors.Is(err, io.EOF) {
		return body, release, nil
	}
	release()
	leaveUnread(w)
	return nil, nil, fmt.Errorf("read body: %w", err)
}

// leaveUnread makes the server answer at once and hang up: else it waits for the rest of a body before it answers.
func leaveUnread(w http.ResponseWriter) { w.Header().Set("Connection", "close") }

// step is how much more memory a body needs that has filled what it has. One byte more than was announced is where its end is seen.
func (b *bodyReader) step(has, announced int64) int64 {
	want := has + max(bodyStep, has/4)
	if announced >= 0 {
		want = min(want, announced+1)
	}
	return max(min(want, b.limit+1)-has, 1)
}

// timely reads a body that has to come at the least rate.
type timely struct {
	from  io.Reader
	door  *http.ResponseController
	began time.Time
	grace time.Duration
	n     int64
}

// Read gives up when the body is late.
func (t *timely) Read(p []byte) (int, error) {
	allowed := min(t.grace+time.Duration(t.n)*time.Second/leastRate, bodyTime)
	_ = t.door.SetReadDeadline(t.began.Add(allowed)) // not every writer has one
	n, err := t.from.Read(p)
	t.n += int64(n)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		err = errSlow
	}
	return n, err
}

// bodyStatus is the answer to a body that could not be read.
func bodyStatus(err error) (status int, reason string) {
	if tooBig, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return http.StatusRequestEntityTooLarge, fmt.Sprintf("body: expected at most %d bytes", tooBig.Limit)
	}
	switch {
	case errors.Is(err, errBusy):
		return http.StatusServiceUnavailable, "not accepted now: try again"
	case errors.Is(err, errSlow):
		return http.StatusRequestTimeout, errSlow.Error()
	}
	return http.StatusBadRequest, "body: ended before it was read"
}
