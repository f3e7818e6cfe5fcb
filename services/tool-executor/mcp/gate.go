package mcp

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/recado/recado/services/tool-executor/apikey"
)

// shares is how many keys, each with all that it may have at work, fill the door.
const shares = 2

// caller is who a request came from.
type caller struct {
	grant       apikey.Grant
	idempotency string // the header of that name
}

type callerKey struct{}

// callerOf is who a request came from that passed the gate.
func callerOf(ctx context.Context) caller {
	c, _ := ctx.Value(callerKey{}).(caller)
	return c
}

// guarded lets requests pass that have a valid key and its share of the door, and come from no foreign page.
func (d *Door) guarded(door string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		refuse := func(ctx context.Context, reason string, status int) {
			d.counts.refused(ctx, door, reason)
			if status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable {
				w.Header().Set("Retry-After", "1")
			}
			answer(w, status, nil, rpcError(codeRefused, reason))
		}
		switch {
		case foreign(r):
			refuse(r.Context(), "foreign origin", http.StatusForbidden)
			return
		case !d.addresses.Allow(d.Proxies.Client(r)):
			refuse(r.Context(), "too many requests of one address", http.StatusTooManyRequests)
			return
		}
		grant, ok, err := d.look(r.Context(), bearer(r))
		switch {
		case err != nil:
			d.Log.WarnContext(r.Context(), "keys cannot be looked up", "error", err)
			refuse(r.Context(), "unavailable: try again", http.StatusServiceUnavailable)
			return
		case !ok:
			w.Header().Set("WWW-Authenticate", `Bearer realm="recado"`)
			refuse(r.Context(), "no valid key", http.StatusUnauthorized)
			return
		case !d.keys.Allow(grant.Key.String()):
			refuse(r.Context(), "too many requests of one key", http.StatusTooManyRequests)
			return
		case !d.work.take(string(grant.Tenant)):
			refuse(r.Context(), "too many requests at once", http.StatusTooManyRequests)
			return
		}
		defer d.work.give(string(grant.Tenant))
		who := caller{grant: grant, idempotency: r.Header.Get("Idempotency-Key")}
		d.pass(w, r.WithContext(context.WithValue(r.Context(), callerKey{}, who)), door, next)
	})
}

const (
	// lookUps are made at once: whoever tries keys from many addresses takes no more of the database.
	lookUps = 4
	// lookUpWait is how long one waits for its turn.
	lookUpWait = time.Second
)

var errBusy = errors.New("too many keys are looked up")

// look finds what a key may do.
func (d *Door) look(ctx context.Context, key string) (apikey.Grant, bool, error) {
	ctx, cancel := context.WithTimeout(ctx, lookUpWait)
	defer cancel()
	select {
	case d.looking <- struct{}{}:
	case <-ctx.Done():
		return apikey.Grant{}, false, errBusy
	}
	defer func() { <-d.looking }()
	return d.Keys(ctx, key)
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

// slots are the requests at work, in all and of each key.
type slots struct {
	most, share int

	mu  sync.Mutex
	all int
	of  map[string]int
}

func (s *slots) take(key string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all >= s.most || s.of[key] >= s.share {
		return false
	}
	s.all++
	s.of[key]++
	return true
}

func (s *slots) give(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all--
	if s.of[key]--; s.of[key] == 0 {
		delete(s.of, key)
	}
}
