package ordering

import (
	"regexp"
	"slices"
	"strings"

	"github.com/recado/recado/services/agent-runner/heard"
)

// ZoneSaid is the one of some zones that was named with an address, or near it, by its name or a part of it between "y"; empty where
// none was, or several.
func ZoneSaid(address, near string, zones []string) string {
	address = heard.Plain(address)
	// A street may be called like a zone: only what stands behind its number counts.
	said := near + " en" + address[1+strings.LastIndexAny(address, "0123456789"):]
	named := slices.DeleteFunc(slices.Clone(zones), func(z string) bool {
		return !slices.ContainsFunc(zoneParts.Split(z, -1), func(part string) bool {
			words := strings.TrimSpace(heard.Plain(part))
			return words != "" && regexp.MustCompile(zoneBefore+regexp.QuoteMeta(words)+" ").MatchString(said)
		})
	})
	if len(named) != 1 {
		return ""
	}
	return named[0]
}

// zoneParts stands between the places of one zone.
var zoneParts = regexp.MustCompile(` (?:y|e|and|o|ou|or) |[,/&]`)

// zoneBefore stands before the name of a place.
const zoneBefore = ` (?:en|em|in|to|a|hacia|para|zona|barrio|bairro|distrito|district|colonia|no|na|ao|at) ` +
	`(?:(?:el|la|los|las|the|o|a|de|zona|barrio|bairro|distrito|colonia) )*`
