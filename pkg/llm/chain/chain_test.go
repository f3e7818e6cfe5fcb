package chain_test

import (
	"context"
	"errors"
	"log/slog"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.opentelemetry.io/otel/metric/noop"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/llm/chain"
	"github.com/recado/recado/pkg/llm/llmtest"
)

// pair is two providers with one model each, and the calls that were made.
type pair struct {
	first, second *llmtest.Server
	chain         *chain.Chain

	mu    sync.Mutex
	calls []llm.Call
}

func newPair(t testing.TB, change func(*chain.File), first ...llmtest.Reply) *pair {
	t.Helper()
	p := &pair{first: llmtest.New(t, first...), second: llmtest.New(t, llmtest.Reply{Text: "the second answers"})}
	f := &chain.File{
		Providers: []chain.Provider{{Name: "a", BaseURL: p.first.URL}, {Name: "b", BaseURL: p.second.URL}},
		Models: []chain.Model{
			{Name: "first", Provider: "a", ID: "first-1", Capabilities: llm.CapabilitiesOf(""), Price: &chain.Price{Input: 1, Cached: 1, Output: 2}},
			{Name: "second", Provider: "b", ID: "second-1", Capabilities: llm.CapabilitiesOf(""), Price: &chain.Price{Input: 10, Cached: 1, Output: 20}},
		},
		Tiers: map[llm.Tier][]string{llm.TierFast: {"second"}, llm.TierBalanced: {"first", "second"}, llm.TierPremium: {"first"}},
		Limits: chain.Limits{
			FailureThreshold: 3, Window: 5 * time.Minute, Rest: time.Hour, Calls: 8,
			FirstToken: time.Minute, Idle: time.Minute, Whole: time.Minute,
		},
	}
	if change != nil {
		change(f)
	}
	var err error
	if p.chain, err = chain.New(f, slog.New(slog.DiscardHandler), noop.NewMeterProvider().Meter("")); err != nil {
		t.Fatal(err)
	}
	return p
}

func (p *pair) request() *llm.Request {
	return &llm.Request{
		Messages: []llm.Message{{Role: llm.RoleSystem, Text: "Be kind."}, {Role: llm.RoleUser, Text: "hola"}}, MaxTokens: 100, Temperature: 0.5,
		Record: func(c llm.Call) {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.calls = append(p.calls, c)
		},
	}
}

func (p *pair) ask(t testing.TB) string {
	t.Helper()
	resp, err := p.chain.Complete(t.Context(), p.request())
	if err != nil {
		t.Fatal(err)
	}
	return resp.Text
}

func (p *pair) outcomes() (out []string) {
	for _, c := range p.calls {
		out = append(out, c.Model+" "+c.Outcome)
	}
	return out
}

