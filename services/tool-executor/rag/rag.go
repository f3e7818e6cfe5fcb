// Package rag is the door at which programs search a business's documents as one of its assistants does: POST /api/rag/search.
package rag

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"
	"unicode/utf8"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/recado/recado/pkg/apikey"
	"github.com/recado/recado/pkg/apikey/gate"
	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/limit"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tenantfile"
)

// Config is read from the environment.
type Config struct {
	Secret config.Secret `env:"RECADO_RAG_SECRET" default:"" help:"opens /api/rag/search for every tenant; empty: only keys do"`
	Header string        `env:"RECADO_RAG_SECRET_HEADER" default:"X-Recado-Secret" help:"the header that carries RECADO_RAG_SECRET"`
	Rate   float64       `env:"RECADO_RAG_RATE" default:"20" min:"0.1" help:"requests a second of one key at /api/rag/search"`
}

const (
	searchPath = "/api/rag/search"
	healthPath = "/api/rag/health"

	// maxBody bounds a request, in bytes: a question of 4,000, however it is escaped.
	maxBody = 32 << 10
	timeout = 2 * time.Second

	minSecret        = 16
	defaultLimit     = 5
	maxLimit         = 20
	defaultThreshold = knowledge.Threshold
)

// Index searches a tenant's documents.
type Index interface {
	Search(ctx context.Context, q knowledge.Query) (knowledge.Result, error)
}

// Settings are the tenants that there are.
type Settings interface {
	Get(id tenant.ID) (*tenant.Settings, bool)
}

// Options are what a Door works with.
type Options struct {
	Config
	// Keys finds what a key may do; ok is false where it opens nothing.
	Keys     func(ctx context.Context, key string) (g apikey.Grant, ok bool, err error)
	Index    Index
	Settings Settings
	Kinds    []knowledge.Kind // that are searched
	Proxies  app.Proxies
	Meter    metric.Meter
	Log      *slog.Logger
	AtOnce   int // requests at work
}

// Door answers programs. It is safe for concurrent use.
type Door struct {
	Options
	gate     *gate.Gate
	trusted  chan struct{} // requests at work that came with the secret
	tenants  *limit.Keyed  // that the secret is used for
	guesses  *limit.Keyed  // wrong secrets of an address
	requests metric.Int64Counter
}

// New makes a door.
func New(o Options) (*Door, error) {
	if n := len(o.Secret.Reveal()); n > 0 && n < minSecret {
		return nil, config.Wrong(fmt.Errorf("RECADO_RAG_SECRET: expected at least %d characters", minSecret))
	}
	guard, err := gate.New(gate.Options{Keys: o.Keys, Address: o.Proxies.Client, Log: o.Log, Rate: o.Rate, AtOnce: o.AtOnce})
	if err != nil {
		return nil, err
	}
	requests, err := o.Meter.Int64Counter("recado.rag.requests", metric.WithDescription("searches of programs, by outcome"))
	if err != nil {
		return nil, fmt.Errorf("create metrics: %w", err)
	}
	return &Door{
		Options: o, gate: guard, trusted: make(chan struct{}, max(1, o.AtOnce)), requests: requests,
		tenants: limit.New(o.Rate, max(1, int(2*o.Rate))), guesses: limit.New(1, 10),
	}, nil
}

// Serve registers the door's paths.
func (d *Door) Serve(mux *app.Mux) {
	mux.HandleLimit("POST "+searchPath, maxBody, http.HandlerFunc(d.enter))
	mux.Handle("GET "+healthPath, http.HandlerFunc(d.health))
}

// health says how to call the door.
func (d *Door) health(w http.ResponseWriter, _ *http.Request) {
	ways := []string{"Authorization: Bearer recado_… (a key of the tenant that names " + apikey.SearchDocuments + ", or no tool)"}
	if d.Secret.Reveal() != "" {
		ways = append(ways, d.Header+": the shared secret")
	}
	write(w, http.StatusOK, map[string]any{
		"success": true, "status": "ok",
		"usage": map[string]any{
			"method": http.MethodPost, "path": searchPath, "authorization": ways,
			"body": map[string]string{
				"assistantId": "required (or agentId): the assistant's id, or its name in the tenant's file",
				"tenantId":    "required (or projectId)",
				"query":       "required: the question",
				"limit":       fmt.Sprintf("1 to %d, default %d", maxLimit, defaultLimit),
				"threshold":   fmt.Sprintf("0 to 1, default %.1f: results of less similarity are left out", defaultThreshold),
				"userId":      "whose own documents are searched too, where the assistant allows that",
			},
		},
	})
}

