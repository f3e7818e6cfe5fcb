package basket

import "testing"

func TestWordsOfOrdersLeaveTheirLookAlikes(t *testing.T) {
	t.Parallel()
	for key, w := range table {
		for _, text := range w.Yes {
			if !says(text, key) {
				t.Errorf("%s: %q has none", key, text)
			}
		}
		for _, text := range w.Not {
			if says(text, key) {
				t.Errorf("%s: %q has one", key, text)
			}
		}
	}
}

func TestAllergiesConcernTheirFamilies(t *testing.T) {
	t.Parallel()
	for i := range families {
		f := &families[i]
		for _, text := range f.Yes {
			if !f.in(text) || !Avoids(text, f.Words[0]) {
				t.Errorf("%s: %q does not concern it", f.Words[0], text)
			}
		}
		for _, text := range f.Not {
			if f.in(text) || Avoids(text, f.Words[0]) {
				t.Errorf("%s: %q concerns it", f.Words[0], text)
			}
		}
	}
	for _, c := range []struct {
		text, listed string
		want         bool
	}{
		{"soy alérgica al camarón", "mariscos", true},
		{"I'm allergic to peanuts", "maní", true},
		{"sou alérgico a camarão", "mariscos", true},
		{"intolerante a la lactosa", "lácteos", true},
		{"celíaca", "trigo", true},
		{"allergic to soy", "soya", true},
		{"soy alérgico al maní", "soya", false},
		{"al kiwi", "kiwi", true},
		{"al pescado", "mariscos", false},
		{"nueces", "frutos secos", true},
	} {
		if got := Avoids(c.text, c.listed); got != c.want {
			t.Errorf("%q and %s: %v", c.text, c.listed, got)
		}
	}
}

func TestWordsDifferByOneLetter(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"mixto", "misto", true},
		{"mixto", "mixtto", true},
		{"mixto", "mixo", true},
		{"mixto", "mixto", true},
		{"mixto", "mosto", false},
		{"mixto", "mix", false},
		{"pato", "pavo", true},
		{"clasico", "clazico", true},
		{"clasico", "casico", true},
		{"clasico", "asico", false},
		{"pan", "pen", false},
		{"mole", "moles", true},
		{"", "", false},
	} {
		if got := oneSlip(c.a, c.b); got != c.want || oneSlip(c.b, c.a) != c.want {
			t.Errorf("%q and %q: %v", c.a, c.b, got)
		}
	}
}
