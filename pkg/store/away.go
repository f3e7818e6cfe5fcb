package store

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// awayError marks an error of reaching the database, whatever its cause.
type awayError struct{ error }

func (e awayError) Unwrap() error { return e.error }

// refused takes the mark from a server's own answer that time does not change, such as a wrong password: to an open store it
// is not the message's fault, but a store is not opened with it.
func refused(err error) error {
	marked, away := errors.AsType[awayError](err)
	answer, ok := errors.AsType[*pgconn.PgError](err)
	if away && ok && !awayCode(answer.Code) {
		return marked.error
	}
	return err
}

// Away reports that the database is away, starting, stopping, full or out of connections: whoever asked did nothing wrong and
// may ask again. A server that lets the caller's deadline pass is away too: one that is alive ends a slow statement
// by its own, shorter statement time-out, and that is not.
func Away(err error) bool {
	if err == nil || errors.Is(err, context.Canceled) {
		return false
	}
	if _, ok := errors.AsType[awayError](err); ok {
		return true
	}
	if answer, ok := errors.AsType[*pgconn.PgError](err); ok {
		return awayCode(answer.Code)
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

// awayCode judges an SQLSTATE: class 08 connection, 53 resources (connections, disk, memory), 57P shutdown and start-up,
// 58 the system's own input and output, and a server that has become a read-only replica.
func awayCode(code string) bool {
	if len(code) != 5 {
		return false
	}
	switch code {
	case "25006", "57P01", "57P02", "57P03", "57P05":
		return true
	}
	return code[:2] == "08" || code[:2] == "53" || code[:2] == "58"
}

const retryAttempts = 5

// Retry repeats a short transaction that lost against another one: a serialization failure or a deadlock, at most five
// times. fn must be safe to repeat.
func Retry(ctx context.Context, fn func() error) error {
	var err error
	for attempt := range retryAttempts {
		if err = fn(); !lostRace(err) {
			return err
		}
		pause := time.Duration(1+rand.IntN(5<<attempt)) * time.Millisecond
		select {
		case <-ctx.Done():
			return err
		case <-time.After(pause):
		}
	}
	return err
}

func lostRace(err error) bool {
	answer, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (answer.Code == "40001" || answer.Code == "40P01")
}

// Conflict reports that err is the violation of a unique or exclusion constraint of this name; an empty name means any.
func Conflict(err error, constraint string) bool {
	answer, ok := errors.AsType[*pgconn.PgError](err)
	if !ok || (answer.Code != "23505" && answer.Code != "23P01") {
		return false
	}
	return constraint == "" || answer.ConstraintName == constraint
}
