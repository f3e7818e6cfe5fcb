package pii

import "strings"

// measured reports what a meter shows: "el contador del agua marca".
func (b backward) measured(word string) bool {
	if c := lower(word[0]); c != 'm' || !inSet(markings, word) {
		return false
	}
	for range maxMetered {
		if word = b.word(); b.broke {
			return false
		}
		if inSet(meters, word) {
			return true
		}
	}
	return false
}

// branded reports a brand or a name after a word that otherwise tells of a call: "marca Bosch", "se llama Ana".
func (b backward) branded(word, name string) bool {
	if len(name) < 3 || !isUpper(name[0]) || !isSmall(name[1]) {
		return false
	}
	return (word == "marca" || word == "Marca") && aboutOf(name)&sayLink == 0 || word == "llama" && b.last() == "se"
}

// maxMetered is how many words stand between a meter and what it shows.
const maxMetered = 5

var (
	markings = setOf("marca marcar marco marcaba")
	meters   = setOf(`codigo codigos lector visor contador medidor odometro cuentakilometros tacometro velocimetro termometro bascula balanza pesa reloj lectura pantalla display manometro
		cronometro tablero hidrometro relogio caudalimetro pluviometro maquina impresora etiqueta`)
)

// asking reports a verb that asks to do something for the one who writes, after which no number of an order follows: avísenme,
// búscame.
func asking(word string) bool {
	var w folded
	if len(word) < 6 || lower(word[len(word)-1]) != 'e' || lower(word[len(word)-2]) != 'm' || !w.fold(word) || w.n < 6 {
		return false
	}
	return strings.IndexByte("aned", w.buf[w.n-3]) >= 0
}
