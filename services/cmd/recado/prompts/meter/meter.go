// Package meter stands between Recado and a model and counts what the model is asked.
package meter

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/recado/recado/pkg/llm/standin"
	"github.com/recado/recado/pkg/tenantfile"
	"github.com/recado/recado/pkg/tokens"
)

// Meter is a running one.
type Meter struct {
	URL string // as RECADO_LLM_BASE_URL wants it

	server   *http.Server
	business []business

	mu    sync.Mutex
	calls []call
}

// business is what a prompt in which all of a tenant stands has more.
type business struct {
	name   string
	tokens int
}

// call is what one call asked, in tokens.
type call struct {
	tenant                    string
	system, tools, rest, more int
}

func (c *call) input() int { return c.system + c.tools + c.rest }

// maxBody bounds a request.
const maxBody = 4 << 20

// Start counts on the loopback interface what is sent on to the model at a URL, until Close.
func Start(ctx context.Context, model string, files []*tenantfile.File) (*Meter, error) {
	to, err := url.Parse(model)
	if err != nil {
		return nil, fmt.Errorf("the model's URL: %w", err)
	}
	m := &Meter{}
	for _, f := range files {
		m.business = append(m.business, business{f.Tenant.Name, tokens.Count(f.Tenant.Business())})
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listen: %w", err)
	}
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(to); r.Out.Host = to.Host }, FlushInterval: -1}
	m.server = &http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		m.count(body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		proxy.ServeHTTP(w, r)
	})}
	m.URL = "http://" + listener.Addr().String()
	go func() { _ = m.server.Serve(listener) }() // until Close
	return m, nil
}

// Before puts a meter before the model that variables name, and a stand-in where they name none; stop ends both.
func Before(ctx context.Context, values map[string]string, files []*tenantfile.File) (m *Meter, stop func() error, err error) {
	end := func() {}
	if values[baseURL] == "" {
		model, err := standin.Start(ctx, "127.0.0.1:0", standin.Options{})
		if err != nil {
			return nil, nil, err
		}
		end = model.Close
		values[baseURL], values["RECADO_LLM_MODEL"], values["RECADO_LLM_API_KEY"] = model.URL, "stand-in", "none"
	}
	if m, err = Start(ctx, values[baseURL], files); err != nil {
		end()
		return nil, nil, err
	}
	values[baseURL] = m.URL
	return m, func() error { end(); return m.Close() }, nil
}

const baseURL = "RECADO_LLM_BASE_URL"

// Close stops it; what was counted stays.
func (m *Meter) Close() error { return m.server.Close() }

// perMessage is what a message takes beside its words.
const perMessage = 4

func (m *Meter) count(body []byte) {
	var asked struct {
		Messages []struct {
			Role      string          `json:"role"`
			Content   string          `json:"content"`
			ToolCalls json.RawMessage `json:"tool_calls"`
		} `json:"messages"`
		Tools []struct {
			Function json.RawMessage `json:"function"`
		} `json:"tools"`
	}
	if json.Unmarshal(body, &asked) != nil || len(asked.Messages) == 0 {
		return
	}
	c := call{tenant: "another"}
	for _, b := range m.business {
		if strings.Contains(asked.Messages[0].Content, b.name) {
			c.tenant, c.more = b.name, b.tokens
		}
	}
	for _, x := range asked.Messages {
		n := tokens.Count(x.Content) + tokens.Count(string(x.ToolCalls)) + perMessage
		if x.Role == "system" {
			c.system += n
		} else {
			c.rest += n
		}
	}
	for _, t := range asked.Tools {
		c.tools += tokens.Count(string(t.Function))
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.calls = append(m.calls, c)
}

// Print writes what was counted, a row for each tenant and one for all.
func (m *Meter) Print(w io.Writer) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	of := map[string][]call{}
	for _, c := range m.calls {
		of[c.tenant] = append(of[c.tenant], c)
		of["all"] = append(of["all"], c)
	}
	names := make([]string, 0, len(of))
	for name := range of {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { // all of them last
		if (a == "all") != (b == "all") {
			return map[bool]int{true: 1, false: -1}[a == "all"]
		}
		return strings.Compare(a, b)
	})
	table := tabwriter.NewWriter(w, 0, 4, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "calls\tsystem p50\tmost\ttools p50\tmost\tinput p50\tp95\tmost\twith all of the business p50\tp95\t  tenant")
	for _, name := range names {
		calls := of[name]
		system := sorted(calls, func(c call) int { return c.system })
		tools := sorted(calls, func(c call) int { return c.tools })
		input := sorted(calls, func(c call) int { return c.input() })
		full := sorted(calls, func(c call) int { return c.input() + c.more })
		fmt.Fprintf(table, "%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t  %s\n", len(calls), at(system, 50), at(system, 100),
			at(tools, 50), at(tools, 100), at(input, 50), at(input, 95), at(input, 100), at(full, 50), at(full, 95), name)
	}
	return table.Flush()
}

func sorted(calls []call, of func(call) int) []int {
	out := make([]int, len(calls))
	for i, c := range calls {
		out[i] = of(c)
	}
	slices.Sort(out)
	return out
}

// at is a percentile of sorted values.
func at(values []int, percent int) int { return values[(len(values)*percent+99)/100-1] }
