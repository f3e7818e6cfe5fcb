package basket_test

import (
	"testing"

	"github.com/recado/recado/services/agent-runner/basket"
)

func TestNoBeforeAChangeIsAChange(t *testing.T) {
	t.Parallel()
	m := kitchen()
	for _, c := range []struct{ said, want string }{
		{"no wait, make it one", "2 Quesadilla | 1 Flan"},
		{"no wait make it one", "2 Quesadilla | 1 Flan"},
		{"no, wait, just one", "2 Quesadilla | 1 Flan"},
		{"wait no, make that one", "2 Quesadilla | 1 Flan"},
		{"no espera, mejor uno", "2 Quesadilla | 1 Flan"},
		{"no, espera, que sea uno", "2 Quesadilla | 1 Flan"},
		{"no perdón, solo uno", "2 Quesadilla | 1 Flan"},
		{"no espera, uno", "2 Quesadilla | 1 Flan"},
		{"no, mejor cuatro", "2 Quesadilla | 4 Flan"},
		{"não, espera, só um", "2 Quesadilla | 1 Flan"},
		{"não espera, melhor um", "2 Quesadilla | 1 Flan"},
		{"no wait, one quesadilla", "1 Quesadilla | 3 Flan"},
		{"no wait, make it one quesadilla", "1 Quesadilla | 3 Flan"},
		{"no espera, mejor una quesadilla", "1 Quesadilla | 3 Flan"},
		{"não, espera, só uma quesadilha", "1 Quesadilla | 3 Flan"},
		{"no espera, sin azúcar", "2 Quesadilla | 3 Flan (sin azúcar)"},
		{"no hold on, make it one", "2 Quesadilla | 1 Flan"},
		{"hold the sugar", "2 Quesadilla | 3 Flan (hold the sugar)"},
		{"no sugar", "2 Quesadilla | 3 Flan (no sugar)"},
		{"no espera, un momento", "2 Quesadilla | 3 Flan"},
		{"no, espera", "2 Quesadilla | 3 Flan"},
		{"wait, give me one minute", "2 Quesadilla | 3 Flan"},
	} {
		var b basket.Basket
		b.Apply(m.Read("dos quesadillas y tres flanes", ""), m)
		b.Apply(m.Read(c.said, b.Last), m)
		if got := spoke(&b, nil, nil); got != c.want {
			t.Errorf("%q: %q, want %q", c.said, got, c.want)
		}
	}
	for said, want := range map[string]string{"make it one": "1 Quesadilla | 1 Flan", "que sean dos": "2 Quesadilla | 2 Flan"} {
		var b basket.Basket
		b.Apply(m.Read("dos quesadillas y un flan", ""), m)
		b.Apply(m.Read(said, b.Last), m)
		if got := spoke(&b, nil, nil); got != want {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
}
