package rulemodel

import (
	"slices"
	"strings"

	"github.com/recado/recado/services/agent-runner/basket"
	"github.com/recado/recado/services/agent-runner/dialogue"
	"github.com/recado/recado/services/agent-runner/heard"
	"github.com/recado/recado/services/agent-runner/phrase"
)

// allergyTold finds what somebody says to be allergic to.
func (t *turn) allergyTold() (what string, ok bool) {
	if t.Says("not_allergic") {
		return noAllergy, true
	}
	for c := range strings.FieldsFuncSeq(t.Text, func(r rune) bool { return strings.ContainsRune(".;!?¿¡\n", r) }) {
		if heard.In(c, "allergic") {
			return phrase.Clip(basket.AllergyIn(c), allergyLimit), true
		}
	}
	return "", false
}

// tellsAllergyWith reports whether dishes are ordered beside an allergy of one's own, which alone looks like a question of the menu.
func (t *turn) tellsAllergyWith(dishes bool) bool {
	if !dishes || strings.ContainsAny(t.Text, "?¿") {
		return false
	}
	what, told := t.allergyTold()
	return told && what != noAllergy && t.Says("of_oneself")
}

// takeAllergy takes what must not be eaten, whenever it is told, and the answer to whether there is anything.
func (t *turn) takeAllergy(f *dialogue.Frame) {
	what, told := t.allergyTold()
	asked := f.Asked == "allergy" || f.Asked == askWhich
	switch {
	case strings.ContainsAny(t.Text, "?¿") && told && !t.Says("of_oneself"): // a question of dishes
	case told && (what != noAllergy || f.Values["allergy"] == ""):
		t.setAllergy(f, what)
	case !asked, t.changesLast(f): // "no, mejor uno" answers nothing of it
	case t.Tapped == noAllergy, t.Slots.GetAnswer() == "no", t.Says("nothing_more") && len(strings.Fields(t.Plain)) <= shortWords:
		if f.Values["allergy"] == "" {
			f.Set("allergy", noAllergy)
		}
	case f.Asked == "allergy" && t.Slots.GetAnswer() == "yes" && len(strings.Fields(t.Plain)) <= 2:
		f.Set("more", "yes")
	case t.namesAllergen():
		t.setAllergy(f, phrase.Clip(strings.TrimSpace(t.Text), allergyLimit))
	}
}

// changesLast reports whether a message says how many of a dish, or that an option of it is not wanted after all.
func (t *turn) changesLast(f *dialogue.Frame) bool {
	s := t.menu.Read(t.Text, f.Basket.Last)
	return s.Count > 0 || f.Basket.Unwants(s)
}

func (t *turn) setAllergy(f *dialogue.Frame, what string) {
	if what == noAllergy || what == "" {
		f.Set("allergy", noAllergy)
		return
	}
	if old := f.Values["allergy"]; old != "" && old != noAllergy && !strings.Contains(old, what) {
		what = phrase.Clip(old+", "+what, allergyLimit)
	}
	if f.Values["allergy"] != what {
		f.Set("allergy", what)
		f.Set("kept", "")
		t.news.allergy = true
	}
}

// leads begin an answer to "to what are you allergic?", folded.
var leads = []string{"al", "a", "to", "ao", "aos"}

// namesAllergen reports whether a short answer names something that the menu lists as an allergen, or says to what: "al kiwi".
func (t *turn) namesAllergen() bool {
	words := strings.Fields(t.Plain)
	if len(words) > shortWords || len(words) == 0 || strings.ContainsAny(t.Text, "?¿") {
		return false
	}
	to := slices.Contains(leads, words[0]) && len(words) > 1 && t.Slots.GetFulfilment() == ""
	s := t.menu.Read(t.Text, "")
	counted := slices.ContainsFunc(s.Wishes, func(w basket.Wish) bool { return w.Quantity > 0 || w.More })
	return !counted && !t.First("order") && (to || len(t.menu.Avoided(t.Text)) > 0)
}

// conflicts are the dishes of an order for which the menu lists what must not be eaten, and that the customer has not kept knowingly.
func (t *turn) conflicts(f *dialogue.Frame) (names, listed []string) {
	if f.Values["allergy"] == "" || f.Values["allergy"] == noAllergy {
		return nil, nil
	}
	return t.menu.Conflicts(f.Basket.Lines, f.Values["allergy"])
}

// takeAllergen takes what becomes of dishes that hold what must not be eaten: out, or kept knowingly.
func (t *turn) takeAllergen(f *dialogue.Frame) bool {
	names, _ := t.conflicts(f)
	drop, keep := t.Slots.GetAnswer() == "yes" || t.Slots.GetChoice() == 1, t.Slots.GetAnswer() == "no" || t.Slots.GetChoice() == 2
	if t.Tapped != "" {
		drop, keep = t.Tapped == "drop", t.Tapped == "keep"
	}
	if t.Tapped == "" && t.Says("drop_dish") && !t.Says("keep_dish") {
		drop, keep = true, false
	}
	switch {
	case keep || t.Says("keep_dish"):
		f.Set("kept", strings.Join(names, "\n"))
	case drop:
		var s basket.Said
		for _, n := range names {
			s.Wishes = append(s.Wishes, basket.Wish{Among: []string{n}, Change: basket.Remove})
		}
		t.news.outcome = f.Basket.Apply(s, t.menu)
	default:
		return false
	}
	return true
}
