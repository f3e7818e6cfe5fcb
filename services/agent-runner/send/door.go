// Package send is the door at which a business's own programs write to its customers, as a person or as the assistant: POST /api/send.
package send

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/recado/recado/pkg/apikey"
	"github.com/recado/recado/pkg/apikey/gate"
	"github.com/recado/recado/pkg/app"
)

// Path is where the door is.
const Path = "/api/send"

const (
	// maxBody bounds a request, in bytes: 4000 characters, however they are escaped.
	maxBody = 64 << 10
	// timeout is the longest that a request takes.
	timeout = 15 * time.Second
)

// Options are what a Door works with.
type Options struct {
	// Keys finds what a key may do; ok is false where it opens nothing.
	Keys    func(ctx context.Context, key string) (g apikey.Grant, ok bool, err error)
	Sender  *Sender
	Proxies app.Proxies
	Meter   metric.Meter
	Log     *slog.Logger
	// Rate is how many requests a second a key has; twice as many may come at once.
	Rate float64
	// AtOnce is how many requests are at work, of all keys.
	AtOnce int
}

// Door answers programs. It is safe for concurrent use.
type Door struct {
	Options
	gate     *gate.Gate
	requests metric.Int64Counter
}

// New makes a door.
func New(o Options) (*Door, error) {
	guard, err := gate.New(gate.Options{Keys: o.Keys, Address: o.Proxies.Client, Log: o.Log, Rate: o.Rate, AtOnce: o.AtOnce})
	if err != nil {
		return nil, err
	}
	requests, err := o.Meter.Int64Counter("recado.send.requests",
		metric.WithDescription("requests of programs that want something said, by outcome"))
	if err != nil {
		return nil, fmt.Errorf("create metrics: %w", err)
	}
	return &Door{Options: o, gate: guard, requests: requests}, nil
}

// Handler serves the door.
func (d *Door) Handler() http.Handler {
	return d.gate.Guard(d.serve, func(w http.ResponseWriter, r *http.Request, why gate.Refusal) {
		d.refuse(w, r, &refusal{Code: codes[why.Status], Expected: expected[why.Status], status: why.Status})
	})
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

func (d *Door) serve(w http.ResponseWriter, r *http.Request, who apikey.Grant) {
	ctx, cancel := context.WithTimeout(r.Context(), timeout)
	defer cancel()
	a, replayed, err := d.answer(ctx, w, r, who)
	if err != nil {
		d.explain(ctx, w, r, err)
		return
	}
	outcome := "accepted"
	if replayed {
		outcome = "replayed"
		w.Header().Set("Idempotency-Replayed", "true")
	}
	d.count(r.Context(), outcome)
	write(w, http.StatusAccepted, a)
}

// answer reads a request and says what it wants said.
func (d *Door) answer(ctx context.Context, w http.ResponseWriter, r *http.Request, who apikey.Grant) (Answer, bool, error) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		return Answer{}, false, &refusal{Code: "method", Expected: "POST", status: http.StatusMethodNotAllowed}
	}
	if !who.MaySend() {
		return Answer{}, false, &refusal{
			Code: "not_allowed", Expected: "a key with writes allowed and, where it names tools, " + apikey.SendMessage + " among them",
			status: http.StatusForbidden,
		}
	}
	key, wrong := keyOf(r.Header)
	if wrong != nil {
		return Answer{}, false, wrong
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return Answer{}, false, &refusal{Code: "too_large", Expected: "at most 65536 bytes", status: http.StatusRequestEntityTooLarge}
	}
	if err != nil {
		return Answer{}, false, invalid("", "a whole body")
	}
	wanted, wrong := parse(body)
	if wrong != nil {
		return Answer{}, false, wrong
	}
	return d.Sender.send(ctx, who, key, wanted)
}

// explain answers what was not said. A request that ran out of time may have been said: the same key tells.
func (d *Door) explain(ctx context.Context, w http.ResponseWriter, r *http.Request, err error) {
	if wrong, ours := errors.AsType[*refusal](err); ours {
		d.refuse(w, r, wrong)
		return
	}
	wrong := refusalOf(err)
	if ctx.Err() != nil {
		wrong = refusalOf(errHeld)
	}
	if wrong.status >= http.StatusInternalServerError && wrong.Code != "busy" {
		d.Log.WarnContext(ctx, "a program's message was not said", "code", wrong.Code, "error", err)
	}
	d.refuse(w, r, wrong)
}

func (d *Door) refuse(w http.ResponseWriter, r *http.Request, why *refusal) {
	d.count(r.Context(), why.Code)
	if why.wait > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(why.wait.Seconds())))
	}
	write(w, why.status, map[string]*refusal{"error": why})
}

func (d *Door) count(ctx context.Context, outcome string) {
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
