package rulemodel

import (
	"slices"
	"strings"

	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/urgency"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
)

// Levels of urgency: of the first two a person must know at once, and of a danger that is only told or asked of nobody need.
const (
	emergencyLevel = 5
	sameDayLevel   = 4
	routineLevel   = 1
)

// publicNumbers are a country's numbers for help: the same where one serves all. Line is that of who may hurt themselves, and empty
// where no short one is established in the whole country.
type publicNumbers struct{ ambulance, fire, police, line string }

func oneNumber(n string) publicNumbers { return publicNumbers{ambulance: n, fire: n, police: n} }

// emergencyNumbers are the public numbers by country.
var emergencyNumbers = map[string]publicNumbers{
	"AR": {"107", "100", "911", ""},
	"BO": {"118", "119", "110", ""},
	"BR": {"192", "193", "190", "188"},
	"CL": {"131", "132", "133", "*4141"},
	"CO": oneNumber("123"),
	"CR": oneNumber("911"),
	"CU": {"104", "105", "106", ""},
	"DO": oneNumber("911"),
	"EC": oneNumber("911"),
	"ES": {"112", "112", "112", "024"},
	"GT": {"122", "122", "110", ""},
	"HN": oneNumber("911"),
	"MX": oneNumber("911"),
	"NI": oneNumber("118"),
	"PA": {"911", "103", "104", ""},
	"PE": {"106", "116", "105", ""},
	"PR": {"911", "911", "911", "988"},
	"PT": oneNumber("112"),
	"PY": {"141", "132", "911", ""},
	"SV": {"132", "913", "911", ""},
	"US": {"911", "911", "911", "988"},
	"UY": oneNumber("911"),
	"VE": oneNumber("911"),
}

// inDanger reports whether a life is in danger, which is answered before all else.
func (t *turn) inDanger() bool { return t.urgency >= emergencyLevel }

// lesser never diagnoses: a person learns of what cannot wait a day, lesser pain gets the next opening. Where no patients are looked
// after nothing is booked for it.
func (t *turn) lesser() answer {
	switch {
	case !t.patients(), t.urgency <= routineLevel && urgency.Acute(language.Read(t.text)).Level == routineLevel:
		return t.supposed()
	case t.urgency >= sameDayLevel:
		return t.person("urgent", "urgent_4")
	}
	booked := t.earliestBooking()
	if len(booked.calls) == 0 {
		booked.text = t.say("urgent_3") + "\n" + booked.text
	}
	return booked
}

// emergency never diagnoses: it says who helps in this country, and what the business itself says of emergencies.
func (t *turn) emergency() answer {
	help := urgency.HelpIn(language.Read(t.text))
	a := t.person("emergency", "urgent_5")
	own, calls := t.ownHelp(help)
	a.calls = append(a.calls, calls...)
	a.text = t.helpWords(help)
	if own != "" {
		a.text += "\n\n" + own
	}
	return a
}

// helpWords send to who helps.
func (t *turn) helpWords(help urgency.Help) string {
	n, known := emergencyNumbers[t.settings().Country]
	if !known {
		n = oneNumber(t.say("emergency_number"))
	}
	switch {
	case help == urgency.Fire:
		return t.say("urgent_fire", "number", n.fire)
	case help == urgency.Police:
		return t.say("urgent_police", "number", n.police)
	case help == urgency.Vet:
		return t.say("urgent_animal")
	case help == urgency.Line && n.line != "":
		return t.say("urgent_line", "line", n.line, "number", n.ambulance)
	case help == urgency.Line:
		return t.say("urgent_alone", "number", n.ambulance)
	}
	return t.say("urgent_5", "number", n.ambulance)
}

// ownHelp is what the business says of emergencies, in its own language, and for an animal its telephone. Fire, violence and who may
// hurt themselves are not its business.
func (t *turn) ownHelp(help urgency.Help) (text string, calls []llm.ToolCall) {
	if help != urgency.Ambulance && help != urgency.Vet || string(t.words.lang) != t.settings().Language {
		return "", nil
	}
	text, calls = t.ownUrgencies()
	if help == urgency.Vet && t.settings().Vertical == tenant.General {
		phone, more := t.ownPhone()
		text, calls = joinText(text, phone), append(calls, more...)
	}
	return text, calls
}

// ownLimit bounds what is quoted in an emergency, in characters: who is in danger reads two sentences.
const ownLimit = 240

// ownUrgencies is what the business wrote under a title that names emergencies.
func (t *turn) ownUrgencies() (string, []llm.ToolCall) {
	r, calls := t.look(call("search_knowledge_base", "emergency", map[string]any{"query": t.say("emergency_query"), "top_k": 3}))
	hits, _ := read[[]struct {
		Title   string `json:"title"`
		Content string `json:"content"`
	}](r)
	for _, h := range hits {
		title := language.FoldString(h.Title)
		if strings.Contains(title, "urgenc") || strings.Contains(title, "emergenc") {
			said := strings.TrimSpace(h.Content)
			if len(said) > ownLimit {
				said, _, _ = strings.Cut(said, "\n\n")
			}
			said = knowledge.Whole(said, ownLimit)
			if !strings.HasSuffix(said, ":") && !strings.ContainsAny(said, "$€") { // no list without its items, and no price now
				return said, nil
			}
		}
	}
	return "", calls
}

// ownPhone is the telephone of the first branch that has one.
func (t *turn) ownPhone() (string, []llm.ToolCall) {
	type branch struct {
		Phone string `json:"phone"`
	}
	r, calls := t.look(call("get_branch_info", "emergency", map[string]any{}))
	all, ok := read[[]branch](r)
	if one, single := read[branch](r); !ok && single {
		all = []branch{one}
	}
	for _, b := range all {
		if b.Phone != "" {
			return t.say("urgent_phone", "phone", b.Phone), nil
		}
	}
	return "", calls
}

// look returns a result, or the call that is needed first; both are empty where the tool is not offered.
func (t *turn) look(c llm.ToolCall) (r tool.Result, calls []llm.ToolCall) {
	r, found := t.ask(c)
	if !found && t.offered[c.Name] {
		calls = []llm.ToolCall{c}
	}
	return r, calls
}

// patients reports whether the business looks after patients.
func (t *turn) patients() bool {
	v := t.settings().Vertical
	return v == tenant.Dental || v == tenant.Medical
}

// smallTalk are intents beside which an urgent wish stands alone.
var smallTalk = []string{"urgent_care", "greeting", "farewell_thanks", "other", "faq_policy"}

// calm takes an urgent wish that is none from a business that looks after no patients, where another wish stands beside it.
func (t *turn) calm() {
	is := func(name string) bool { return name == "urgent_care" }
	if !t.patients() && slices.ContainsFunc(t.intents, func(name string) bool { return !slices.Contains(smallTalk, name) }) {
		t.intents = slices.DeleteFunc(t.intents, is)
	}
}

// supposed answers who asks of emergencies, or calls something else one, where nobody's life is in danger: what the business wrote of
// it, else where help would be.
func (t *turn) supposed() answer {
	if a, ok := t.questions().LookUp(); ok {
		return answerOf(a)
	}
	n, known := emergencyNumbers[t.settings().Country]
	if !known {
		n.ambulance = t.say("emergency_number")
	}
	return answer{text: t.say("urgent_1", "number", n.ambulance)}
}
