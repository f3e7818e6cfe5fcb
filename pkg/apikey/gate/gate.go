// Package gate decides which programs a door lets in: those with a valid key and its share of the door, and no page of another host.
package gate

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/recado/recado/pkg/apikey"
	"github.com/recado/recado/pkg/limit"
)

const (
	// keysOfAddress is how many keys' rate one address has, whose keys may be none.
	keysOfAddress = 5
	// shares is how many tenants, each with all that it may have at work, fill the door.
	shares = 2
	// lookUps are made at once: whoever tries keys from many addresses takes no more of the database.
	lookUps = 4
	// lookUpWait is how long one waits for its turn.
	lookUpWait = time.Second
)

// Options are what a Gate works with.
type Options struct {
	// Keys finds what a key may do; ok is false where it opens nothing.
	Keys func(ctx context.Context, key string) (g apikey.Grant, ok bool, err error)
	// Address is where a request comes from.
	Address func(r *http.Request) string
	Log     *slog.Logger
	// Rate is how many requests a second a key has; twice as many may come at once.
	Rate float64
	// AtOnce is how many requests are at work, of all keys.
	AtOnce int
}

// Gate guards one door, or several that share their bounds. It is safe for concurrent use.
type Gate struct {
	Options
	addresses, keys *limit.Keyed
	work            *slots
	looking         chan struct{}
}

// New makes a gate.
func New(o Options) (*Gate, error) {
	if o.Rate <= 0 || o.AtOnce <= 0 {
		return nil, errors.New("rate and calls at once: expected more than 0")
	}
	return &Gate{
		Options: o, looking: make(chan struct{}, lookUps),
		addresses: limit.New(keysOfAddress*o.Rate, max(10, burst(keysOfAddress*o.Rate))), keys: limit.New(o.Rate, burst(o.Rate)),
		work: &slots{most: o.AtOnce, share: max(1, o.AtOnce/shares), of: map[string]int{}},
	}, nil
}

// burst is how many requests may come at once.
func burst(rate float64) int { return max(1, int(2*rate)) }

// Refusal is why a request is not let in.
type Refusal struct {
	Status int
	Reason string
}

// Handler serves a request whose key may do what the grant says.
type Handler func(w http.ResponseWriter, r *http.Request, who apikey.Grant)

// Refuse answers a request that is not let in; the headers that its status wants are set.
type Refuse func(w http.ResponseWriter, r *http.Request, why Refusal)

// Guard lets through to next what may pass.
func (g *Gate) Guard(next Handler, refuse Refuse) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		who, why := g.admit(r)
		if why != nil {
			headers(w.Header(), why.Status)
			refuse(w, r, *why)
			return
		}
		defer g.work.give(string(who.Tenant))
		next(w, r, who)
	})
}

// admit says who a request comes from, which then has a slot, or why it is not let in.
func (g *Gate) admit(r *http.Request) (who apikey.Grant, why *Refusal) {
	switch {
	case foreign(r):
		return who, &Refusal{http.StatusForbidden, "foreign origin"}
	case !g.addresses.Allow(g.Address(r)):
		return who, &Refusal{http.StatusTooManyRequests, "too many requests of one address"}
	}
	who, ok, err := g.look(r.Context(), bearer(r))
	switch {
	case err != nil:
		g.Log.WarnContext(r.Context(), "keys cannot be looked up", "error", err)
		return who, &Refusal{http.StatusServiceUnavailable, "unavailable: try again"}
	case !ok:
		return who, &Refusal{http.StatusUnauthorized, "no valid key"}
	case !g.keys.Allow(who.Key.String()):
		return who, &Refusal{http.StatusTooManyRequests, "too many requests of one key"}
	case !g.work.take(string(who.Tenant)):
		return who, &Refusal{http.StatusTooManyRequests, "too many requests at once"}
	}
	return who, nil
}

// headers sets those that a status wants.
func headers(h http.Header, status int) {
	switch status {
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		h.Set("Retry-After", "1")
	case http.StatusUnauthorized:
		h.Set("WWW-Authenticate", `Bearer realm="recado"`)
	}
}

var errBusy = errors.New("too many keys are looked up")

// look finds what a key may do.
func (g *Gate) look(ctx context.Context, key string) (apikey.Grant, bool, error) {
	ctx, cancel := context.WithTimeout(ctx, lookUpWait)
	defer cancel()
	select {
	case g.looking <- struct{}{}:
	case <-ctx.Done():
		return apikey.Grant{}, false, errBusy
	}
	defer func() { <-g.looking }()
	return g.Keys(ctx, key)
}

// foreign reports whether a page of another host sent the request.
func foreign(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin == "" {
		return false
	}
	from, err := url.Parse(origin)
	return err != nil || from.Host == "" || !strings.EqualFold(from.Host, r.Host)
}

// bearer is the key of a request, empty where it has none.
func bearer(r *http.Request) string {
	scheme, key, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(key)
}
