package basket_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/agent-runner/basket"
)

func gone() *bool { no := false; return &no }

// kitchen is a menu with names that share words, options in groups, and a dish that is sold out.
func kitchen() *basket.Menu {
	var dishes []basket.Dish
	var names []tenant.Name
	for row := range strings.SplitSeq(strings.TrimSpace(`
tacos|Tacos al pastor|pastor
tacos|Tacos de suadero|suadero
tacos|Tacos de lengua|
antojitos|Quesadilla|quesadillas, quesadilha
antojitos|Hamburguesa clásica|burger, hamburguer
antojitos|Papas fritas|fries, batata frita
bebidas|Agua de horchata|horchata
bebidas|Agua de jamaica|jamaica
bebidas|Agua mineral|sparkling water
bebidas|Cerveza|beer, cerveja
bebidas|Café|coffee
postres|Flan|
postres|Pastel de tres leches|tres leches`), "\n") {
		cells := strings.Split(row, "|")
		dishes = append(dishes, basket.Dish{Category: cells[0], Name: cells[1]})
		names = append(names, tenant.Name{ID: cells[1], Name: cells[1], Tag: cells[0], Aliases: strings.Split(cells[2], ", ")})
	}
	for i := range dishes {
		switch dishes[i].Name {
		case "Tacos de lengua":
			dishes[i].Available = gone()
		case "Hamburguesa clásica":
			dishes[i].Options = []basket.Option{
				{Name: "Extra queso"}, {Name: "Papas fritas"}, {Name: "Tocino"}, {Name: "Grande", Group: "tamaño"}, {Name: "Chica", Group: "tamaño"},
			}
		case "Café":
			dishes[i].Options = []basket.Option{{Name: "Con leche"}, {Name: "Sin azúcar"}}
		}
	}
	services := []tenant.Name{{ID: "envio", Name: "Envío a domicilio", Aliases: []string{"delivery"}}}
	return basket.NewMenu(dishes, &tenant.Settings{Dishes: names, Services: services})
}

// spoke writes a basket as the tables do: "2 Quesadilla [Tocino] (sin crema)", what could not be done after a "!".
func spoke(b *basket.Basket, outs []basket.Outcome, unknown []string) string {
	var out []string
	for _, l := range b.Lines {
		s := fmt.Sprintf("%d %s", l.Quantity, l.Name)
		if len(l.Options) > 0 {
			s += " [" + strings.Join(l.Options, ", ") + "]"
		}
		if l.Notes != "" {
			s += " (" + l.Notes + ")"
		}
		out = append(out, s)
	}
	for _, w := range b.Unclear {
		out = append(out, "?"+strings.Join(w.Among, "/"))
	}
	for _, o := range outs {
		for _, name := range o.SoldOut {
			out = append(out, "!sold out "+name)
		}
		for _, name := range o.Absent {
			out = append(out, "!absent "+name)
		}
		for _, name := range o.TooMany {
			out = append(out, "!too many "+name)
		}
	}
	for _, name := range unknown {
		out = append(out, "!unknown "+name)
	}
	return strings.Join(out, " | ")
}

