package lex

import "strings"

// Opens is a set of readers of days and times: those that may find something at a word. Most words of a message open none.
type Opens uint8

// The readers that a word opens.
const (
	OpensGuard Opens = 1 << iota // what only looks like a day or a time
	OpensRange
	OpensDay
	OpensClock
	OpensPart
	OpensFeast // the first word of a feast's name
)

// opensOf is what the words of a class open.
var opensOf = map[Class]Opens{
	Number:   OpensGuard | OpensRange | OpensDay | OpensClock,
	Ordinal:  OpensRange | OpensDay | OpensPart,
	Weekday:  OpensGuard | OpensRange | OpensDay,
	Feira:    OpensGuard | OpensRange | OpensDay,
	ShortDay: OpensRange | OpensDay,
	Month:    OpensGuard | OpensRange | OpensDay,
	Today:    OpensGuard | OpensDay,
	Tomorrow: OpensDay,
	Manana:   OpensDay | OpensPart,
	Pasado:   OpensGuard | OpensDay | OpensClock,
	Part:     OpensPart,
	Tonight:  OpensPart,
	Day:      OpensDay,
	Week:     OpensGuard | OpensRange,
	Weekend:  OpensGuard | OpensRange,
	Months:   OpensGuard | OpensRange,
	Next:     OpensRange,
	This:     OpensRange | OpensPart,
	Other:    OpensRange,
	Noon:     OpensClock,
	Half:     OpensClock,
	Quarter:  OpensClock,
}

// openers are the other words at which a reader may find something: one that begins at a new word needs it here.
var openers = map[Opens]string{
	OpensGuard: `pasada in en em implante muela pieza diente corona molar tooth dente since reyes natal navidad pascua anteontem happy nice great otimo otima bonito felices pra no num numero nro opcion option consultorio sala numeral talla cuota edad room buenos buenas buen buena good bom boa feliz happy merry lindo linda excelente ayer anteayer antier anoche yesterday ontem last ultimo
		hace ha faz llevo desde for durante por calle av avenida avda jr jiron colonia col plaza street rua barrio boulevard blvd carrera cra cll esquina metro
		estacion parque colegio escuela hospital paseo pasaje calz calzada urbanizacion mz lote depto piso apartamento interior
		s us u r mx ar col mxn usd eur cop ars clp brl uyu gtq bob
		somos seremos iremos vamos seriamos estaremos serian seran somo vendriamos mesa mesita table party reserva reservacion reservation booking group grupo
		there theres well were para pa todo all`,
	OpensRange: `viene vem sigue entra of comeco meados end beginning start middle mid early late la pra pa fins fin fim fines final finales essa en para durante in em todo during principio principios inicio inicios comienzo comienzos mediado mediados
		de del entre desde from between ultima last segunda`,
	OpensDay: `otro ultima medio meio half o no trasmanana overmorrow pal ao do fecha vispera visperas vespera day depois a an un una um uma unos unas uns umas about like dentro daqui de en in em within el al del the pro ultimo last pelo`,
	OpensClock: `nothing nada ni nem neither nor say digamos for nao maximo tope daqui not make we you can no pelas pra pras pro o hora horita tres couple pasadito pasaditas passado passadas approximately unas casi lo aslas als tomo despues luego depois a desde after pasadas since antes hasta before until till by ate por mas alrededor cerca eso tipo sobre around about aprox
		aproximadamente umas roughly hacia como like para de pa las la les at as das alas ala al el ao entre from between en in em dentro un an meio medio onda tipin tipito tpo`,
	OpensPart: `tempranisimo depois lo cedinho bien temprano tempranito early cedo despues after`,
}

// moves are what customers say to have something booked put elsewhere, besides the forms of movingVerbs.
const moves = `shift shifting shifted reschedule rescheduling rescheduled move moving moved change changing switch switching swap push pushing postpone postponed bump
	remarcar remarca remarque mudar muda trocar troca troque transferir transfere transfira antecipar antecipa adiar adia passar passa reagendar alterar altera
	pasamela pasamelo pasemela pasemelo pasenmela pasalo pasala pasame paseme pasarme pasarla pasarlo pasarmela pasarmelo pasarnos pasarte pasan pasas
	muevo movemos mueve mueva muevan muevame mueveme muevela muevala muevalo muevanla muevanlo muevelo moveme movela movelo traslade recorran recorre corre corra corran correme
	dejarla dejarlo dejarmela dejarmelo dejamela dejemela dejela dejamelo`

// movingVerbs are the stems of verbs of moving; every ending and every pronoun is made from them.
var movingVerbs = strings.Fields(`mov cambi reprogram reagend aplaz atras adelant retras reubic traslad posterg recorr corr pospon reacomod modific aplac`)

var (
	verbEndings = strings.Fields(`ar er a e an en as es amos emos aron o aste iste ado aria ando`)
	pronouns    = strings.Fields(`- me la lo nos mela melo sela selo se le`)
)

// movingForms writes out the verbs of moving, with the pronouns that hang on them: "cambiármela", "reprogramarla".
func movingForms() string {
	var b strings.Builder
	for _, stem := range movingVerbs {
		for _, ending := range verbEndings {
			for _, pronoun := range pronouns {
				if pronoun == "-" {
					pronoun = ""
				}
				b.WriteString(stem + ending + pronoun + " ")
			}
		}
	}
	return b.String()
}

// aches are the words of pain and illness.
const aches = `duele duelen dolor molesta molestia hinchada hinchado inflamada inflamado sangra sangrando fiebre pain hurts hurting aching swollen fever doi dor sangro sangran sangrado calentura vomito vomitando nauseas mareado mareada tos inflamo hincho bleeding sore ache ardor comezon doliendo doliendome`
