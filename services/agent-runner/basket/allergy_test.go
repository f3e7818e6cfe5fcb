package basket

import "testing"

func TestAnAllergyIsToldByItsOwnWords(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"soy alérgica a los mariscos":               "mariscos",
		"soy alérgico al maní y quiero dos tacos":   "maní",
		"2 moles pero soy celiaco":                  "celiaco",
		"sin maní porque soy alérgico":              "maní",
		"un mole sin cacahuate porque soy alérgica": "cacahuate",
		"I'm allergic to peanuts please":            "peanuts",
		"no puedo comer cacahuate pero":             "cacahuate",
	} {
		if got := AllergyIn(said); got != want {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
}
