package rulemodel

import (
	"slices"
	"strings"
	"unicode"

	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/pkg/language"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// reach is how the customer said that they can be reached: tokens, never the values behind them.
type reach struct{ phone, email string }

// reachIn reads the contact data of a message that is above suspicion; what was said last counts.
func (r *reach) reachIn(m *recadov1.MessageRouted) {
	if m.GetVerdict() >= recadov1.Verdict_VERDICT_FLAG {
		return
	}
	for _, p := range m.GetPii() {
		switch {
		case p.GetType() == guard.TypePhone && theirOwn(m.GetContent().GetText().GetBody(), p.GetToken()):
			r.phone = p.GetToken()
		case p.GetType() == guard.TypeEmail && theirOwn(m.GetContent().GetText().GetBody(), p.GetToken()):
			r.email = p.GetToken()
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

// contact keeps the contact data that was given and repeats it, so that a slip is seen; ok is false where none was given.
func (t *turn) contact() (a answer, ok bool) {
	if t.reach.phone+t.reach.email == "" || !t.offered["update_lead_info"] {
		return a, false
	}
	args := map[string]any{}
	for name, value := range map[string]string{"phone": t.reach.phone, "email": t.reach.email, "name": t.slots.GetPersonName()} {
		if value != "" {
			args[name] = value
		}
	}
	c := call("update_lead_info", "contact", args)
	r, found := t.ask(c)
	if !found {
		a.calls = append(a.calls, c)
		return a, true
	}
	kept, read := read[struct {
		Success bool `json:"success"`
	}](r)
	key := "contact_both"
	switch {
	case !read || !kept.Success:
		key = "contact_again"
	case t.reach.email == "":
		key = "contact_phone"
	case t.reach.phone == "":
		key = "contact_email"
	}
	a.text = t.say(key, "phone", t.reach.phone, "email", t.reach.email)
	return a, true
}
