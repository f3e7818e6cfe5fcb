package intentrouter

import (
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/intent-router/intent"
)

// ownPhrases are a tenant's own phrases, compiled; nil where it has none.
type ownPhrases struct {
	find    *language.SmallPhrases
	intents []intent.Set // by phrase
}

// newOwnPhrases leaves out what cannot be read: the file of a tenant is checked, but its settings may be of another version.
func newOwnPhrases(phrases []tenant.Phrase) *ownPhrases {
	var lists []string
	var own ownPhrases
	for _, p := range phrases {
		means := intent.Set(0).With(p.Intent)
		if _, err := language.NewSmallPhrases([]string{p.Say}); means == 0 || err != nil {
			continue
		}
		lists, own.intents = append(lists, p.Say), append(own.intents, means)
	}
	found, err := language.NewSmallPhrases(lists)
	if len(lists) == 0 || err != nil {
		return nil
	}
	own.find = found
	return &own
}

// in returns the intents that the phrases which stand in a text speak for.
func (own *ownPhrases) in(t language.Text) (set intent.Set) {
	if own == nil {
		return 0
	}
	var room [16]language.Hit
	for _, hit := range own.find.Find(t, room[:0]) {
		set |= own.intents[hit.List]
	}
	return set
}
