package order

import (
	"fmt"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/names"
)

// kitchen is what one restaurant of many countries would have.
func kitchen() *names.Matcher {
	var entries []names.Entry
	for name := range strings.SplitSeq(`Tacos al pastor|Tacos de suadero|Quesadilla|Hamburguesa clásica|Hamburguesa doble|Pizza hawaiana|Pizza margarita|Ceviche clásico|Ceviche mixto|Lomo saltado|
		Empanada de carne|Empanada de pollo|Milanesa napolitana|Choripán|Arepa|Completo italiano|Croquetas de jamón|Agua|Limonada|Cerveza|Coca cola|Papas fritas|Ensalada|Queso extra|Flan|Café|
		Pastel de queijo|Guaraná|Burger|Fries|Chicken wings|Iced tea|Sushi roll|Chaufa|Inca Kola|Chicha morada|Pollo a la brasa|Sopa|Pão de queijo|Coxinha`, "|") {
		entries = append(entries, names.Entry{ID: strings.TrimSpace(name), Name: strings.TrimSpace(name), Kind: names.KindDish})
	}
	entries = append(entries, names.Entry{ID: "Limpieza dental", Name: "Limpieza dental", Kind: names.KindService}, names.Entry{ID: "Corte", Name: "Corte de cabello", Kind: names.KindService},
		names.Entry{ID: "Barba", Name: "Arreglo de barba", Kind: names.KindService}, names.Entry{ID: "Ana", Name: "Dra. Ana López", Kind: names.KindStaff})
	return names.NewMatcher(entries)
}

// spoke writes lines as the tables do: "2 Agua (sin hielo) | -Flan".
func spoke(lines []Line) string {
	out := make([]string, 0, len(lines))
	for _, l := range lines {
		w := map[string]string{Added: "+", Removed: "-"}[l.Change]
		if l.Quantity > 0 {
			w += fmt.Sprintf("%d ", l.Quantity)
		}
		w += l.ID
		if l.Notes != "" {
			w += " (" + l.Notes + ")"
		}
		out = append(out, w)
	}
	return strings.Join(out, " | ")
}

