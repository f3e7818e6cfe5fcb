package llm

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	openai "github.com/sashabaranov/go-openai"

	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/tool"
)

// Config names an OpenAI-compatible endpoint. Without a base URL there is no remote model.
type Config struct {
	BaseURL string        `env:"RECADO_LLM_BASE_URL" default:"" help:"OpenAI-compatible endpoint, such as https://api.openai.com/v1; empty answers by rules alone"`
	Model   string        `env:"RECADO_LLM_MODEL" default:"" help:"model name at that endpoint"`
	APIKey  config.Secret `env:"RECADO_LLM_API_KEY" default:"" help:"key of that endpoint"`
	Timeout time.Duration `env:"RECADO_LLM_TIMEOUT" default:"45s" help:"longest time for one model call"`
	Calls   int           `env:"RECADO_LLM_CALLS" default:"64" min:"1" help:"calls of that endpoint at a time; the others wait"`
	Idle    time.Duration `env:"RECADO_LLM_IDLE_TIMEOUT" default:"15s" help:"longest silence inside a streamed answer"`

	FirstToken   time.Duration // longest wait for the first word of a streamed answer; 0 is Idle
	Capabilities *Capabilities // of the model; nil is what its name tells
}

// Configured reports whether a remote model is wanted.
func (c Config) Configured() bool { return c.BaseURL != "" && c.Model != "" }

// Check names what is missing: an endpoint without a model would be no remote model, and nobody would know.
func (c Config) Check() error {
	if c.BaseURL != "" && c.Model == "" {
		return config.Wrong(errors.New("RECADO_LLM_MODEL: required where RECADO_LLM_BASE_URL is set: a model at that endpoint"))
	}
	return nil
}

// maxEmptyLines is how many keep-alive lines a slow provider may send before its first chunk.
const maxEmptyLines = 100_000

// OpenAI is a Model behind an OpenAI-compatible endpoint.
type OpenAI struct {
	client    *openai.Client
	cfg       Config
	textUntil atomic.Int64 // in nanoseconds: until then tools are told in words
}

// NewOpenAI returns a client; the endpoint is first asked when it is first used.
func NewOpenAI(cfg Config) *OpenAI {
	return &OpenAI{client: openai.NewClientWithConfig(clientConfig(cfg)), cfg: cfg}
}

func clientConfig(cfg Config) openai.ClientConfig {
	c := openai.DefaultConfig(cfg.APIKey.Reveal())
	c.BaseURL = cfg.BaseURL
	c.EmptyMessagesLimit = maxEmptyLines
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.ResponseHeaderTimeout = cfg.Timeout
	transport.MaxIdleConnsPerHost = max(64, cfg.Calls)
	transport.MaxIdleConns = max(transport.MaxIdleConns, transport.MaxIdleConnsPerHost)
	c.HTTPClient = &retryAfter{next: &http.Client{Transport: transport}}
	return c
}

// Complete asks for one whole answer.
func (o *OpenAI) Complete(ctx context.Context, req *Request) (*Response, error) {
	return o.told(req, func(req *Request) (*Response, error) { return o.complete(ctx, req) })
}

func (o *OpenAI) complete(ctx context.Context, req *Request) (*Response, error) {
	limited, cancel := context.WithTimeout(ctx, o.cfg.Timeout)
	defer cancel()
	limited, wait := withRetryAfter(limited)
	answer, err := o.client.CreateChatCompletion(limited, o.request(req))
	if err != nil {
		return nil, withWait(classify(ctx, err), *wait)
	}
	if len(answer.Choices) == 0 {
		return nil, &Error{Kind: KindInvalid, Status: http.StatusOK, Detail: "no choices", Usage: usageOf(&answer.Usage)}
	}
	choice := answer.Choices[0]
	resp := &Response{Text: choice.Message.Content, Finish: string(choice.FinishReason), Model: answer.Model, Usage: usageOf(&answer.Usage)}
	for _, c := range choice.Message.ToolCalls {
		resp.ToolCalls = append(resp.ToolCalls, ToolCall{ID: c.ID, Name: c.Function.Name, Arguments: json.RawMessage(c.Function.Arguments)})
	}
	return finished(resp, req)
}

// textFor is how long a model that refused tools of the chat API is told of them in words.
const textFor = time.Hour

// told asks with the tools as the model takes them: in words where it has no calls of its own, or where a question with tools is
// refused and the same one in words is not.
func (o *OpenAI) told(req *Request, ask func(*Request) (*Response, error)) (resp *Response, err error) {
	inWords := o.takes(req).Tools == ToolsText || time.Now().UnixNano() < o.textUntil.Load()
	if !inWords {
		if resp, err = ask(req); !refusesTools(err, req) {
			return called(resp, req, false), withCharge(err, req, 0)
		}
	}
	said, failed := ask(inText(req))
	switch {
	case failed == nil && !inWords && !strangers(req): // the schema of one tenant's tool may be what was refused, not tools
		o.textUntil.Store(time.Now().Add(textFor).UnixNano())
	case failed != nil && !inWords:
		failed = err // the first refusal says more
	}
	return called(said, req, true), withCharge(failed, req, 0)
}

// strangers reports whether a question offers tools of others' servers.
func strangers(req *Request) bool {
	return slices.ContainsFunc(req.Tools, func(t tool.Spec) bool { return t.Server != "" })
}

func called(resp *Response, req *Request, inWords bool) *Response {
	if resp != nil {
		callInText(resp, req.Tools, inWords)
		storable(resp)
	}
	return resp
}

