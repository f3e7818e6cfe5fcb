package agentrunner

import (
	"log/slog"
	"testing"
)

func TestCatalogueFindsToolsByNameAndAlias(t *testing.T) {
	t.Parallel()
	c := newCatalogue(slog.New(slog.DiscardHandler))
	if c.check(t.Context()) == nil {
		t.Error("ready without a catalogue")
	}
	if err := c.set([]byte(`[{"name":"get_business_policy","aliases":["get_policy"],"specialists":["faq"],"parameters":{}}]`)); err != nil {
		t.Fatal(err)
	}
	if s, ok := c.Find("get_policy"); !ok || s.Name != "get_business_policy" {
		t.Errorf("found %+v, %t", s, ok)
	}
	c.wait(t.Context())
	for _, wrong := range []string{`{`, `[{"name":"","specialists":["*"]}]`, `[{"name":"a","specialists":["*"]},{"name":"b","aliases":["a"]}]`, `[{"name":"a"}]`} {
		if c.set([]byte(wrong)) == nil {
			t.Errorf("took %s", wrong)
		}
	}
	if len(c.All()) != 1 || c.check(t.Context()) != nil {
		t.Error("a wrong catalogue replaced the right one")
	}
}

func FuzzCatalogue(f *testing.F) {
	f.Add([]byte(`[{"name":"a","aliases":["b"],"specialists":["*"],"write":true,"parameters":{"type":"object"}}]`))
	f.Add([]byte(`null`))
	f.Fuzz(func(t *testing.T, value []byte) {
		c := newCatalogue(slog.New(slog.DiscardHandler))
		if c.set(value) != nil {
			return
		}
		for _, s := range c.All() {
			if found, ok := c.Find(s.Name); !ok || found.Name != s.Name {
				t.Errorf("tool %q is listed and not found", s.Name)
			}
		}
	})
}

func TestToolsOfOneTenantAreItsOwnAndTakeNoPlaceOfOurs(t *testing.T) {
	t.Parallel()
	c := newCatalogue(slog.New(slog.DiscardHandler))
	if err := c.set([]byte(`[{"name":"get_menu","specialists":["*"]}]`)); err != nil {
		t.Fatal(err)
	}
	err := c.setOwn("taller", []byte(`[{"name":"crm_look_up","server":"crm","optional":true},{"name":"get_menu","server":"get","optional":true},
		{"name":"crm_note","optional":true},{"name":"other_x","server":"crm","optional":true},{"name":"crm_y","server":"crm"}]`), false)
	if got := c.Of("taller"); err != nil || len(got) != 1 || got[0].Name != "crm_look_up" || len(c.Of("otro")) != 0 {
		t.Errorf("got %v, %v", got, err)
	}
	if c.setOwn("taller", []byte(`{`), false) == nil || len(c.Of("taller")) != 1 {
		t.Error("a wrong list replaced the right one")
	}
	if err := c.setOwn("taller", nil, true); err != nil || len(c.Of("taller")) != 0 {
		t.Errorf("a list that is gone: %v, %v", c.Of("taller"), err)
	}
}
