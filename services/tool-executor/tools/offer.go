package tools

import (
	"math"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/money"
)

// offer is a service or a dish as the catalogue has it. Prices are minor units; nil where none is given.
type offer struct {
	table, slug, name, category, description string
	aliases, allergens, diets                []string
	priceMin, priceMax                       *int64
	currency, priceNote                      string
	minutes                                  int
	consultation, promotion                  bool
	promotionText, preparation               string
}

// priceRange says "$800" or "$800 - $1,500"; empty where no price is given.
func (o offer) priceRange() string {
	if o.priceMin == nil || o.priceMax == nil {
		return ""
	}
	return money.FormatRange(*o.priceMin, *o.priceMax, o.currency)
}

// major turns minor units into the currency's main unit.
func major(minor int64, currency string) float64 {
	return float64(minor) / math.Pow10(money.MinorDigits(currency))
}

// namesListed bounds how many names a refusal offers.
const namesListed = 20

func offerNames(offers []offer) (names []string) {
	for _, o := range offers[:min(len(offers), namesListed)] {
		names = append(names, o.name)
	}
	return names
}

// bestOffer prefers the whole name, then an alias, then a beginning, then a part; shorter names win among equals.
func bestOffer(offers []offer, wanted string) (best offer, ok bool) {
	bestScore := 0
	for _, o := range offers {
		score := nameScore(o.name, wanted)
		for _, alias := range o.aliases {
			score = max(score, nameScore(alias, wanted)-1)
		}
		if score > bestScore || score == bestScore && score > 0 && len(o.name) < len(best.name) {
			best, bestScore = o, score
		}
	}
	return best, bestScore > 0
}

func nameScore(name, wanted string) int {
	name, wanted = language.FoldString(strings.TrimSpace(name)), language.FoldString(strings.TrimSpace(wanted))
	switch {
	case wanted == "" || name == "":
		return 0
	case name == wanted:
		return 10
	case strings.HasPrefix(name, wanted):
		return 8
	case strings.Contains(name, wanted):
		return 6
	case strings.Contains(wanted, name):
		return 5
	}
	return wordsShared(name, wanted)
}

// wordsShared is 2 when every longer word that was said is in the name.
func wordsShared(name, wanted string) int {
	have := strings.Fields(name)
	said := 0
	for w := range strings.FieldsSeq(wanted) {
		if len(w) < 4 {
			continue
		}
		if !slices.Contains(have, w) {
			return 0
		}
		said++
	}
	if said == 0 {
		return 0
	}
	return 2
}

// matches compares a name with a filter; an empty filter takes everything.
func matches(name, filter string) bool {
	return strings.Contains(language.FoldString(name), language.FoldString(strings.TrimSpace(filter)))
}
