package demo_test

import (
	"io/fs"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/pkg/tenantfile"
	"github.com/recado/recado/pkg/tenantfile/apply"
	"github.com/recado/recado/services/demo"
	"github.com/recado/recado/services/demo/demotest"
)

func environment(seed string) func(string) string {
	return demo.Environment(seed, "http://127.0.0.1:9", func(string) string { return "" })
}

func load(t *testing.T, tenant demo.Tenant) tenantfile.Tenant {
	t.Helper()
	f, err := tenant.Load(environment("seed"))
	if err != nil {
		t.Fatal(err)
	}
	return f.Tenant
}

func TestDemoTenantsAreRich(t *testing.T) {
	t.Parallel()
	for _, tenant := range demo.Tenants() {
		t.Run(tenant.ID, func(t *testing.T) {
			t.Parallel()
			f := load(t, tenant)
			if f.ID != tenant.ID || f.Accounts[0].ID != tenant.Account {
				t.Errorf("file of %s with account %s", f.ID, f.Accounts[0].ID)
			}
			for what, enough := range map[string]bool{
				"2 branches":               len(f.Branches) >= 2,
				"6 people":                 len(f.Staff) >= 6,
				"12 services or 30 dishes": len(f.Services) >= 12 || len(f.Menu) >= 30,
				"6 policies":               len(f.Policies) >= 6,
				"12 FAQs":                  len(f.FAQs) >= 12,
				"6 documents":              len(f.Knowledge) >= 6,
				"whatsapp and webchat":     len(f.Accounts) >= 2,
				"templates":                len(f.Templates) >= 5,
				"competitors":              len(f.Competitors) >= 2,
			} {
				if !enough {
					t.Errorf("expected %s", what)
				}
			}
		})
	}
}

func TestKnowledgeIsOfReadableLength(t *testing.T) {
	t.Parallel()
	for _, tenant := range demo.Tenants() {
		for _, k := range load(t, tenant).Knowledge {
			text, err := fs.ReadFile(demo.FS, path.Join(path.Dir(tenant.File()), k.Path))
			if err != nil {
				t.Fatal(err)
			}
			if n := len(strings.Fields(string(text))); n < 300 || n > 800 {
				t.Errorf("%s/%s has %d words, want 300 to 800", tenant.ID, k.Path, n)
			}
		}
	}
}

var amount = regexp.MustCompile(`(?:S/ |\$)(\d[\d.,]*\d|\d)`)

// A price that a document gives for a service by name is the one of the catalogue.
func TestDocumentsGiveThePricesOfTheCatalogue(t *testing.T) {
	t.Parallel()
	for _, tenant := range demo.Tenants() {
		f := load(t, tenant)
		known := map[string]bool{}
		for _, text := range catalogueTexts(f) {
			for _, m := range amount.FindAllStringSubmatch(text, -1) {
				known[digits(m[1])] = true
			}
		}
		for _, s := range f.Services {
			for _, a := range []tenantfile.Amount{s.Price, s.PriceMin, s.PriceMax} {
				known[string(a)] = true
			}
		}
		for _, d := range f.Menu {
			known[string(d.Price)] = true
		}
		for _, k := range f.Knowledge {
			text, err := fs.ReadFile(demo.FS, path.Join(path.Dir(tenant.File()), k.Path))
			if err != nil {
				t.Fatal(err)
			}
			for _, row := range pricedRows(string(text), f) {
				for _, m := range amount.FindAllStringSubmatch(row, -1) {
					if !known[digits(m[1])] {
						t.Errorf("%s/%s: %s: %s is no price of the catalogue", tenant.ID, k.Path, row, m[0])
					}
				}
			}
		}
	}
}

func digits(s string) string {
	return strings.NewReplacer(",", "", ".", "").Replace(s)
}

func catalogueTexts(f tenantfile.Tenant) (out []string) {
	for _, s := range f.Services {
		out = append(out, s.PriceNote, s.Promotion.Text)
	}
	return out
}

// pricedRows are the table rows that begin with a service's or dish's name.
func pricedRows(text string, f tenantfile.Tenant) (out []string) {
	for line := range strings.Lines(text) {
		name, rest, ok := strings.Cut(strings.TrimPrefix(line, "| "), " | ")
		if !ok || !strings.HasPrefix(line, "| ") {
			continue
		}
		for _, s := range f.Services {
			if strings.Contains(strings.ToLower(s.Name), strings.ToLower(name)) {
				out = append(out, name+" | "+strings.TrimSpace(rest))
			}
		}
		for _, d := range f.Menu {
			if d.Name == name {
				out = append(out, name+" | "+strings.TrimSpace(rest))
			}
		}
	}
	return out
}

func TestConversationsAreOfTheirTenantAndExpectValidPatterns(t *testing.T) {
	t.Parallel()
	for _, tenant := range demo.Tenants() {
		list, err := tenant.Conversations()
		if err != nil {
			t.Fatal(err)
		}
		languages := map[string]bool{}
		for _, c := range list {
			languages[c.Language] = true
			for _, turn := range c.Turns {
				for _, pattern := range turn.Expect {
					if _, err := regexp.Compile(pattern); err != nil || turn.Say == "" {
						t.Errorf("%s, %s: %q: %v", tenant.ID, c.Name, turn.Say, err)
					}
				}
			}
		}
		if !languages["es"] || !languages["en"] {
			t.Errorf("%s speaks %v, want es and en", tenant.ID, languages)
		}
	}
}

func TestSecretsDependOnTheInstallation(t *testing.T) {
	t.Parallel()
	first := demo.Tenants()[0]
	one, again, other := first.AppSecret(environment("a")), first.AppSecret(environment("a")), first.AppSecret(environment("b"))
	if one == "" || one == other || one != again {
		t.Errorf("secrets %q, then %q, and %q of another installation", one, again, other)
	}
	own := demo.Environment("a", "", func(string) string { return "mine" })
	if got := first.AppSecret(own); got != "mine" {
		t.Errorf("got %q, want the variable that is set", got)
	}
}

func TestDemoAndFixtureTenantsLiveTogether(t *testing.T) {
	t.Parallel()
	key, err := seal.ParseKey(seal.Generate())
	if err != nil {
		t.Fatal(err)
	}
	a := apply.Applier{Store: storetest.New(t).Open(t, "recado_console"), Bus: bustest.New(t).Bus(t, "console"), Key: key}
	files := demotest.Tenants(t, "http://127.0.0.1:9")
	for _, tenant := range demo.Tenants() {
		f, err := tenant.Load(environment("seed"))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	for _, f := range files {
		for _, changed := range []bool{true, false} {
			sum, err := a.Apply(t.Context(), f)
			if err != nil || sum.Changed != changed || sum.Version != 1 {
				t.Errorf("summary %+v, %v, want changed %t", sum, err, changed)
			}
		}
	}
}
