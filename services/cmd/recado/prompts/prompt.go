// Package prompts is recado prompt: what a model is told of a tenant, counted.
package prompts

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/recado/recado/pkg/persona"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tenantfile"
	"github.com/recado/recado/pkg/tokens"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/prompt"
	"github.com/recado/recado/services/agent-runner/specialist"
	"github.com/recado/recado/services/cmd/recado/cli"
	"github.com/recado/recado/services/tool-executor/tools"
)

const about = `Prints the system prompt of a tenant, as models are told it before date, time and history, with the tokens of each
section by the models' tokenizer (o200k), and how much of their 300 tokens the instructions take. TENANT is the id of one
that was applied, or a tenant's file (a name that ends in .yaml), for which nothing needs to run. Exit 1 where something
of the settings is over a ceiling: what is over is not told.`

// options are what recado prompt was asked for.
type options struct {
	specialist, channel, assistant, language, branch string
	full, json                                       bool
}

// Prompt is recado prompt.
func Prompt(ctx context.Context, c *cli.CLI, args []string) error {
	set := c.Flags("prompt TENANT [--specialist S] [--channel C] [--assistant A] [--language L] [--branch B] [--full] [--json]", about)
	var o options
	dir := cli.DirFlag(set)
	set.StringVar(&o.specialist, "specialist", specialist.General, "the `name` of who answers, such as booking_dental")
	set.StringVar(&o.channel, "channel", "whatsapp", "the `name` of the channel; voice is spoken")
	set.StringVar(&o.assistant, "assistant", "", "the `slug or name` of the assistant (default that of the channel)")
	set.StringVar(&o.language, "language", "", "the conversation's: `es, en or pt` (default the tenant's)")
	set.StringVar(&o.branch, "branch", "", "the `slug` of the branch that the conversation is about")
	set.BoolVar(&o.full, "full", false, "the prompt in which all of the business stands, as with prompt.full_context")
	set.BoolVar(&o.json, "json", false, "print JSON")
	rest, err := c.Parse(set, args, 1, 1)
	if err != nil {
		return err
	}
	b, err := read(ctx, c, *dir, rest[0])
	if err != nil {
		return err
	}
	shown, err := b.show(ctx, &o)
	if err != nil {
		return err
	}
	if o.json {
		err = c.JSON(shown)
	} else {
		err = shown.print(c)
	}
	return cmp.Or(err, shown.over())
}

// business is what recado prompt knows of a tenant.
type business struct {
	settings     *tenant.Settings
	texts        prompt.Texts      // but for the assistant's own
	custom       map[string]own    // of the assistants, by id
	slugs        map[string]string // of the assistants, by id
	instructions []instruction
}

// own is what an assistant's own settings say in its prompts.
type own struct{ custom, criteria string }

// instruction is one of the tenant's, in the prompt where it has a slot.
type instruction struct {
	ID       string   `json:"id"`
	Title    string   `json:"title,omitempty"`
	Type     string   `json:"type"`
	Priority int      `json:"priority"`
	Active   bool     `json:"active"`
	Branches []string `json:"branches"`
	Text     string   `json:"-"`
	Tokens   int      `json:"tokens"`
	Slot     *int     `json:"slot"`
}

func read(ctx context.Context, c *cli.CLI, dir, name string) (*business, error) {
	if strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml") {
		file, err := tenantfile.LoadFile(name, anything)
		if err != nil {
			return nil, err
		}
		return ofFile(file), nil
	}
	id, err := tenant.ParseID(name)
	if err != nil {
		return nil, cli.Usagef("prompt: %s", err)
	}
	url, err := c.Database(dir)
	if err != nil {
		return nil, err
	}
	db, err := store.Open(ctx, store.Options{URL: url, Role: "recado_console", MaxConns: 1})
	if err != nil {
		return nil, err
	}
	defer db.Close()
	return readBusiness(ctx, db, id)
}

