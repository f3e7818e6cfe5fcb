package language

// opens is a set of readers of days and times: those that may find something at a word. Most words of a message open none.
type opens uint8

const (
	opensGuard opens = 1 << iota // what only looks like a day or a time
	opensRange
	opensDay
	opensClock
	opensPart
	opensFeast // the first word of a feast's name
)

// opensOf is what the words of a class open.
var opensOf = map[class]opens{
	classNumber:   opensGuard | opensDay | opensClock,
	classOrdinal:  opensRange | opensDay | opensPart,
	classWeekday:  opensGuard | opensDay,
	classFeira:    opensGuard | opensDay,
	classShortDay: opensDay,
	classMonth:    opensDay,
	classToday:    opensDay,
	classTomorrow: opensDay,
	classManana:   opensDay | opensPart,
	classPasado:   opensGuard | opensDay | opensClock,
	classPart:     opensPart,
	classTonight:  opensPart,
	classDay:      opensDay,
	classWeek:     opensGuard | opensRange,
	classWeekend:  opensGuard | opensRange,
	classMonths:   opensGuard | opensRange,
	classNext:     opensRange,
	classThis:     opensRange | opensPart,
	classOther:    opensRange,
	classNoon:     opensClock,
	classHalf:     opensClock,
	classQuarter:  opensClock,
}

// openers are the other words at which a reader may find something: one that begins at a new word needs it here.
var openers = map[opens]string{
	opensGuard: `buenos buenas buen buena good bom boa feliz happy merry lindo linda excelente ayer anteayer antier anoche yesterday ontem last ultimo
		hace ha faz llevo desde for durante por calle av avenida avda jr jiron colonia col plaza street rua barrio boulevard blvd carrera cra cll esquina metro
		estacion parque colegio escuela hospital paseo pasaje calz calzada urbanizacion mz lote depto piso apartamento interior
		s us u r mx ar col mxn usd eur cop ars clp brl uyu gtq bob
		somos seremos iremos vamos seriamos estaremos serian seran somo vendriamos mesa mesita table party reserva reservacion reservation booking group grupo
		there theres well were para pa todo all`,
	opensRange: `fin fim fines final finales essa en para durante in em todo during principio principios inicio inicios comienzo comienzos mediado mediados
		de del entre desde from between ultima last segunda`,
	opensDay: `day depois a an un una um uma unos unas about like dentro daqui de en in em within el al del the pro ultimo last`,
	opensClock: `despues luego depois a desde after pasadas since antes hasta before until till by ate por mas alrededor cerca eso tipo sobre around about aprox
		aproximadamente umas roughly hacia como like para de pa las la les at as das alas ala al el ao entre from between en in em dentro un an meio medio`,
	opensPart: `temprano tempranito early cedo despues after`,
}

// moves are what customers say to have something booked put elsewhere.
const moves = `mover mueve muevan moverla cambiar cambiarla cambiarlo cambiame cambia cambien cambie pasar pasarla pasarlo pasame pasan pasen
	reprogramar reprogramarla reprograma reagendar reagendarla reagenda reagende posponer posponerla postergar aplazar aplazarla atrasar
	adelantar adelantarla correr correrla correrme recorrer recorrerla reschedule rescheduling move moving change switch push postpone
	remarcar mudar trasladar reubicar`

// aches are the words of pain and illness.
const aches = `duele duelen dolor molesta molestia hinchada hinchado inflamada inflamado sangra sangrando fiebre pain hurts hurting aching swollen fever doi dor`
