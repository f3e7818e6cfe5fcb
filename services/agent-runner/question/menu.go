package question

import (
	"slices"
	"strings"

	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/llm"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

type dish struct {
	Name        string   `json:"name"`
	Category    string   `json:"category"`
	Description string   `json:"description"`
	Available   *bool    `json:"available"`
	Allergens   []string `json:"allergens"`
	Diets       []string `json:"diets"`
}

// there reports whether a dish can be had now.
func (d dish) there() bool { return d.Available == nil || *d.Available }

// menu lists the dishes, those of the course that was named where one was.
func (t *Turn) menu(a ask) Answer {
	if course := t.courseAsked(a); course != "" {
		return t.list("menu_intro", course)
	}
	if len(a.items) > 0 && t.speaksOfAny(a) {
		return t.items(a, t.described)
	}
	if len(t.settings().Dishes) == 0 {
		if got, ok := t.fromTexts(a, firm); ok {
			return got
		}
		return t.everything("services_intro")
	}
	if course := t.category(a.text); course != "" {
		return t.list("menu_intro", course)
	}
	return t.dishes()
}

func (t *Turn) speaksOfAny(a ask) bool {
	for _, m := range a.items {
		if t.speaksOf(a.text, m) {
			return true
		}
	}
	return false
}

// dishes names some of each course: what is on a long menu is asked for by course.
func (t *Turn) dishes() Answer {
	var courses []string
	byCourse := map[string][]string{}
	for _, d := range t.settings().Dishes {
		if byCourse[d.Tag] == nil {
			courses = append(courses, d.Tag)
		}
		byCourse[d.Tag] = append(byCourse[d.Tag], d.Name)
	}
	lines := []string{t.Say("menu_intro")}
	for _, course := range courses[:min(len(courses), listed)] {
		names := byCourse[course]
		line := "• " + course + ": " + strings.Join(names[:min(len(names), maxAlike)], ", ")
		if len(names) > maxAlike {
			line += " …"
		}
		lines = append(lines, strings.TrimPrefix(line, "• : "))
	}
	if !t.Busy {
		lines = append(lines, t.Say("ask_which_service"))
	}
	return Answer{Text: strings.Join(lines, "\n")}
}

// diet never clears a dish: it says what the menu lists of it, what the business wrote of the matter, and that the team is to be
// told.
func (t *Turn) diet(a ask) Answer {
	if len(t.settings().Dishes) == 0 {
		return t.text(a)
	}
	listedAllergens := Answer{}
	if t.Offered["get_menu"] {
		listedAllergens = t.allergensOf(a)
	}
	wrote, found := t.passage(a, firm, func(p passage) bool { // of a dish the menu knows more than other texts do
		if !p.isFAQ() && listedAllergens.Text != "" {
			return false
		}
		return len(a.items) == 0 || a.kind == "diet" || p.isAsked(a.words())
	})
	if calls := joined(wrote, listedAllergens).Calls; len(calls) > 0 {
		return Answer{Calls: calls}
	}
	out := joined(listedAllergens, wrote)
	if !found && listedAllergens.Text == "" {
		out.Text = t.Say("diet_unknown")
	}
	caution := t.critical(a.text)
	if caution == "" && a.kind == "allergy" {
		caution = t.Say("diet_caution")
	}
	return joined(out, Answer{Text: caution})
}

// allergensOf says what the menu lists for the dishes that were named.
func (t *Turn) allergensOf(a ask) Answer {
	c := llm.CallFor("get_menu", "all", map[string]any{})
	r, calls, _ := t.fetch(c)
	if calls != nil {
		return Answer{Calls: calls}
	}
	all, _ := read[[]dish](r)
	switch {
	case a.kind == "diet":
		return t.dishesFor(a, all)
	case len(a.items) == 0:
		return t.dishesWith(a, all)
	}
	var lines []string
	for _, m := range a.items {
		i := slices.IndexFunc(all, func(d dish) bool { return d.Name == m.GetName() })
		switch {
		case i < 0:
		case len(all[i].Allergens) == 0:
			lines = append(lines, t.Say("allergens_none", "dish", m.GetName()))
		default:
			lines = append(lines, t.Say("allergens", "dish", m.GetName(), "list", strings.Join(t.named(all[i].Allergens), ", ")))
		}
	}
	return Answer{Text: strings.Join(lines, "\n")}
}

// named are allergens in the customer's language, where they are common ones.
func (t *Turn) named(allergens []string) (out []string) {
	for _, a := range allergens {
		name := t.Say("allergen_" + strings.ReplaceAll(language.FoldString(a), " ", "_"))
		if name == "" {
			name = a
		}
		out = append(out, name)
	}
	return out
}

// dishesWith names the dishes for which the menu lists what somebody cannot have, and those for which it does not: what is in them is
// for the kitchen to say.
func (t *Turn) dishesWith(a ask, all []dish) Answer {
	var avoided, with, without []string
	course := t.category(a.text)
	for _, d := range all {
		for _, allergen := range d.Allergens {
			if !slices.Contains(avoided, allergen) && t.avoids(a.clause, allergen) {
				avoided = append(avoided, allergen)
			}
		}
	}
	for _, d := range all {
		has := slices.ContainsFunc(d.Allergens, func(allergen string) bool { return slices.Contains(avoided, allergen) })
		switch {
		case course != "" && d.Category != course:
		case has:
			with = append(with, d.Name)
		case d.there():
			without = append(without, d.Name)
		}
	}
	if len(avoided) == 0 {
		return Answer{}
	}
	var lines []string
	if len(with) > 0 {
		lines = append(lines, t.Say("dishes_with", "allergen", strings.Join(t.named(avoided), ", "), "names", strings.Join(with, ", ")))
	}
	if len(without) > 0 && !strings.Contains(language.FoldString(a.text), "que no puedo") {
		lines = append(lines, t.Say("dishes_without", "names", t.some(without)))
	}
	return Answer{Text: strings.Join(lines, "\n")}
}

// some joins names, the first ones of many.
func (t *Turn) some(names []string) string {
	if len(names) <= someNames {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:someNames], ", ") + " …"
}