// said are orders as customers tell them, in one message or several, with what is in the basket at the end.
const said = `
# lines are read with how many and how
dos tacos al pastor sin cebolla y una horchata para llevar => 2 Tacos al pastor (sin cebolla) | 1 Agua de horchata
2 de pastor, 3 de suadero y una cerveza => 2 Tacos al pastor | 3 Tacos de suadero | 1 Cerveza
media docena de quesadillas y un par de cervezas => 6 Quesadilla | 2 Cerveza
quesadillas: 4 => 4 Quesadilla
quiero una quesadilla porfa => 1 Quesadilla
quesadiya sin crema => 1 Quesadilla (sin crema)
two burgers and a beer => 2 Hamburguesa clásica | 1 Cerveza
três quesadilhas sem creme e uma cerveja => 3 Quesadilla (sem creme) | 1 Cerveza
dos cafés, uno con leche y otro sin azúcar => 1 Café [Con leche] | 1 Café [Sin azúcar]
2 quesadillas\n1 cerveza\n3 de pastor => 2 Quesadilla | 1 Cerveza | 3 Tacos al pastor
dame tres cafés porfa y un flan => 3 Café | 1 Flan
me das 4 de pastor: 2 con piña y 2 sin piña => 2 Tacos al pastor (con piña) | 2 Tacos al pastor (sin piña)
una docena de quesadillas => 12 Quesadilla
treinta y dos cervezas => 32 Cerveza
a coffee without sugar and a couple of beers => 1 Café (without sugar) | 2 Cerveza
poneme dos quesadillas y una birra => 2 Quesadilla | !unknown birra
dos quesadillas a Barranco => 2 Quesadilla
two quesadillas and a lemonade => 2 Quesadilla | !unknown lemonade
una agua de jamaisa => 1 Agua de jamaica
kiero dos kesadillas i una serbesa => 2 Quesadilla | 1 Cerveza
# options of the menu are options, the rest is a note
una hamburguesa clásica con extra queso => 1 Hamburguesa clásica [Extra queso]
una hamburguesa clásica con queso extra y sin cebolla => 1 Hamburguesa clásica [Extra queso] (sin cebolla)
una hamburguesa clásica grande con tocino => 1 Hamburguesa clásica [Grande, Tocino]
una hamburguesa clásica con papas fritas => 1 Hamburguesa clásica [Papas fritas]
una hamburguesa clásica y unas papas fritas => 1 Hamburguesa clásica | 1 Papas fritas
una hamburguesa clásica sin tocino => 1 Hamburguesa clásica (sin tocino)
una hamburguesa clásica con queso => 1 Hamburguesa clásica (con queso)
un café sin azúcar => 1 Café [Sin azúcar]
una quesadilla con extra queso => 1 Quesadilla (con extra queso)
a burger with tocino and no onions => 1 Hamburguesa clásica [Tocino] (no onions)
una hamburguesa clásica grande ~ mejor chica => 1 Hamburguesa clásica [Chica]
una hamburguesa clásica ~ con extra queso => 1 Hamburguesa clásica [Extra queso]
una hamburguesa clásica con extra queso ~ sin el extra queso => 1 Hamburguesa clásica (sin el extra queso)
# a change is made to what there is
dos tacos al pastor y una cerveza ~ mejor tres => 2 Tacos al pastor | 3 Cerveza
dos tacos al pastor ~ mejor tres => 3 Tacos al pastor
dos tacos al pastor ~ que sean 4 => 4 Tacos al pastor
dos tacos al pastor y una cerveza ~ mejor cinco tacos al pastor => 5 Tacos al pastor | 1 Cerveza
dos tacos al pastor y una cerveza ~ quita la cerveza => 2 Tacos al pastor
dos tacos al pastor ~ agrega una horchata => 2 Tacos al pastor | 1 Agua de horchata
dos tacos al pastor ~ agrega otros dos de pastor => 4 Tacos al pastor
dos tacos al pastor ~ dos más de pastor => 4 Tacos al pastor
dos tacos al pastor ~ dos más => 4 Tacos al pastor
una cerveza ~ otra igual => 2 Cerveza
una cerveza ~ otra cerveza => 2 Cerveza
tres cervezas ~ quita una cerveza => 2 Cerveza
dos de pastor y un flan ~ cambia los de pastor por suadero => 1 Flan | 2 Tacos de suadero
dos de pastor ~ cambia los de pastor por tres de suadero => 3 Tacos de suadero
dos de pastor ~ sin nada => 2 Tacos al pastor (sin nada)
dos de pastor y dos de suadero ~ todo sin cebolla => 2 Tacos al pastor (sin cebolla) | 2 Tacos de suadero (sin cebolla)
dos de pastor y una cerveza ~ los de pastor sin piña => 2 Tacos al pastor (sin piña) | 1 Cerveza
dos de pastor y una cerveza ~ quítala => 2 Tacos al pastor
dos de pastor y una cerveza ~ empieza de nuevo =>
dos de pastor ~ borra todo y ponme dos flanes => 2 Flan
dos de pastor ~ dos de pastor => 2 Tacos al pastor
dos de pastor ~ y dos quesadillas => 2 Tacos al pastor | 2 Quesadilla
dos de pastor ~ ya no quiero los de pastor, mejor una quesadilla => 1 Quesadilla
dos de pastor ~ 0 tacos al pastor =>
two burgers ~ actually make it three => 3 Hamburguesa clásica
two burgers and a beer ~ remove the beer => 2 Hamburguesa clásica
duas quesadilhas ~ só três => 3 Quesadilla
duas quesadilhas ~ tira as quesadilhas =>
duas quesadilhas e uma cerveja ~ começa de novo =>
dos de pastor sin cebolla y uno de pastor con todo ~ quita los de pastor sin cebolla => 1 Tacos al pastor (con todo)
dos de pastor sin cebolla ~ agrega uno de pastor con todo => 2 Tacos al pastor (sin cebolla) | 1 Tacos al pastor (con todo)
una quesadilla ~ mejor que sean dos y sin crema => 2 Quesadilla (sin crema)
una quesadilla ~ en vez de la quesadilla un flan => 1 Flan
una quesadilla y un flan ~ el flan ya no => 1 Quesadilla
una quesadilla y un flan ~ mejor solo una quesadilla => 1 Quesadilla | 1 Flan
una quesadilla ~ perdón, eran dos => 2 Quesadilla
una quesadilla ~ otra más => 2 Quesadilla
one beer ~ another one => 2 Cerveza
one beer ~ add two more beers => 3 Cerveza
uma cerveja ~ mais duas => 3 Cerveza
uma cerveja ~ troca a cerveja por um flan => 1 Flan
uma cerveja e um flan ~ sem o flan => 1 Cerveza
una hamburguesa clásica ~ agrégale tocino => 1 Hamburguesa clásica [Tocino]
una hamburguesa clásica con tocino ~ y también con extra queso => 1 Hamburguesa clásica [Extra queso, Tocino]
una hamburguesa clásica ~ que sea grande => 1 Hamburguesa clásica [Grande]
una quesadilla ~ la quesadilla con poca salsa => 1 Quesadilla (con poca salsa)
una quesadilla sin crema ~ y sin salsa => 1 Quesadilla (sin crema, sin salsa)
una quesadilla sin crema ~ sin crema porfa => 1 Quesadilla (sin crema)
tres quesadillas ~ no, solo dos quesadillas => 2 Quesadilla
tres quesadillas ~ quita dos quesadillas => 1 Quesadilla
tres quesadillas ~ quita cinco quesadillas =>
una quesadilla ~ no, me equivoqué, quita la quesadilla y ponme dos flanes => 2 Flan
una quesadilla ~ ese no => 
una quesadilla ~ olvida lo anterior, quiero un café => 1 Café
una quesadilla, un flan y una cerveza ~ sin la cerveza => 1 Quesadilla | 1 Flan
one burger ~ make it two => 2 Hamburguesa clásica
one burger ~ without onions => 1 Hamburguesa clásica (without onions)
one burger ~ swap the burger for a beer => 1 Cerveza
one burger and two beers ~ start over => 
um flan ~ na verdade dois => 2 Flan
um flan ~ tira o flan e coloca uma cerveja => 1 Cerveza
uma quesadilha ~ sem pimenta => 1 Quesadilla (sem pimenta)
una quesadilla y un flan ~ olvida el flan => 1 Quesadilla
una quesadilla y un flan ~ forget the flan => 1 Quesadilla
una quesadilla ~ sin crema la quesadilla => 1 Quesadilla (sin crema)
dos tacos de suadero ~ ah, y sin cebolla los tacos => 2 Tacos de suadero (sin cebolla)
una quesadilla ~ con extra agua => 1 Quesadilla (con extra agua)
una quesadilla y un flan ~ quita el flan ~ ponle un flan de nuevo => 1 Quesadilla | 1 Flan
# what cannot be done is told
dos de lengua => !sold out Tacos de lengua
un flan ~ quita todo el agua => 1 Flan | !absent agua
dos de pastor ~ quita el flan => 2 Tacos al pastor | !absent Flan
60 cervezas => !too many Cerveza
quiero 1000 cervezas => !too many Cerveza
40 cervezas ~ 20 cervezas más => 40 Cerveza | !too many Cerveza
dos hamburguesas clásicas y una pizza => 2 Hamburguesa clásica | !unknown pizza
dos pizzas hawaianas y un flan => 1 Flan | !unknown pizzas hawaianas
quiero sushi => !unknown sushi
three hot dogs please => !unknown hot dogs
uma feijoada => !unknown feijoada
# several dishes may be meant
un agua => ?Agua de horchata/Agua de jamaica/Agua mineral
dos tacos => ?Tacos al pastor/Tacos de suadero
un agua de jamaica ~ quita el agua =>
quiero una cerveza y tres aguas ~ quita la cerveza => ?Agua de horchata/Agua de jamaica/Agua mineral
un agua mineral ~ dos aguas más => 1 Agua mineral | ?Agua de horchata/Agua de jamaica/Agua mineral
# nothing is ordered by what only looks like it
quiero hacer un pedido =>
hola, una pregunta =>
un momento por favor =>
para 4 personas =>
para las 8 =>
en 20 minutos =>
dos de pastor ~ para las 8 => 2 Tacos al pastor
dos de pastor ~ con tarjeta => 2 Tacos al pastor
dos de pastor ~ muy bien, gracias => 2 Tacos al pastor
dos de pastor ~ sin problema => 2 Tacos al pastor
dos de pastor ~ no => 2 Tacos al pastor
dos de pastor ~ nada más => 2 Tacos al pastor
dos de pastor ~ a domicilio => 2 Tacos al pastor
dos de pastor ~ son 5 personas => 2 Tacos al pastor
dos de pastor ~ mi número es el 40 => 2 Tacos al pastor
dos de pastor ~ a las 3 mejor => 2 Tacos al pastor
dos de pastor ~ calle Mayor 25, tercer piso => 2 Tacos al pastor
dos de pastor ~ no, gracias => 2 Tacos al pastor
dos de pastor ~ por favor => 2 Tacos al pastor
dos de pastor ~ sí, sin falta => 2 Tacos al pastor
dos de pastor ~ con mucho gusto => 2 Tacos al pastor
dos de pastor ~ quiero pagar con 500 pesos => 2 Tacos al pastor
dos de pastor ~ sí, está bien así => 2 Tacos al pastor
dos de pastor ~ Sí, confírmalo => 2 Tacos al pastor
dos de pastor ~ perfecto, muy bien => 2 Tacos al pastor
dos de pastor ~ eso es todo => 2 Tacos al pastor
dos de pastor ~ that's all => 2 Tacos al pastor
dos de pastor ~ só isso => 2 Tacos al pastor
dos de pastor ~ 3 => 2 Tacos al pastor
dos de pastor ~ para recoger en 20 minutos => 2 Tacos al pastor
`