func TestTheSecondModelAnswersWhereTheFirstFails(t *testing.T) {
	t.Parallel()
	soon := func(f *chain.File) { f.Limits.FirstToken, f.Limits.Idle = 200*time.Millisecond, 200*time.Millisecond }
	for name, c := range map[string]struct {
		reply  llmtest.Reply
		kind   string
		change func(*chain.File)
	}{
		"refusing":            {reply: llmtest.Reply{Status: 503}, kind: "busy"},
		"asking for patience": {reply: llmtest.Reply{Status: 429, RetryAfter: 60}, kind: "busy"},
		"without credit":      {reply: llmtest.Reply{Status: 429, Code: "insufficient_quota"}, kind: "quota"},
		"wrong key":           {reply: llmtest.Reply{Status: 401}, kind: "auth"},
		"no such model":       {reply: llmtest.Reply{Status: 404}, kind: "missing"},
		"a prompt too long":   {reply: llmtest.Reply{Status: 400, Code: "context_length_exceeded"}, kind: "context_length"},
		"garbage":             {reply: llmtest.Reply{Body: "<html>busy</html>"}, kind: "cut"},
		"empty":               {reply: llmtest.Reply{Text: ""}, kind: "invalid"},
		"endless": {
			reply: llmtest.Reply{Text: strings.Repeat("palabra ", 40_000)}, kind: "invalid",
			change: func(f *chain.File) { f.Limits.Whole = 5 * time.Minute }, // a busy machine takes its time over so many words
		},
		"stalled before the first":     {reply: llmtest.Reply{Stalled: true}, kind: "cut", change: soon},
		"stalled in the middle":        {reply: llmtest.Reply{Text: "half an answer", Silent: true}, kind: "cut", change: soon},
		"cut":                          {reply: llmtest.Reply{Text: "half an answer", Cut: true}, kind: "cut"},
		"slower than its time":         {reply: llmtest.Reply{Stalled: true}, kind: "cut", change: func(f *chain.File) { f.Limits.Whole = 200 * time.Millisecond }},
		"whole answers, garbage":       {reply: llmtest.Reply{Body: "<html>"}, kind: "busy", change: func(f *chain.File) { f.Limits.FirstToken = 0 }},
		"whole answers, cut in halves": {reply: llmtest.Reply{Text: "x", Cut: true}, kind: "busy", change: func(f *chain.File) { f.Limits.FirstToken = 0 }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPair(t, c.change, c.reply)
			if got := p.ask(t); got != "the second answers" {
				t.Errorf("got %q", got)
			}
			if got, want := p.outcomes(), []string{"first " + c.kind, "second ok"}; !slices.Equal(got, want) {
				t.Fatalf("calls are %v, want %v", got, want)
			}
			first, second := p.calls[0], p.calls[1]
			got := []any{second.Fallback, second.Provider, second.Tier, *second.Cost, second.ID != first.ID}
			if want := []any{c.kind, "b", llm.TierBalanced, int64(11*10 + 7*20), true}; !slices.Equal(got, want) {
				t.Errorf("the second call is %v, want %v", got, want)
			}
		})
	}
}

func TestARefusedCallCostsNothingAndACutOneItsPrompt(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil, llmtest.Reply{Status: 503}, llmtest.Reply{Text: "half an answer", Cut: true})
	p.ask(t)
	p.ask(t)
	if refused := p.calls[0]; *refused.Cost != 0 || refused.Usage != (llm.Usage{}) {
		t.Errorf("the refused call is %+v", refused)
	}
	cut := p.calls[2]
	if want := (llm.Usage{Input: 4, Output: 3, Estimated: true}); cut.Usage != want || *cut.Cost != 4*1+3*2 {
		t.Errorf("the cut call took %+v for %d, want %+v", cut.Usage, *cut.Cost, want)
	}
}

func TestAModelThatFailedThreeTimesIsLeftAloneAndTriedAgainLater(t *testing.T) {
	t.Parallel()
	down, up := llmtest.Reply{Status: 503}, llmtest.Reply{Text: "well"}
	p := newPair(t, func(f *chain.File) { f.Limits.Rest = 300 * time.Millisecond }, down, up, down)
	for range 6 { // a success between the failures does not make them forgotten
		p.ask(t)
	}
	if n := len(p.first.Requests()); n != 4 {
		t.Errorf("the first was asked %d times, want 4: three failures and a success", n)
	}
	if last := p.calls[len(p.calls)-1]; last.Fallback != "open" || last.Model != "second" {
		t.Errorf("the last call is %+v", last)
	}
	p.first.Answer(llmtest.Reply{Text: "well again"})
	for p.ask(t) != "well again" {
		if t.Context().Err() != nil {
			t.Fatal("it is never asked again")
		}
	}
}

func TestWhatTheCallerAskedWronglyIsNotTheProvidersFailure(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil, llmtest.Reply{Status: 400, Code: "context_length_exceeded"})
	for range 5 {
		p.ask(t)
	}
	if n := len(p.first.Requests()); n != 5 {
		t.Errorf("the first was asked %d times of 5", n)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for range 5 {
		if _, err := p.chain.Complete(gone, p.request()); !errors.Is(err, context.Canceled) {
			t.Fatalf("got %v", err)
		}
	}
	p.first.Answer(llmtest.Reply{Text: "first"})
	if got := p.ask(t); got != "first" {
		t.Errorf("got %q", got)
	}
}

