package ingest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"golang.org/x/sync/semaphore"
)

// errBusy: as many bodies as memory is set aside for are being read.
var errBusy = errors.New("too many bodies at once")

// bodyReader reads request bodies within a size and a share of memory for all of them together; app.Mux bounds their time.
type bodyReader struct {
	limit int64
	room  *semaphore.Weighted
}

func newBodyReader(limit, memory int64) *bodyReader {
	return &bodyReader{limit: limit, room: semaphore.NewWeighted(max(memory, limit))}
}

// read returns a whole body, and what gives its memory back; it waits a second at most for room.
func (b *bodyReader) read(w http.ResponseWriter, r *http.Request) (body []byte, release func(), err error) {
	size := r.ContentLength
	if size > b.limit {
		return nil, nil, &http.MaxBytesError{Limit: b.limit}
	}
	if size < 0 {
		size = b.limit
	}
	ctx, cancel := context.WithTimeout(r.Context(), time.Second)
	defer cancel()
	if err := b.room.Acquire(ctx, size); err != nil {
		return nil, nil, errBusy
	}
	release = func() { b.room.Release(size) }
	if body, err = io.ReadAll(http.MaxBytesReader(w, r.Body, b.limit)); err != nil {
		release()
		return nil, nil, fmt.Errorf("read body: %w", err)
	}
	return body, release, nil
}

// bodyStatus is the answer to a body that could not be read.
func bodyStatus(err error) (status int, reason string) {
	if tooBig, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return http.StatusRequestEntityTooLarge, fmt.Sprintf("body: expected at most %d bytes", tooBig.Limit)
	}
	if errors.Is(err, errBusy) {
		return http.StatusServiceUnavailable, "not accepted now: try again"
	}
	return http.StatusBadRequest, "body: ended before it was read"
}
