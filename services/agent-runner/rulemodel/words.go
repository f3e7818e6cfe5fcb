package rulemodel

import (
	"cmp"

	"github.com/recado/recado/pkg/language/when"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/opening"
)

// when says weekday, date and time of an opening: "martes 24 de noviembre, 5 de la tarde".
func (t *turn) when(o opening.Opening) string {
	return when.SayMoment(o.Date, o.Time, t.words.Lang)
}

// upcoming is true for an opening that has not begun.
func (t *turn) upcoming(o opening.Opening) bool {
	return o.Date+" "+o.Time > t.facts.Now.Format("2006-01-02 15:04")
}

// template is what the business itself wants said on an occasion, else our own words.
func (t *turn) template(trigger, own string) answer {
	given := map[string]string{"name": t.state.Name}
	r, calls := t.look(llm.CallFor("get_response_template", trigger, map[string]any{"trigger_type": trigger, "variables": given}))
	said, _ := tool.Read[struct {
		Text string `json:"text"`
	}](r)
	return answer{calls: calls, text: cmp.Or(said.Text, own)}
}
