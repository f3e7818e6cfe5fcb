package attack

import "slices"

// rule is a family of findings: each counts once in a passage.
type rule struct {
	code, owasp string
	family      uint8
	// abroad is what a weight is multiplied by in a text that is not the contact's.
	abroad float64
}

// maxFamilies is how many families there can be.
const maxFamilies = 32

var families []string

// ordering names the families that have no place in a document at all.
var ordering = []string{"override_instructions", "persona", "jailbreak_mode", "prompt_leak", "indirect", "exfil_link"}

// marking are the families of what no text of a business holds, whoever wrote it. What is left are wishes that only a
// contact can have: a policy speaks of refunds, prescriptions and passwords for good reasons.
var marking = []string{"chat_template", "markup", "fake_dialogue", "hidden_text"}

func newRule(code, owasp string) rule {
	i := slices.Index(families, code)
	if i < 0 {
		i = len(families)
		families = append(families, code)
	}
	if i >= maxFamilies {
		panic("guard: too many families of rules")
	}
	r := rule{code: code, owasp: owasp, family: uint8(i), abroad: 0.25}
	switch {
	case slices.Contains(marking, code):
		r.abroad = 1
	case slices.Contains(ordering, code):
		r.abroad = 2
	}
	return r
}
