// Package standin serves the OpenAI chat API where a model would be: it takes its time, asks for one tool, says what it learned, and
// fails as told. It understands nothing; what it is for is everything around a model.
package standin

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Faults are the shares of calls, 0 to 1, that end in each way.
type Faults struct {
	Refused float64 // 429 with Retry-After: 1
	Broken  float64 // 503
	Cut     float64 // ends before its finish reason
	Silent  float64 // says its first words and then nothing, until the client gives up
	Garbage float64 // no JSON
}

// Even spreads one share over all faults.
func Even(share float64) Faults {
	return Faults{Refused: share / 5, Broken: share / 5, Cut: share / 5, Silent: share / 5, Garbage: share / 5}
}

// Options are what a Server is like.
type Options struct {
	Delay  time.Duration // until the first word of each answer
	Faults Faults
	Seed   uint64
	Words  bool // it calls no tool
}

// Server is a running stand-in.
type Server struct {
	URL string // as RECADO_LLM_BASE_URL wants it

	opts   Options
	http   *http.Server
	served sync.WaitGroup
	stop   context.CancelFunc

	mu     sync.Mutex
	random *mathrand.Rand
	counts Counts
}

// Counts are the calls so far.
type Counts struct {
	Calls  int `json:"calls"`
	Faulty int `json:"faulty"`
}

// Start serves on an address of the loopback interface, such as 127.0.0.1:0, until Close.
func Start(ctx context.Context, addr string, opts Options) (*Server, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("listen for the stand-in model: %w", err)
	}
	life, stop := context.WithCancel(context.WithoutCancel(ctx))
	s := &Server{
		URL: "http://" + listener.Addr().String() + "/v1", opts: opts, stop: stop,
		random: mathrand.New(mathrand.NewPCG(opts.Seed, 2)),
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/chat/completions", s.chat)
	mux.HandleFunc("GET /sandbox/calls", func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, s.Counts()) })
	s.http = &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second, BaseContext: func(net.Listener) context.Context { return life }}
	s.served.Go(func() { _ = s.http.Serve(listener) }) // ends with ErrServerClosed
	return s, nil
}

// Close stops serving.
func (s *Server) Close() {
	s.stop()
	_ = s.http.Close()
	s.served.Wait()
}

// Counts returns the calls so far.
func (s *Server) Counts() Counts {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.counts
}

// maxBody bounds a request.
const maxBody = 4 << 20

func (s *Server) chat(w http.ResponseWriter, r *http.Request) {
	var asked request
	err := json.NewDecoder(io.LimitReader(r.Body, maxBody)).Decode(&asked)
	if err != nil || asked.Model == "" || len(asked.Messages) == 0 {
		refuse(w, http.StatusBadRequest, "invalid_request_error")
		return
	}
	fault := s.draw()
	if !pause(r.Context(), s.opts.Delay) {
		return
	}
	switch fault {
	case refused:
		w.Header().Set("Retry-After", "1")
		refuse(w, http.StatusTooManyRequests, "rate_limit_exceeded")
	case broken:
		refuse(w, http.StatusServiceUnavailable, "server_error")
	case garbage:
		_, _ = io.WriteString(w, "<html>upstream connect error</html>")
	default:
		out := writer{w: w, model: asked.Model, stream: asked.Stream, fault: fault, gone: r.Context().Done()}
		out.say(asked.reply(s.opts.Words), asked.size()/4)
	}
}

// pause reports whether the caller is still there after a while.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

type fault int

const (
	none fault = iota
	refused
	broken
	cut
	silent
	garbage
)

// draw counts a call and decides what becomes of it.
func (s *Server) draw() fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counts.Calls++
	f, at := s.opts.Faults, s.random.Float64()
	for i, share := range []float64{f.Refused, f.Broken, f.Cut, f.Silent, f.Garbage} {
		if at -= share; at < 0 {
			s.counts.Faulty++
			return refused + fault(i)
		}
	}
	return none
}

func refuse(w http.ResponseWriter, status int, code string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = fmt.Fprintf(w, `{"error":{"message":"the stand-in was told to fail","type":%q,"code":%q}}`, code, code)
}

func writeJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}

// request is what is read of a question.
type request struct {
	Model    string `json:"model"`
	Stream   bool   `json:"stream"`
	Messages []struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	} `json:"messages"`
	Tools []struct {
		Function struct {
			Name       string `json:"name"`
			Parameters struct {
				Required []string `json:"required"`
			} `json:"parameters"`
		} `json:"function"`
	} `json:"tools"`
}

// reply is words, or the name of a tool to call.
type reply struct{ text, tool string }

// reply calls the first tool that needs no arguments, once for each message of the customer, and then says what it was told.
func (r *request) reply(words bool) reply {
	last := r.Messages[len(r.Messages)-1]
	if last.Role == "tool" {
		return reply{text: strings.Join(append([]string{"Con gusto."}, names(last.Content)...), " ")}
	}
	for _, t := range r.Tools {
		if !words && len(t.Function.Parameters.Required) == 0 && last.Role == "user" {
			return reply{tool: t.Function.Name}
		}
	}
	return reply{text: "Con gusto. ¿En qué más le ayudo?"}
}

// maxNames is how many names of a result are said.
const maxNames = 3

// names are the first names of things in a tool's result, which stand there and so may be said.
func names(result string) (out []string) {
	for range maxNames {
		_, rest, found := strings.Cut(result, `"name":"`)
		name, after, closed := strings.Cut(rest, `"`)
		if !found || !closed {
			break
		}
		if name != "" && !strings.Contains(name, `\`) {
			out = append(out, name+".")
		}
		result = after
	}
	return out
}

func (r *request) size() (n int) {
	for _, m := range r.Messages {
		n += len(m.Content)
	}
	return n
}
