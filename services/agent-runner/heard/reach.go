package heard

import (
	"slices"
	"strings"
	"unicode"

	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/pkg/language"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// Reach is how the customer said that they can be reached: tokens, never the values behind them.
type Reach struct{ Phone, Email string }

// readIn reads the contact data of a message that is above suspicion; what was said last counts.
func (r *Reach) readIn(m *recadov1.MessageRouted) {
	if m.GetVerdict() >= recadov1.Verdict_VERDICT_FLAG {
		return
	}
	for _, p := range m.GetPii() {
		switch {
		case p.GetType() == guard.TypePhone && theirOwn(m.GetContent().GetText().GetBody(), p.GetToken()):
			r.Phone = p.GetToken()
		case p.GetType() == guard.TypeEmail && theirOwn(m.GetContent().GetText().GetBody(), p.GetToken()):
			r.Email = p.GetToken()
		}
	}
}

// Words that make contact data the customer's own, or the business's.
var (
	mine  = []string{"mi", "mis", "my", "meu", "minha", "soy", "me", "llamame", "llameme", "marcame", "escribeme", "contactame", "i"}
	yours = []string{"su", "sus", "tu", "tus", "your", "seu", "sua", "ustedes"}
)

// theirOwn reports whether a token stands as the customer's own: in "mi cel es [TEL_1]", or alone; not in "¿su teléfono es [TEL_1]?".
func theirOwn(text, token string) bool {
	before, after, found := strings.Cut(text, token)
	if !found {
		return false
	}
	before = before[strings.LastIndexAny(before, ".!;\n")+1:]
	if end := strings.IndexAny(after, ".!;\n"); end >= 0 {
		after = after[:end]
	}
	words := strings.FieldsFunc(language.FoldString(before), func(r rune) bool { return !unicode.IsLetter(r) })
	has := func(list []string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(list, w) })
	}
	return has(mine) || !has(yours) && !strings.ContainsAny(before+after, "?¿")
}
