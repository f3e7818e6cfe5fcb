// Package approval keeps writes that a person of the business decides about, and runs what was approved, exactly once.
package approval

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/orders"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// Gate holds back the writes that wait for a person.
type Gate struct{ Store *store.Store } // that acts as recado_tool_executor

// Run makes a call of the tool that is held back.
type Run func(ctx context.Context, c tool.Call) (tool.Result, error)

const (
	maxOwn    = 3   // pending approvals of one contact
	maxTenant = 500 // of a tenant
)

// waiting is what a write answers that waits for a person: nothing was done.
type waiting struct {
	Success bool   `json:"success"`
	Pending bool   `json:"pending"`
	ID      string `json:"approval_id"`
	Message string `json:"confirmation_message"`
}

// preview is what the write would have answered when it was asked for, as far as the person and the customer need it.
type preview struct {
	Success   bool    `json:"success"`
	Status    string  `json:"status,omitempty"`
	Total     float64 `json:"total"`
	TotalText string  `json:"total_text"`
	Number    int     `json:"number"`
	Subject   string  `json:"subject"`
	Reward    string  `json:"reward,omitempty"`
	Code      string  `json:"code,omitempty"` // of a reward that was taken
	Expires   string  `json:"expires,omitempty"`
}

// ErrOutside is what a program gets: it cannot wait for a person, and what it would write is not kept.
var ErrOutside = &tool.Error{Code: "approval_required", Message: "a person of the business decides about this write"}

// Hold keeps a call that a person has to decide about; held is false where it may run at once. What would be refused anyway is refused
// now, and what has been done under its key is answered again by the ledger.
func (g *Gate) Hold(ctx context.Context, spec tool.Spec, c tool.Call, run Run) (r tool.Result, held bool, err error) {
	if c.DryRun || c.Approved || !spec.Write {
		return r, false, nil
	}
	rule, found, err := g.rule(ctx, c)
	if err != nil || !found {
		return r, false, err
	}
	if done, err := g.done(ctx, c); err != nil || done.Err == nil {
		return done, true, err
	}
	shown := preview{Success: true}
	if spec.DryRun {
		try := c
		try.DryRun = true
		if r, err = run(ctx, try); err != nil || r.Err != nil {
			return r, true, err
		}
		_ = json.Unmarshal(r.JSON, &shown)
	}
	switch {
	case !shown.Success:
		r.DryRun = false
		return r, true, nil
	case shown.Status == orders.Withdrawn: // nobody needs to decide about what nobody has decided about
		return tool.Result{}, false, nil
	case rule.Above > 0 && shown.Total <= wire.Major(rule.Above, rule.Currency):
		return tool.Result{}, false, nil
	case c.Outside != "":
		return tool.Result{Err: ErrOutside}, true, nil
	}
	shown.Code, shown.Expires = "", "" // of a trial
	shown.Subject = subject(c.Tool, shown, c.Language)
	r, err = g.keep(ctx, c, bound(spec, c, shown), shown)
	return r, true, err
}

// bound are the arguments that are kept, as they were asked for: with tokens for personal data, and with the total that the customer
// was told, so that another price is refused and not run.
func bound(spec tool.Spec, c tool.Call, shown preview) json.RawMessage {
	asked := c.Asked
	if len(asked) == 0 {
		asked = c.Arguments
	}
	var args, parameters map[string]json.RawMessage
	var schema struct {
		Properties json.RawMessage `json:"properties"`
	}
	if shown.Total == 0 || json.Unmarshal(spec.Parameters, &schema) != nil || json.Unmarshal(schema.Properties, &parameters) != nil ||
		json.Unmarshal(asked, &args) != nil {
		return asked
	}
	const total = "expected_total"
	if _, takes := parameters[total]; !takes || args[total] != nil {
		return asked
	}
	args[total] = json.RawMessage(fmt.Sprint(shown.Total))
	out, err := json.Marshal(args)
	if err != nil {
		return asked
	}
	return out
}

func hash(name string, args json.RawMessage) []byte {
	sum := sha256.Sum256(append([]byte(name+"\x00"), args...))
	return sum[:]
}
