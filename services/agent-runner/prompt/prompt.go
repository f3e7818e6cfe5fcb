// Package prompt words what a remote model is told: a prefix that changes only with its own settings, then the moment; the
// customer's words are fenced and never in a system message.
package prompt

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/pkg/persona"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/specialist"
)

// ceilingTools is that of the section that a specialist words, in tokens; package persona has the others.
const ceilingTools = 100

// Where a prompt comes from.
const (
	Modular     = "modular"      // five sections; tools bring the rest
	FullContext = "full_context" // all of the business stands in it, as the tenant's settings ask
	FellBack    = "fallback"     // the same, because the sections could not be built
)

// Input is what a prefix is built from.
type Input struct {
	Settings   *tenant.Settings
	Assistant  *tenant.Assistant // nil where the tenant has none
	Texts      Texts
	Specialist specialist.Specialist
	Own        []tool.Spec // tools that not every tenant has, as this one has them
	Channel    string
	Language   string // es, en or pt: of the conversation
	Branch     string // slug, empty where it is not known
}

// Texts are what a tenant wrote itself.
type Texts struct {
	Custom       string                // the assistant's own instructions
	Criteria     string                // for how near a contact is; without any nothing is said of it
	Voice        string                // of the brand
	Instructions []persona.Instruction // that stand in the prompt, the most important first
	Full         bool                  // all of the business stands in the prompt
	Business     string                // all of the business, where it is to stand there
}

// Prompt is a prefix.
type Prompt struct {
	Sections []persona.Section
	Source   string
	Hash     string // of the text

	text   string // as long as it has a hash
	secret func() *guard.Secret
}

// Secret recognises the prefix in a reply.
func (p *Prompt) Secret() *guard.Secret {
	if p.secret == nil {
		return guard.NewSecret("", p.Text())
	}
	return p.secret()
}

// Text is the prefix as a model reads it.
func (p *Prompt) Text() string {
	if p.Hash != "" { // all turns share it
		return p.text
	}
	texts := make([]string, 0, len(p.Sections))
	for _, s := range p.Sections {
		if s.Text != "" {
			texts = append(texts, s.Text)
		}
	}
	return strings.Join(texts, "\n\n")
}

// Tokens is the sum of the sections.
func (p *Prompt) Tokens() (n int) {
	for _, s := range p.Sections {
		n += s.Tokens
	}
	return n
}

// Sayable are the sections that a reply may repeat: what to do in danger is told to customers.
func (p *Prompt) Sayable() (texts []string) {
	for _, s := range p.Sections {
		if s.Name == "safety" || s.Name == "business" {
			texts = append(texts, s.Text)
		}
	}
	return texts
}

func (p *Prompt) sealed() *Prompt {
	p.text = p.Text()
	sum := sha256.Sum256([]byte(p.text))
	p.secret = sync.OnceValue(func() *guard.Secret { return guard.NewSecret("", p.text) })
	p.Hash = hex.EncodeToString(sum[:8])
	return p
}

// Build words the five sections.
func Build(in *Input) (*Prompt, error) {
	who := in.who()
	personality, err := who.Personality()
	if err != nil {
		return nil, err
	}
	p := &Prompt{Source: Modular, Sections: []persona.Section{
		who.Identity(),
		personality,
		persona.Instructions(in.Texts.Instructions, in.Branch, in.Language),
		in.tools(),
		who.Safety(),
	}}
	p.Sections = append(p.Sections, in.temperature()...)
	return p.sealed(), nil
}

// BuildFull words the prompt in which all of the business stands: who answers, what must be minded, and everything there is to know.
func BuildFull(in *Input, source string) *Prompt {
	who := in.who()
	manner, err := who.Personality()
	if err != nil {
		manner = persona.Section{Name: "personality", Ceiling: persona.CeilingPersonality}
	}
	p := &Prompt{Source: source, Sections: []persona.Section{
		who.Identity(),
		manner,
		persona.Instructions(in.Texts.Instructions, in.Branch, in.Language),
		in.tools(),
		who.Safety(),
		persona.Fit("business", ceilingBusiness, strings.Split(strings.TrimSpace(in.Texts.Business), "\n")),
	}}
	p.Sections = append(p.Sections, in.temperature()...)
	return p.sealed()
}

// ceilingBusiness bounds what a full prompt tells of the business; what is over is left out from the end.
const ceilingBusiness = 12000

// who is the assistant; where a tenant has none, that of a new one.
func (in *Input) who() *persona.Assistant {
	a := &persona.Assistant{
		Business: in.Settings.Name, Vertical: in.Settings.Vertical, Country: in.Settings.Country,
		Channel: in.Channel, Language: in.Language, Voice: in.Texts.Voice, Custom: in.Texts.Custom,
	}
	if in.Assistant != nil {
		a.Name, a.Style, a.Type = in.Assistant.Name, in.Assistant.Style, in.Assistant.Type
	}
	a.Style, a.Type = cmp.Or(a.Style, "warm_professional"), cmp.Or(a.Type, "full")
	return a
}

// tools says what the specialist does with which tool, and what the tenant's own ones are for.
func (in *Input) tools() persona.Section {
	lines := []string{in.Specialist.Duty(in.Language)}
	for _, t := range in.Own {
		if t.For(in.Specialist.Name) {
			about, _, _ := strings.Cut(t.Description, ". ")
			lines = append(lines, fmt.Sprintf("%s: %s", t.Name, strings.TrimSuffix(strings.Join(strings.Fields(about), " "), ".")))
		}
	}
	return persona.Fit("tools", ceilingTools, lines)
}

// key names everything that the prefix depends on: the same key is the same prefix.
func (in *Input) key() string {
	type own struct{ Name, Description string }
	tools := make([]own, len(in.Own))
	for i, t := range in.Own {
		tools[i] = own{t.Name, t.Description}
	}
	data, err := json.Marshal(struct {
		Who        *persona.Assistant
		Texts      Texts
		Specialist string
		Own        []own
		Branch     string
	}{in.who(), in.Texts, in.Specialist.Name, tools, in.Branch})
	if err != nil {
		return "" // strings and lists of them always can
	}
	sum := sha256.Sum256(data)
	return string(sum[:])
}
