package eval

import "testing"

func TestANoteAllowsAnotherIntentButNeverInsteadOfDanger(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		want, note, got string
		also            bool
	}{
		{"booking", "alt=pricing", "pricing", true},
		{"booking", "two wishes (alt=pricing).", "pricing", true},
		{"booking", "alt=hours\talt=faq_policy", "faq_policy", true},
		{"booking", "alt=pricing", "hours", false},
		{"booking", "pricing", "pricing", false},
		{"booking", "", "", false},
		{"urgent_care", "alt=booking", "booking", false},
	} {
		x := intentExample{want: c.want, note: c.note}
		if x.also(c.got) != c.also {
			t.Errorf("%s with the note %q, got %s: want %t", c.want, c.note, c.got, c.also)
		}
	}
}

func TestMacroF1IsTheMeanOverTheIntentsOfTheFile(t *testing.T) {
	t.Parallel()
	by := map[string]*outcomes{
		"booking": {of: 4, said: 2, hit: 2}, // precision 1, recall 1/2
		"hours":   {of: 1, said: 1, hit: 1},
		"menu":    {said: 2},
	}
	if got, want := macro(by), (2.0/3+1)/2; got < want-1e-9 || got > want+1e-9 {
		t.Errorf("got %f, want %f", got, want)
	}
}
