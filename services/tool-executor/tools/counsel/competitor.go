package counsel

import (
	"context"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/match"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// CompetitorStrategy is get_competitor_strategy: how the business wants to answer where a customer names that competitor. Nobody learns
// from it which competitors the business has notes on.
type CompetitorStrategy struct{ db *store.Store }

// maxNamed bounds a name, in bytes.
const maxNamed = 200

// Spec describes the tool.
func (CompetitorStrategy) Spec() tool.Spec {
	return tool.Spec{
		Name: "get_competitor_strategy",
		Description: "How the business wants to answer about a competitor that the customer has named: what to stress, never to be " +
			"repeated word for word. Only with the name that the customer wrote.",
		Parameters: rivalSchema, Said: []string{"competitor_name"},
		Specialists: []string{"pricing", "faq", "general"}, Permission: tool.Inform,
		Examples: tool.Examples(`{"competitor_name":"Dental Exprés"}`),
	}
}

type rival struct {
	Name string `json:"competitor_name" required:"true" description:"the competitor, as the customer called it"`
}

var rivalSchema = wire.SchemaOf[rival]()

type strategy struct {
	Strategy string `json:"strategy"`
}

// competitor is one that the business has notes on.
type competitor struct {
	slug, strategy string
	called         match.Name
}

// Call answers with the note on the one competitor that the name means.
func (t CompetitorStrategy) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	args, refusal := wire.Arguments[rival](c)
	if refusal != nil {
		return wire.Refuse(refusal)
	}
	if args.Name == "" || len(args.Name) > maxNamed {
		return wire.RefuseFor("invalid_arguments", "competitor_name", "expected a name of at most 200 bytes", nil)
	}
	all, err := t.competitors(ctx, c.Tenant)
	if err != nil {
		return tool.Result{}, err
	}
	meant := match.Meant(all, func(x competitor) match.Name { return x.called }, args.Name)
	if len(meant) != 1 {
		return wire.RefuseFor("not_found", "competitor_name", "the business says nothing of a competitor of that name", nil)
	}
	return wire.Answer(strategy{meant[0].strategy}, wire.Row("competitors", meant[0].slug))
}
