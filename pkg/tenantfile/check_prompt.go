package tenantfile

import (
	"cmp"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/persona"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tokens"
)

// flaggedFrom is the priority from which an instruction stands in the prompt while there is room, where the file says nothing.
const flaggedFrom = 8

const defaultPriority = 5

// maxCriteria bounds what an assistant says of temperatures: it stands in every prompt of it.
const maxCriteria = 120

// Rank is an instruction's priority.
func (in *Instruction) Rank() int { return or(in.Priority, defaultPriority) }

// Tokens is what an instruction takes in a prompt, its line's end with it.
func (in *Instruction) Tokens() int {
	return tokens.Count("- "+strings.Join(strings.Fields(in.Text), " ")) + 1
}

// InPrompt lists the instructions that stand in the prompt by their places in the file, the most important first: those that the file
// names, then those of a high priority while there is room.
func (t *Tenant) InPrompt() []int {
	var named, ranked []int
	for i := range t.Instructions {
		in := &t.Instructions[i]
		switch {
		case !or(in.Active, true):
		case or(in.IncludeInPrompt, false):
			named = append(named, i)
		case in.IncludeInPrompt == nil && in.Rank() >= flaggedFrom:
			ranked = append(ranked, i)
		}
	}
	byRank := func(a, b int) int { return t.Instructions[b].Rank() - t.Instructions[a].Rank() }
	slices.SortStableFunc(ranked, byRank)
	for _, i := range ranked {
		more := append(slices.Clone(named), i)
		if len(more) <= persona.MaxInstructions && t.instructionTokens(more) <= persona.CeilingInstructions {
			named = more
		}
	}
	slices.Sort(named)
	slices.SortStableFunc(named, byRank)
	return named
}

// instructionTokens is what instructions take together, under the longest of the headings.
func (t *Tenant) instructionTokens(places []int) (total int) {
	var all []persona.Instruction
	for _, i := range places {
		total += t.Instructions[i].Tokens()
		all = append(all, persona.Instruction{Text: t.Instructions[i].Text})
	}
	for _, lang := range persona.Languages {
		s := persona.Instructions(all[:min(len(all), persona.MaxInstructions)], "", lang)
		total = max(total, s.Tokens+s.Over)
	}
	return total
}

func (c *checker) instructions() {
	flagged, branches := 0, c.tenant.branchIDs()
	for i := range c.tenant.Instructions {
		in := &c.tenant.Instructions[i]
		c.referAll(item("instructions", i, "branches"), in.Branches, branches)
		if !or(in.IncludeInPrompt, false) {
			continue
		}
		if !or(in.Active, true) {
			c.Add(item("instructions", i, "include_in_prompt"), "expected false where active is false")
		}
		if flagged++; flagged > persona.MaxInstructions {
			c.Add(item("instructions", i, "include_in_prompt"), "expected at most %d instructions with include_in_prompt",
				persona.MaxInstructions)
		}
	}
	if n := c.tenant.instructionTokens(c.tenant.InPrompt()); n > persona.CeilingInstructions {
		c.Add("instructions", "expected at most %d tokens in the prompt, those with include_in_prompt have %d: shorten them",
			persona.CeilingInstructions, n)
	}
}

// prompts checks that what the file says of each assistant stands whole in every prompt of it.
func (c *checker) prompts() {
	for i := range c.tenant.Assistants {
		a := &c.tenant.Assistants[i]
		if !slices.Contains(persona.Styles, a.Style) || !slices.Contains(persona.Types, cmp.Or(a.Type, "full")) {
			continue // another problem tells
		}
		if n := tokens.Count(a.TemperatureCriteria); n > maxCriteria {
			c.Add(item("assistants", i, "temperature_criteria"), "expected at most %d tokens, got %d", maxCriteria, n)
		}
		name, own := 0, 0
		for _, who := range c.tenant.personas(a) {
			name = max(name, who.Identity().Over)
			if s, err := who.Personality(); err == nil {
				own = max(own, s.Over)
			}
		}
		if name > 0 {
			c.Add(item("assistants", i, "name"), "expected a name that takes, with the business's, %d tokens less", name)
		}
		if own > 0 {
			c.tooMuchSaid(i, own)
		}
	}
}

// tooMuchSaid tells that an assistant's own words are over the ceiling, or those of the brand where they alone are.
func (c *checker) tooMuchSaid(i, over int) {
	voice, own := tokens.Count(c.tenant.Prompt.BrandVoice), tokens.Count(c.tenant.Assistants[i].SystemInstructions)
	switch {
	case own >= over:
		c.Add(item("assistants", i, "system_instructions"),
			"expected at most %d tokens beside the personality and prompt.brand_voice, got %d", own-over, own)
	case !c.Has("prompt.brand_voice"):
		c.Add("prompt.brand_voice", "expected at most %d tokens beside the personality, got %d", max(0, voice-(over-own)), voice)
	}
}

// personas are all in which an assistant may speak.
func (t *Tenant) personas(a *Assistant) (out []*persona.Assistant) {
	channels := []string{a.Channel}
	if cmp.Or(a.Channel, "*") == "*" {
		channels = []string{"webchat", "voice"}
	}
	for _, channel := range channels {
		for _, lang := range persona.Languages {
			out = append(out, &persona.Assistant{
				Name: a.Name, Business: t.Name, Vertical: tenant.Vertical(t.Vertical), Country: t.Country, Channel: channel,
				Style: a.Style, Type: cmp.Or(a.Type, "full"), Language: lang, Voice: t.Prompt.BrandVoice, Custom: a.SystemInstructions,
			})
		}
	}
	return out
}