func TestOneQuestionThatIsForbiddenRestsTheModelForNobody(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil, llmtest.Reply{Status: 403, Code: "unsupported_content"})
	for range 5 {
		p.ask(t)
	}
	p.first.Answer(llmtest.Reply{Text: "first"})
	if got := p.ask(t); got != "first" {
		t.Errorf("got %q", got)
	}
}

func TestAModelWithoutAPriceIsNotAskedUnderABudget(t *testing.T) {
	t.Parallel()
	p := newPair(t, func(f *chain.File) { f.Models[0].Price = nil }, llmtest.Reply{Text: "first"})
	req := p.request()
	held := 0
	req.Hold = func(context.Context, string, int64) error { held++; return nil }
	resp, err := p.chain.Complete(t.Context(), req)
	if err != nil || resp.Text != "the second answers" || held != 1 {
		t.Errorf("got %v, %v, with %d held", resp, err, held)
	}
	if got := p.ask(t); got != "first" {
		t.Errorf("without a budget %q answers", got)
	}
}

func TestAPauseThatAProviderAsksForIsKept(t *testing.T) {
	t.Parallel()
	often := func(f *chain.File) { f.Limits.Retries, f.Limits.FailureThreshold = 1, 100 }
	p := newPair(t, often, llmtest.Reply{Status: 429, RetryAfter: 60}, llmtest.Reply{Text: "too early"})
	for range 3 {
		if got := p.ask(t); got != "the second answers" {
			t.Errorf("got %q", got)
		}
	}
	if n := len(p.first.Requests()); n != 1 {
		t.Errorf("the first was asked %d times within its pause", n)
	}
}

func TestTheOnlyModelIsAskedAgainAfterItsPause(t *testing.T) {
	t.Parallel()
	p := newPair(t, func(f *chain.File) { f.Limits.Retries = 1 }, llmtest.Reply{Status: 429, RetryAfter: 1}, llmtest.Reply{Text: "now"})
	req := p.request()
	req.Tier = llm.TierPremium
	began := time.Now()
	resp, err := p.chain.Complete(t.Context(), req)
	if err != nil || resp.Text != "now" || time.Since(began) < time.Second {
		t.Errorf("got %+v, %v after %v", resp, err, time.Since(began))
	}
	p.first.Answer(llmtest.Reply{Status: 429, RetryAfter: 5}, llmtest.Reply{Text: "too late"})
	short, cancel := context.WithTimeout(t.Context(), 4*time.Second)
	defer cancel()
	if _, err := p.chain.Complete(short, req); err == nil || short.Err() != nil {
		t.Errorf("waited for what the turn has no time for: %v", err)
	}
}

func TestWithEveryProviderDownTheChainSaysSoAtOnce(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil, llmtest.Reply{Status: 500})
	p.second.Answer(llmtest.Reply{Status: 500})
	for range 4 {
		if _, err := p.chain.Complete(t.Context(), p.request()); err == nil {
			t.Fatal("somebody answered")
		}
	}
	if got := len(p.calls); got != 6 {
		t.Errorf("%d calls, want 3 of each", got)
	}
}

func TestAHalfSaidAnswerIsTakenBackBeforeTheNextModelSpeaks(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil, llmtest.Reply{Text: "half an answer", Cut: true})
	var said strings.Builder
	req := p.request()
	req.Restart = func() { said.WriteString("|") }
	if _, err := p.chain.Stream(t.Context(), req, func(s string) { said.WriteString(s) }); err != nil || said.String() != "half an answer|the second answers" {
		t.Errorf("said %q, %v", said.String(), err)
	}
	req.Restart = nil
	if _, err := p.chain.Stream(t.Context(), req, func(string) {}); err == nil {
		t.Error("another answer followed on one that nobody can take back")
	}
}

func TestATierAndANamedModelChooseTheChain(t *testing.T) {
	t.Parallel()
	p := newPair(t, nil, llmtest.Reply{Text: "the first answers"})
	for _, c := range []struct {
		tier        llm.Tier
		model, want string
	}{
		{llm.TierFast, "", "second"},
		{"", "", "first"},
		{llm.TierPremium, "", "first"},
		{llm.TierFast, "first", "first"},
		{llm.TierFast, "unheard-of", "second"},
	} {
		req := p.request()
		req.Tier, req.Model = c.tier, c.model
		if resp, err := p.chain.Complete(t.Context(), req); err != nil || resp.Text != "the "+c.want+" answers" {
			t.Errorf("%v: %+v, %v", c, resp, err)
		}
		if got := p.calls[len(p.calls)-1].Model; got != c.want {
			t.Errorf("%v asked %s", c, got)
		}
	}
}

