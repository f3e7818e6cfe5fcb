package question

import (
	"strings"

	"github.com/recado/recado/pkg/llm"
)

// promotions says those that hold, of what was named or of everything.
func (t *Turn) promotions(a ask) Answer {
	r, calls, ok := t.fetch(catalog)
	if calls != nil {
		return Answer{Calls: calls}
	}
	all, readable := read[[]item](r)
	if !ok || !readable {
		return t.text(a)
	}
	var lines []string
	for _, i := range all {
		if i.PromoText != "" && len(lines) < maxAlike && t.meant(a, i.Name) {
			lines = append(lines, "• "+t.quoted(i.PromoText))
		}
	}
	if len(lines) == 0 {
		return t.announced()
	}
	return Answer{Text: t.Say("promotions_intro") + "\n" + strings.Join(lines, "\n")}
}

// announced is the promotion that the business's own template tells, where no service has one.
func (t *Turn) announced() Answer {
	r, calls, _ := t.fetch(llm.CallFor("get_response_template", "promotion", map[string]any{"trigger_type": "promotion"}))
	if calls != nil {
		return Answer{Calls: calls}
	}
	if told, ok := read[struct {
		Text string `json:"text"`
	}](r); ok && told.Text != "" {
		return Answer{Text: told.Text}
	}
	return Answer{Text: t.Say("no_promotions")}
}
