package tenantfile

import (
	"net/url"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/pkg/tenant"
)

// What happens to a message with a blocked phrase.
const (
	actionBlock = "block"
	actionFlag  = "flag"
)

func (c *checker) guard() {
	g := &c.tenant.Guard
	if flagAt, blockAt := or(g.FlagAt, tenant.DefaultFlagAt), or(g.BlockAt, tenant.DefaultBlockAt); flagAt > blockAt {
		field := "guard.flag_at"
		if g.FlagAt == nil {
			field = "guard.block_at"
		}
		c.Add(field, "expected flag_at of at most block_at, got %v and %v", flagAt, blockAt)
	}
	c.distinct("guard.blocked_phrases", "phrase", len(g.BlockedPhrases), c.phrase)
	for i, host := range g.AllowedLinks {
		if slices.Contains(g.AllowedLinks[:i], host) {
			c.Add(item("guard.allowed_links", i, ""), "expected each once")
		}
	}
}

// phrase returns what a blocked phrase is looked for as; one that would be found in everything is told of.
func (c *checker) phrase(i int) string {
	field := item("guard.blocked_phrases", i, "phrase")
	key := strings.ReplaceAll(guard.FoldPhrase(c.tenant.Guard.BlockedPhrases[i].Phrase), " ", "")
	if n := len([]rune(key)); n < guard.MinPhraseLetters && !c.Has(field) {
		c.Add(field, "expected at least %d letters or digits, a repeated one counted once, got %d", guard.MinPhraseLetters, n)
		return ""
	}
	return key
}

// guard is what the guard may know of the tenant: the website's host counts as allowed, a maps link only as it is.
func (t *Tenant) guard() tenant.Guard {
	g := tenant.Guard{FlagAt: or(t.Guard.FlagAt, 0), BlockAt: or(t.Guard.BlockAt, 0), AllowedLinks: slices.Clone(t.Guard.AllowedLinks)}
	for _, p := range t.Guard.BlockedPhrases {
		g.Blocked = append(g.Blocked, tenant.BlockedPhrase{Phrase: p.Phrase, Flag: p.Action == actionFlag})
	}
	if host := hostOf(t.Website); host != "" && !slices.Contains(g.AllowedLinks, host) {
		g.AllowedLinks = append(g.AllowedLinks, host)
	}
	for _, b := range t.Branches {
		if b.GoogleMapsURL != "" && !slices.Contains(g.OwnLinks, b.GoogleMapsURL) {
			g.OwnLinks = append(g.OwnLinks, b.GoogleMapsURL)
		}
	}
	return g
}

func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
}
