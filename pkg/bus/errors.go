package bus

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// ErrUnavailable says that something the message needs cannot be reached now. A Hop keeps a message in hand while its handler
// returns it, and counts nothing.
var ErrUnavailable = errors.New("dependency unavailable")

// ErrTooLarge says that an event exceeds 1 MiB; its publisher dead-letters it.
var ErrTooLarge = errors.New("event exceeds 1 MiB")

// ErrNotFound says that a key, object or dead letter does not exist.
var ErrNotFound = errors.New("not found")

// ErrExists says that a key has a value already.
var ErrExists = errors.New("exists already")

// ErrFull says that there is no room for what is new: waiting for the server does not help, and a Hop does not.
var ErrFull = errors.New("full")

// fullCodes are the server's codes for what an account's or a server's resources do not allow.
var fullCodes = []jetstream.ErrorCode{10002, 10023, 10028, 10047}

// isFull reports whether the server refused a value because a limit is reached. A disk without space is not one: it is mended.
func isFull(err error) bool {
	api, ok := errors.AsType[*jetstream.APIError](err)
	if !ok {
		return false
	}
	const storeFailed = 10077
	return slices.Contains(fullCodes, api.ErrorCode) || api.ErrorCode == storeFailed && strings.Contains(api.Description, "maximum")
}

// Unavailable marks an error as not the message's fault. Hop keeps the message in hand until the handler succeeds.
func Unavailable(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", ErrUnavailable, err)
}

// IsUnavailable reports whether an error matches ErrUnavailable.
func IsUnavailable(err error) bool { return errors.Is(err, ErrUnavailable) }

type rejection struct{ error }

func (r rejection) Unwrap() error { return r.error }

// Reject marks an error as final: the message becomes a dead letter at once.
func Reject(err error) error {
	if err == nil {
		return nil
	}
	return rejection{err}
}

// forgery is a delivery that claims what its publisher may not say: nobody reads it, and nothing of it is kept.
type forgery struct{ error }

type delay struct {
	error
	wait time.Duration
}

func (d delay) Unwrap() error { return d.error }

// Later asks for the message again after a while. Only shared consumers may: on an ordered stage it would hold the partition,
// and counts as the message's own error.
func Later(err error, d time.Duration) error {
	if err == nil {
		err = errors.New("later")
	}
	return delay{err, d}
}

// publishError keeps an error that no later attempt would pass, and marks every other as ErrUnavailable.
func publishError(err error) error {
	if permanent(err) {
		return err
	}
	return Unavailable(err)
}

func permanent(err error) bool {
	if errors.Is(err, ErrTooLarge) || errors.Is(err, nats.ErrMaxPayload) || errors.Is(err, nats.ErrBadSubject) {
		return true
	}
	api, ok := errors.AsType[*jetstream.APIError](err)
	return ok && api.ErrorCode == jetstream.JSErrCodeStreamMessageExceedsMaximum
}

func timedOut(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout)
}
