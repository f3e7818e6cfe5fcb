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

// errBusy means that the body memory budget is exhausted.
var errBusy = errors.New("too many bodies at once")

// bodyReader reads request bodies within a size and a memory budget for all of them together; app.Mux bounds their time.
type bodyReader struct {
	limit  int64
	budget *semaphore.Weighted
}

func newBodyReader(limit, memory int64) *bodyReader {
	return &bodyReader{limit: limit, budget: semaphore.NewWeighted(max(memory, limit))}
}

// read returns a whole body, and what gives its memory back; it waits a second at most for a share of the budget.
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
	if err := b.budget.Acquire(ctx, size); err != nil {
		return nil, nil, errBusy
	}
	release = func() { b.budget.Release(size) }
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
