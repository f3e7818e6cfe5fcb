package rewards

import "github.com/recado/recado/pkg/llm"

// near is the part of a reward's tokens, of a hundred, from which on it is near.
const near = 75

// Hint says that a reward is in reach or near, for who did not ask; nothing where none is, or where the balance cannot be read.
func (d Desk) Hint() (text string, calls []llm.ToolCall) {
	b, a := d.read()
	if b == nil || b.Tokens == 0 {
		return "", a.Calls
	}
	key, best := "", Reward{}
	for _, r := range b.Rewards {
		in, close := r.Missing <= 0, r.Missing > 0 && b.Tokens*100 >= r.Tokens*near
		switch {
		case !r.Available, !in && !close:
		case in && (key != "loyalty_hint_reach" || r.Tokens > best.Tokens):
			key, best = "loyalty_hint_reach", r
		case close && (key == "" || key == "loyalty_hint_near" && r.Missing < best.Missing):
			key, best = "loyalty_hint_near", r
		}
	}
	if key == "" {
		return "", nil
	}
	return d.Words.Say(key, d.pairs(best, b)...), nil
}
