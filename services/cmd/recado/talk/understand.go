package talk

import (
	"context"
	"errors"
	"strings"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/rulemodel"
	"github.com/recado/recado/services/cmd/recado/cli"
	"github.com/recado/recado/services/cmd/recado/tenants"
	"github.com/recado/recado/services/demo"
	intentrouter "github.com/recado/recado/services/intent-router"
	"github.com/recado/recado/services/intent-router/intent"
)

type understandFlags struct {
	tenant, vertical, lang, now, channel, dir string
	asJSON, dialogue                          bool
}

// Understand is recado understand.
func Understand(ctx context.Context, c *cli.CLI, args []string) error {
	set := c.Flags(`understand "text" [--tenant ID | --vertical NAME] [--lang es|en|pt] [--now TIME] [--dialogue] [--json]`,
		"Prints what the intent router reads in a message that begins a conversation, and why: "+
			"the language, each intent with its confidence,\n"+
			"the rules and the tenant's own phrases that hold with the words that met them, "+
			"the words that speak most for the first intent,\n"+
			"the urgency and its sign, days, times and other values with the words they were read from, "+
			"words read as slips of the keyboard,\n"+
			"and the specialist and what chose it. Personal data is masked first, as in the pipeline. "+
			"The text - reads standard input, 1 MB at most.\n"+
			"With --tenant the settings are those of a running installation; where none runs, those of the demo tenant of that id.")
	var f understandFlags
	set.StringVar(&f.tenant, "tenant", "", "whose message it is, with its names, phrases and routing")
	set.StringVar(&f.vertical, "vertical", "", "without a tenant: dental, restaurant, medical or general (default general), "+
		"without names, in Mexico City; needs no server")
	set.StringVar(&f.lang, "lang", "", "what the conversation speaks where the text does not tell: es, en or pt (default the tenant's)")
	set.StringVar(&f.now, "now", "", "when it was received, as 2026-11-18T10:30:00-06:00 (default now)")
	set.StringVar(&f.channel, "channel", "whatsapp", "the channel whose assistant answers")
	set.BoolVar(&f.asJSON, "json", false, "print JSON")
	set.BoolVar(&f.dialogue, "dialogue", false, "print too what the message tells the rule model's dialogue to do, and why (docs/flows.md)")
	dir := cli.DirFlag(set)
	rest, err := c.Parse(set, args, 1, 1)
	if err != nil {
		return err
	}
	f.dir = *dir
	text, err := textOf(c, rest[0])
	if err != nil {
		return err
	}
	out, err := understand(ctx, c, text, f)
	if err != nil {
		return err
	}
	if f.asJSON {
		return c.JSON(out)
	}
	printUnderstood(c, out)
	return nil
}

func understand(ctx context.Context, c *cli.CLI, text string, f understandFlags) (*understood, error) {
	now, err := f.moment()
	if err != nil {
		return nil, err
	}
	if f.lang != "" && !language.Lang(f.lang).Known() {
		return nil, cli.Usagef("--lang: expected es, en or pt, got %q", f.lang)
	}
	settings, err := settingsFor(ctx, c, f)
	if err != nil {
		return nil, err
	}
	cfg, err := config.Load[intentrouter.Config](c.Getenv)
	if err != nil {
		return nil, err
	}
	text = guard.Screen(text, guard.Contact).Masked
	event := &recadov1.MessageScreened{
		Meta:    &recadov1.Meta{ReceivedAt: timestamppb.New(now), Channel: f.channel},
		Content: &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: text}}},
	}
	reader := intentrouter.NewReader(intent.New(), cfg.Threshold)
	read := reader.Explain(event, settings, intentrouter.Prior{Language: language.Lang(f.lang)})
	out := outcomeOf(text, read)
	if f.dialogue {
		out.Commands = rulemodel.Commands(&llm.Facts{
			Now: now, Settings: settings, Language: out.Language, Messages: []*recadov1.MessageRouted{read.Routed},
		})
	}
	return out, nil
}

func (f *understandFlags) moment() (time.Time, error) {
	if f.now == "" {
		return time.Now(), nil
	}
	now, err := time.Parse(time.RFC3339, f.now)
	if err != nil || now.Year() < 1970 || now.Year() > 9000 {
		return now, cli.Usagef("--now: expected a time as 2026-11-18T10:30:00-06:00, got %q", f.now)
	}
	return now, nil
}

// settingsFor returns the settings of the tenant, or those of a business of the vertical that has nothing of its own.
func settingsFor(ctx context.Context, c *cli.CLI, f understandFlags) (*tenant.Settings, error) {
	if f.tenant == "" {
		return businessOf(f)
	}
	if f.vertical != "" {
		return nil, cli.Usagef("--vertical: expected without --tenant, which has one")
	}
	id, err := tenant.ParseID(f.tenant)
	if err != nil {
		return nil, cli.Usagef("--tenant: %s", err)
	}
	settings, err := runningSettings(ctx, c, f.dir, id)
	if errors.Is(err, cli.ErrNotRunning) && c.Getenv("RECADO_NATS_URL") == "" {
		return demoSettings(c, id)
	}
	return settings, err
}

// businessOf is a business of a vertical that has nothing of its own.
func businessOf(f understandFlags) (*tenant.Settings, error) {
	s := &tenant.Settings{
		ID: "nobody", Vertical: tenant.Vertical(f.vertical), Zone: "America/Mexico_City", Currency: "MXN", Language: f.lang,
	}
	switch s.Vertical {
	case "":
		s.Vertical = tenant.General
	case tenant.Dental, tenant.Restaurant, tenant.Medical, tenant.General:
	default:
		return nil, cli.Usagef("--vertical: expected dental, restaurant, medical or general, got %q", f.vertical)
	}
	return s, nil
}

// runningSettings reads a tenant's settings as the services have them.
func runningSettings(ctx context.Context, c *cli.CLI, dir string, id tenant.ID) (*tenant.Settings, error) {
	var settings *tenant.Settings
	err := c.WithBus(ctx, dir, func(b *bus.Bus) (err error) {
		settings, err = tenants.Read(ctx, b, string(id))
		return err
	})
	if errors.Is(err, bus.ErrNotFound) {
		return nil, cli.Usagef("--tenant: %s is no tenant; recado tenant list names them", id)
	}
	return settings, err
}

// demoSettings reads those of a demo tenant from its file.
func demoSettings(c *cli.CLI, id tenant.ID) (*tenant.Settings, error) {
	var ids []string
	for _, t := range demo.Tenants() {
		if t.ID != string(id) {
			ids = append(ids, t.ID)
			continue
		}
		file, err := t.Load(demo.Environment("", "http://127.0.0.1", c.Getenv))
		if err != nil {
			return nil, err
		}
		return file.Settings(), nil
	}
	return nil, cli.Usagef("--tenant: nothing runs, so expected a demo tenant, %s; got %s", strings.Join(ids, ", "), id)
}
