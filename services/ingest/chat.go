package ingest

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/limit"
	"github.com/recado/recado/pkg/tenant"
)

// maxFrame is the largest frame that a page may post, in bytes.
const maxFrame = 64 << 10

// chat is the web chat's door, /chat/<account>/…: sessions, messages and the stream of answers.
type chat struct {
	tenants directory
	accept  *acceptor
	bodies  *bodyReader
	streams *streams
	// sessions bounds how many one address opens with an account, accounts how many all of them do, messages what one session says.
	sessions, accounts, messages *limit.Keyed
	proxies                      app.Proxies
	revoked                      *revoked
	tickets                      tickets
	// rates bound a contact's and a tenant's messages as on every channel; a page is refused what comes too fast, and nothing is parked.
	rates   *rates
	tracer  trace.Tracer
	timeout time.Duration
	// asker is asked what became of a message whose answer somebody awaits, for as long as patience lasts.
	asker    asker
	patience time.Duration
}

type chatHandler func(w http.ResponseWriter, r *http.Request, ref accountRef)

// at finds the account, answers the browser's cross-origin questions, and allows one method beside OPTIONS.
func (c *chat) at(method string, serve chatHandler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		settings, account, found := c.tenants.ByAccount(channel.Webchat{}.Name(), r.PathValue("account"))
		if !found {
			refuse(w, http.StatusNotFound, "account: unknown")
			return
		}
		if !allowOrigin(w, r, account) {
			refuse(w, http.StatusForbidden, "origin: not one of the account's")
			return
		}
		switch r.Method {
		case method:
			ref := accountRef{settings: settings, account: account}
			var err error
			if ref.ids, err = c.accept.events.of(ref); err != nil || settings.Identity.Held {
				refuse(w, http.StatusServiceUnavailable, "not available now: try again")
				return
			}
			serve(w, r, ref)
		case http.MethodOptions:
			w.Header().Set("Access-Control-Allow-Methods", method)
			w.Header().Set("Access-Control-Allow-Headers", "Authorization, Content-Type, Last-Event-ID")
			w.Header().Set("Access-Control-Max-Age", "600")
			w.WriteHeader(http.StatusNoContent)
		default:
			w.Header().Set("Allow", method+", OPTIONS")
			refuse(w, http.StatusMethodNotAllowed, "method: expected "+method)
		}
	})
}

// allowOrigin lets a page on another host read the answers when the account names its origin, or says that every page may. A page of the
// door's own address always may. No cookie is ever used, so what a foreign page cannot do without a session's token it cannot do with it
// allowed.
func allowOrigin(w http.ResponseWriter, r *http.Request, account *tenant.Account) bool {
	w.Header().Add("Vary", "Origin")
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	if !slices.Contains(account.Origins, origin) && !slices.Contains(account.Origins, everyOrigin) && !ownOrigin(r, origin) {
		return false
	}
	w.Header().Set("Access-Control-Allow-Origin", origin)
	return true
}

// everyOrigin is an account's word for every page.
const everyOrigin = "*"

// ownOrigin reports whether a page was loaded from the address that it asks.
func ownOrigin(r *http.Request, origin string) bool {
	u, err := url.Parse(origin)
	return err == nil && u.Host != "" && u.Host == r.Host
}

// open starts a session: its id is not to be guessed, and only its token writes to it and reads it.
func (c *chat) open(w http.ResponseWriter, r *http.Request, ref accountRef) {
	if !c.sessions.Allow(c.client(r, ref)) {
		refuse(w, http.StatusTooManyRequests, "too many sessions from one address")
		return
	}
	if !c.accounts.Allow(ref.key()) {
		refuse(w, http.StatusTooManyRequests, "too many sessions of one account")
		return
	}
	secrets, err := c.accept.secrets(ref)
	if err != nil {
		refuse(w, http.StatusServiceUnavailable, "not available now")
		return
	}
	session := channel.Webchat{}.NewSession(ref.account.SessionEpoch, time.Now())
	answer(w, http.StatusCreated, map[string]string{"session_id": session.ID, "token": channel.Webchat{}.Token(session, secrets)})
}

// client names who asks at an account: what somebody does at one page costs nothing at another's.
func (c *chat) client(r *http.Request, ref accountRef) string {
	return ref.key() + "/" + c.proxies.Client(r)
}

// post accepts one frame; the root of a message's trace, as a webhook is.
func (c *chat) post(w http.ResponseWriter, r *http.Request, ref accountRef) {
	ctx, span := startTrace(r.Context(), c.tracer, "/chat/{account}/messages", ref)
	defer span.End()
	visit, err := c.visit(r, ref)
	if err != nil {
		span.SetAttributes(attribute.Int("http.response.status_code", http.StatusUnauthorized))
		refuseVisit(w, err)
		return
	}
	status, reason := c.receive(ctx, w, r, visit)
	span.SetAttributes(attribute.Int("http.response.status_code", status))
	switch status {
	case http.StatusAccepted:
		visit.answer(w, status, map[string]string{"status": "accepted"})
	case http.StatusTooManyRequests:
		tooFast(w, r, ref)
	default:
		refuse(w, status, reason)
	}
}

func (c *chat) receive(ctx context.Context, w http.ResponseWriter, r *http.Request, v visit) (status int, reason string) {
	if status, reason = c.allow(ctx, v); status != 0 {
		return status, reason
	}
	body, release, err := c.bodies.read(w, r, "account "+v.ref.key(), "address "+c.proxies.Client(r))
	if err != nil {
		return bodyStatus(err)
	}
	defer release()
	return c.take(ctx, v, r.Header, body)
}

// allow refuses what comes too fast; 0 is allowed.
func (c *chat) allow(ctx context.Context, v visit) (status int, reason string) {
	session, ref := v.session.ID, v.ref
	if !c.messages.Allow(session) {
		c.accept.counts.limit(ctx, outcomeRefused, scopeContact)
		return http.StatusTooManyRequests, "too many messages in one session"
	}
	if scope := c.rates.over(ctx, ref.webchatLane(session)); scope != "" {
		c.accept.counts.limit(ctx, outcomeRefused, scope)
		return http.StatusTooManyRequests, "too many messages of one " + scope
	}
	return 0, ""
}

// take passes a frame on to the bus.
func (c *chat) take(ctx context.Context, v visit, header http.Header, frame []byte) (status int, reason string) {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	err := c.accept.acceptWebhook(ctx, webhook{channel: channel.Webchat{}, account: v.ref, header: header, body: frame})
	switch {
	case err == nil:
		return http.StatusAccepted, ""
	case errors.Is(err, channel.ErrSignature):
		return http.StatusUnauthorized, "session_id: not the session of the token"
	case errors.Is(err, channel.ErrMalformed):
		return http.StatusBadRequest, err.Error()
	default:
		return http.StatusServiceUnavailable, "not accepted now: try again"
	}
}
