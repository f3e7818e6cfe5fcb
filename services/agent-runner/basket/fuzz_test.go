package basket_test

import (
	"encoding/json"
	"testing"

	"github.com/recado/recado/services/agent-runner/basket"
)

func FuzzBasket(f *testing.F) {
	m := kitchen()
	f.Add("dos tacos al pastor sin cebolla y un agua", "mejor tres")
	f.Add("12 quesadillas mitad con queso", "cambia las quesadillas por 0 flanes (2) no, mejor tres")
	f.Add("un agua y una hamburguesa con extra queso, papas fritas y sin tocino", "quita todo menos el agua")
	f.Fuzz(func(t *testing.T, one, two string) {
		b := &basket.Basket{}
		for _, text := range []string{one, two, one + " " + two} {
			b.Apply(m.Read(text, b.Last), m)
			b.Settle(two, 1, m)
		}
		for _, l := range b.Lines {
			counted := l.Quantity >= 1 && l.Quantity <= basket.MaxQuantity
			if !counted || !m.There(l.Name) || len(l.Notes)+len(l.Options) > 250 {
				t.Fatalf("line %+v", l)
			}
		}
		data, err := json.Marshal(b)
		if err != nil || len(b.Lines) > basket.MaxLines || len(b.Unclear) > 8 {
			t.Fatalf("%s: %v", data, err)
		}
	})
}

func BenchmarkRead(b *testing.B) {
	m := kitchen()
	b.ReportAllocs()
	for b.Loop() {
		m.Read("hola quiero dos tacos al pastor sin cebolla y una hamburguesa clásica con extra queso para llevar porfa", "")
	}
}
