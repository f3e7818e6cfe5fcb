package channel

import (
	"errors"
	"net"
	"net/http"
	"testing"
	"time"
)

func TestOnlyARequestThatNeverLeftIsCertainlyNotSent(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		err       error
		uncertain bool
	}{
		"no connection": {&net.OpError{Op: "dial", Err: errors.New("refused")}, false},
		"no such host":  {&net.DNSError{Err: "no such host"}, false},
		"cut answer":    {&net.OpError{Op: "read", Err: errors.New("reset")}, true},
		"unknown":       {errors.New("timeout"), true},
	} {
		if got := unanswered(c.err); got.Class != RetryLimited || got.Uncertain != c.uncertain {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestRetryAfterIsReadAsSecondsOrDateUpToAnHour(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]time.Duration{
		"": 0, "30": 30 * time.Second, "-5": 0, "99999": time.Hour, "soon": 0, "Mon, 02 Jan 2006 15:04:05 GMT": 0,
	} {
		if got := retryAfter(http.Header{"Retry-After": {value}}); got != want {
			t.Errorf("%q: got %s, want %s", value, got, want)
		}
	}
	future := time.Now().Add(48 * time.Hour).UTC().Format(http.TimeFormat)
	if got := retryAfter(http.Header{"Retry-After": {future}}); got != time.Hour {
		t.Errorf("a date in two days: got %s, want an hour", got)
	}
}

func TestEveryClassHasAReasonAndRetriesOrNot(t *testing.T) {
	t.Parallel()
	for class, want := range map[Class]struct {
		reason       string
		retry, stops bool
	}{
		RetryNumber: {"unavailable", true, false}, RetryRecipient: {"unavailable", true, false}, RetryAccount: {"unavailable", true, false},
		RetryLimited: {"unavailable", true, false}, UseTemplate: {"window_closed", false, false}, NoRetry: {"undeliverable", false, false},
		AlertAuth: {"auth", false, true}, AlertAccount: {"account", false, true}, Bug: {"payload", false, false},
	} {
		if class.Reason() != want.reason || class.Retry() != want.retry || class.StopsAccount() != want.stops {
			t.Errorf("%s: %s, retry %t, stops the account %t", class, class.Reason(), class.Retry(), class.StopsAccount())
		}
	}
}