// anything stands for the variables of a file that is only read.
func anything(name string) string {
	if strings.HasSuffix(name, "URL") {
		return "http://127.0.0.1:9"
	}
	return "nothing is done with it"
}

func ofFile(f *tenantfile.File) *business {
	t := &f.Tenant
	b := &business{
		settings: f.Settings(), custom: map[string]own{}, slugs: map[string]string{},
		texts: prompt.Texts{Voice: t.Prompt.BrandVoice, Full: t.Prompt.FullContext, Business: t.Business()},
	}
	for i, a := range t.Assistants {
		id := b.settings.Assistants[i].ID
		b.custom[id], b.slugs[id] = own{a.SystemInstructions, a.TemperatureCriteria}, a.ID
	}
	for i := range t.Instructions {
		in := &t.Instructions[i]
		b.instructions = append(b.instructions, instruction{
			ID: in.ID, Title: in.Title, Type: cmp.Or(in.Type, "rule"), Priority: in.Rank(), Active: in.Active == nil || *in.Active,
			Branches: in.Branches, Text: in.Text, Tokens: in.Tokens(),
		})
	}
	for slot, i := range t.InPrompt() {
		b.instructions[i].Slot = new(slot + 1)
	}
	slices.SortStableFunc(b.instructions, func(x, y instruction) int {
		return cmp.Or(cmp.Compare(x.place(), y.place()), y.Priority-x.Priority)
	})
	return b
}

// place is the slot in the prompt; what has none comes after.
func (in *instruction) place() int {
	if in.Slot == nil {
		return persona.MaxInstructions + 1
	}
	return *in.Slot
}

// flagged are the instructions of the prompt, in their order.
func (b *business) flagged() (out []instruction) {
	for _, in := range b.instructions {
		if in.Slot != nil && in.Active {
			out = append(out, in)
		}
	}
	slices.SortFunc(out, func(x, y instruction) int { return *x.Slot - *y.Slot })
	return out
}

// chosen is the assistant that is asked for.
func (b *business) chosen(o *options) (*tenant.Assistant, error) {
	if o.assistant == "" {
		a, _ := b.settings.Assistant(o.channel)
		return a, nil
	}
	for i := range b.settings.Assistants {
		if a := &b.settings.Assistants[i]; b.slugs[a.ID] == o.assistant || strings.EqualFold(a.Name, o.assistant) {
			return a, nil
		}
	}
	return nil, cli.Usagef("prompt: --assistant %s: %s has none of that name", o.assistant, b.settings.ID)
}

func (b *business) input(o *options) (*prompt.Input, error) {
	who := specialist.ByName(o.specialist)
	if who.Name != o.specialist {
		return nil, cli.Usagef("prompt: --specialist %s: there is none of that name", o.specialist)
	}
	assistant, err := b.chosen(o)
	if err != nil {
		return nil, err
	}
	language := cmp.Or(o.language, b.settings.Language)
	if !slices.Contains(persona.Languages, language) {
		return nil, cli.Usagef("prompt: --language %s: expected one of %s", language, strings.Join(persona.Languages, ", "))
	}
	in := &prompt.Input{
		Settings: b.settings, Assistant: assistant, Texts: b.texts, Specialist: who, Channel: o.channel, Language: language,
		Branch: o.branch,
	}
	if len(b.settings.Branches) == 1 {
		in.Branch = b.settings.Branches[0].ID
	}
	in.Texts.Full = in.Texts.Full || o.full
	if assistant != nil {
		said := b.custom[assistant.ID]
		in.Texts.Custom, in.Texts.Criteria = said.custom, said.criteria
	}
	for _, x := range b.flagged() {
		in.Texts.Instructions = append(in.Texts.Instructions, persona.Instruction{Title: x.Title, Text: x.Text, Branches: x.Branches})
	}
	for _, t := range tools.Specs() {
		if t, on := tool.Fit(t, &b.settings.Tools); on && t.Optional && assistant != nil && tool.MayUse(assistant.Type, t) {
			in.Own = append(in.Own, t)
		}
	}
	return in, nil
}

