package confirm

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/assent"
	"github.com/recado/recado/services/agent-runner/flow"
	"github.com/recado/recado/services/agent-runner/rewards"
)

// ofReward names the reward that a model would take, as the balance told it.
func ofReward(asked assent.Asked, s *tenant.Settings, results []tool.Result) (n Named, of *flow.Write, missing string) {
	of = writeOf(asked.Tool, s.Vertical, false)
	var args struct {
		ID     string `json:"reward_id"`
		Tokens *int64 `json:"tokens"`
	}
	if of == nil || json.Unmarshal(asked.Arguments, &args) != nil {
		return n, nil, rewards.BalanceTool
	}
	for _, r := range results {
		b, _ := tool.Read[rewards.Balance](r)
		i := slices.IndexFunc(b.Rewards, func(one rewards.Reward) bool { return one.ID == args.ID })
		if r.Tool != rewards.BalanceTool || i < 0 || args.Tokens != nil && *args.Tokens != b.Rewards[i].Tokens {
			continue
		}
		n.Reward = []string{"reward", b.Rewards[i].Name, "tokens", strconv.FormatInt(b.Rewards[i].Tokens, 10), "unit", b.Unit}
		return n, of, ""
	}
	return n, of, rewards.BalanceTool
}
