package ingest

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/tenant"
)

// MaxBody is the largest webhook body, in bytes: real batches reach 3 MB, and a refused one is sent again for days.
const MaxBody = 4 << 20

// webhooks is the door of channels that post signed JSON: /webhooks/<channel>/<account>.
type webhooks struct {
	tenants directory
	accept  *acceptor
	bodies  *bodyReader
	proxies app.Proxies
	tracer  trace.Tracer
	log     *slog.Logger
	// timeout bounds the time from a read body to the last PubAck.
	timeout time.Duration
}

// ServeHTTP answers 200 only when the bus has everything that the body brought.
func (d *webhooks) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ch, known := channel.ByName(r.PathValue("channel"))
	if _, own := ch.(channel.Webchat); !known || own { // the web chat has a door of its own
		refuse(w, http.StatusNotFound, "channel: no webhooks for it here")
		return
	}
	ref := d.account(ch, r.PathValue("account"))
	switch r.Method {
	case http.MethodGet:
		d.handshake(w, r, ch, ref)
	case http.MethodPost:
		d.post(w, r, ch, ref)
	default:
		w.Header().Set("Allow", "GET, POST")
		refuse(w, http.StatusMethodNotAllowed, "method: expected GET or POST")
	}
}

// account returns the account of a URL, and for an unknown one an account of nobody, whose secrets nothing fits: a stranger gets the
// same answers, after the same work, whether an account exists or not.
func (d *webhooks) account(ch channel.Channel, id string) accountRef {
	if settings, account, found := d.tenants.ByAccount(ch.Name(), id); found {
		return accountRef{settings: settings, account: account}
	}
	return accountRef{settings: &tenant.Settings{}, account: &tenant.Account{Channel: ch.Name(), ID: id}}
}

func (d *webhooks) handshake(w http.ResponseWriter, r *http.Request, ch channel.Channel, ref accountRef) {
	secrets, err := d.accept.secrets(ref)
	if err != nil {
		d.log.ErrorContext(r.Context(), "account secrets do not open",
			"tenant", string(ref.settings.ID), "channel", ch.Name(), "error", err)
		refuse(w, http.StatusForbidden, "verify token does not match")
		return
	}
	challenge, err := ch.Handshake(r.URL.Query(), secrets)
	switch {
	case errors.Is(err, channel.ErrMalformed):
		refuse(w, http.StatusBadRequest, err.Error())
	case err != nil:
		refuse(w, http.StatusForbidden, "verify token does not match")
	default:
		w.Header().Set("Content-Type", "text/plain")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		_, _ = io.WriteString(w, challenge)
	}
}

// post is the root of a message's trace.
func (d *webhooks) post(w http.ResponseWriter, r *http.Request, ch channel.Channel, ref accountRef) {
	ctx, span := startTrace(r.Context(), d.tracer, "/webhooks/{channel}/{account}", ref)
	defer span.End()
	status, reason := d.receive(ctx, w, r, webhook{channel: ch, account: ref, header: r.Header})
	span.SetAttributes(attribute.Int("http.response.status_code", status))
	if status >= http.StatusInternalServerError {
		span.SetStatus(codes.Error, reason)
	}
	if status == http.StatusOK {
		w.WriteHeader(status)
		return
	}
	refuse(w, status, reason)
}

// signer is a channel that can tell from the header alone that a body is not signed.
type signer interface {
	Signed(header http.Header) bool
}

// receive reads a body, accepts it, and says what to answer.
func (d *webhooks) receive(ctx context.Context, w http.ResponseWriter, r *http.Request, hook webhook) (status int, reason string) {
	if s, ok := hook.channel.(signer); ok && !s.Signed(r.Header) {
		leaveUnread(w)
		return http.StatusUnauthorized, channel.ErrSignature.Error()
	}
	body, release, err := d.bodies.read(w, r, "account "+hook.account.key(), "address "+d.proxies.Client(r))
	if err != nil {
		return bodyStatus(err)
	}
	defer release()
	hook.body = body
	ctx, cancel := context.WithTimeout(ctx, d.timeout)
	defer cancel()
	err = d.accept.acceptWebhook(ctx, hook)
	switch {
	case err == nil:
		return http.StatusOK, ""
	case errors.Is(err, channel.ErrSignature):
		return http.StatusUnauthorized, channel.ErrSignature.Error()
	case errors.Is(err, channel.ErrMalformed):
		return http.StatusBadRequest, err.Error()
	default:
		d.log.WarnContext(ctx, "webhook not accepted", "channel", hook.channel.Name(), "error", err)
		return http.StatusServiceUnavailable, "not accepted now: try again"
	}
}
