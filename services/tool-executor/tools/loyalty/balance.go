package loyalty

import (
	"context"
	"time"

	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// Balance is get_loyalty_balance: what the contact has earned, and what it is good for.
type Balance struct{ data *data }

// Spec describes the tool.
func (Balance) Spec() tool.Spec {
	return tool.Spec{
		Name: "get_loyalty_balance", Own: true,
		Description: "What the customer has earned in the business's points programme, the rewards with what each takes, and codes not " +
			"used yet.",
		Parameters:  wire.SchemaOf[struct{}](),
		Specialists: tool.Everybody(), Permission: tool.Inform,
		Examples: tool.Examples(`{}`),
	}
}

// account is what a contact has.
type account struct {
	balance int64
	expires *time.Time // on the tenant's wall
	codes   []code
}

type code struct {
	Code    string `json:"code"`
	Reward  string `json:"reward"`
	Expires string `json:"expires"`
}

type balanceInfo struct {
	Tokens  int64        `json:"tokens"`
	Program string       `json:"program"`
	Expires string       `json:"expires,omitempty"`
	Unit    string       `json:"unit"`
	Rewards []rewardInfo `json:"rewards"`
	Codes   []code       `json:"codes"`
	Earn    earnInfo     `json:"earn"`
}

// earnInfo says how tokens are earned.
type earnInfo struct {
	PerAppointment int    `json:"per_appointment,omitempty"`
	PerOrder       int    `json:"per_order,omitempty"`
	PerAmount      string `json:"per_amount_text,omitempty"` // one for each so much of an order
}

type rewardInfo struct {
	ID        string   `json:"reward_id"`
	Name      string   `json:"name"`
	Aliases   []string `json:"aliases,omitempty"`
	Tokens    int64    `json:"tokens"`
	Available bool     `json:"available"`
	Missing   int64    `json:"missing"` // how many tokens more it takes
}

// Call answers with the balance; who has earned nothing yet has 0.
func (t Balance) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	if _, refusal := wire.Arguments[struct{}](c); refusal != nil {
		return wire.Refuse(refusal)
	}
	p, a, err := t.data.read(ctx, c)
	if err != nil {
		return tool.Result{}, err
	}
	if p == nil {
		return wire.Refuse(noProgram(c.Language))
	}
	out := balanceInfo{
		Tokens: a.balance, Program: p.name, Unit: p.called(c.Language), Rewards: []rewardInfo{}, Codes: a.codes, Earn: p.earn,
	}
	if a.expires != nil && a.balance > 0 {
		out.Expires = a.expires.Format(time.DateOnly)
	}
	for _, r := range p.rewards {
		out.Rewards = append(out.Rewards, rewardInfo{
			ID: r.slug, Name: r.name, Aliases: r.aliases, Tokens: r.tokens, Available: r.available, Missing: max(0, r.tokens-a.balance),
		})
	}
	return wire.Answer(out, wire.Row("loyalty_programs", p.slug))
}
