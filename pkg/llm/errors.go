package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	openai "github.com/sashabaranov/go-openai"
)

// Kind is what a failed call means for the next step.
type Kind string

// The kinds of failure.
const (
	KindBusy    Kind = "busy"           // 408, 409, 429, 5xx, network: try again or take the next model
	KindCut     Kind = "cut"            // the answer ended before its finish reason
	KindLength  Kind = "length"         // the longest answer that was asked for is too short: the question's fault
	KindAuth    Kind = "auth"           // 401, or 403 with a code that says so: the key is wrong; trying again does not help
	KindDenied  Kind = "denied"         // any other 403: this question's fault or this tenant's, not the model's for everybody
	KindQuota   Kind = "quota"          // 429 insufficient_quota: paid up first
	KindMissing Kind = "missing"        // 404: no such model
	KindContext Kind = "context_length" // the prompt is too long
	KindFilter  Kind = "content_filter" // refused for its content
	KindInvalid Kind = "invalid"        // any other 4xx, or an answer that cannot be read
)

// Error is a failed model call. It never holds the provider's words: they may repeat the prompt.
type Error struct {
	Kind       Kind
	Status     int           // HTTP status; 0 when there was none
	RetryAfter time.Duration // what the provider asked for; 0 when it did not
	Detail     string        // our own words, or the provider's error code
	Usage      Usage         // what the call is likely to be billed all the same
}

// Error says the kind of failure and the provider's status and code.
func (e *Error) Error() string {
	return fmt.Sprintf("model call: %s (status %d, %s)", e.Kind, e.Status, e.Detail)
}

// Retryable reports whether the same call may succeed later.
func Retryable(err error) bool {
	var e *Error
	return errors.As(err, &e) && (e.Kind == KindBusy || e.Kind == KindCut)
}

// classify turns the client's errors into ours; the caller's own end stays what it is, ours is a provider that is too slow.
func classify(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if errors.Is(err, errTooLong) {
		return tooLong()
	}
	if request, ok := errors.AsType[*openai.RequestError](err); ok { // first: an APIError inside it has no status
		return fromStatus(request.HTTPStatusCode, codeOf(request.Body))
	}
	if api, ok := errors.AsType[*openai.APIError](err); ok {
		return fromStatus(api.HTTPStatusCode, fmt.Sprint(api.Code)+" "+api.Type)
	}
	return &Error{Kind: KindBusy, Detail: "no answer from the provider"}
}

// tooLong is a provider that does not keep to the length that it was asked for: trying again does not help.
func tooLong() *Error {
	return &Error{Kind: KindInvalid, Status: http.StatusOK, Detail: "the answer is too long"}
}

// codeOf finds the error code of a body, whether it is an object or an array of one.
func codeOf(body []byte) string {
	type coded struct {
		Error struct {
			Code any    `json:"code"`
			Type string `json:"type"`
		} `json:"error"`
	}
	var one coded
	if json.Unmarshal(body, &one) != nil {
		var many []coded
		if json.Unmarshal(body, &many) != nil || len(many) == 0 {
			return ""
		}
		one = many[0]
	}
	if one.Error.Code == nil {
		return one.Error.Type
	}
	return fmt.Sprint(one.Error.Code) + " " + one.Error.Type
}

func fromStatus(status int, code string) *Error {
	e := &Error{Kind: KindInvalid, Status: status, Detail: clean(code)}
	switch {
	case strings.Contains(code, "insufficient_quota"):
		e.Kind = KindQuota
	case strings.Contains(code, "context_length"):
		e.Kind = KindContext
	case strings.Contains(code, "content_filter"):
		e.Kind = KindFilter
	case status == http.StatusUnauthorized, status == http.StatusForbidden && ofTheKey(code):
		e.Kind = KindAuth
	case status == http.StatusForbidden:
		e.Kind = KindDenied
	case status == http.StatusNotFound:
		e.Kind = KindMissing
	case status == 0, status == http.StatusRequestTimeout, status == http.StatusConflict, status == http.StatusTooManyRequests, status >= 500:
		e.Kind = KindBusy
	}
	return e
}

// ofTheKey reports whether a code says that a key is wrong or may not be used.
func ofTheKey(code string) bool {
	return slices.ContainsFunc([]string{"api_key", "authentication", "permission", "billing", "account"}, func(word string) bool {
		return strings.Contains(code, word)
	})
}

// clean keeps a code a code: short, and of identifier characters.
func clean(code string) string {
	code = strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == ' ' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return -1
	}, code)
	return strings.TrimSpace(code[:min(len(code), 60)])
}
