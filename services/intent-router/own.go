package intentrouter

import (
	"sort"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/intent-router/intent"
)

// ownPhrases are a tenant's own phrases, compiled; nil where it has none.
type ownPhrases struct {
	find    *language.SmallPhrases
	intents []intent.Set // by the phrases' places in the settings
}

// newOwnPhrases leaves out what cannot be read: the file of a tenant is checked, but its settings may be of another version.
func newOwnPhrases(phrases []tenant.Phrase) *ownPhrases {
	if len(phrases) == 0 {
		return nil
	}
	lists := make([]string, len(phrases))
	own := ownPhrases{intents: make([]intent.Set, len(phrases))}
	for i, p := range phrases {
		if _, err := language.NewSmallPhrases([]string{p.Say}); err == nil {
			lists[i], own.intents[i] = p.Say, intent.Set(0).With(p.Intent)
		}
	}
	found, err := language.NewSmallPhrases(lists)
	if err != nil { // too many together: the first are kept
		n := sort.Search(len(lists), func(n int) bool { _, err := language.NewSmallPhrases(lists[:n+1]); return err != nil })
		if found, err = language.NewSmallPhrases(lists[:n]); n == 0 || err != nil {
			return nil
		}
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
