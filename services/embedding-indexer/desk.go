package embeddingindexer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/google/uuid"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/recado/recado/pkg/apikey"
	"github.com/recado/recado/pkg/apikey/gate"
	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/store"
)

// deskTimeout is the longest that a request takes; a body of 10 MB over a slow line is part of it.
const deskTimeout = 60 * time.Second

// deskOptions are what a desk works with.
type deskOptions struct {
	// Keys finds what a key may do; ok is false where it opens nothing.
	Keys    func(ctx context.Context, key string) (g apikey.Grant, ok bool, err error)
	Store   *store.Store // in the role recado_embedding_indexer
	Bus     events
	Left    func() // originals were left: somebody should look
	Spaces  *knowledge.Spaces
	Proxies app.Proxies
	Meter   metric.Meter
	Log     *slog.Logger
	// Rate is how many requests a second a key has; twice as many may come at once.
	Rate float64
	// AtOnce is how many requests are at work, of all keys.
	AtOnce int
}

// desk is the door at which a business's own programs add, list, replace and remove its documents and corpora. It is safe for concurrent
// use.
type desk struct {
	deskOptions
	gate     *gate.Gate
	requests metric.Int64Counter
}

func newDesk(o deskOptions) (*desk, error) {
	guard, err := gate.New(gate.Options{Keys: o.Keys, Address: o.Proxies.Client, Log: o.Log, Rate: o.Rate, AtOnce: o.AtOnce})
	if err != nil {
		return nil, err
	}
	requests, err := o.Meter.Int64Counter("recado.documents.requests",
		metric.WithDescription("requests of programs for documents, by outcome"))
	if err != nil {
		return nil, fmt.Errorf("create metrics: %w", err)
	}
	return &desk{deskOptions: o, gate: guard, requests: requests}, nil
}

// serve registers the desk's paths.
func (d *desk) serve(mux *app.Mux) {
	for pattern, h := range map[string]handler{
		"POST /api/documents":            d.add,
		"GET /api/documents":             d.list,
		"GET /api/documents/{id}":        d.show,
		"PUT /api/documents/{id}":        d.replace,
		"DELETE /api/documents/{id}":     d.remove,
		"POST /api/documents/{id}/index": d.again,
		"GET /api/corpora":               d.corpora,
		"PUT /api/corpora/{slug}":        d.putCorpus,
		"DELETE /api/corpora/{slug}":     d.removeCorpus,
	} {
		mux.HandleLimit(pattern, maxRequest, d.at(h))
	}
}

// handler answers a request with what becomes JSON, or a refusal.
type handler func(r *http.Request, who apikey.Grant) (status int, answer any, err error)

func (d *desk) at(h handler) http.Handler {
	serve := func(w http.ResponseWriter, r *http.Request, who apikey.Grant) {
		ctx, cancel := context.WithTimeout(r.Context(), deskTimeout)
		defer cancel()
		r = r.WithContext(ctx)
		if !may(who, r.Method) {
			d.refuse(w, r, notAllowed)
			return
		}
		status, answer, err := h(r, who)
		if err != nil {
			d.explain(w, r, err)
			return
		}
		d.count(ctx, "done")
		write(w, status, answer)
	}
	return d.gate.Guard(serve, func(w http.ResponseWriter, r *http.Request, why gate.Refusal) {
		d.refuse(w, r, &refusal{Code: codes[why.Status], Expected: expected[why.Status], status: why.Status})
	})
}

// may reports whether a key looks at documents, or changes them: what a key may only try changes nothing.
func may(who apikey.Grant, method string) bool {
	if method == http.MethodGet {
		return who.May(apikey.ManageDocuments, false)
	}
	return who.Writes == apikey.Allowed && who.May(apikey.ManageDocuments, true)
}

var notAllowed = &refusal{
	Code: "not_allowed", status: http.StatusForbidden,
	Expected: "a key that names " + apikey.ManageDocuments + " or no tool at all and, for a change, with writes allowed",
}

// codes and expected are what the gate's refusals are called here.
var (
	codes = map[int]string{
		http.StatusUnauthorized: "unauthorized", http.StatusForbidden: "forbidden", http.StatusTooManyRequests: "too_many",
		http.StatusServiceUnavailable: "unavailable",
	}
	expected = map[int]string{
		http.StatusUnauthorized: "a valid key: Authorization: Bearer recado_…", http.StatusForbidden: "no page of another host",
		http.StatusTooManyRequests: "fewer requests", http.StatusServiceUnavailable: "to try again",
	}
)

// refusal is why a request is not done, as its program reads it.
type refusal struct {
	Code     string `json:"code"`
	Field    string `json:"field,omitempty"`
	Expected string `json:"expected"`
	status   int
}

func (r *refusal) Error() string { return r.Code + ": " + r.Field + ": expected " + r.Expected }

func invalid(field, expected string) *refusal {
	return &refusal{Code: "invalid", Field: field, Expected: expected, status: http.StatusBadRequest}
}

func unknown(what string) *refusal {
	return &refusal{Code: "unknown", Field: what, Expected: "one that the business has", status: http.StatusNotFound}
}

func (d *desk) explain(w http.ResponseWriter, r *http.Request, err error) {
	wrong, ours := errors.AsType[*refusal](err)
	_, large := errors.AsType[*http.MaxBytesError](err)
	switch {
	case ours:
	case large:
		wrong = &refusal{Code: "too_large", Field: "body", Expected: tooLarge, status: http.StatusRequestEntityTooLarge}
	default:
		d.Log.WarnContext(r.Context(), "a program's request for documents failed", "path", r.Pattern, "error", err)
		wrong = &refusal{Code: "unavailable", Expected: "to try again", status: http.StatusServiceUnavailable}
		w.Header().Set("Retry-After", "5")
	}
	d.refuse(w, r, wrong)
}

func (d *desk) refuse(w http.ResponseWriter, r *http.Request, why *refusal) {
	d.count(r.Context(), why.Code)
	write(w, why.status, map[string]*refusal{"error": why})
}

func (d *desk) count(ctx context.Context, outcome string) {
	d.requests.Add(ctx, 1, metric.WithAttributes(attribute.String("outcome", outcome)))
}

func write(w http.ResponseWriter, status int, v any) {
	data, err := json.Marshal(v)
	if err != nil {
		status, data = http.StatusInternalServerError, []byte(`{"error":{"code":"internal","expected":"to try again later"}}`)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(data)
}

// idOf reads the document that a path names.
func idOf(r *http.Request) (uuid.UUID, error) {
	id, err := uuid.Parse(r.PathValue("id"))
	if err != nil {
		return id, unknown("id")
	}
	return id, nil
}

// number reads an optional number of a query.
func number(r *http.Request, name string, fallback, most int) (int, error) {
	text := r.URL.Query().Get(name)
	if text == "" {
		return fallback, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > most {
		return 0, invalid(name, fmt.Sprintf("1 to %d", most))
	}
	return n, nil
}
