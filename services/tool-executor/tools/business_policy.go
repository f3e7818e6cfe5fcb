package tools

import (
	"context"
	"slices"

	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// BusinessPolicy is get_business_policy.
type BusinessPolicy struct{ db *Store }

var policyTypes = []string{"cancellation", "rescheduling", "payment", "warranty", "refunds", "privacy", "general"}

// policyAliases are other words that models use for a type.
var policyAliases = map[string]string{"guarantee": "warranty", "refund": "refunds"}

// Spec describes the tool.
func (BusinessPolicy) Spec() tool.Spec {
	return tool.Spec{
		Name:   "get_business_policy",
		Shared: true, Aliases: []string{"get_policy"},
		Description: "A policy of the business in its own words.",
		Parameters:  policyQuestionSchema,
		Specialists: tool.Bookers("ordering_restaurant", "faq", "general", "invoicing"), Permission: tool.Inform,
		Examples: tool.Examples(`{"policy_type":"cancellation"}`),
	}
}

type policyInfo struct {
	Title        string `json:"title"`
	Policy       string `json:"policy"`
	ShortVersion string `json:"short_version"`
}

type policyQuestion struct {
	Type string `json:"policy_type" required:"true" enum:"cancellation,rescheduling,payment,warranty,refunds,privacy,general"`
}

var policyQuestionSchema = wire.SchemaOf[policyQuestion]()

// Call answers with the policy of that type.
func (t BusinessPolicy) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	args, refusal := wire.Arguments[policyQuestion](c)
	if refusal != nil {
		return wire.Refuse(refusal)
	}
	kind := args.Type
	if other, ok := policyAliases[kind]; ok {
		kind = other
	}
	if !slices.Contains(policyTypes, kind) {
		return wire.RefuseFor("invalid_arguments", "policy_type", "is not a policy", policyTypes)
	}
	policy, found, err := t.db.policy(ctx, c.Tenant, kind)
	switch {
	case err != nil:
		return tool.Result{}, err
	case !found:
		return wire.Refuse(&tool.Error{Code: "not_found", Field: "policy_type", Message: "the business has no such policy"})
	}
	return wire.Answer(policy, wire.Row("policies", kind))
}
