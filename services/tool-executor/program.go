package toolexecutor

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/pkg/vault"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/tool-executor/tools"
)

// lent is what the executor needs for calls of programs, which no turn makes.
type lent struct {
	settings interface {
		Get(id tenant.ID) (*tenant.Settings, bool)
	}
	contacts interface {
		Place(ctx context.Context, id tenant.ID, contact string) (tools.Place, bool, error)
	}
}

// Offered are the tools that programs of a tenant may use: the type of its assistant decides, as it does for a turn.
func (e *executor) Offered(id tenant.ID) ([]tool.Spec, error) {
	settings, err := e.settingsOf(id)
	if err != nil {
		return nil, err
	}
	kind := kindOf(settings, "")
	all := make([]tool.Spec, 0, len(e.list))
	for _, t := range e.list {
		all = append(all, t.Spec())
	}
	if e.outside != nil {
		all = append(all, e.outside.Known(id)...)
	}
	var out []tool.Spec
	for _, spec := range all {
		if spec, on := e.fit(id, spec); on && !spec.Turn && tool.MayUse(kind, spec) {
			out = append(out, spec)
		}
	}
	return out, nil
}

// settingsOf are a tenant's settings; one that has a key and none is not announced yet, and one that is being re-keyed changes the ids
// that programs know.
func (e *executor) settingsOf(id tenant.ID) (*tenant.Settings, error) {
	settings, ok := e.lent.settings.Get(id)
	switch {
	case !ok:
		return nil, bus.Unavailable(fmt.Errorf("tenant %s has no settings", id))
	case settings.Identity.Held:
		return nil, bus.Unavailable(fmt.Errorf("tenant %s is being re-keyed", id))
	}
	return settings, nil
}

// assistantOf is the one that answers on a channel; where nothing says on which, the one for every channel, else the first.
func assistantOf(settings *tenant.Settings, channel string) *tenant.Assistant {
	if a, ok := settings.Assistant(channel); ok {
		return a
	}
	for i := range settings.Assistants {
		if settings.Assistants[i].Active {
			return &settings.Assistants[i]
		}
	}
	if len(settings.Assistants) > 0 { // all rest: what they may is still what the business chose
		return &settings.Assistants[0]
	}
	return nil
}

func kindOf(settings *tenant.Settings, channel string) string {
	if a := assistantOf(settings, channel); a != nil {
		return a.Type
	}
	return ""
}

var errNoDryRun = &tool.Error{Code: "dry_run_unavailable", Message: "what this tool does cannot be taken back, so it was not tried"}

// Program runs a call of a program: who is asked about is named by contact id, and what a turn knows of its conversation is looked up.
// From there on it is a call like any other.
func (e *executor) Program(ctx context.Context, c tool.Call) (tool.Result, error) {
	settings, err := e.settingsOf(c.Tenant)
	if err != nil {
		return tool.Result{}, err
	}
	_, spec, ok := e.find(c.Tenant, c.Tool)
	if !ok || spec.Turn {
		return tool.Result{Err: errUnknownTool}, nil
	}
	if refusal, err := e.place(ctx, settings, spec, &c); refusal != nil || err != nil {
		return tool.Result{Err: refusal}, err
	}
	switch {
	case !tool.MayUse(kindOf(settings, c.Channel), spec):
		return tool.Result{Err: errUnknownTool}, nil
	case c.DryRun && spec.Write && !spec.DryRun:
		return tool.Result{Err: errNoDryRun}, nil
	}
	result, err := e.call(ctx, c, nil)
	if result.DryRun {
		result.Evidence = nil // of rows that there are not
	}
	return result, err
}

// place finds the conversation of the contact that a call names, if it names one.
func (e *executor) place(ctx context.Context, settings *tenant.Settings, spec tool.Spec, c *tool.Call) (*tool.Error, error) {
	c.Language = settings.Language
	if c.ContactID == "" {
		if spec.Write || spec.Own {
			return &tool.Error{Code: "invalid_arguments", Field: "contact_id", Message: "expected the contact that this is about"}, nil
		}
		if a := assistantOf(settings, ""); a != nil {
			c.AssistantID = a.ID
		}
		return nil, nil
	}
	unknown := &tool.Error{Code: "unknown_contact", Field: "contact_id", Message: "the business has no such contact"}
	if id, err := uuid.Parse(c.ContactID); err != nil || id.String() != c.ContactID {
		return unknown, nil // one writing only: locks and hashes are of the text
	}
	found, ok, err := e.lent.contacts.Place(ctx, c.Tenant, c.ContactID)
	if err != nil || !ok {
		return unknown, err
	}
	c.ConversationID, c.Channel, c.AssistantID = found.ConversationID, found.Channel, found.AssistantID
	if found.Language != "" {
		c.Language = found.Language
	}
	return nil, nil
}

// shortValue is too short to be told from other words of a result.
const shortValue = 4

// conceal is reveal for a program, which writes real values instead of tokens: the parameters that want them keep theirs, and in every
// other personal data is masked, as it would be in a message.
func (e *executor) conceal(
	ctx context.Context, spec tool.Spec, c *tool.Call, _ []*recadov1.SealedValue,
) (entries []vault.Entry, refusal *tool.Error, err error) {
	var args map[string]json.RawMessage
	if json.Unmarshal(c.Arguments, &args) != nil || args == nil {
		return nil, nil, nil // the tool names what is wrong with them
	}
	kept := map[string]json.RawMessage{}
	for _, name := range spec.Reveal {
		var value string
		if json.Unmarshal(args[name], &value) != nil {
			continue
		}
		if len(vault.Tokens(value)) > 0 {
			return nil, unavailable(name), nil
		}
		kept[name] = args[name]
		delete(args, name)
		if utf8.RuneCountInString(value) >= shortValue {
			entries = append(entries, vault.Entry{Type: name, Token: "[" + strings.ToUpper(name) + "]", Value: value})
		}
	}
	if c.Arguments, err = json.Marshal(args); err != nil {
		return nil, nil, err
	}
	masked, err := e.hide(ctx, c.Tenant, nil, tool.Result{JSON: c.Arguments})
	if err != nil {
		return nil, nil, err
	}
	if err := json.Unmarshal(masked.JSON, &args); err != nil {
		return nil, nil, fmt.Errorf("read masked arguments: %w", err)
	}
	maps.Copy(args, kept)
	c.Arguments, err = json.Marshal(args)
	return entries, nil, err
}
