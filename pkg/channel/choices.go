package channel

import (
	"strconv"
	"strings"

	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// choiceLimits are what a channel's control can show, lengths in UTF-16 units; no description at 0.
type choiceLimits struct{ count, title, id, description int }

// fit reports whether every choice does: nothing is cut, because a cut title may say something else.
func (l choiceLimits) fit(choices []*recadov1.Choice) bool {
	if len(choices) == 0 || len(choices) > l.count {
		return false
	}
	ids, titles := map[string]bool{}, map[string]bool{}
	for _, c := range choices {
		ids[c.GetId()], titles[c.GetTitle()] = true, true
		if !within(c.GetId(), l.id) || !within(c.GetTitle(), l.title) || units(c.GetDescription()) > l.description {
			return false
		}
	}
	return len(ids) == len(choices) && len(titles) == len(choices)
}

func within(s string, limit int) bool { return s != "" && units(s) <= limit }

// tidyChoices returns the choices with white space folded: titles take no line breaks.
func tidyChoices(choices []*recadov1.Choice) []*recadov1.Choice {
	var out []*recadov1.Choice
	for _, c := range choices {
		title := strings.Join(strings.Fields(c.GetTitle()), " ")
		if title == "" {
			continue
		}
		out = append(out, &recadov1.Choice{
			Id: c.GetId(), Title: title, Description: strings.Join(strings.Fields(c.GetDescription()), " "),
		})
	}
	return out
}

// appendNumbered writes choices as lines of the text; people answer with the number.
func appendNumbered(text string, choices []*recadov1.Choice) string {
	if len(choices) == 0 {
		return text
	}
	var b strings.Builder
	b.WriteString(text + "\n")
	for i, c := range choices {
		b.WriteString("\n" + strconv.Itoa(i+1) + ". " + c.GetTitle())
		if c.GetDescription() != "" {
			b.WriteString(" — " + c.GetDescription())
		}
	}
	return b.String()
}
