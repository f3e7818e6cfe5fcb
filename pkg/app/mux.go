package app

import (
	"errors"
	"io"
	"net/http"
	"sync/atomic"
	"time"
)

const (
	// maxBody is what a channel's largest batch needs: real ones reach 3 MB.
	maxBody = 4 << 20
	// bodyTimeout ends a request whose sender dribbles; the answer may take as long as it likes.
	bodyTimeout = 30 * time.Second
)

// Mux is the process's HTTP door. Bodies are limited to 4 MiB and 30 seconds; until the process is ready, what no service
// serves is 503 and not 404, so that a provider tries again.
type Mux struct {
	mux   http.ServeMux
	ready atomic.Bool
}

// Handle registers a handler for a pattern of net/http. Two services with the same pattern panic at start.
func (m *Mux) Handle(pattern string, h http.Handler) { m.HandleLimit(pattern, maxBody, h) }

// HandleLimit is Handle with another limit for the body, in bytes.
func (m *Mux) HandleLimit(pattern string, limit int64, h http.Handler) {
	m.mux.Handle(pattern, limited(limit, h))
}

// ServeHTTP serves what was registered.
func (m *Mux) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if _, pattern := m.mux.Handler(r); pattern == "" && !m.ready.Load() {
		w.Header().Set("Retry-After", "1")
		http.Error(w, "starting", http.StatusServiceUnavailable)
		return
	}
	m.mux.ServeHTTP(w, r)
}

func limited(limit int64, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength > limit {
			http.Error(w, "body too large", http.StatusRequestEntityTooLarge)
			return
		}
		if r.Body != nil && r.Body != http.NoBody {
			door := http.NewResponseController(w)
			_ = door.SetReadDeadline(time.Now().Add(bodyTimeout))
			r.Body = &timedBody{ReadCloser: http.MaxBytesReader(w, r.Body, limit), door: door}
		}
		h.ServeHTTP(w, r)
	})
}

// timedBody lifts the read deadline at the body's end: left on, it would cancel a long answer's context.
type timedBody struct {
	io.ReadCloser
	door *http.ResponseController
}

func (b *timedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if errors.Is(err, io.EOF) {
		_ = b.door.SetReadDeadline(time.Time{})
	}
	return n, err
}

func newServer(h http.Handler) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 5 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
	}
}