// orders are messages with the lines that they are read as, by what they show; \n in a message starts a line of it.
const orders = `
# orders are read as lines
dos tacos al pastor sin cebolla y un agua => 2 Tacos al pastor (sin cebolla) | 1 Agua
dame 3 de suadero con todo => 3 Tacos de suadero (con todo)
quiero una quesadilla => 1 Quesadilla
quiero un choripan, dos aguas y un flan => 1 Choripán | 2 Agua | 1 Flan
me das 2 hamburguesas clasicas y unas papas fritas => 2 Hamburguesa clásica | Papas fritas
una pizza hawaiana grande sin piña y 2 coca cola => 1 Pizza hawaiana (grande sin piña) | 2 Coca cola
1 lomo saltado término medio, 1 chicha morada bien helada => 1 Lomo saltado (término medio) | 1 Chicha morada (bien helada)
una quesadilla sin nada y un flan => 1 Quesadilla (sin nada) | 1 Flan
ceviche mixto poco picante por favor => Ceviche mixto (poco picante)
ceviche mixto con el ají aparte => Ceviche mixto (con el ají aparte)
un pollo a la brasa con papas fritas y una inca kola => 1 Pollo a la brasa | Papas fritas | 1 Inca Kola
hamburguesa doble sin queso extra y con tocino => Hamburguesa doble (sin queso extra y con tocino)
hamburguesa clásica sin cebolla, sin tomate y extra catsup => Hamburguesa clásica (sin cebolla, sin tomate y extra catsup)
dos hamburguesas clásicas sin tomate ni pepinillo => 2 Hamburguesa clásica (sin tomate ni pepinillo)
una milanesa napolitana con puré para llevar => 1 Milanesa napolitana (con puré)
3 completos italianos sin mayo, 1 café cortado => 3 Completo italiano (sin mayo) | 1 Café (cortado)
6 croquetas de jamon y dos cervezas bien frias => 6 Croquetas de jamón | 2 Cerveza (bien frias)
arepa de reina pepiada y limonada sin azucar => Arepa (de reina pepiada) | Limonada (sin azucar)
quiero pedir 2 chaufas a domicilio => 2 Chaufa
2 chaufas con tarjeta => 2 Chaufa
dos aguas sin gas y una ensalada con aderezo aparte => 2 Agua (sin gas) | 1 Ensalada (con aderezo aparte)
sopa => Sopa
hola buenas, me regala dos limonadas => 2 Limonada
me pone una caña de cerveza y unas croquetas de jamón => Cerveza | Croquetas de jamón
poneme dos chori con chimi y una coca cola => +1 Coca cola
quiero la pizza margarita => Pizza margarita
dos flanes, uno con crema => 1 Flan (con crema) | 1 Flan
2 aguas para las 3 => 2 Agua
quiero 2 flanes porque me encantan => 2 Flan
¿el lomo saltado tiene cebolla? => Lomo saltado
un café con leche y un flan => 1 Café (con leche) | 1 Flan
cafe sin azucar, gracias => Café (sin azucar)
un ceviche clasico sin cebolla y una torta => 1 Ceviche clásico (sin cebolla)
# quantities stand before or behind
agua x3 => 3 Agua
agua x 3 => 3 Agua
3x agua => 3 Agua
3 x agua => 3 Agua
quesadillas: 4 => 4 Quesadilla
quesadilla (2) => 2 Quesadilla
Tacos al pastor x3\nAgua x2 => 3 Tacos al pastor | 2 Agua
2 agua\n1 flan\n3 sopa => 2 Agua | 1 Flan | 3 Sopa
agua 2, flan 1 => 2 Agua | 1 Flan
una docena de empanadas de carne => 12 Empanada de carne
media docena de empanadas de pollo => 6 Empanada de pollo
docena y media de empanadas de pollo => 18 Empanada de pollo
2 docenas de empanadas de carne => 24 Empanada de carne
un par de cervezas => 2 Cerveza
treinta y dos croquetas de jamón => 32 Croquetas de jamón
ciento veinte empanadas de carne => 120 Empanada de carne
3 órdenes de tacos al pastor => 3 Tacos al pastor
una jarra de limonada => 1 Limonada (jarra)
dos botellas de agua => 2 Agua (botellas)
medio kilo de tacos de suadero => 1 Tacos de suadero (medio kilo)
2 kilos de empanadas de carne => 1 Empanada de carne (2 kilos)
media pizza hawaiana => 1 Pizza hawaiana (media)
otra cerveza => 1 Cerveza
otras dos cervezas => 2 Cerveza
dos cervezas más => 2 Cerveza
dos más de suadero => 2 Tacos de suadero
a burger and a coca cola => 1 Burger | 1 Coca cola
an iced tea => 1 Iced tea
a dozen chicken wings => 12 Chicken wings
half a dozen chicken wings => 6 Chicken wings
a couple of burgers => 2 Burger
duas coxinhas e um guaraná => 2 Coxinha | 1 Guaraná
meia dúzia de coxinhas => 6 Coxinha
una dúzia de pão de queijo => 12 Pão de queijo
a las 2 tacos al pastor => Tacos al pastor
tengo $50 ceviche mixto => Ceviche mixto
mesa 4, agua => Agua
quiero 1000 aguas => Agua
pedido 5512: 2 flanes => 2 Flan
agua a las 3 => Agua
agua 3 pm => Agua
2 ricos ceviches mixtos => 2 Ceviche mixto
dos tacos al pastor y dos tacos al pastor => 4 Tacos al pastor
# counts are shared out
3 órdenes de suadero, una con todo y dos sin cilantro => 1 Tacos de suadero (con todo) | 2 Tacos de suadero (sin cilantro)
me das 2 hamburguesas clásicas una sin pepinillo y la otra normal => 1 Hamburguesa clásica (sin pepinillo) | 1 Hamburguesa clásica
una docena de empanadas, mitad carne mitad pollo => 6 Empanada de carne | 6 Empanada de pollo
12 croquetas de jamón, mitad con salsa y mitad sin salsa => 6 Croquetas de jamón (con salsa) | 6 Croquetas de jamón (sin salsa)
4 quesadillas: 2 con queso y 2 sin queso => 2 Quesadilla (con queso) | 2 Quesadilla (sin queso)
4 quesadillas, una sin crema => 1 Quesadilla (sin crema) | 3 Quesadilla
3 tacos: 2 de pastor y 1 de suadero => 2 Tacos al pastor | 1 Tacos de suadero
tres burgers, one with no onions and two with extra pickles => 1 Burger (with no onions) | 2 Burger (with extra pickles)
two burgers, one without onions and the other one plain => 1 Burger (without onions) | 1 Burger
5 burgers, two well done and the rest medium => 2 Burger (well done) | 3 Burger (medium)
duas coxinhas, uma sem catupiry e a outra normal => 1 Coxinha (sem catupiry) | 1 Coxinha
dos cafés, uno con leche y otro sin azúcar => 1 Café (con leche) | 1 Café (sin azúcar)
2 aguas, 1 flan => 2 Agua | 1 Flan
3 lomo saltado, 2 término medio y 1 bien cocido => 2 Lomo saltado (término medio) | 1 Lomo saltado (bien cocido)
2 sopas una grande y una chica => 1 Sopa (grande) | 1 Sopa (chica)
dos pizzas margaritas, las dos sin albahaca => 2 Pizza margarita (sin albahaca)
seis tacos al pastor, todos sin piña => 6 Tacos al pastor (sin piña)
2 hamburguesas clásicas, una sin pepinillo y la otra con todo y 2 limonada => 1 Hamburguesa clásica (sin pepinillo) | 1 Hamburguesa clásica (con todo) | 2 Limonada
# changes of an order are marked
agrega otra cerveza y quita las papas => +1 Cerveza | -Papas fritas
agrégame dos aguas porfa => +2 Agua
añade un flan => +1 Flan
quítame la ensalada => -Ensalada
ya no quiero las papas fritas => -Papas fritas
no quiero ensalada, quiero sopa => -Ensalada | +Sopa
ya no quiero la ensalada, mejor una sopa => -Ensalada | +1 Sopa
las papas fritas ya no => -Papas fritas
la limonada no, por favor => -Limonada
cambia las papas fritas por ensalada => -Papas fritas | +Ensalada
cámbiame la coca cola por una limonada => -Coca cola | +1 Limonada
en vez de sopa, ensalada => -Sopa | +Ensalada
en lugar de la sopa quiero una ensalada => -Sopa | +1 Ensalada
cancela la sopa y agrega dos flanes => -Sopa | +2 Flan
súmale una inca kola => +1 Inca Kola
please add a burger and remove the fries => +1 Burger | -Fries
I don't want the fries anymore => -Fries
swap the fries for an iced tea => -Fries | +1 Iced tea
instead of fries, chicken wings => -Fries | +Chicken wings
take off the fries => Fries
tira a coxinha e coloca um guaraná => -Coxinha | +1 Guaraná
não quero a coxinha => -Coxinha
adiciona duas coxinhas => +2 Coxinha
troca a coxinha por pão de queijo => -Coxinha | +Pão de queijo
saca el flan. quiero 2 aguas => -Flan | 2 Agua
dos tacos al pastor, no, mejor tres => 3 Tacos al pastor
quiero 2 aguas, perdón, mejor 3 aguas => 3 Agua
two burgers, actually make it three => 3 Burger
quita una cerveza => -1 Cerveza
agrega una cerveza, dos aguas y quita el flan => +1 Cerveza | +2 Agua | -Flan
no me pongas la ensalada => -Ensalada
elimina la sopa por favor y agrega un café sin leche => -Sopa | +1 Café (sin leche)
# orders in english and portuguese
can I get two burgers without onions and fries => 2 Burger (without onions) | Fries
I'd like 3 chicken wings extra spicy, and an iced tea, please => 3 Chicken wings (extra spicy) | 1 Iced tea
one burger medium rare with cheese => 1 Burger (medium rare with cheese)
one burger no pickles no mayo => 1 Burger (no pickles no mayo)
burger, hold the mayo => Burger (hold the mayo)
2 burgers with the sauce on the side for pickup => 2 Burger (with the sauce on the side)
a large iced tea with lemon to go => Iced tea (with lemon)
a lomo saltado with no onion to pick up at Roma => 1 Lomo saltado (with no onion)
quero duas coxinhas sem pimenta e um guaraná bem gelado => 2 Coxinha (sem pimenta) | 1 Guaraná (bem gelado)
me vê 3 pães de queijo pra viagem => 3 Pão de queijo
um guaraná com gelo e limão, por favor => 1 Guaraná (com gelo e limão)
uma coxinha bem passada e dois guaranás => 1 Coxinha (bem passada) | 2 Guaraná
# services of one booking are all read
quiero corte de cabello y barba para mañana => Corte | Barba
una limpieza dental con la doctora López => 1 Limpieza dental
limpieza dental, corte y arreglo de barba => Limpieza dental | Corte | Barba
una limpieza dental sin dolor y un corte de cabello => 1 Limpieza dental | 1 Corte
dos limpiezas dentales para el martes, con la dra Ana => 2 Limpieza dental
# orders of many kinds are read
Quiero pedir 2 ceviches clásicos, 1 chicha morada y 1 lomo saltado para llevar => 2 Ceviche clásico | 1 Chicha morada | 1 Lomo saltado
me mandas una hamburguesa clasica sin cebolla a Av. Juárez 12 => 1 Hamburguesa clásica (sin cebolla)
quiero 2 de carne y 3 de pollo => 2 Empanada de carne | 3 Empanada de pollo
agrega a mi pedido dos cervezas => +2 Cerveza
ponle 2 aguas más => +2 Agua
2 tacos de pastor con todo, 3 de suadero sin cilantro, 1 quesadilla => 2 Tacos al pastor (con todo) | 3 Tacos de suadero (sin cilantro) | 1 Quesadilla
3 tacos al pastor (sin piña), 1 agua => 3 Tacos al pastor (sin piña) | 1 Agua
tacos al pastor sin cebolla 3 => 3 Tacos al pastor (sin cebolla)
que los tacos al pastor sean sin cebolla => Tacos al pastor (sin cebolla)
una quesadilla pero que venga sin crema => 1 Quesadilla (sin crema)
quítale la cebolla a los tacos al pastor => Tacos al pastor (quítale la cebolla)
2 cervezas y 2 aguas, las cervezas bien frias => 2 Cerveza (bien frias) | 2 Agua
medio pollo a la brasa y una inca kola de litro => 1 Pollo a la brasa (medio) | 1 Inca Kola (de litro)
1/4 de pollo a la brasa => 1 Pollo a la brasa (1/4)
un cuarto de pollo a la brasa => 1 Pollo a la brasa (un cuarto)
2 limonadas s/azucar => 2 Limonada (s/azucar)
can i have the burger with no onions, extra cheese and a side of fries => Burger (with no onions, extra cheese) | 1 Fries
i'll have 2 burgers, hold the pickles, and 1 iced tea with lemon please => 2 Burger (hold the pickles) | 1 Iced tea (with lemon)
actually remove one burger => -1 Burger
uma coxinha com catupiry e sem pimenta por favor => 1 Coxinha (com catupiry e sem pimenta)
quiero cambiar mi pedido: en vez de 2 aguas quiero 2 limonadas => -2 Agua | +2 Limonada
quiero cambiar las 2 aguas por 3 limonadas => -2 Agua | +3 Limonada
ya no quiero 2 flanes, solo 1 => 1 Flan
mejor solo 1 flan => 1 Flan
sumale un flan y sacale la limonada => +1 Flan | -Limonada
dos quesadillas una de flor y otra de queso => 1 Quesadilla (de flor) | 1 Quesadilla (de queso)
5 empanadas: 3 de carne y 2 de pollo => 3 Empanada de carne | 2 Empanada de pollo
una docena de empanadas, 4 de carne y 8 de pollo => 4 Empanada de carne | 8 Empanada de pollo
10 empanadas de pollo para el sábado a nombre de Luis => 10 Empanada de pollo
dos tacos al pastor por favor y me cobras con tarjeta => 2 Tacos al pastor
tienen quesadillas sin gluten? => Quesadilla (sin gluten)
mi pedido llego sin las papas fritas => Papas fritas
quiero 3 tacos al pastor, 2 quesadillas y una orden de papas fritas todo con mucha salsa => 3 Tacos al pastor | 2 Quesadilla | 1 Papas fritas
`

