package loyalty

import (
	"context"
	"crypto/rand"
	"slices"
	"strconv"
	"time"

	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

const (
	// maxOpen is how many codes of one contact may wait to be used, maxADay how many rewards it takes within 24 hours.
	maxOpen, maxADay = 5, 10
)

// Redeem is redeem_reward: it takes what a reward costs and gives a code, which the customer shows.
type Redeem struct{ data *data }

// Spec describes the tool.
func (Redeem) Spec() tool.Spec {
	return tool.Spec{
		Name: "redeem_reward", Write: true, Confirm: true, DryRun: true,
		Description: "Takes a reward for the customer's points by its id in get_loyalty_balance, and gives the code to show.",
		Parameters:  redemptionSchema,
		Specialists: tool.Everybody(), Permission: tool.Loyalty,
		Examples: tool.Examples(`{"reward_id":"cafe","tokens":50}`),
	}
}

type redemption struct {
	RewardID string `json:"reward_id" required:"true" description:"id of the reward"`
	Tokens   *int64 `json:"tokens" minimum:"1" description:"what the customer was told that it takes: another price refuses"`
}

var redemptionSchema = wire.SchemaOf[redemption]()

type redeemedInfo struct {
	Success bool   `json:"success"`
	Code    string `json:"code"`
	Balance int64  `json:"balance"`
	Reward  string `json:"reward"`
	Tokens  int64  `json:"tokens"`
	Unit    string `json:"unit"`
	Expires string `json:"expires"`
}

// maxID bounds a slug.
const maxID = 40

// Call redeems once a turn.
func (t Redeem) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	args, refusal := wire.Arguments[redemption](c)
	switch {
	case refusal != nil:
		return wire.Refuse(refusal)
	case args.RewardID == "" || len(args.RewardID) > maxID:
		return wire.RefuseFor("invalid_arguments", "reward_id", "expected a reward_id of get_loyalty_balance", nil)
	}
	return t.data.ledger.Once(ctx, c, writing(func(x *tx) (tool.Result, error) { return x.redeem(ctx, c, args) }))
}

// redeem refuses what cannot be had, else takes the tokens and keeps a code, in one transaction.
func (x *tx) redeem(ctx context.Context, c tool.Call, args redemption) (tool.Result, error) {
	p, had, err := x.lock(ctx, c)
	if err != nil {
		return tool.Result{}, err
	}
	if p == nil {
		return wire.Refuse(noProgram(c.Language))
	}
	i := slices.IndexFunc(p.rewards, func(r reward) bool { return r.slug == args.RewardID })
	if i < 0 {
		return wire.RefuseFor("not_found", "reward_id", say("no_reward", c.Language), p.inReach(had.balance))
	}
	r := p.rewards[i]
	if refusal := p.refuses(c, r, had, args); refusal != nil {
		return wire.Refuse(refusal)
	}
	made := made{reward: r, code: newCode()}
	left, err := x.take(ctx, c, p, &made)
	if err != nil {
		return tool.Result{}, err
	}
	return wire.Answer(redeemedInfo{
		Success: true, Code: made.code, Balance: left, Reward: r.name, Tokens: r.tokens, Unit: p.called(c.Language),
		Expires: made.expires.Format(time.DateOnly),
	}, wire.Row("loyalty_redemptions", made.id))
}

// has is what a contact has, and has taken.
type has struct {
	balance       int64
	open, lastDay int
}

// refuses says why a reward cannot be had.
func (p *program) refuses(c tool.Call, r reward, had has, args redemption) *tool.Error {
	told := func(code, what string, n int) *tool.Error {
		return &tool.Error{
			Code: code, Field: "reward_id", Allowed: tool.Names(p.inReach(had.balance)...),
			Message: say(what, c.Language, "{reward}", r.name, "{tokens}", strconv.FormatInt(r.tokens, 10), "{unit}", p.called(c.Language),
				"{balance}", strconv.FormatInt(had.balance, 10), "{n}", strconv.Itoa(n)),
		}
	}
	switch {
	case !r.available:
		return told("unavailable", "sold_out", 0)
	case args.Tokens != nil && *args.Tokens != r.tokens:
		return told("price_changed", "changed", 0)
	case had.balance < r.tokens:
		return told("not_enough_tokens", "too_few", 0)
	case had.open >= maxOpen:
		return told("too_many_codes", "too_many", had.open)
	case had.lastDay >= maxADay:
		return told("too_many_today", "too_often", had.lastDay)
	}
	return nil
}

// inReach are the rewards that a balance is enough for.
func (p *program) inReach(balance int64) []string {
	affordable := slices.DeleteFunc(slices.Clone(p.rewards), func(r reward) bool { return !r.available || r.tokens > balance })
	return wire.Names(affordable, func(r reward) string { return r.slug })
}

// letters of a code are told apart on paper and on the phone: no 0 and O, no 1 and I.
const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"

// codeLength makes a guess right in one of 10^12.
const codeLength = 8

func newCode() string {
	var b [codeLength]byte
	_, _ = rand.Read(b[:]) // it never fails
	for i := range b {
		b[i] = letters[int(b[i])%len(letters)]
	}
	return string(b[:])
}
