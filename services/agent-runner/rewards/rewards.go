// Package rewards reads what a customer has earned, and words it: the balance, what it is good for, which reward is meant, its code.
package rewards

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/recado/recado/pkg/language/when"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/dialogue"
	"github.com/recado/recado/services/agent-runner/heard"
	"github.com/recado/recado/services/agent-runner/phrase"
)

// The tools for what is earned.
const (
	BalanceTool = "get_loyalty_balance"
	RedeemTool  = "redeem_reward"
)

// Balance is what get_loyalty_balance answers.
type Balance struct {
	Tokens  int64    `json:"tokens"`
	Program string   `json:"program"`
	Expires string   `json:"expires"`
	Unit    string   `json:"unit"`
	Rewards []Reward `json:"rewards"`
	Codes   []Code   `json:"codes"`
	Earn    Earn     `json:"earn"`
}

// Reward is one that the programme gives.
type Reward struct {
	ID        string   `json:"reward_id"`
	Name      string   `json:"name"`
	Aliases   []string `json:"aliases"`
	Tokens    int64    `json:"tokens"`
	Available bool     `json:"available"`
	Missing   int64    `json:"missing"`
}

// Code is one that was not used yet.
type Code struct {
	Code    string `json:"code"`
	Reward  string `json:"reward"`
	Expires string `json:"expires"`
}

// Earn is how tokens are earned.
type Earn struct {
	Visit  int    `json:"per_appointment"`
	Order  int    `json:"per_order"`
	Amount string `json:"per_amount_text"`
}

// Desk is a turn as this package sees it.
type Desk struct {
	Words  phrase.Words
	Plain  string // what was said, as heard.Plain has it
	Choice int    // a bare number that was said
	Tapped string // the id of what was tapped
	Now    time.Time
	Ask    func(llm.ToolCall) (tool.Result, bool)
}

// Answer is what is said, or the calls that are needed first. Failed says that a tool did not answer.
type Answer struct {
	Calls   []llm.ToolCall
	Text    string
	Choices []llm.Choice
	Failed  bool
}

// read looks for the balance; b is nil where the answer says what is to be done instead.
func (d Desk) read() (b *Balance, a Answer) {
	c := llm.CallFor(BalanceTool, "own", map[string]any{})
	r, found := d.Ask(c)
	got, ok := tool.Read[Balance](r)
	switch {
	case !found:
		return nil, Answer{Calls: []llm.ToolCall{c}}
	case r.Err != nil && r.Err.Code == "no_program":
		return nil, Answer{Text: d.Words.Say("loyalty_none")}
	case !ok:
		return nil, Answer{Failed: true}
	}
	return &got, Answer{}
}

// Tell says what the customer has, what it is good for, and, to who has nothing or asks, how it is earned.
func (d Desk) Tell() Answer {
	b, a := d.read()
	if b == nil {
		return a
	}
	if one := d.named(b.Rewards); len(one) == 1 && heard.In(d.Plain, "missing_for") {
		return Answer{Text: d.missing(one[0], b)}
	}
	key := "loyalty_balance"
	if b.Tokens == 0 {
		key = "loyalty_zero"
	}
	text := d.Words.Say(key, "tokens", count(b.Tokens), "unit", b.Unit, "program", b.Program)
	if b.Expires != "" {
		text = phrase.Line(text, d.Words.Say("loyalty_expires", "when", d.date(b.Expires)))
	}
	if b.Tokens == 0 || heard.In(d.Plain, "earns_points") {
		text = phrase.Line(text, d.earned(b))
	}
	return Answer{Text: phrase.Paragraphs(text, d.list(b.Rewards, b), d.codes(b))}
}

// missing says what is missing for a reward.
func (d Desk) missing(r Reward, b *Balance) string {
	key := "reward_enough"
	switch {
	case !r.Available:
		key = "reward_unavailable"
	case r.Missing > 0:
		key = "reward_too_few"
	}
	return d.Words.Say(key, d.pairs(r, b)...)
}

// AsksMissing reports whether a message asks what is missing for a reward: not for an order, a time, or a bill.
func AsksMissing(s *heard.Said) bool {
	other := s.Says("missing_else") || s.Says("my_order") || s.Says("mine") || s.Slots.GetWhen() != nil
	return s.Says("missing_for") && !other
}