// shown is what recado prompt prints.
type shown struct {
	Tenant       tenant.ID         `json:"tenant"`
	Assistant    string            `json:"assistant"`
	Specialist   string            `json:"specialist"`
	Channel      string            `json:"channel"`
	Language     string            `json:"language"`
	Source       string            `json:"prompt_source"`
	Hash         string            `json:"hash"`
	Tokens       int               `json:"tokens"`
	Sections     []persona.Section `json:"sections"`
	Instructions []instruction     `json:"instructions"`
	Flagged      int               `json:"instructions_in_prompt"`
	InPrompt     int               `json:"instruction_tokens"`

	text string
}

func (b *business) show(ctx context.Context, o *options) (*shown, error) {
	in, err := b.input(o)
	if err != nil {
		return nil, err
	}
	business := func() (string, error) { return b.texts.Business, nil }
	built, err := new(prompt.Cache).Get(ctx, b.settings.ID, in, business)
	if err != nil {
		return nil, err
	}
	out := &shown{
		Tenant: b.settings.ID, Specialist: in.Specialist.Name, Channel: in.Channel, Language: in.Language, Source: built.Source,
		Hash: built.Hash, Tokens: tokens.Count(built.Text()), Sections: built.Sections, text: built.Text(),
		Instructions: append([]instruction{}, b.instructions...),
	}
	if in.Assistant != nil {
		out.Assistant = in.Assistant.Name
	}
	for _, x := range b.flagged() {
		out.InPrompt += x.Tokens
		out.Flagged++
	}
	return out, nil
}

// over is an error that names the sections whose settings do not stand whole in the prompt.
func (s *shown) over() error {
	var parts []string
	for _, section := range s.Sections {
		if section.Over > 0 {
			parts = append(parts, fmt.Sprintf("%s is %d tokens over its %d", section.Name, section.Over, section.Ceiling))
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return fmt.Errorf("prompt of %s: %s: the rest is not told; shorten it and apply the tenant again",
		s.Tenant, strings.Join(parts, ", "))
}

func (s *shown) print(c *cli.CLI) error {
	fmt.Fprintf(c.Stdout, "%s: %s answers as %s on %s in %s (%s, %s)\n\n",
		s.Tenant, cmp.Or(s.Assistant, "no assistant"), s.Specialist, s.Channel, s.Language, s.Source, s.Hash)
	table := tabwriter.NewWriter(c.Stdout, 0, 4, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "tokens\tat most\tover\t  section")
	for _, section := range s.Sections {
		fmt.Fprintf(table, "%d\t%d\t%d\t  %s\n", section.Tokens, section.Ceiling, section.Over, section.Name)
	}
	fmt.Fprintf(table, "%d\t\t\t  in all\n", s.Tokens)
	if err := table.Flush(); err != nil {
		return err
	}
	s.printInstructions(c)
	_, err := fmt.Fprintf(c.Stdout, "\n%s\n", s.text)
	return err
}

func (s *shown) printInstructions(c *cli.CLI) {
	if len(s.Instructions) == 0 {
		return
	}
	fmt.Fprintf(c.Stdout, "\n%d of %d instructions in the prompt, %d of %d tokens\n",
		s.Flagged, len(s.Instructions), s.InPrompt, persona.CeilingInstructions)
	for _, in := range s.Instructions {
		mark := " "
		if in.Slot != nil && in.Active {
			mark = "*"
		}
		where := "all branches"
		if len(in.Branches) > 0 {
			where = strings.Join(in.Branches, ", ")
		}
		fmt.Fprintf(c.Stdout, "%s %2d  %-11s  %3d tokens  %s (%s)\n",
			mark, in.Priority, in.Type, in.Tokens, cmp.Or(in.Title, in.ID), where)
	}
}