func TestOrdersAreKeptAsTheyAreTold(t *testing.T) {
	t.Parallel()
	m := kitchen()
	for part := range strings.SplitSeq(strings.TrimSpace(said), "\n# ") {
		shown, rows, _ := strings.Cut(part, "\n")
		t.Run(strings.TrimPrefix(shown, "# "), func(t *testing.T) {
			t.Parallel()
			for row := range strings.SplitSeq(rows, "\n") {
				texts, want, _ := strings.Cut(row, " =>")
				b, outs, unknown := &basket.Basket{}, []basket.Outcome(nil), []string(nil)
				for text := range strings.SplitSeq(texts, " ~ ") {
					s := m.Read(strings.ReplaceAll(text, `\n`, "\n"), b.Last)
					outs, unknown = append(outs, b.Apply(s, m)), append(unknown, s.Unknown...)
				}
				if got := spoke(b, outs, unknown); got != strings.TrimSpace(want) {
					t.Errorf("%q\n is %s\nnot %s", texts, got, want)
				}
			}
		})
	}
}

func TestADoubtIsSettledByItsWordsOrItsPlace(t *testing.T) {
	t.Parallel()
	m := kitchen()
	for _, c := range []struct {
		text   string
		choice int
		want   string
	}{
		{"de jamaica", 0, "3 Agua de jamaica"},
		{"la mineral porfa", 0, "3 Agua mineral"},
		{"la segunda", 2, "3 Agua de jamaica"},
		{"el flan", 0, "3 Flan"},
		{"no sé", 0, "?Agua de horchata/Agua de jamaica/Agua mineral"},
		{"agua", 0, "?Agua de horchata/Agua de jamaica/Agua mineral"},
		{"la quinta", 5, "?Agua de horchata/Agua de jamaica/Agua mineral"},
	} {
		b := &basket.Basket{}
		b.Apply(m.Read("tres aguas", ""), m)
		out, _ := b.Settle(c.text, c.choice, m)
		if got := spoke(b, []basket.Outcome{out}, nil); got != c.want {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
	}
}

func TestNearestDishesAreNamedForOneThatIsNotThere(t *testing.T) {
	t.Parallel()
	m := kitchen()
	for _, c := range []struct{ said, want string }{
		{"amburguesa doble", "Hamburguesa clásica"},
		{"taco de canasta", "Tacos al pastor, Tacos de suadero"},
		{"pastelitos", "Pastel de tres leches, Tacos al pastor"},
		{"sushi", ""},
		{"", ""},
	} {
		if got := basket.Join(m.Near(c.said, 2)); got != c.want {
			t.Errorf("near %q: %q, want %q", c.said, got, c.want)
		}
	}
	if got := basket.Join(m.Beside("Tacos de lengua", 3)); got != "Tacos al pastor, Tacos de suadero" {
		t.Errorf("beside tongue: %q", got)
	}
}

func TestOrderStaysWithinItsBounds(t *testing.T) {
	t.Parallel()
	m := kitchen()
	b := &basket.Basket{}
	full := false
	for i := range 2 * basket.MaxLines {
		out := b.Apply(m.Read(fmt.Sprintf("agrega un flan con mensaje %c%c", 'a'+i/26, 'a'+i%26), b.Last), m)
		full = full || out.Full
	}
	if len(b.Lines) > basket.MaxLines || !full {
		t.Errorf("%d lines, full %v", len(b.Lines), full)
	}
}
