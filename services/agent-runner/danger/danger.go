// Package danger says who helps where a life is in danger: the public numbers of a country, and what the business itself wrote.
package danger

import (
	"regexp"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/urgency"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/phrase"
)

// numbers are a country's numbers for help: the same where one serves all. Line is that of who may hurt themselves, and empty
// where no short one is established in the whole country.
type numbers struct{ ambulance, fire, police, line string }

func one(n string) numbers { return numbers{ambulance: n, fire: n, police: n} }

// byCountry are the public numbers by country.
var byCountry = map[string]numbers{
	"AR": {"107", "100", "911", ""},
	"BO": {"118", "119", "110", ""},
	"BR": {"192", "193", "190", "188"},
	"CL": {"131", "132", "133", "*4141"},
	"CO": one("123"),
	"CR": one("911"),
	"CU": {"104", "105", "106", ""},
	"DO": one("911"),
	"EC": one("911"),
	"ES": {"112", "112", "112", "024"},
	"GT": {"122", "122", "110", ""},
	"HN": one("911"),
	"MX": one("911"),
	"NI": one("118"),
	"PA": {"911", "103", "104", ""},
	"PE": {"106", "116", "105", ""},
	"PR": {"911", "911", "911", "988"},
	"PT": one("112"),
	"PY": {"141", "132", "911", ""},
	"SV": {"132", "913", "911", ""},
	"US": {"911", "911", "911", "988"},
	"UY": one("911"),
	"VE": one("911"),
}

func numbersOf(w phrase.Words, country string) numbers {
	if n, known := byCountry[country]; known {
		return n
	}
	return one(w.Say("emergency_number"))
}

// Ambulance is the number for an ambulance in a country, or words for it where it is not known.
func Ambulance(w phrase.Words, country string) string { return numbersOf(w, country).ambulance }

// Words send to who helps in a country.
func Words(w phrase.Words, country string, help urgency.Help) string {
	n := numbersOf(w, country)
	switch {
	case help == urgency.Fire:
		return w.Say("urgent_fire", "number", n.fire)
	case help == urgency.Police:
		return w.Say("urgent_police", "number", n.police)
	case help == urgency.Vet:
		return w.Say("urgent_animal")
	case help == urgency.Line && n.line != "":
		return w.Say("urgent_line", "line", n.line, "number", n.ambulance)
	case help == urgency.Line:
		return w.Say("urgent_alone", "number", n.ambulance)
	}
	return w.Say("urgent_5", "number", n.ambulance)
}

// ownLimit bounds what is quoted in an emergency, in characters: who is in danger reads two sentences.
const ownLimit = 240

// Passage is what search_knowledge_base found.
type Passage struct {
	Title   string `json:"title"`
	Content string `json:"content"`
}

// Own is what the business wrote of where help is under a title that names emergencies; empty where it wrote nothing that can be
// read at once. Advice on lesser pain is no help now: only sentences that name a number or a hospital are kept, and no price.
func Own(hits []Passage) string {
	for _, h := range hits {
		title := language.FoldString(h.Title)
		if !strings.Contains(title, "urgenc") && !strings.Contains(title, "emergenc") {
			continue
		}
		said := strings.TrimSpace(h.Content)
		if len(said) > ownLimit {
			said, _, _ = strings.Cut(said, "\n\n")
		}
		said = knowledge.Whole(said, ownLimit)
		if !strings.HasSuffix(said, ":") && !strings.ContainsAny(said, "$€") && sends(said) {
			return said
		}
	}
	return ""
}

var (
	numbers3 = regexp.MustCompile(`\d{3}|24 h|las 24`)
	places   = []string{"hospital", "emergenc", "sala de urgencias", "pronto-socorro", "emergency room"}
)

// sends reports whether a text sends somebody somewhere: it names a number or a hospital.
func sends(text string) bool {
	folded := language.FoldString(text)
	return numbers3.MatchString(folded) || slices.ContainsFunc(places, func(p string) bool { return strings.Contains(folded, p) })
}

// Phone is the telephone of the first branch that has one, in what get_branch_info said of one or of all.
func Phone(r tool.Result) string {
	type branch struct {
		Phone string `json:"phone"`
	}
	all, ok := tool.Read[[]branch](r)
	if one, single := tool.Read[branch](r); !ok && single {
		all = []branch{one}
	}
	for _, b := range all {
		if b.Phone != "" {
			return b.Phone
		}
	}
	return ""
}
