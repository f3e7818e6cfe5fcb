package tenantfile

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/tenantfile/strictyaml"
)

// defaultCorpus is the one that documents are in and assistants read where none is named.
const defaultCorpus = "general"

// checker finds what is wrong between fields, and resolves what the file only names: secrets and documents.
type checker struct {
	*Problems
	tenant    *Tenant
	folder    fs.FS
	getenv    func(string) string
	secrets   []map[string]config.Secret // by account
	documents []Document

	notifySecrets []config.Secret // by entry of handoff.notify
	toolSecrets   map[string]config.Secret
}

func (c *checker) check() {
	c.uniqueIDs()
	c.accounts()
	c.assistants()
	c.instructions()
	c.prompts()
	c.booking()
	c.branches()
	c.staff()
	c.tables()
	c.services()
	c.menu()
	c.orders()
	c.loyalty()
	c.policies()
	c.templates()
	c.collectDocuments()
	c.routing()
	c.synonyms()
	c.guard()
	c.handoff()
	c.tools()
	c.corpora()
	c.corporaSizes()
	c.size()
}

// uniqueIDs looks at every list whose items have an id of their own.
func (c *checker) uniqueIDs() {
	t := c.tenant
	unique(c, "assistants", t.Assistants, func(x Assistant) string { return x.ID })
	unique(c, "instructions", t.Instructions, func(x Instruction) string { return x.ID })
	unique(c, "branches", t.Branches, func(x Branch) string { return x.ID })
	unique(c, "staff", t.Staff, func(x Person) string { return x.ID })
	unique(c, "tables", t.Tables, func(x Table) string { return x.ID })
	unique(c, "rooms", t.Rooms, func(x Room) string { return x.ID })
	unique(c, "services", t.Services, func(x Service) string { return x.ID })
	unique(c, "menu", t.Menu, func(x Dish) string { return x.ID })
	unique(c, "zones", t.Zones, func(x Zone) string { return x.ID })
	unique(c, "faqs", t.FAQs, func(x FAQ) string { return x.ID })
	unique(c, "competitors", t.Competitors, func(x Competitor) string { return x.ID })
}

func unique[T any](c *checker, list string, items []T, id func(T) string) {
	c.distinct(list, "id", len(items), func(i int) string { return id(items[i]) })
}

// distinct tells of each item that has a key which an earlier one has; an empty key is another problem's.
func (c *checker) distinct(list, field string, n int, key func(int) string) {
	first := map[string]int{}
	for i := range n {
		k := key(i)
		if k == "" {
			continue
		}
		if j, taken := first[k]; taken {
			c.Add(item(list, i, field), "expected one of its own, %s has it too", item(list, j, ""))
			continue
		}
		first[k] = i
	}
}

// item is the path of a list's item or of a field in it.
func item(list string, i int, field string) string {
	path := fmt.Sprintf("%s[%d]", list, i)
	if field == "" {
		return path
	}
	return strictyaml.Join(path, field)
}

// refer checks that a slug names one of the tenant's own.
func (c *checker) refer(field, slug string, known []string) {
	if slug != "" && !slices.Contains(known, slug) {
		c.Add(field, "expected one of %s, got %q", listed(known), short(slug))
	}
}

func (c *checker) referAll(field string, slugs, known []string) {
	for i, slug := range slugs {
		c.refer(item(field, i, ""), slug, known)
		if slices.Contains(slugs[:i], slug) {
			c.Add(item(field, i, ""), "expected each once")
		}
	}
}

func listed(known []string) string {
	switch {
	case len(known) == 0:
		return "the ids of the file, which has none"
	case len(known) > 12:
		return strings.Join(known[:12], ", ") + ", …"
	}
	return strings.Join(known, ", ")
}

func slugs[T any](items []T, id func(T) string) []string {
	out := make([]string, len(items))
	for i, x := range items {
		out[i] = id(x)
	}
	return out
}

func (t *Tenant) branchIDs() []string {
	return slugs(t.Branches, func(b Branch) string { return b.ID })
}

func (t *Tenant) staffIDs() []string {
	return slugs(t.Staff, func(p Person) string { return p.ID })
}

func sortedKeys[V any](m map[string]V) []string {
	return slices.Sorted(maps.Keys(m))
}

// or is a field's value where the file has one, else its default.
func or[T any](p *T, fallback T) T {
	if p == nil {
		return fallback
	}
	return *p
}
