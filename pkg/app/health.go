package app

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"
)

const (
	checkTimeout = 2 * time.Second
	// checkEvery bounds what strangers can make the checks cost.
	checkEvery = time.Second
)

// Health answers /healthz and /readyz. A process is alive as soon as it listens, and ready when its services are and every check passes.
type Health struct {
	log *slog.Logger

	mu       sync.Mutex
	starting []string
	stopping bool
	checks   []check

	reportMu sync.Mutex
	last     report
	lastAt   time.Time
}

type check struct {
	name string
	run  func(context.Context) error
}

type report struct {
	Status string            `json:"status"` // ready, starting, degraded or stopping
	Checks map[string]string `json:"checks"`
}

func newHealth(log *slog.Logger, services []Service) *Health {
	h := &Health{log: log}
	for _, service := range services {
		h.starting = append(h.starting, service.Name)
	}
	return h
}

// Check adds a condition of readiness. It is asked at most once a second and has two seconds to answer.
func (h *Health) Check(name string, run func(context.Context) error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.checks = append(h.checks, check{name, run})
}

// started notes that a service is set up, and returns true when it was the last.
func (h *Health) started(service string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	i := slices.Index(h.starting, service)
	if i < 0 {
		return false
	}
	h.starting = slices.Delete(h.starting, i, i+1)
	return len(h.starting) == 0
}

func (h *Health) stop() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.stopping = true
}

// report runs the checks, at most once a second.
func (h *Health) report(ctx context.Context) report {
	h.reportMu.Lock()
	defer h.reportMu.Unlock()
	h.mu.Lock()
	starting, stopping, checks := slices.Clone(h.starting), h.stopping, slices.Clone(h.checks)
	h.mu.Unlock()
	switch {
	case stopping:
		return report{Status: "stopping"}
	case len(starting) > 0:
		out := report{Status: "starting", Checks: map[string]string{}}
		for _, service := range starting {
			out.Checks[service] = "starting"
		}
		return out
	}
	if time.Since(h.lastAt) > checkEvery {
		h.last, h.lastAt = h.run(ctx, checks), time.Now()
	}
	return h.last
}

// run tells the log why a check fails; the answer only names it, as the door is public.
func (h *Health) run(ctx context.Context, checks []check) report {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), checkTimeout)
	defer cancel()
	out := report{Status: "ready", Checks: map[string]string{}}
	errs := make([]error, len(checks))
	var wg sync.WaitGroup
	for i, c := range checks {
		wg.Go(func() { errs[i] = c.run(ctx) })
	}
	wg.Wait()
	for i, c := range checks {
		if errs[i] == nil {
			out.Checks[c.name] = "ok"
			continue
		}
		out.Status, out.Checks[c.name] = "degraded", "failing"
		h.log.WarnContext(ctx, "not ready", "check", c.name, "error", errs[i])
	}
	return out
}

func (h *Health) serveReady(w http.ResponseWriter, r *http.Request) {
	out := h.report(r.Context())
	w.Header().Set("Content-Type", "application/json")
	if out.Status != "ready" {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	_ = json.NewEncoder(w).Encode(out)
}

func serveAlive(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write([]byte(`{"status":"alive"}` + "\n"))
}