// enter lets in who has the shared secret, or a key.
func (d *Door) enter(w http.ResponseWriter, r *http.Request) {
	secret, given := d.Secret.Reveal(), r.Header.Get(d.Header)
	if secret != "" && given != "" {
		d.trust(w, r, same(secret, given))
		return
	}
	d.gate.Guard(func(w http.ResponseWriter, r *http.Request, who apikey.Grant) {
		if !who.May(apikey.SearchDocuments, false) {
			expected := "expected a key that names " + apikey.SearchDocuments + ", or no tool"
			d.refuse(w, r, &refusal{"FORBIDDEN", expected, http.StatusForbidden})
			return
		}
		d.serve(w, r, who)
	}, func(w http.ResponseWriter, r *http.Request, why gate.Refusal) {
		known := refusals[why.Status]
		if known == nil {
			known = foreign
		}
		d.refuse(w, r, known)
	}).ServeHTTP(w, r)
}

// trust serves a request with the shared secret. No page sends one: whoever reads the page would know it.
func (d *Door) trust(w http.ResponseWriter, r *http.Request, right bool) {
	switch {
	case r.Header.Get("Origin") != "":
		d.refuse(w, r, foreign)
		return
	case !right && !d.guesses.Allow(d.Proxies.Client(r)):
		d.refuse(w, r, refusals[http.StatusTooManyRequests])
		return
	case !right:
		d.refuse(w, r, refusals[http.StatusUnauthorized])
		return
	}
	select {
	case d.trusted <- struct{}{}:
		defer func() { <-d.trusted }()
		d.serve(w, r, apikey.Grant{})
	default:
		d.refuse(w, r, refusals[http.StatusTooManyRequests])
	}
}

// same compares in constant time, whatever the lengths.
func same(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}

// refusal is why a search is not done, as its program reads it.
type refusal struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	status  int
}

func (r *refusal) Error() string { return r.Code + ": " + r.Message }

func invalid(message string) *refusal {
	return &refusal{"INVALID_REQUEST", message, http.StatusBadRequest}
}

var refusals = map[int]*refusal{
	http.StatusUnauthorized:       {"UNAUTHORIZED", "expected a valid key: Authorization: Bearer recado_…", http.StatusUnauthorized},
	http.StatusTooManyRequests:    {"RATE_LIMITED", "expected fewer requests", http.StatusTooManyRequests},
	http.StatusServiceUnavailable: {"UNAVAILABLE", "try again", http.StatusServiceUnavailable},
}

// foreign is the answer to pages.
var foreign = &refusal{"FORBIDDEN", "expected no page of another host", http.StatusForbidden}

// notEmbedded is the answer where words cannot answer either.
var notEmbedded = &refusal{
	"EMBEDDING_ERROR", "the question cannot be embedded now, and has no words to search by", http.StatusServiceUnavailable,
}

// notFound is the same for an assistant of nobody, of another tenant, and for a tenant that the key is not of.
var notFound = &refusal{"NOT_FOUND", "the tenant has no such assistant", http.StatusNotFound}

type result struct {
	ID         string  `json:"id"`
	Content    string  `json:"content"`
	Title      string  `json:"title"`
	Source     string  `json:"source"`
	Similarity float64 `json:"similarity"`
}

type timing struct {
	Embedding int64 `json:"embedding"` // ms
	Search    int64 `json:"search"`
	Total     int64 `json:"total"`
}

type metadata struct {
	AgentID     string  `json:"agentId"`
	AgentName   string  `json:"agentName"`
	ProjectID   string  `json:"projectId"`
	ProjectName string  `json:"projectName"`
	QueryLength int     `json:"queryLength"` // characters
	Results     int     `json:"resultsCount"`
	Threshold   float64 `json:"threshold"`
	Degraded    bool    `json:"degraded"` // the question could not be embedded: words alone decided
	Timing      timing  `json:"timing"`
}

