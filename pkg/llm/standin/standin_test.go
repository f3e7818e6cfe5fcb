package standin_test

import (
	"context"
	"errors"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/llm/standin"
	"github.com/recado/recado/pkg/tool"
)

func start(t *testing.T, opts standin.Options) (*standin.Server, *llm.OpenAI) {
	t.Helper()
	s, err := standin.Start(t.Context(), "127.0.0.1:0", opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s, llm.NewOpenAI(llm.Config{BaseURL: s.URL, Model: "m", APIKey: config.Secret("k"), Timeout: 30 * time.Second, Idle: time.Second})
}

func question(more ...llm.Message) *llm.Request {
	return &llm.Request{
		Messages: append([]llm.Message{{Role: llm.RoleUser, Text: "¿Qué servicios tienen?"}}, more...),
		Tools: []tool.Spec{
			{Name: "get_service_info", Parameters: []byte(`{"type":"object","required":["service"]}`)},
			{Name: "list_services", Parameters: []byte(`{"type":"object"}`)},
		},
	}
}

func TestItAsksForOneToolAndSaysWhatItLearned(t *testing.T) {
	t.Parallel()
	s, model := start(t, standin.Options{})
	first, err := model.Complete(t.Context(), question())
	if err != nil || len(first.ToolCalls) != 1 || first.ToolCalls[0].Name != "list_services" {
		t.Fatalf("got %+v %v, want a call of the tool without arguments", first, err)
	}
	learned := question(
		llm.Message{Role: llm.RoleAssistant, ToolCalls: first.ToolCalls},
		llm.Message{Role: llm.RoleTool, ToolCallID: first.ToolCalls[0].ID, Text: `[{"id":"1","name":"Limpieza"},{"name":"Resina"}]`},
	)
	var shown strings.Builder
	second, err := model.Stream(t.Context(), learned, func(text string) { shown.WriteString(text) })
	if err != nil || !strings.Contains(second.Text, "Limpieza. Resina.") || shown.String() != second.Text || second.Usage.Estimated {
		t.Errorf("got %+v %v, shown %q", second, err, shown.String())
	}
	if got := s.Counts(); got.Calls != 2 || got.Faulty != 0 {
		t.Errorf("counted %+v", got)
	}
}

func TestEachFaultIsTheOneThatAClientKnows(t *testing.T) {
	t.Parallel()
	for want, faults := range map[llm.Kind]standin.Faults{
		llm.KindBusy:    {Refused: 1},
		llm.KindCut:     {Silent: 1},
		llm.KindInvalid: {},
	} {
		s, model := start(t, standin.Options{Faults: faults})
		req := question()
		if want == llm.KindInvalid {
			req.Messages = nil
		}
		_, err := model.Stream(t.Context(), req, func(string) {})
		failed, ok := errors.AsType[*llm.Error](err)
		if !ok || failed.Kind != want {
			t.Errorf("got %v, want %s", err, want)
		}
		if want == llm.KindBusy && failed.RetryAfter != time.Second {
			t.Errorf("to wait %s, want a second", failed.RetryAfter)
		}
		if want != llm.KindInvalid && s.Counts().Faulty == 0 {
			t.Error("the fault is not counted")
		}
	}
	for _, faults := range []standin.Faults{{Broken: 1}, {Cut: 1}, {Garbage: 1}} {
		_, model := start(t, standin.Options{Faults: faults})
		if _, err := model.Complete(t.Context(), question()); err == nil {
			t.Errorf("%+v: an answer", faults)
		}
	}
}

func TestTheShareOfFaultsIsTheOneAskedFor(t *testing.T) {
	t.Parallel()
	s, model := start(t, standin.Options{Faults: standin.Faults{Broken: 0.25}, Seed: 3})
	for range 200 {
		_, _ = model.Complete(t.Context(), question())
	}
	if got := s.Counts(); got.Calls != 200 || got.Faulty < 25 || got.Faulty > 75 {
		t.Errorf("counted %+v, want some 50 of 200", got)
	}
}

func TestWhatItCannotReadIsRefusedAndNotCounted(t *testing.T) {
	t.Parallel()
	s, _ := start(t, standin.Options{})
	for _, body := range []string{"", "[]", `{"model":"m"}`, `{"messages":[{"role":"user","content":"x"}]}`, `{"model":"m","messages":[]}`} {
		answer, err := http.Post(s.URL+"/chat/completions", "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: %d", body, answer.StatusCode)
		}
	}
	if got := s.Counts(); got.Calls != 0 {
		t.Errorf("counted %+v", got)
	}
}

func TestAClientThatLeavesHoldsNothing(t *testing.T) {
	t.Parallel()
	s, model := start(t, standin.Options{Delay: time.Hour})
	ctx, leave := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		_, err := model.Complete(ctx, question())
		done <- err
	}()
	for s.Counts().Calls == 0 {
		runtime.Gosched()
	}
	leave()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	s.Close() // ends although the answer was an hour away
}

func TestAnotherServerOnTheAddressIsSaid(t *testing.T) {
	t.Parallel()
	s, _ := start(t, standin.Options{})
	addr := strings.TrimSuffix(strings.TrimPrefix(s.URL, "http://"), "/v1")
	if other, err := standin.Start(t.Context(), addr, standin.Options{}); err == nil {
		other.Close()
		t.Error("two servers on one address")
	}
}

func TestItCallsNoToolThatItCannotFillIn(t *testing.T) {
	t.Parallel()
	_, model := start(t, standin.Options{})
	req := question()
	req.Tools = req.Tools[:1]
	if got, err := model.Complete(t.Context(), req); err != nil || len(got.ToolCalls) != 0 || got.Text == "" {
		t.Errorf("got %+v %v, want words", got, err)
	}
}

func TestEvenSpreadsTheWholeShare(t *testing.T) {
	t.Parallel()
	f := standin.Even(0.5)
	if sum := f.Refused + f.Broken + f.Cut + f.Silent + f.Garbage; sum < 0.499 || sum > 0.501 {
		t.Errorf("the shares add up to %v", sum)
	}
}
