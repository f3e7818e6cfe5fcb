package done

import "testing"

func TestClaimsOfAWriteAndTheirLookAlikes(t *testing.T) {
	t.Parallel()
	for _, c := range claims {
		if len(c.Says) < 2 || len(c.Not) < 2 {
			t.Errorf("%s has too few examples", c.Words)
		}
		for _, s := range c.Says {
			if len(Claimed(s)) == 0 {
				t.Errorf("%q claims nothing", s)
			}
			if c.in(folded(yes.ReplaceAllString(s, "")).text) == nil {
				t.Errorf("%q is claimed by another row than %v", s, c.Of)
			}
		}
		for _, s := range c.Not {
			if got := Claimed(s); len(got) > 0 {
				t.Errorf("%q claims %q", s, got)
			}
		}
	}
}

func TestOnlyWhatClaimsIsNamed(t *testing.T) {
	t.Parallel()
	got := Claimed("La limpieza cuesta $800. Tu cita quedó agendada. ¿Algo más?")
	if len(got) != 1 || got[0] != "quedó agendada" {
		t.Errorf("claimed %q", got)
	}
}