func TestAModelHasSoManyCallsAtATime(t *testing.T) {
	t.Parallel()
	p := newPair(t, func(f *chain.File) { f.Limits.Calls = 1 }, llmtest.Reply{Stalled: true})
	stuck, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); _, _ = p.chain.Complete(stuck, p.request()) }()
	for len(p.first.Requests()) == 0 && t.Context().Err() == nil {
		runtime.Gosched() // until it is asked
	}
	req := p.request()
	req.Record = func(c llm.Call) {
		if c.Model != "second" || c.Fallback != "full" {
			t.Errorf("got %+v", c)
		}
	}
	if _, err := p.chain.Complete(t.Context(), req); err != nil {
		t.Error(err)
	}
	cancel()
	<-done
}

func TestAQuestionIsPutAsItsModelTakesIt(t *testing.T) {
	t.Parallel()
	p := newPair(t, func(f *chain.File) {
		f.Models[0].Capabilities = llm.Capabilities{OldLimit: true, Tools: llm.ToolsNative}
	})
	p.ask(t)
	first := p.first.Requests()[0]
	if got, want := []any{first.Model, first.Temperature == nil, first.MaxTokens, first.MaxAnswer}, []any{"first-1", true, 100, 0}; !slices.Equal(got, want) {
		t.Errorf("asked %v, want %v", got, want)
	}
	req := p.request()
	req.Tier = llm.TierFast
	if _, err := p.chain.Complete(t.Context(), req); err != nil {
		t.Fatal(err)
	}
	second := p.second.Requests()[0]
	if second.Temperature == nil {
		t.Fatal("the temperature was left out")
	}
	if got, want := []any{*second.Temperature, second.MaxTokens, second.MaxAnswer}, []any{0.5, 0, 100}; !slices.Equal(got, want) {
		t.Errorf("asked %v, want %v", got, want)
	}
}

func TestThePurposeChoosesTheTuning(t *testing.T) {
	t.Parallel()
	f, err := chain.Parse("llm.yaml", []byte(good), keys)
	if err != nil {
		t.Fatal(err)
	}
	c, err := chain.New(f, slog.New(slog.DiscardHandler), noop.NewMeterProvider().Meter(""))
	if err != nil {
		t.Fatal(err)
	}
	for p, want := range map[llm.Purpose]llm.Tuning{
		{Task: "reply", Mode: "messaging", Specialist: "sales"}: {Temperature: 0.2, MaxTokens: 500},
		{Task: "reply", Mode: "voice", Specialist: "sales"}:     {Temperature: 0.2, MaxTokens: 100},
		{Task: "reply", Mode: "voice", Specialist: "booking"}:   {Temperature: 0, MaxTokens: 100},
	} {
		if got := c.Tuning(p); got != want {
			t.Errorf("%+v is %+v, want %+v", p, got, want)
		}
	}
}

func TestAModelThatNoFileNamesIsAskedOfOneEndpointOnly(t *testing.T) {
	t.Parallel()
	for _, open := range []bool{true, false} {
		p := newPair(t, func(f *chain.File) {
			f.Open, f.Models = open, f.Models[:1]
			f.Tiers = map[llm.Tier][]string{llm.TierBalanced: {"first"}}
		})
		req := p.request()
		req.Model = "unheard-of"
		if _, err := p.chain.Complete(t.Context(), req); err != nil {
			t.Fatal(err)
		}
		want, priced := "first-1", true
		if open {
			want, priced = "unheard-of", false
		}
		if got := p.first.Requests()[0].Model; got != want || (p.calls[0].Cost != nil) != priced {
			t.Errorf("open %v: asked for %s, which cost %v", open, got, p.calls[0].Cost)
		}
	}
}
