package store

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/retry"
)

// unavailableError marks an error of reaching the database, whatever its cause.
type unavailableError struct{ error }

func (e unavailableError) Unwrap() error { return e.error }

// refused marks a server's answer that time does not change, such as a wrong password, as a wrong configuration: to an open store it
// is not the message's fault, but a store is not opened with it.
func refused(err error) error {
	if why := neverBack(err); why != "" {
		return config.Wrong(fmt.Errorf("RECADO_POSTGRES_URL: %s: %w", why, refusal{err}))
	}
	marked, unreachable := errors.AsType[unavailableError](err)
	answer, ok := errors.AsType[*pgconn.PgError](err)
	if unreachable && ok && !unavailableCode(answer.Code) {
		return marked.error
	}
	return err
}

// refusal keeps the text of an error, and nothing that makes it worth waiting for.
type refusal struct{ error }

// startupParameter is how PgBouncer names a parameter that it does not pass on; its code is that of a lost connection.
const startupParameter = "startup parameter"

// neverBack says what of a configuration the server, or the check of its certificate, refuses; nothing where waiting may help.
func neverBack(err error) string {
	var certificate *tls.CertificateVerificationError
	answer, ok := errors.AsType[*pgconn.PgError](err)
	switch {
	case errors.As(err, &certificate):
		return "the server's certificate is not trusted"
	case strings.Contains(err.Error(), "server refused TLS connection"):
		return "the server speaks no TLS"
	case !ok:
		return ""
	case strings.Contains(answer.Message, startupParameter):
		return "a pooler refuses a start-up parameter (PgBouncer: ignore_startup_parameters)"
	case strings.HasPrefix(answer.Code, "28"):
		return "the user or password is refused"
	case answer.Code == "3D000":
		return "there is no such database"
	}
	return ""
}

// IsUnavailable reports whether the database cannot be used now: it is stopped, starting, stopping, full or out of connections.
// Whoever asked did nothing wrong and may ask again. A server that lets the caller's deadline pass is unavailable too: one that is
// alive ends a slow statement by its own, shorter statement time-out, and that is not.
func IsUnavailable(err error) bool {
	if err == nil || errors.Is(err, context.Canceled) {
		return false
	}
	if _, ok := errors.AsType[unavailableError](err); ok {
		return true
	}
	if answer, ok := errors.AsType[*pgconn.PgError](err); ok {
		return unavailableCode(answer.Code)
	}
	var connect *pgconn.ConnectError
	var network net.Error
	switch {
	case errors.As(err, &connect), errors.As(err, &network):
		return true
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, net.ErrClosed):
		return true
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE), errors.Is(err, syscall.ECONNREFUSED):
		return true
	}
	return pgconn.Timeout(err) || pgconn.SafeToRetry(err)
}

// unavailableCode judges an SQLSTATE: class 08 connection, 53 resources (connections, disk, memory), 57P shutdown and start-up,
// 58 the system's own input and output, and a server that has become a read-only replica.
func unavailableCode(code string) bool {
	if len(code) != 5 {
		return false
	}
	switch code {
	case "25006", "57P01", "57P02", "57P03", "57P05":
		return true
	}
	return code[:2] == "08" || code[:2] == "53" || code[:2] == "58"
}

// Retry repeats a short transaction that lost against another one: a serialization failure or a deadlock, at most five
// times. fn must be safe to repeat.
func Retry(ctx context.Context, fn func() error) error {
	policy := retry.Policy{Min: 5 * time.Millisecond, Max: 40 * time.Millisecond, Jitter: 1, Attempts: 5, If: lostRace}
	return retry.Do(ctx, policy, func(context.Context) error { return fn() })
}

func lostRace(err error) bool {
	answer, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (answer.Code == "40001" || answer.Code == "40P01")
}

// Conflict reports whether err is the violation of a unique or exclusion constraint of this name; an empty name means any.
func Conflict(err error, constraint string) bool {
	answer, ok := errors.AsType[*pgconn.PgError](err)
	if !ok || (answer.Code != "23505" && answer.Code != "23P01") {
		return false
	}
	return constraint == "" || answer.ConstraintName == constraint
}