// someNames is how many names of a longer list are said.
const someNames = 8

// namesDish reports whether the words of a clause that name allergens are words of a dish: "what is in the leche de tigre".
func (t *Turn) namesDish(c clause) bool {
	text, allergens, named := t.reading().text, strings.Split(kinds.Words["allergen"], "|"), false
	for i := c.from; i < c.to; i++ {
		if !slices.Contains(allergens, text.At(i)) {
			continue
		}
		said := text.Original(max(c.from, i-2), min(c.to, i+3))
		named = slices.ContainsFunc(t.Slots.GetDishes(), func(m *recadov1.Mention) bool {
			return shares(text.At(i), m.GetName()) && knowledge.Covers(m.GetName(), said) == 1
		})
		if !named {
			return false
		}
	}
	return named
}

// avoids reports whether a clause speaks of an allergen as of one to avoid: "a los mariscos, pero al pescado no" avoids one of two.
func (t *Turn) avoids(c clause, allergen string) (avoided bool) {
	text := t.reading().text
	for i := c.from; i < c.to; i++ {
		if w := text.At(i); carries(w) && knowledge.Covers(w, allergen) > 0 {
			next := text.At(i + 1)
			avoided = avoided || next != "no" && next != "si"
		}
	}
	return avoided
}

// dishesFor names the dishes that the menu marks for a diet that was named.
func (t *Turn) dishesFor(a ask, all []dish) Answer {
	var names []string
	for _, d := range all {
		of := len(a.items) == 0 || slices.Contains(namesIn(a.items), d.Name)
		marked := slices.ContainsFunc(d.Diets, func(diet string) bool { return begins(diet, a.text, dietLetters) })
		if of && marked && d.there() {
			names = append(names, d.Name)
		}
	}
	if len(names) == 0 {
		return Answer{}
	}
	return Answer{Text: t.Say("dishes_diet", "names", t.some(names))}
}

// dietLetters are those that the names of a diet have in common: vegan, vegano, vegana.
const dietLetters = 5

// tells are the words of an instruction after which it says what customers are to be told.
var tells = []string{
	"aclara que ", "aclare que ", "di que ", "diga que ", "explica que ", "explique que ", "advierte que ",
	"say that ", "tell them that ",
}

// critical is what a critical instruction of the business tells customers to be told on the matter of a text.
func (t *Turn) critical(text string) string {
	if !t.own() {
		return ""
	}
	for _, instruction := range t.Facts.Critical {
		if slices.ContainsFunc(carrying(text), func(w string) bool { return knowledge.Covers(w, instruction) > 0 }) {
			for _, tell := range tells {
				if _, said, ok := strings.Cut(instruction, tell); ok {
					return sentence(capital(strings.TrimSpace(said)))
				}
			}
		}
	}
	return ""
}
