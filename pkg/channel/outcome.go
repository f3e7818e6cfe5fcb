package channel

import (
	"errors"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// Class is what an answer means for the reply.
type Class string

// The classes; a retry names whose back-off it is.
const (
	Sent Class = "sent"
	// RetryNumber slows the sending account (the number) down.
	RetryNumber Class = "retry_backoff_number"
	// RetryRecipient slows this recipient down, and nobody else.
	RetryRecipient Class = "retry_backoff_recipient"
	// RetryAccount slows the whole business account or app down.
	RetryAccount Class = "retry_backoff_account"
	// RetryLimited is a fault of the server: a few tries with back-off.
	RetryLimited Class = "retry_backoff_limited"
	// UseTemplate: the service window is closed, only a template may be sent.
	UseTemplate Class = "no_retry_use_template"
	// NoRetry: this person cannot be reached.
	NoRetry Class = "no_retry"
	// AlertAuth: the credentials are refused; nothing of this account is sent until they are corrected.
	AlertAuth Class = "no_retry_alert_auth"
	// AlertAccount: the account itself is locked, unpaid or limited.
	AlertAccount Class = "no_retry_alert_account"
	// Bug: the request was wrong; the same payload never succeeds.
	Bug Class = "no_retry_bug"
)

// Retry reports whether the same request may succeed later.
func (c Class) Retry() bool { return strings.HasPrefix(string(c), "retry_") }

// StopsAccount reports whether nothing of the account can be sent until a person has corrected it.
func (c Class) StopsAccount() bool { return c == AlertAuth || c == AlertAccount }

// Reason is the reason of a ReplyFailed of this class.
func (c Class) Reason() string {
	switch c {
	case UseTemplate:
		return "window_closed"
	case AlertAuth:
		return "auth"
	case AlertAccount:
		return "account"
	case Bug:
		return "payload"
	case NoRetry:
		return "undeliverable"
	default:
		return "unavailable"
	}
}

// Outcome is an answer understood.
type Outcome struct {
	Class Class
	// ProviderMessageID is the channel's id of what was sent.
	ProviderMessageID string
	// RetryAfter is how long the channel asked to wait; 0 where it did not.
	RetryAfter time.Duration
	// Uncertain: no retry is safe before a status or echo had time to come, the channel may have taken it.
	Uncertain bool
	Errors    []*recadov1.ProviderError
}

// unanswered classifies a request that got no whole answer: only one that never left is certainly not sent.
func unanswered(err error) Outcome {
	return Outcome{Class: RetryLimited, Uncertain: !neverLeft(err)}
}

func neverLeft(err error) bool {
	var op *net.OpError
	if errors.As(err, &op) && op.Op == "dial" {
		return true
	}
	var dns *net.DNSError
	return errors.As(err, &dns)
}

// byStatus classifies an answer whose body says nothing that we know.
func byStatus(status int) Outcome {
	switch {
	case status == http.StatusTooManyRequests:
		return Outcome{Class: RetryNumber}
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return Outcome{Class: AlertAuth}
	case status == http.StatusRequestTimeout || status >= 500:
		return Outcome{Class: RetryLimited, Uncertain: true}
	default:
		return Outcome{Class: Bug}
	}
}

// retryAfter reads a Retry-After header in seconds, or as a date; at most an hour.
func retryAfter(header http.Header) time.Duration {
	value := header.Get("Retry-After")
	wait := time.Duration(0)
	if seconds, err := strconv.Atoi(value); err == nil {
		wait = time.Duration(min(seconds, 3600)) * time.Second
	} else if at, err := http.ParseTime(value); err == nil {
		wait = time.Until(at)
	}
	return max(0, min(wait, time.Hour))
}
