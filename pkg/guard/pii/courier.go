package pii

// handoverWords are what a courier asks for a code at.
const handoverWords = "entrega recojo recoleccion delivery handover"

var handovers = setOf(handoverWords)

// couriers bring what was ordered.
var couriers = setOf("repartidor repartidora mensajero mensajera courier rider driver motorizado entregador motoboy transportista delivery conductor")

// courierNear reports a courier in the words before a name that ends at end, or in those after.
func (f *Finder) courierNear(end int) bool {
	b := backward{text: f.text[max(0, end-contextBytes):end]}
	for range overheardWords {
		if inSet(couriers, b.word()) {
			return true
		}
	}
	for i, n := end, 0; n < overheardWords; n++ {
		i = f.pastMarks(i, " ,.:;")
		to := f.wordEnd(i)
		if inSet(couriers, f.text[i:to]) {
			return true
		}
		if i = to; to == i && f.at(i) == 0 {
			return false
		}
	}
	return false
}
