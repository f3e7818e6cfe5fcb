package question

import (
	"strings"

	"github.com/recado/recado/pkg/knowledge"
)

// address says where the business is.
func (t *Turn) address(ask) Answer {
	return t.eachBranch(func(b branch) string {
		line := t.Say("place", "branch", b.Name, "address", withCity(b.Address, b.City))
		if b.Phone != "" {
			line += " " + t.Say("phone", "phone", b.Phone)
		}
		if b.Maps != "" {
			line += "\n" + b.Maps
		}
		return line
	})
}

func withCity(address, city string) string {
	if city == "" || strings.Contains(address, city) {
		return address
	}
	return address + ", " + city
}

// phone says the number to call.
func (t *Turn) phone(a ask) Answer {
	said := t.eachBranch(func(b branch) string {
		if b.Phone == "" {
			return ""
		}
		return b.Name + ": " + b.Phone
	})
	if said.Text == "" && len(said.Calls) == 0 {
		return t.unknown(a)
	}
	return said
}

// email is not known; who asks for it may call.
func (t *Turn) email(a ask) Answer { return joined(Answer{Text: t.Say("not_known")}, t.phone(a)) }

func (t *Turn) eachBranch(say func(branch) string) Answer {
	found, calls := t.branches(t.Place)
	if calls != nil {
		return Answer{Calls: calls}
	}
	if len(found) == 0 {
		return t.unsure()
	}
	var lines []string
	for _, b := range found {
		if line := say(b); line != "" {
			lines = append(lines, line)
		}
	}
	return Answer{Text: strings.Join(lines, "\n")}
}

// around says what there is about a place: parking, a ramp, the way. The business's answer to that question comes before what its
// directions say of it.
func (t *Turn) around(a ask) Answer {
	if got, ok := t.fromTexts(a, firm); ok {
		return got
	}
	words := kinds.named(a.kind).Family
	said := t.eachBranch(func(b branch) string {
		about := sentencesOn(b.Directions, words)
		if a.kind == "way" {
			about = withCity(b.Address, b.City) + ". " + t.quoted(b.Directions)
		} else if about != "" {
			about = t.quoted(about)
		}
		if about == "" {
			return ""
		}
		return strings.TrimSpace(b.Name + ": " + about)
	})
	if said.Text == "" && len(said.Calls) == 0 {
		return t.unknown(a)
	}
	return said
}

// sentencesOn are the sentences of a text that have one of the words.
func sentencesOn(text, words string) string {
	var out []string
	for _, s := range knowledge.Sentences(text) {
		for w := range strings.FieldsSeq(words) {
			if knowledge.Covers(w, s) > 0 {
				out = append(out, s)
				break
			}
		}
	}
	return strings.Join(out, " ")
}
