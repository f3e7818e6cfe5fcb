package turn

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/prompt"
	"github.com/recado/recado/services/agent-runner/specialist"
)

const (
	historyLines = 8
	maxTokens    = 800
	temperature  = 0.3
)

// modelError is a failure of the remote model, after which the rules answer.
type modelError struct{ error }

func (e modelError) Unwrap() error { return e.error }

// askRemote asks the remote model, or takes its answer from the journal.
func (r *run) askRemote(ctx context.Context, x *exchange) (*llm.Response, error) {
	if err := r.open(ctx); err != nil {
		return nil, err
	}
	r.tell(r.journaled(x.asked))
	req, key, err := r.question(x)
	if err != nil {
		return nil, err
	}
	if resp, ok := r.journal.answers[key]; ok {
		r.stats.Model = resp.Model
		return resp, nil
	}
	if r.tell(x.asked) {
		if req, key, err = r.question(x); err != nil {
			return nil, err
		}
	}
	resp, err := r.complete(ctx, req)
	if err != nil {
		return nil, err
	}
	answer, err := json.Marshal(resp)
	if err != nil {
		return nil, fmt.Errorf("keep the model's answer: %w", err)
	}
	return resp, r.keep(ctx, Step{Key: key, Kind: "model", Name: resp.Model, Answer: answer})
}

// open starts the thread with the system prompt and the history, once a turn.
func (r *run) open(ctx context.Context) error {
	if len(r.thread) > 0 {
		return nil
	}
	if err := r.loadPersona(ctx); err != nil {
		return err
	}
	var history []Line
	err := retryWhileUnavailable(ctx, func(ctx context.Context) (err error) {
		history, err = r.Store.History(ctx, r.conv, historyLines)
		return err
	})
	if err != nil {
		return err
	}
	r.thread = prompt.System(prompt.Input{
		Settings: r.settings, Assistant: r.assistant, Language: r.language, Now: r.now,
		Specialist: specialist.ByName(r.specialist()), Custom: r.persona.Instructions, Instructions: r.persona.Critical,
		Canary: r.canary(),
	})
	for _, l := range history {
		if l.Text, err = r.said(ctx, l); err != nil {
			return err
		}
		role := llm.RoleUser
		if l.Ours {
			role = llm.RoleAssistant
		}
		r.thread = append(r.thread, llm.Message{Role: role, Text: l.Text})
		if l.Ours {
			r.answered = append(r.answered, l.Text)
		} else {
			r.heard = append(r.heard, l.Text)
		}
	}
	return nil
}

// journaled are the messages that an earlier attempt had already put to the model; all of them where there was none.
func (r *run) journaled(asked []Message) []Message {
	if len(r.journal.answers) == 0 {
		return asked
	}
	n := 0
	for _, m := range asked {
		if m.Sequence <= r.journal.through {
			n++
		}
	}
	if n == 0 {
		return asked
	}
	return asked[:n]
}

// tell adds the messages that the thread does not hold yet; false when it held all.
func (r *run) tell(asked []Message) (added bool) {
	for _, m := range asked {
		if !r.told[m.ID] {
			r.told[m.ID], added = true, true
			r.thread = append(r.thread, llm.Message{Role: llm.RoleUser, Text: prompt.Customer(wordsOf(m.Routed))})
		}
	}
	return added
}

func (r *run) question(x *exchange) (*llm.Request, string, error) {
	req := &llm.Request{Model: r.Model, Messages: slices.Clone(r.thread), Tools: r.offered(x.asked), Temperature: temperature, MaxTokens: maxTokens}
	if r.assistant != nil && r.assistant.Model != "" {
		req.Model = r.assistant.Model
	}
	if t := r.persona.Temperature; t != nil {
		req.Temperature = *t
	}
	if n := r.persona.MaxTokens; n != nil {
		req.MaxTokens = *n
	}
	key, err := modelKey(r.conv.TurnID, req)
	return req, key, err
}

func (r *run) complete(ctx context.Context, req *llm.Request) (*llm.Response, error) {
	ctx, span := r.Tracer.Start(ctx, "chat "+req.Model, trace.WithSpanKind(trace.SpanKindClient), trace.WithAttributes(
		attribute.String("gen_ai.operation.name", "chat"), attribute.String("gen_ai.request.model", req.Model),
		attribute.Int("gen_ai.request.max_tokens", req.MaxTokens), attribute.Float64("gen_ai.request.temperature", req.Temperature)))
	defer span.End()
	call, cancel := context.WithDeadline(ctx, r.patience)
	defer cancel()
	resp, err := r.write(call, req)
	if err != nil {
		span.SetStatus(codes.Error, "model call")
		return nil, modelError{err}
	}
	span.SetAttributes(attribute.String("gen_ai.response.model", resp.Model),
		attribute.StringSlice("gen_ai.response.finish_reasons", []string{resp.Finish}),
		attribute.Int("gen_ai.usage.input_tokens", resp.Usage.Input), attribute.Int("gen_ai.usage.output_tokens", resp.Usage.Output))
	if resp.Model == "" {
		resp.Model = req.Model
	}
	r.stats.Model = resp.Model
	r.stats.ModelCalls++
	r.stats.InputTokens += int64(resp.Usage.Input)
	r.stats.OutputTokens += int64(resp.Usage.Output)
	return resp, nil
}

// write lets the model write, before the eyes of whoever watches.
func (r *run) write(ctx context.Context, req *llm.Request) (*llm.Response, error) {
	if r.live == nil {
		return r.Remote.Complete(ctx, req)
	}
	secret := r.secret().Sparing(r.public()...)
	r.live.begin(r.links(), func(text string) bool { return secret.Leak(text) != "" }, r.ours()...)
	return r.Remote.Stream(ctx, req, r.live.show)
}

func (r *run) withdraw() {
	if r.live != nil {
		r.live.withdraw()
	}
}

// offered are the tools of the specialists that the messages were routed to, in the catalogue's order.
func (r *run) offered(asked []Message) []tool.Spec {
	want := map[string]bool{}
	for _, m := range asked {
		for _, name := range specialist.ByName(m.Routed.GetSpecialist()).Tools {
			want[name] = true
		}
	}
	var out []tool.Spec
	for _, s := range r.Catalog.All() {
		if want[s.Name] {
			out = append(out, s)
		}
	}
	return out
}

// specialist is the one that the newest message was routed to.
func (r *run) specialist() string {
	for _, m := range slices.Backward(r.conv.Messages) {
		if name := m.Routed.GetSpecialist(); name != "" {
			return name
		}
	}
	return specialist.General
}

// wordsOf is a message as a model reads it.
func wordsOf(m *recadov1.MessageRouted) string {
	switch kind := m.GetContent().GetKind().(type) {
	case *recadov1.Content_Text:
		return kind.Text.GetBody()
	case *recadov1.Content_Interactive:
		return kind.Interactive.GetTitle()
	case *recadov1.Content_Media:
		return kind.Media.GetCaption()
	case *recadov1.Content_Location:
		return fmt.Sprintf("[location %s %s]", kind.Location.GetName(), kind.Location.GetAddress())
	}
	return ""
}
