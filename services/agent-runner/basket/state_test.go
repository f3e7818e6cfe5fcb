package basket_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/recado/recado/services/agent-runner/basket"
)

func TestBasketSurvivesItsJSON(t *testing.T) {
	t.Parallel()
	m := kitchen()
	b := &basket.Basket{}
	for _, text := range []string{"dos cafés sin azúcar y un agua", "una hamburguesa clásica con tocino, bien cocida"} {
		b.Apply(m.Read(text, b.Last), m)
	}
	data, err := json.Marshal(b)
	if err != nil {
		t.Fatal(err)
	}
	var again basket.Basket
	if err := json.Unmarshal(data, &again); err != nil || !again.Equal(b) || again.Last != b.Last {
		t.Errorf("%s is read as %+v: %v", data, again, err)
	}
}

func TestCopyOfABasketIsItsOwn(t *testing.T) {
	t.Parallel()
	m := kitchen()
	b := &basket.Basket{}
	b.Apply(m.Read("un café con leche y dos flanes", ""), m)
	c := b.Copied()
	for _, text := range []string{"quita los flanes", "el café sin azúcar", "tres quesadillas"} {
		c.Apply(m.Read(text, c.Last), m)
	}
	if got := spoke(b, nil, nil); got != "1 Café [Con leche] | 2 Flan" {
		t.Errorf("the original is %s", got)
	}
	if b.Equal(c) || !b.Equal(b.Copied()) {
		t.Error("the same baskets differ, or different ones are the same")
	}
}

func TestOutcomeTellsWhatHappened(t *testing.T) {
	t.Parallel()
	m := kitchen()
	b := &basket.Basket{}
	for _, c := range []struct {
		text             string
		changed, cleared bool
	}{
		{"hola", false, false},
		{"dos flanes", true, false},
		{"dos flanes", false, false},
		{"con crema", true, false},
		{"con crema", false, false},
		{"quita la cerveza", false, false},
		{"empieza de nuevo", true, true},
		{"empieza de nuevo", false, true},
	} {
		s := m.Read(c.text, b.Last)
		if out := b.Apply(s, m); out.Changed != c.changed || out.Cleared != c.cleared {
			t.Errorf("%q: %+v", c.text, out)
		}
	}
	if s := m.Read("gracias", "Flan"); !s.Nothing() {
		t.Errorf("thanks are read as %+v", s)
	}
	if s := m.Read("sin crema", "Flan"); s.Nothing() {
		t.Error("a note is nothing")
	}
}

func TestMessageWithoutADishIsAboutTheLastOne(t *testing.T) {
	t.Parallel()
	m := kitchen()
	for _, c := range []struct {
		text string
		want basket.Said
	}{
		{"mejor tres", basket.Said{Count: 3}},
		{"tres más", basket.Said{Count: 3, More: true}},
		{"otro más", basket.Said{Count: 1, More: true}},
		{"make it three", basket.Said{Count: 3}},
		{"só dois", basket.Said{Count: 2}},
		{"sin crema", basket.Said{Note: "sin crema"}},
		{"ah, y con salsa aparte", basket.Said{Note: "con salsa aparte"}},
		{"todos sin crema", basket.Said{Note: "sin crema", All: true}},
		{"mejor dos y sin crema", basket.Said{Note: "sin crema", Count: 2}},
		{"con dos limones", basket.Said{Note: "con dos limones"}},
		{"esa no", basket.Said{DropLast: true}},
		{"borra todo", basket.Said{Clear: true}},
		{"3", basket.Said{}},
		{"mejor a las 3", basket.Said{}},
		{"mejor $300", basket.Said{}},
		{"mejor no", basket.Said{}},
		{"con tarjeta", basket.Said{}},
		{"sin prisa", basket.Said{}},
		{"mejor dos o tres", basket.Said{}},
	} {
		s := m.Read(c.text, "Flan")
		same := s.Count == c.want.Count && s.More == c.want.More && s.Note == c.want.Note
		if !same || s.All != c.want.All || s.DropLast != c.want.DropLast || s.Clear != c.want.Clear {
			t.Errorf("%q: %+v", c.text, s)
		}
		if alone := m.Read(c.text, ""); alone.Count > 0 || alone.Note != "" {
			t.Errorf("%q without a dish: %+v", c.text, alone)
		}
	}
}

func TestLongMessageIsNotAboutTheLastDish(t *testing.T) {
	t.Parallel()
	long := "mire la verdad es que " + strings.Repeat("la otra vez ", 5) + "me trajeron todo con mucha salsa y no me gustó"
	if s := kitchen().Read(long, "Flan"); s.Count > 0 || s.Note != "" {
		t.Errorf("%+v", s)
	}
}

func TestSoldOutDishIsNotOrderedBySettling(t *testing.T) {
	t.Parallel()
	m := kitchen()
	b := &basket.Basket{Unclear: []basket.Wish{{Among: []string{"Tacos de lengua", "Tacos de suadero"}, Quantity: 2}}}
	out, ok := b.Settle("de lengua", 0, m)
	if !ok || len(out.SoldOut) != 1 || !b.Empty() {
		t.Errorf("settled %v, sold out %v, lines %+v", ok, out.SoldOut, b.Lines)
	}
	if _, ok := b.Settle("de lengua", 0, m); ok {
		t.Error("a doubt was settled twice")
	}
}

func TestSlipInANameFindsTheDishThatIsMeant(t *testing.T) {
	t.Parallel()
	m := kitchen()
	for text, want := range map[string]string{
		"un agua de jamaisa":   "1 Agua de jamaica",
		"unas papas fritax":    "1 Papas fritas",
		"dos tacos de suadera": "2 Tacos de suadero",
	} {
		b := &basket.Basket{}
		b.Apply(m.Read(text, ""), m)
		if got := spoke(b, nil, nil); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