// earned says how tokens are earned.
func (d Desk) earned(b *Balance) string {
	var ways []string
	if b.Earn.Visit > 0 {
		ways = append(ways, d.Words.Say("loyalty_per_visit", "tokens", strconv.Itoa(b.Earn.Visit)))
	}
	if b.Earn.Order > 0 {
		ways = append(ways, d.Words.Say("loyalty_per_order", "tokens", strconv.Itoa(b.Earn.Order)))
	}
	if b.Earn.Amount != "" {
		ways = append(ways, d.Words.Say("loyalty_per_amount", "amount", b.Earn.Amount))
	}
	if len(ways) == 0 {
		return ""
	}
	return d.Words.Say("loyalty_earn", "unit", b.Unit, "ways", strings.Join(ways, ", "))
}

// listed is how many rewards one message names.
const listed = 8

// list names rewards with what each takes, a line each.
func (d Desk) list(all []Reward, b *Balance) string {
	lines := []string{d.Words.Say("loyalty_rewards")}
	for _, r := range all[:min(len(all), listed)] {
		key := "reward_in_reach"
		switch {
		case !r.Available:
			key = "reward_sold_out"
		case r.Missing > 0:
			key = "reward_missing"
		}
		lines = append(lines, "• "+d.Words.Say(key, d.pairs(r, b)...))
	}
	if len(lines) == 1 {
		return ""
	}
	return strings.Join(lines, "\n")
}

func (d Desk) pairs(r Reward, b *Balance) []string {
	return []string{"reward", r.Name, "tokens", count(r.Tokens), "missing", count(r.Missing), "unit", b.Unit, "balance", count(b.Tokens)}
}

func (d Desk) codes(b *Balance) string {
	var lines []string
	for _, c := range b.Codes {
		lines = append(lines, "• "+d.Words.Say("reward_code", "code", c.Code, "reward", c.Reward, "when", d.date(c.Expires)))
	}
	if len(lines) == 0 {
		return ""
	}
	return d.Words.Say("reward_codes") + "\n" + strings.Join(lines, "\n")
}

// Ending is what becomes of an errand after a reward was looked for.
type Ending int

// The endings.
const (
	Open   Ending = iota // something is asked, or calls are needed first
	Chosen               // the reward is known
	Over                 // there is nothing to choose
)

// Choose finds the reward that is meant: the one that was named or counted, or the only one in reach.
func (d Desk) Choose(f *dialogue.Frame) (Answer, Ending) {
	b, a := d.read()
	switch {
	case b == nil && a.Calls != nil:
		return a, Open
	case b == nil:
		return a, Over
	}
	reach := slices.DeleteFunc(slices.Clone(b.Rewards), func(r Reward) bool { return !r.Available || r.Missing > 0 })
	meant := d.named(b.Rewards)
	if id := f.Values["reward"]; id != "" {
		meant = slices.DeleteFunc(slices.Clone(b.Rewards), func(r Reward) bool { return r.ID != id })
	}
	switch {
	case len(meant) == 1 && !slices.ContainsFunc(reach, func(r Reward) bool { return r.ID == meant[0].ID }):
		return d.beyond(meant[0], reach, b), Over
	case len(meant) == 0 && len(reach) == 0:
		text := d.Words.Say("loyalty_no_reach", "tokens", count(b.Tokens), "unit", b.Unit)
		return Answer{Text: phrase.Line(text, d.list(b.Rewards, b))}, Over
	case len(meant) == 0 && len(reach) == 1:
		meant = reach
	}
	if len(meant) == 1 {
		keep(f, meant[0], b)
		return Answer{}, Chosen
	}
	if len(meant) == 0 {
		meant = reach
	}
	return d.which(f, meant, b), Open
}

// beyond says why a reward cannot be had, and what can.
func (d Desk) beyond(r Reward, reach []Reward, b *Balance) Answer {
	key := "reward_too_few"
	if !r.Available {
		key = "reward_unavailable"
	}
	text := d.Words.Say(key, d.pairs(r, b)...)
	if len(reach) > 0 {
		text = phrase.Paragraphs(text, d.list(reach, b))
	}
	return Answer{Text: text}
}

// which asks for one of several.
func (d Desk) which(f *dialogue.Frame, among []Reward, b *Balance) Answer {
	f.Among, f.Asked = nil, "reward"
	a := Answer{Text: d.Words.Say("ask_reward")}
	for _, r := range among[:min(len(among), listed)] {
		f.Among = append(f.Among, tenant.Name{ID: r.ID, Name: r.Name, Aliases: r.Aliases})
		a.Choices = append(a.Choices, llm.Choice{ID: r.ID, Title: d.Words.Say("reward_choice", d.pairs(r, b)...)})
	}
	return a
}

