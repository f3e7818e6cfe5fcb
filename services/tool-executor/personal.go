package toolexecutor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/pkg/vault"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// opener opens sealed values; those that do not open any more are missing from its answer.
type opener interface {
	Open(ctx context.Context, id tenant.ID, contact string, values []*recadov1.SealedValue) ([]vault.Entry, error)
}

// points are a business's own contact points, which need no hiding.
type points interface {
	Of(ctx context.Context, id tenant.ID) ([]string, error)
}

// run calls a tool with real values where it needs them; its result holds none. The clear values live in this call alone.
func (e *executor) run(ctx context.Context, t tool.Tool, c tool.Call, sealed []*recadov1.SealedValue) (tool.Result, error) {
	find := e.reveal
	if c.Outside != "" && !c.Approved {
		find = e.conceal
	}
	entries, refusal, err := find(ctx, t.Spec(), &c, sealed)
	if err != nil {
		return tool.Result{}, err
	}
	if refusal != nil {
		return tool.Result{Err: refusal}, nil
	}
	c.Hide = func(ctx context.Context, r tool.Result) (tool.Result, error) {
		return e.hide(ctx, c.Tenant, entries, r)
	}
	result, err := e.do(ctx, t, c)
	if err != nil {
		return tool.Result{}, hideError(err, entries)
	}
	return c.Hide(ctx, result)
}

// do runs a call, unless a person of the business decides about it first.
func (e *executor) do(ctx context.Context, t tool.Tool, c tool.Call) (tool.Result, error) {
	if e.gate != nil {
		if r, held, err := e.gate.Hold(ctx, t.Spec(), c, t.Call); held || err != nil {
			return r, err
		}
	}
	return t.Call(ctx, c)
}

// reveal puts real values into the parameters that the tool asks for, and only there. A token that has none is a refusal: it must
// not be stored as if it were a telephone number.
func (e *executor) reveal(
	ctx context.Context, spec tool.Spec, c *tool.Call, sealed []*recadov1.SealedValue,
) ([]vault.Entry, *tool.Error, error) {
	if len(spec.Reveal) == 0 || len(vault.Tokens(string(c.Arguments))) == 0 {
		return nil, nil, nil
	}
	var args map[string]json.RawMessage
	if json.Unmarshal(c.Arguments, &args) != nil {
		return nil, nil, nil // the tool names what is wrong with them
	}
	entries, err := e.vault.Open(ctx, c.Tenant, c.ContactID, sealed)
	if err != nil {
		return nil, nil, fmt.Errorf("open personal data: %w", err)
	}
	for _, name := range spec.Reveal {
		var text string
		if json.Unmarshal(args[name], &text) != nil {
			continue
		}
		for _, token := range vault.Tokens(text) {
			if !slices.ContainsFunc(entries, func(e vault.Entry) bool { return e.Token == token }) {
				return nil, unavailable(name), nil
			}
		}
		if args[name], err = json.Marshal(vault.Reveal(text, entries)); err != nil {
			return nil, nil, err
		}
	}
	c.Asked = c.Arguments
	c.Arguments, err = json.Marshal(args)
	return entries, nil, err
}

func unavailable(field string) *tool.Error {
	return &tool.Error{
		Code: "protected_value_unavailable", Field: field,
		Message: "stands for personal data that cannot be opened: ask the customer for it again",
	}
}

// hide gives the call's own values their tokens back and masks every other personal data, the business's own contact points excepted.
func (e *executor) hide(ctx context.Context, id tenant.ID, entries []vault.Entry, r tool.Result) (tool.Result, error) {
	if !slices.ContainsFunc(textsOf(r), func(text string) bool { return holdsPersonal(text, entries) }) {
		return r, nil
	}
	keep, err := e.own.Of(ctx, id)
	if err != nil {
		return tool.Result{}, err
	}
	hidden := func(key, value string) string {
		value = tokenize(value, entries)
		if identifies(key, value) {
			return value
		}
		return guard.Mask(value, keep...)
	}
	r.JSON = eachString(r.JSON, hidden)
	if r.Err != nil {
		refusal := *r.Err
		refusal.Message, refusal.Field = hidden("", refusal.Message), hidden("", refusal.Field)
		refusal.Allowed = make(tool.Allowed, len(r.Err.Allowed))
		for i, v := range r.Err.Allowed {
			refusal.Allowed[i] = eachString(v, hidden)
		}
		r.Err = &refusal
	}
	return r, nil
}

// textsOf are the texts of a result or a refusal.
func textsOf(r tool.Result) []string {
	texts := []string{string(r.JSON)}
	if r.Err != nil {
		texts = append(texts, r.Err.Message, r.Err.Field)
		for _, v := range r.Err.Allowed {
			texts = append(texts, string(v))
		}
	}
	return texts
}

func holdsPersonal(text string, entries []vault.Entry) bool {
	return tokenize(text, entries) != text || guard.Mask(text) != text
}

// tokenize puts the tokens back where a call's own values stand.
func tokenize(text string, entries []vault.Entry) string {
	for _, e := range entries {
		if e.Value != "" {
			text = strings.ReplaceAll(text, e.Value, e.Token)
		}
	}
	return text
}

// identifies reports whether a member is an id, whose digits may look like a number of somebody's.
func identifies(key, value string) bool {
	return (key == "id" || key == "replaces" || strings.HasSuffix(key, "_id")) && !strings.ContainsAny(value, " \t\n")
}

// hideError keeps values out of an error, whose text goes to logs and dead letters; what it means stays.
func hideError(err error, entries []vault.Entry) error {
	text := tokenize(err.Error(), entries)
	if text == err.Error() {
		return err
	}
	switch hidden := errors.New(text); {
	case store.IsUnavailable(err), bus.IsUnavailable(err):
		return bus.Unavailable(hidden)
	default:
		return hidden
	}
}

// approved runs a call that a person of the business has approved, with the personal data that it was asked for with.
func (e *executor) approved(ctx context.Context, c tool.Call) (tool.Result, error) {
	sealed := make([]*recadov1.SealedValue, len(c.PII))
	for i, p := range c.PII {
		sealed[i] = &recadov1.SealedValue{Type: p.Type, Token: p.Token, Sealed: p.Sealed}
	}
	return e.call(ctx, c, sealed)
}
