package send

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/services/agent-runner/handoff"
	"github.com/recado/recado/services/agent-runner/promise"
)

// refusal is why nothing was said, and what would be.
type refusal struct {
	Code     string `json:"code"`
	Field    string `json:"field,omitempty"`
	Expected string `json:"expected"`

	status int
	wait   time.Duration // after which it may be tried again
}

// Error names code and field, no value.
func (r *refusal) Error() string {
	return fmt.Sprintf("%s: %s: expected %s", r.Code, r.Field, r.Expected)
}

func invalid(field, expected string) *refusal {
	return &refusal{Code: "invalid", Field: field, Expected: expected, status: http.StatusBadRequest}
}

// errReused says that a key came with another request before, errHeld that the tenant's ids change just now.
var (
	errReused = errors.New("the key came with another request")
	errHeld   = errors.New("the tenant's settings are not here yet, or its ids are being changed")
)

// refusals are what an error means to a program; the first that fits counts.
var refusals = []struct {
	is func(err error) bool
	refusal
}{
	{is(errReused), refusal{Code: "key_reused", Field: "Idempotency-Key", Expected: "another key for another request", status: 422}},
	{is(handoff.ErrUnknown), refusal{
		Code: "unknown", Expected: "a contact of yours that has written, or a conversation of theirs", status: http.StatusNotFound,
	}},
	{is(handoff.ErrNoAddress), refusal{
		Code: "erased", Expected: "a contact that was not erased: there is no address any more", status: http.StatusConflict,
	}},
	{is(handoff.ErrUnsayable), refusal{
		Code: "unsayable", Field: "message", Expected: "no card number, bank account or password: they are kept nowhere", status: 422,
	}},
	{is(promise.ErrPerson), refusal{
		Code: "person", Field: "as", Expected: "person, while a person has the conversation", status: http.StatusConflict,
	}},
	{is(promise.ErrClosed), refusal{
		Code: "window_closed", Expected: "a message of the customer within the channel's last hours", status: http.StatusConflict,
	}},
	{is(promise.ErrBusy), refusal{
		Code: "busy", Expected: "to try again: the customer is being answered",
		status: http.StatusServiceUnavailable, wait: 2 * time.Second,
	}},
	{passing, refusal{Code: "unavailable", Expected: "to try again", status: http.StatusServiceUnavailable, wait: time.Second}},
	{func(error) bool { return true }, refusal{
		Code: "internal", Expected: "to try again later", status: http.StatusInternalServerError,
	}},
}

func is(target error) func(error) bool { return func(err error) bool { return errors.Is(err, target) } }

// passing reports whether an error is nobody's fault and passes.
func passing(err error) bool {
	return store.IsUnavailable(err) || bus.IsUnavailable(err) || errors.Is(err, errHeld) || errors.Is(err, handoff.ErrRenamed)
}

func refusalOf(err error) *refusal {
	for i := range refusals {
		if refusals[i].is(err) {
			return &refusals[i].refusal
		}
	}
	return nil
}
