package llm

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	openai "github.com/sashabaranov/go-openai"
)

// Stream asks for an answer and shows its text as it comes. A stream that ends without a finish reason is cut, whatever the client says.
func (o *OpenAI) Stream(ctx context.Context, req *Request, show func(string)) (*Response, error) {
	holds := &held{show: show}
	resp, err := o.told(req, func(req *Request) (*Response, error) { return o.stream(ctx, req, holds.piece) })
	if err == nil {
		holds.end(resp)
	}
	return resp, err
}

func (o *OpenAI) stream(ctx context.Context, req *Request, show func(string)) (*Response, error) {
	limited, cancel := context.WithTimeout(ctx, o.cfg.Timeout)
	defer cancel()
	limited, wait := withRetryAfter(limited)
	idleCtx, idle := context.WithCancelCause(limited)
	defer idle(nil)
	silence := time.AfterFunc(cmp.Or(o.cfg.FirstToken, o.cfg.Idle), func() { idle(errSilent) })
	defer silence.Stop()

	request := o.request(req)
	request.StreamOptions = &openai.StreamOptions{IncludeUsage: true}
	stream, err := o.client.CreateChatCompletionStream(idleCtx, request)
	if err != nil {
		return nil, withWait(streamError(ctx, idleCtx, err), *wait)
	}
	defer func() { _ = stream.Close() }()

	var whole gathered
	for {
		chunk, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			resp, err := finished(whole.response(), req)
			return resp, withCharge(err, req, whole.length)
		}
		if err != nil {
			return nil, withCharge(streamError(ctx, idleCtx, err), req, whole.length)
		}
		silence.Reset(o.cfg.Idle)
		text := whole.add(&chunk)
		if whole.length > maxAnswer {
			return nil, withCharge(tooLong(), req, whole.length)
		}
		if text != "" {
			show(text)
		}
	}
}

var errSilent = errors.New("the stream went silent")

func streamError(ctx, idleCtx context.Context, err error) error {
	if errors.Is(context.Cause(idleCtx), errSilent) {
		return &Error{Kind: KindCut, Status: http.StatusOK, Detail: "silent stream"}
	}
	return classify(ctx, err)
}

// gathered puts the pieces of a stream together.
type gathered struct {
	text   strings.Builder
	finish string
	model  string
	usage  Usage
	calls  []*gatheredCall // pointers: a builder must not move
	length int             // of text and arguments
}

type gatheredCall struct {
	index     int
	id, name  string
	arguments strings.Builder
}

func (g *gathered) add(chunk *openai.ChatCompletionStreamResponse) (text string) {
	if chunk.Model != "" {
		g.model = chunk.Model
	}
	if chunk.Usage != nil {
		g.usage = usageOf(chunk.Usage)
	}
	if len(chunk.Choices) == 0 { // the usage chunk
		return ""
	}
	choice := chunk.Choices[0]
	if choice.FinishReason != "" {
		g.finish = string(choice.FinishReason)
	}
	for _, c := range choice.Delta.ToolCalls {
		g.length += len(c.Function.Arguments)
		g.addCall(c)
	}
	g.length += len(choice.Delta.Content)
	g.text.WriteString(choice.Delta.Content)
	return choice.Delta.Content
}

// addCall joins a piece by index where there is one, else by id, else to the last call: providers differ.
func (g *gathered) addCall(c openai.ToolCall) {
	at := len(g.calls) - 1
	for i := range g.calls {
		known := g.calls[i]
		newAtIndex := c.ID != "" && known.id != "" && c.ID != known.id
		if c.Index != nil && known.index == *c.Index && !newAtIndex || c.Index == nil && c.ID != "" && c.ID == known.id {
			at = i
		}
	}
	if at < 0 || g.startsNew(at, c) {
		index := len(g.calls)
		if c.Index != nil {
			index = *c.Index
		}
		g.calls = append(g.calls, &gatheredCall{index: index})
		at = len(g.calls) - 1
	}
	call := g.calls[at]
	call.id = first(call.id, c.ID)
	call.name = first(call.name, c.Function.Name)
	call.arguments.WriteString(c.Function.Arguments)
}

func (g *gathered) startsNew(at int, c openai.ToolCall) bool {
	known := g.calls[at]
	if c.ID != "" {
		return known.id != c.ID
	}
	if c.Function.Name != "" && known.id == "" && json.Valid([]byte(known.arguments.String())) { // whole, and here is another name
		return true
	}
	return c.Index != nil && known.index != *c.Index
}

func first(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

func (g *gathered) response() *Response {
	resp := &Response{Text: g.text.String(), Finish: g.finish, Model: g.model, Usage: g.usage}
	for _, c := range g.calls {
		resp.ToolCalls = append(resp.ToolCalls, ToolCall{ID: c.id, Name: c.name, Arguments: json.RawMessage(c.arguments.String())})
	}
	return resp
}