type answer struct {
	Success  bool     `json:"success"`
	Results  []result `json:"results"`
	Metadata metadata `json:"metadata"`
}

func (d *Door) serve(w http.ResponseWriter, r *http.Request, who apikey.Grant) {
	ctx, cancel := context.WithTimeout(r.Context(), timeout)
	defer cancel()
	a, err := d.answer(ctx, r, who)
	if err != nil {
		why, ours := errors.AsType[*refusal](err)
		if !ours {
			d.Log.WarnContext(ctx, "a program's search failed", "error", err)
			why = &refusal{"SEARCH_ERROR", "the documents cannot be searched now: try again", http.StatusServiceUnavailable}
		}
		d.refuse(w, r, why)
		return
	}
	d.count(r.Context(), "done")
	write(w, http.StatusOK, a)
}

func (d *Door) answer(ctx context.Context, r *http.Request, who apikey.Grant) (*answer, error) {
	began := time.Now()
	q, err := read(r)
	if err != nil {
		return nil, err
	}
	a, s, err := d.assistant(q, who)
	if err != nil {
		return nil, err
	}
	if who.Tenant == "" && !d.tenants.Allow(string(s.ID)) {
		return nil, refusals[http.StatusTooManyRequests]
	}
	most, threshold := defaultLimit, defaultThreshold
	if q.Limit != nil {
		most = *q.Limit
	}
	if q.Threshold != nil {
		threshold = *q.Threshold
	}
	query := knowledge.Query{
		Tenant: s.ID, Assistant: a.ID, Contact: q.contact(), Kinds: d.Kinds, Text: q.Query, TopK: most,
		Least: threshold,
	}
	if err := query.Check(); err != nil {
		return nil, invalid("query: " + err.Error())
	}
	found, err := d.Index.Search(ctx, query)
	switch {
	case err != nil:
		return nil, err
	case found.TextOnly && found.Nothing:
		return nil, notEmbedded
	}
	out := &answer{Success: true, Results: []result{}, Metadata: metadata{
		AgentID: a.ID, AgentName: a.Name, ProjectID: string(s.ID), ProjectName: s.Name, QueryLength: utf8.RuneCountInString(q.Query),
		Results: len(found.Hits), Threshold: threshold, Degraded: found.Degraded,
		Timing: timing{found.Embedding.Milliseconds(), found.Searching.Milliseconds(), time.Since(began).Milliseconds()},
	}}
	for _, h := range found.Hits {
		out.Results = append(out.Results, result{h.ID(), h.Content, h.Title, h.Source, h.Relevance})
	}
	return out, nil
}

// assistant finds the one that a question names, of the tenant that it names: a key opens its own tenant only.
func (d *Door) assistant(q question, who apikey.Grant) (*tenant.Assistant, *tenant.Settings, error) {
	s, ok := d.Settings.Get(tenant.ID(q.Tenant))
	if !ok || who.Tenant != "" && who.Tenant != s.ID {
		return nil, nil, notFound
	}
	for i := range s.Assistants {
		if a := &s.Assistants[i]; a.ID == q.Assistant || a.ID == tenantfile.ID(string(s.ID), "assistant", q.Assistant) {
			return a, s, nil
		}
	}
	return nil, nil, notFound
}

func (d *Door) refuse(w http.ResponseWriter, r *http.Request, why *refusal) {
	d.count(r.Context(), why.Code)
	if why.status == http.StatusTooManyRequests || why.status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", "1")
	}
	write(w, why.status, map[string]any{"success": false, "error": why})
}

func (d *Door) count(ctx context.Context, outcome string) {
	d.requests.Add(ctx, 1, metric.WithAttributes(attribute.String("outcome", outcome)))
}

func write(w http.ResponseWriter, status int, v any) {
	data, err := json.Marshal(v)
	if err != nil {
		status, data = http.StatusInternalServerError, []byte(`{"success":false,"error":{"code":"INTERNAL","message":"try again later"}}`)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(data)
}
