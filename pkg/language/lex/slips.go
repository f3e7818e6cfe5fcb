package lex

import "strings"

// slipped are the words of dates that customers write often and wrongly; one slip of each is read as the word itself.
const slipped = `lunes martes miercoles jueves viernes sabado domingo enero febrero marzo abril junio julio agosto septiembre setiembre octubre noviembre diciembre
	monday tuesday wednesday thursday friday saturday sunday january february september october november december tomorrow tonight
	manana mediodia medianoche navidad nochebuena semana proximo proxima temprano segunda terca quarta quinta sexta janeiro fevereiro setembro outubro novembro dezembro amanha`

// unslipped are words of their own that are one slip away from one of those.
const unslipped = `vienes viene vienen vieres viernesito vierte nieves artes mates mares mazo mario maro marco marca abri abrio abrir nero unio lues luces lunas lineas lines lune julia junto junta juntas juan juno marta marte parte partes
	sabana sabanas quita quinto quarto seta texta cinta punta pinta quince segundo segundas segunda quartas sextas tercas terca terra cerca perca
	marzos eneros genero entero maana ano anos mana sana sena samana semanas proximos proximas jueces nueves sabios viernes septima septimo octava
	todomorrow sundae someday doming domina dominga dominos domino dominio quieta quinua agito gusto augusto justo agusto gosto julios junios
	nuevas huevos junior sexto sext text test monda money frida fried mando thirsty thirst
	mañanas mananas mananita semanal semanario`

// neighbours are letters that sound alike, or lie side by side on the keyboard of a phone.
var neighbours = map[byte]string{
	'a': "sq", 'b': "vn", 'c': "szkx", 'd': "sf", 'e': "wri", 'g': "jh", 'h': "gj", 'i': "uoye", 'j': "ghk", 'l': "k", 'm': "n", 'n': "mb", 'o': "ipu",
	'p': "o", 'q': "kw", 'r': "et", 's': "zcad", 't': "ry", 'u': "iyo", 'v': "bc", 'x': "s", 'y': "ui", 'z': "sc",
}

// withSlips adds the slips of the words of dates to a table of words written out: a letter left out, doubled, swapped with
// the next, or taken for one alike.
func withSlips(known map[string]string) map[string]string {
	taken := make(map[string]bool)
	for w := range strings.FieldsSeq(unslipped) {
		taken[w] = true
	}
	for w := range strings.FieldsSeq(slipped) {
		slipsOf(w, func(slip string) {
			if len(slip) < 4 || taken[slip] || Words[slip].Class != None || Langs[slip] != 0 || known[slip] != "" {
				return
			}
			known[slip] = w
		})
	}
	return known
}

// slipsOf calls each with every slip of one letter of w.
func slipsOf(w string, each func(string)) {
	for i := range len(w) {
		before, after := w[:i], w[i+1:]
		each(before + after)
		each(before + w[i:i+1] + w[i:i+1] + after)
		for _, other := range []byte(neighbours[w[i]]) {
			each(before + string(other) + after)
		}
		for k := range len(w) {
			each(before + w[k:k+1] + w[i:])
		}
		if i+1 < len(w) {
			each(before + w[i+1:i+2] + w[i:i+1] + w[i+2:])
		}
	}
	if strings.HasSuffix(w, "mbre") || strings.HasSuffix(w, "nes") || strings.HasSuffix(w, "tes") || strings.HasSuffix(w, "ves") {
		each(w + "s")
	}
	for _, two := range [][2]string{{"mbr", "nvr"}, {"v", "b"}, {"ie", "e"}, {"sept", "set"}, {"co", "ko"}} {
		if wrong := strings.Replace(w, two[0], two[1], 1); wrong != w {
			each(wrong)
			each(strings.TrimSuffix(wrong, "s"))
			for _, more := range [][2]string{{"mbr", "nbr"}, {"c", "s"}, {"c", "k"}, {"s", "z"}} {
				each(strings.Replace(wrong, more[0], more[1], 1))
			}
		}
	}
}
