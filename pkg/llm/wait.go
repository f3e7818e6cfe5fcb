package llm

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"time"

	openai "github.com/sashabaranov/go-openai"
)

// retryAfter keeps the Retry-After header of a refused call: the client loses it on streams.
type retryAfter struct{ next openai.HTTPDoer }

type waitKey struct{}

func withRetryAfter(ctx context.Context) (context.Context, *time.Duration) {
	wait := new(time.Duration)
	return context.WithValue(ctx, waitKey{}, wait), wait
}

// Do sends the request.
func (r *retryAfter) Do(req *http.Request) (*http.Response, error) {
	resp, err := r.next.Do(req)
	if err != nil {
		return nil, err
	}
	if wait, ok := req.Context().Value(waitKey{}).(*time.Duration); ok {
		*wait = parseWait(resp.Header.Get("Retry-After"))
	}
	resp.Body = &bounded{ReadCloser: resp.Body, left: maxBody}
	return resp, nil
}

// maxBody bounds what is read of an answer, streamed or whole; maxAnswer bounds what it may say.
const (
	maxBody   = 8 << 20
	maxAnswer = 256 << 10
)

var errTooLong = errors.New("the answer is too long")

// bounded is a body that fails where it goes on too long.
type bounded struct {
	io.ReadCloser
	left int
}

// Read reads what is left of the bound.
func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errTooLong
	}
	n, err := b.ReadCloser.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

// maxWait bounds what a provider may ask for.
const maxWait = 10 * time.Minute

func parseWait(header string) time.Duration {
	if seconds, err := strconv.ParseFloat(header, 64); err == nil && seconds > 0 {
		return min(time.Duration(seconds*float64(time.Second)), maxWait)
	}
	if at, err := http.ParseTime(header); err == nil {
		return min(max(time.Until(at), 0), maxWait)
	}
	return 0
}

func withWait(err error, wait time.Duration) error {
	if e, ok := errors.AsType[*Error](err); ok {
		e.RetryAfter = wait
	}
	return err
}
