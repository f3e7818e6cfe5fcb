package channel

import (
	"strings"

	recadov1 "github.com/recado/recado/proto/recado/v1"
)

type whatsappTemplate struct {
	Name       string              `json:"name"`
	Language   whatsappLanguage    `json:"language"`
	Components []whatsappComponent `json:"components,omitempty"`
}

type whatsappLanguage struct {
	Code string `json:"code"`
}

type whatsappComponent struct {
	Type       string              `json:"type"`
	Parameters []whatsappParameter `json:"parameters"`
}

type whatsappParameter struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

// whatsappTemplateOf fills a template's body. The platform refuses a parameter that is empty or holds a line break, a tab or more than
// four spaces in a row.
func whatsappTemplateOf(t *recadov1.Template) *whatsappTemplate {
	out := &whatsappTemplate{Name: t.GetName(), Language: whatsappLanguage{t.GetLanguage()}}
	if len(t.GetParameters()) == 0 {
		return out
	}
	body := whatsappComponent{Type: "body"}
	for _, value := range t.GetParameters() {
		value = strings.Join(strings.Fields(value), " ")
		if value == "" {
			value = "-"
		}
		body.Parameters = append(body.Parameters, whatsappParameter{"text", value})
	}
	out.Components = []whatsappComponent{body}
	return out
}
