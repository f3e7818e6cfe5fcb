package tenantfile

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"math"
	"time"

	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/tenant"
)

// maxSettings bounds the value in the bucket: every service holds one for every tenant.
const maxSettings = 64 << 10

// size measures the settings as they will be, before anything is sealed.
func (c *checker) size() {
	t := c.tenant
	s := t.settings()
	for i := range s.Accounts {
		s.Accounts[i].Secrets = map[string][]byte{}
		for name, value := range c.secrets[i] {
			s.Accounts[i].Secrets[name] = make([]byte, len(value)+seal.Overhead)
		}
	}
	for i := range s.Handoff.Notify {
		s.Handoff.Notify[i].Secret = make([]byte, len(c.notifySecrets[i])+seal.Overhead)
	}
	for i := range s.Tools.HTTP {
		s.Tools.HTTP[i].Secret = make([]byte, len(c.toolSecrets[s.Tools.HTTP[i].Host])+seal.Overhead)
	}
	for i := range s.Tools.Servers {
		s.Tools.Servers[i].Secret = make([]byte, len(c.toolSecrets[s.Tools.Servers[i].URL])+seal.Overhead)
	}
	key := make([]byte, base64.StdEncoding.EncodedLen(seal.KeySize)+seal.Overhead)
	s.Identity = tenant.Identity{Key: key, Next: key, Held: true}
	s.Version = 1 << 53
	if data, err := json.Marshal(s); err != nil || len(data) > maxSettings {
		c.AddFile("expected names, aliases, categories, phrases and links of at most 64 KiB in all, "+
			"got %d bytes: shorten them", len(data))
	}
}

// Settings is what every service may know of the tenant once the file is applied, without version and secrets.
func (f *File) Settings() *tenant.Settings {
	s := f.Tenant.settings()
	return &s
}

// settings is what every service may know of the tenant, still without version and secrets.
func (t *Tenant) settings() tenant.Settings {
	s := tenant.Settings{
		ID: tenant.ID(t.ID), Name: t.Name, Vertical: tenant.Vertical(t.Vertical), Country: t.Country,
		Zone: t.Zone, Currency: t.Currency, Language: t.Language,
		Routing: t.routing(),
		Guard:   t.guard(),
		Handoff: t.handoff(),
		Tools:   t.tools(),
	}
	if t.Grounding != "enforce" {
		s.Grounding = t.Grounding
	}
	s.AnswerCache = or(t.AnswerCache, true)
	for _, line := range t.Synonyms {
		s.Synonyms = append(s.Synonyms, synonyms(line))
	}
	s.Hours, s.SpecialDays = t.openings()
	if usd := t.Budget.MonthUSD; usd != nil {
		s.Budget.MonthMicros = new(int64(math.Round(*usd * 1e6)))
	}
	s.Memory = t.memory()
	s.Reminders = tenant.Reminders{QuietFrom: cmp.Or(t.Reminders.QuietFrom, "21:00"), QuietTo: cmp.Or(t.Reminders.QuietTo, "08:00")}
	for _, x := range t.Templates {
		if w := x.WhatsApp; w.Name != "" {
			lang := cmp.Or(x.Language, t.Language)
			s.Templates = append(s.Templates, tenant.Template{
				Trigger: x.Trigger, Language: lang, Name: w.Name, Code: cmp.Or(w.Language, lang), Parameters: w.Parameters,
			})
		}
	}
	for _, a := range t.Accounts {
		s.Accounts = append(s.Accounts, tenant.Account{
			Channel: a.Channel, ID: a.ID, APIURL: a.APIURL, Gateway: a.Gateway, QuietWindow: a.quiet(), Origins: a.Origins,
			SessionEpoch: a.Epoch,
		})
	}
	for _, a := range t.Assistants {
		s.Assistants = append(s.Assistants, t.persona(a))
	}
	for _, x := range t.Services {
		s.Services = append(s.Services, tenant.Name{ID: x.ID, Name: x.Name, Aliases: x.Aliases, Tag: x.Category})
	}
	for _, x := range t.Menu {
		s.Dishes = append(s.Dishes, tenant.Name{ID: x.ID, Name: x.Name, Aliases: x.Aliases, Tag: x.Category})
	}
	for _, x := range t.Staff {
		s.Staff = append(s.Staff, tenant.Name{ID: x.ID, Name: x.Name, Aliases: x.Aliases, Tag: x.Specialty})
	}
	for _, x := range t.Branches {
		s.Branches = append(s.Branches, tenant.Name{ID: x.ID, Name: x.Name, Aliases: x.Aliases, Tag: x.City})
	}
	return s
}

// alwaysSearched says that an assistant's documents are searched before its model is asked.
const alwaysSearched = "always"

func (t *Tenant) persona(a Assistant) tenant.Assistant {
	return tenant.Assistant{
		ID: ID(t.ID, "assistant", a.ID), Name: a.Name, Channel: cmp.Or(a.Channel, "*"), Style: a.Style,
		Type: cmp.Or(a.Type, "full"), Tier: cmp.Or(a.Tier, "balanced"), Model: a.Model,
		Active: or(a.Active, true), Corpora: t.corpora(a), AllowsPersonal: a.AllowsPersonal, Unanswered: a.Unanswered,
		Prefetch: a.Documents == alwaysSearched,
	}
}

// corpora are the ids of what an assistant reads.
func (t *Tenant) corpora(a Assistant) []string {
	names := a.Corpora
	if len(names) == 0 {
		names = []string{defaultCorpus}
	}
	return slugs(names, func(slug string) string { return ID(t.ID, "corpus", slug) })
}

// quiet is nil where the channel's own window holds.
func (a Account) quiet() *time.Duration {
	d, err := parseQuiet(a.QuietWindow)
	if err != nil {
		return nil
	}
	return &d
}