func TestOrdersAreReadAsLines(t *testing.T) {
	t.Parallel()
	m := kitchen()
	for part := range strings.SplitSeq(strings.TrimSpace(orders), "\n# ") {
		shown, rows, _ := strings.Cut(part, "\n")
		t.Run(strings.TrimPrefix(shown, "# "), func(t *testing.T) {
			t.Parallel()
			for row := range strings.SplitSeq(rows, "\n") {
				text, want, _ := strings.Cut(row, " => ")
				read := language.Read(strings.ReplaceAll(text, `\n`, "\n"))
				if got := spoke(Lines(read, m.Find(read))); got != want {
					t.Errorf("%q\n is %s\nnot %s", text, got, want)
				}
			}
		})
	}
}

func FuzzOrderLines(f *testing.F) {
	m := kitchen()
	f.Add("dos tacos al pastor sin cebolla y un agua")
	f.Add("12 empanadas mitad carne mitad pollo, una con todo y la otra")
	f.Add("cambia las papas por x3 agua (2) no, mejor tres")
	f.Fuzz(func(t *testing.T, text string) {
		read := language.Read(text)
		for _, l := range Lines(read, m.Find(read)) {
			if l.Quantity < 0 || l.Quantity > 10*maxQuantity || len(l.Notes) > len(text)+64 {
				t.Fatalf("line %+v", l)
			}
		}
	})
}

func BenchmarkOrderLines(b *testing.B) {
	m := kitchen()
	text := language.Read("hola quiero dos tacos al pastor sin cebolla y un agua, y agrega una docena de empanadas, mitad carne mitad pollo porfa")
	found := m.Find(text)
	b.ReportAllocs()
	for b.Loop() {
		Lines(text, found)
	}
}