// refusesTools reports whether a question was refused that might be answered if its tools stood in words.
func refusesTools(err error, req *Request) bool {
	e, ok := errors.AsType[*Error](err)
	refused := ok && e.Kind == KindInvalid && (e.Status == http.StatusBadRequest || e.Status == http.StatusUnprocessableEntity)
	return refused && len(req.Tools) > 0
}

func (o *OpenAI) model(req *Request) string { return first(req.Model, o.cfg.Model) }

func (o *OpenAI) takes(req *Request) Capabilities {
	if o.cfg.Capabilities != nil {
		return *o.cfg.Capabilities
	}
	return CapabilitiesOf(o.model(req))
}

func (o *OpenAI) request(req *Request) openai.ChatCompletionRequest {
	takes := o.takes(req)
	out := openai.ChatCompletionRequest{Model: o.model(req), Tools: toolsOf(req.Tools)}
	if takes.OldLimit {
		out.MaxTokens = req.MaxTokens //nolint:staticcheck // the only name that some providers know
	} else {
		out.MaxCompletionTokens = req.MaxTokens
	}
	if takes.Temperature {
		out.Temperature = float32(req.Temperature)
	}
	for _, m := range req.Messages {
		out.Messages = append(out.Messages, messageOf(m))
	}
	return out
}

func toolsOf(specs []tool.Spec) []openai.Tool {
	var out []openai.Tool
	for _, s := range specs {
		out = append(out, openai.Tool{Type: openai.ToolTypeFunction, Function: &openai.FunctionDefinition{Name: s.Name, Description: s.Description, Parameters: s.Parameters}})
	}
	return out
}

// messageOf never leaves content or arguments empty: the client would drop the fields, and providers refuse that.
func messageOf(m Message) openai.ChatCompletionMessage {
	out := openai.ChatCompletionMessage{Role: string(m.Role), Content: m.Text, ToolCallID: m.ToolCallID}
	if m.Role == RoleTool && m.Text == "" {
		out.Content = "(no output)"
	}
	for _, c := range m.ToolCalls {
		args := string(c.Arguments)
		if args == "" {
			args = "{}"
		}
		out.ToolCalls = append(out.ToolCalls, openai.ToolCall{ID: c.ID, Type: openai.ToolTypeFunction, Function: openai.FunctionCall{Name: c.Name, Arguments: args}})
	}
	return out
}

// finished checks that an answer is whole and its tool calls can be run.
func finished(resp *Response, req *Request) (*Response, error) {
	if err := unfinished(resp); err != nil {
		err.Usage = resp.Usage
		return nil, err
	}
	for i := range resp.ToolCalls {
		if err := readyCall(&resp.ToolCalls[i], i); err != nil {
			err.Usage = resp.Usage
			return nil, err
		}
	}
	if resp.Usage == (Usage{}) {
		resp.Usage = estimate(req, resp)
	}
	return resp, nil
}

// unfinished says what is missing in an answer, or too much; nil where it is whole.
func unfinished(resp *Response) *Error {
	switch {
	case resp.length() > maxAnswer:
		return tooLong()
	case resp.Finish == "":
		return &Error{Kind: KindCut, Status: http.StatusOK, Detail: "no finish reason"}
	case resp.Finish == "content_filter":
		return &Error{Kind: KindFilter, Status: http.StatusOK, Detail: "content_filter"}
	case resp.Finish == "length" && (len(resp.ToolCalls) > 0 || resp.Text == ""):
		return &Error{Kind: KindLength, Status: http.StatusOK, Detail: "cut by length"}
	case resp.Text == "" && len(resp.ToolCalls) == 0:
		return &Error{Kind: KindInvalid, Status: http.StatusOK, Detail: "empty answer"}
	}
	return nil
}

// length is how much an answer says, in bytes.
func (r *Response) length() int {
	n := len(r.Text)
	for _, c := range r.ToolCalls {
		n += len(c.Arguments)
	}
	return n
}

// readyCall gives a call what some providers leave out: an id, and {} for no arguments.
func readyCall(c *ToolCall, i int) *Error {
	if c.ID == "" {
		c.ID = "call_" + strconv.Itoa(i)
	}
	if len(c.Arguments) == 0 {
		c.Arguments = json.RawMessage("{}")
	}
	if c.Name == "" || !json.Valid(c.Arguments) {
		return &Error{Kind: KindInvalid, Status: http.StatusOK, Detail: "unreadable tool call"}
	}
	return nil
}

// maxTokensTold bounds what a provider is believed to have counted: more fits into no model.
const maxTokensTold = 100_000_000

// usageOf is what a provider says that it counted; what cannot be is not believed, and would keep a turn from being written down.
func usageOf(u *openai.Usage) Usage {
	if u == nil {
		return Usage{}
	}
	within := func(n int) int { return min(max(n, 0), maxTokensTold) }
	out := Usage{Input: within(u.PromptTokens), Output: within(u.CompletionTokens)}
	if u.PromptTokensDetails != nil {
		out.CachedInput = min(within(u.PromptTokensDetails.CachedTokens), out.Input)
	}
	return out
}

// charsPerToken over-counts Spanish in the vocabularies that matter, which is the safe side of a budget.
const charsPerToken = 4

func estimate(req *Request, resp *Response) Usage {
	in := 0
	for _, m := range req.Messages {
		in += len(m.Text)
	}
	return Usage{Input: in/charsPerToken + 1, Output: len(resp.Text)/charsPerToken + 1, Estimated: true}
}
