package language

// Most readers find nothing at most words. These kinds say of a word whether a reader may find something that begins there, or
// of a text whether it holds what a reader looks for: a word that is new to a reader needs its place here too.
const (
	// Of the word at which something begins.
	kWishes    kinds = 1 << (iota + 31) // greeting
	kPast                               // past
	kParty                              // partyLead, both
	kAlways                             // always
	kSign                               // signBefore
	kWeekEnd                            // weekend
	kWeek                               // week
	kMonth                              // month
	kMonthPart                          // partOfMonth
	kFrom                               // fromTo
	kNear                               // nearDay
	kRelative                           // relativeDay
	kDayLead                            // monthNameDay, dayNumber
	kPastTo                             // minutesBefore, behind the minutes
	kDuration                           // duration
	kCue                                // cue
	kOfPart                             // ofPart
	kBoundNext                          // boundAt, behind a small word
	kLeaves                             // leaves
	kBooked                             // bookedVisit
	kLeavesAt                           // leavesBefore
	kOrderWord                          // OrderNumber
	// Of the text.
	kRefuses // refuses, theOther, regretted
	kTakesBack
	kCloses // openThen
	kSides  // sideOf
	kDinner
	kRest     // sameTime, pressure
	kHands    // hands
	kTakesOut // swaps
	kGives
	kComes // comesAfter
	kKin   // namedLike
)

var gateLists = map[kinds]string{
	kWishes: `feliz happy merry felices`,
	kPast: `ayer anteayer antier anoche yesterday ontem anteontem ultimo last pasado pasada desde since in en em hace ha faz llevo for durante por
		a an un una um uma medio meio half unos unas about like`,
	kParty: `somos seremos iremos vamos seriamos estaremos serian seran somo vendriamos mesa table party reserva reservacion reservation booking group grupo mesita
		there theres well were para for pa pra`,
	kAlways:    `no num numero opcion option mesa consultorio sala numeral talla cuota edad room nro implante muela pieza diente corona molar tooth dente todo all`,
	kSign:      `s us u r mx ar col mxn usd eur cop ars clp brl uyu gtq bob`,
	kWeekEnd:   `fin fim fines fins`,
	kWeek:      `essa la`,
	kMonth:     `en para durante in em todo during pra pa`,
	kMonthPart: `principio principios inicio inicios comienzo comienzos beginning start early comeco mediados mediado middle mid meados fin fines final finales end late fim`,
	kFrom:      `of de del entre desde from between`,
	kNear:      `day dia otro trasmanana overmorrow ultimo ultima last depois`,
	kRelative:  `a an un una um uma medio meio half unos unas about like vispera visperas vespera dia day dentro daqui de en in em within`,
	kDayLead:   `el the dia del al pal pro ao do o no pelo fecha`,
	kPastTo:    `past after to til till of para pa pra pras pro`,
	kCue:       `say digamos a de para por hasta pa tipo sobre pra desde for las la les make we you can at as das alas ala pelas pras aslas als al el ao o pro`,
	kOfPart:    `de por en a d da in at del do noche night tarde madrugada noite`,
	kBoundNext: `partir pras mas eso pelas pelos ai ahi volta`,
	kDuration:  `unos unas como about like around uns cerca de aprox hora horita un tres an a um`,
	kLeaves:    `es e is cae cai falls cierto verdad certo right feriado festivo me nos i we im were estoy estare estaremos`,
	kBooked:    `marcado marcada agendado agendada booked scheduled down agendaron citaron programaron anotaron quede quedamos quedo marcaram es era estaba is was fue habia habian habiamos haviam havia said dije puse iba ibamos iban ia iamos pensaba pensabamos tenia teniamos tinha tinhamos had were`,
	kLeavesAt:  `salgo salimos entro entramos termino sale llega comemos almorzamos abren cierran saio ends termina flight vuelo voo avion tren train off finish done out`,
	kRefuses: `but nada about scratch skip forget ni neither nor nem no nao ya late tampoco work imposible impossible impossivel complicado complicada complica crazy packed hectic closed cerrados cerrado fechados taken bad out full not
		doesnt isnt wont dont cant cannot couldnt veo vemos desperte empezo levante woke comenzo good mal hace dificil vez lugar instead than fui estuve llegue went started fomos`,
	kTakesBack: `perdon sorry digo desculpa mean meant oops ups no mejor wait actually nao`,
	kOrderWord: `pedido orden order folio ticket encomenda ord ped`,
	kCloses:    `trabajan atienden abren cierran estan abre cierra fecham cerrais closed abris abrir abrem open laburan`,
	kSides:     `antes before despues luego depois pasando apos after pasado`,
	kDinner:    `cena cenar cenita dinner supper jantar ceia`,
	kRest:      `misma mismo same mesma mesmo presion tension pressure pressao`,
	kHands:     `pasar pasa paso pase pasarian`,
	kTakesOut:  `sacame saqueme saca saque quitame quiteme quita quite borrame borra borre cancela cancelame cancele canceleme cancelo cancel drop tira tire tirar`,
	kGives:     `dame deme denme ponme ponganme pongame poneme anotame anoteme agendame agendeme apartame give put da bota coloca marca`,
	kKin: `compadre comadre primo prima cunado cunada tio tia vecino vecina suegra suegro colega jefe jefa companero companera compa novio novia cousin uncle aunt neighbor boss friend buddy
		hija hijo mama papa esposa esposo sobrino sobrina hermano hermana abuela abuelo amiga amigo`,
	kComes: `viene vem sigue entra`,
}