// named are the rewards that the words name, the longest name first and alone; where none stands there, those whose words are alike.
func (d Desk) named(all []Reward) (meant []Reward) {
	names := make([]tenant.Name, len(all))
	longest := 0
	for i, r := range all {
		names[i] = tenant.Name{ID: r.ID, Name: r.Name}
		for _, name := range append([]string{r.Name}, r.Aliases...) {
			plain := heard.Plain(name)
			switch n := len(plain); {
			case strings.TrimSpace(plain) == "" || !strings.Contains(d.Plain, plain) || n < longest:
			case n > longest:
				meant, longest = []Reward{r}, n
			case !slices.ContainsFunc(meant, func(m Reward) bool { return m.ID == r.ID }):
				meant = append(meant, r)
			}
		}
	}
	if len(meant) > 0 {
		return meant
	}
	for _, name := range heard.Alike(names, d.Plain) {
		i := slices.IndexFunc(all, func(r Reward) bool { return r.ID == name.ID })
		meant = append(meant, all[i])
	}
	return meant
}

// keep takes a reward into the errand, with the names of all, by which a correction is known.
func keep(f *dialogue.Frame, r Reward, b *Balance) {
	f.Set("reward", r.ID)
	f.Set("reward_name", r.Name)
	f.Set("tokens", count(r.Tokens))
	f.Set("unit", b.Unit)
	f.Among, f.Asked = nil, ""
	for _, other := range b.Rewards {
		f.Among = append(f.Among, tenant.Name{ID: other.ID, Name: other.Name, Aliases: other.Aliases})
	}
}

// Take takes the reward that is named, counted or tapped among those that were told, also instead of the one that was chosen.
func (d Desk) Take(f *dialogue.Frame) {
	among := make([]Reward, len(f.Among))
	for i, n := range f.Among {
		among[i] = Reward{ID: n.ID, Name: n.Name, Aliases: n.Aliases}
	}
	meant := d.named(among)
	if asked := f.Asked == "reward"; asked && len(meant) != 1 {
		meant = slices.DeleteFunc(slices.Clone(among), func(r Reward) bool {
			return r.ID != d.Tapped && (d.Choice < 1 || d.Choice > len(among) || r.ID != among[d.Choice-1].ID)
		})
	}
	if len(meant) == 1 && meant[0].ID != f.Values["reward"] {
		f.Set("reward", meant[0].ID)
		f.Set("tokens", "") // what it takes is read anew
	}
}

// date says a day, with its year where that is another one.
func (d Desk) date(day string) string {
	said := when.SayDate(day, d.Words.Lang)
	if year := day[:min(len(day), 4)]; year != d.Now.Format("2006") {
		return d.Words.Say("date_of_year", "date", said, "year", year)
	}
	return said
}

// Shown are the pairs that name what an errand would take, for its confirmation.
func Shown(f *dialogue.Frame) []string {
	return []string{"reward", f.Values["reward_name"], "tokens", f.Values["tokens"], "unit", f.Values["unit"]}
}

// redeemed is what redeem_reward answers.
type redeemed struct {
	Success bool   `json:"success"`
	Code    string `json:"code"`
	Balance int64  `json:"balance"`
	Reward  string `json:"reward"`
	Unit    string `json:"unit"`
	Expires string `json:"expires"`
	Pending bool   `json:"pending"` // a person of the business decides; nothing is done yet
	Message string `json:"confirmation_message"`
}

// Done says what came of the write: the code, that it waits for a person, or why there is none.
func (d Desk) Done(r tool.Result) Answer {
	done, ok := tool.Read[redeemed](r)
	switch {
	case ok && done.Pending:
		return Answer{Text: done.Message}
	case ok && done.Success:
		return Answer{Text: d.Words.Say("redeemed", "code", done.Code, "reward", done.Reward, "balance", count(done.Balance),
			"unit", done.Unit, "when", d.date(done.Expires))}
	case r.Err != nil && r.Err.Message != "" && r.Err.Field == "reward_id":
		return Answer{Text: phrase.Line(d.Words.Say("redeem_refused"), phrase.Sentence(r.Err.Message))}
	}
	return Answer{Failed: true}
}

func count(n int64) string { return strconv.FormatInt(n, 10) }
