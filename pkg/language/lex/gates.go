package lex

// Most readers find nothing at most words. These kinds say of a word whether a reader may find something that begins there, or
// of a text whether it holds what a reader looks for: a word that is new to a reader needs its place here too.
const (
	// Of the word at which something begins.
	Wishes     Kinds = 1 << (iota + 31) // greeting
	Past                                // past
	Party                               // partyLead, both
	Always                              // always
	Sign                                // signBefore
	WeekEnd                             // weekend
	WeekLead                            // week
	MonthLead                           // month
	MonthPart                           // partOfMonth
	From                                // fromTo
	Near                                // nearDay
	Relative                            // relativeDay
	DayLead                             // monthNameDay, dayNumber
	PastTo                              // minutesBefore, behind the minutes
	Duration                            // duration
	CueLead                             // cue
	OfPart                              // ofPart
	BoundNext                           // boundAt, behind a small word
	LeavesAlso                          // leaves
	BookedAlso                          // bookedVisit
	LeavesAt                            // leavesBefore
	OrderWord                           // OrderNumber
	// Of the text.
	Refuses // refuses, theOther, regretted
	TakesBack
	Closes // openThen
	Sides  // sideOf
	Dinner
	Rest     // sameTime, pressure
	Hands    // hands
	TakesOut // swaps
	Gives
	Comes // comesAfter
	Kin   // namedLike
)

var GateLists = map[Kinds]string{
	Wishes: `feliz happy merry felices`,
	Past: `ayer anteayer antier anoche yesterday ontem anteontem ultimo last pasado pasada desde since in en em hace ha faz llevo for durante por
		a an un una um uma medio meio half unos unas about like`,
	Party: `somos seremos iremos vamos seriamos estaremos serian seran somo vendriamos mesa table party reserva reservacion reservation booking group grupo mesita
		there theres well were para for pa pra`,
	Always:     `no num numero opcion option mesa consultorio sala numeral talla cuota edad room nro implante muela pieza diente corona molar tooth dente todo all`,
	Sign:       `s us u r mx ar col mxn usd eur cop ars clp brl uyu gtq bob`,
	WeekEnd:    `fin fim fines fins`,
	WeekLead:   `essa la`,
	MonthLead:  `en para durante in em todo during pra pa`,
	MonthPart:  `principio principios inicio inicios comienzo comienzos beginning start early comeco mediados mediado middle mid meados fin fines final finales end late fim`,
	From:       `of de del entre desde from between`,
	Near:       `day dia otro trasmanana overmorrow ultimo ultima last depois`,
	Relative:   `a an un una um uma medio meio half unos unas about like vispera visperas vespera dia day dentro daqui de en in em within`,
	DayLead:    `el the dia del al pal pro ao do o no pelo fecha`,
	PastTo:     `past after to til till of para pa pra pras pro`,
	CueLead:    `say digamos a de para por hasta pa tipo sobre pra desde for las la les make we you can at as das alas ala pelas pras aslas als al el ao o pro`,
	OfPart:     `de por en a d da in at del do noche night tarde madrugada noite`,
	BoundNext:  `partir pras mas eso pelas pelos ai ahi volta`,
	Duration:   `unos unas como about like around uns cerca de aprox hora horita un tres an a um`,
	LeavesAlso: `es e is cae cai falls cierto verdad certo right feriado festivo me nos i we im were estoy estare estaremos`,
	BookedAlso: `marcado marcada agendado agendada booked scheduled down agendaron citaron programaron anotaron quede quedamos quedo marcaram es era estaba is was fue habia habian habiamos haviam havia said dije puse iba ibamos iban ia iamos pensaba pensabamos tenia teniamos tinha tinhamos had were`,
	LeavesAt:   `salgo salimos entro entramos termino sale llega comemos almorzamos abren cierran saio ends termina flight vuelo voo avion tren train off finish done out`,
	Refuses: `but nada about scratch skip forget ni neither nor nem no nao ya late tampoco work imposible impossible impossivel complicado complicada complica crazy packed hectic closed cerrados cerrado fechados taken bad out full not
		doesnt isnt wont dont cant cannot couldnt veo vemos desperte empezo levante woke comenzo good mal hace dificil vez lugar instead than fui estuve llegue went started fomos`,
	TakesBack: `perdon sorry digo desculpa mean meant oops ups no mejor wait actually nao`,
	OrderWord: `pedido orden order folio ticket encomenda ord ped`,
	Closes:    `trabajan atienden abren cierran estan abre cierra fecham cerrais closed abris abrir abrem open laburan`,
	Sides:     `antes before despues luego depois pasando apos after pasado`,
	Dinner:    `cena cenar cenita dinner supper jantar ceia`,
	Rest:      `misma mismo same mesma mesmo presion tension pressure pressao`,
	Hands:     `pasar pasa paso pase pasarian`,
	TakesOut:  `sacame saqueme saca saque quitame quiteme quita quite borrame borra borre cancela cancelame cancele canceleme cancelo cancel drop tira tire tirar`,
	Gives:     `dame deme denme ponme ponganme pongame poneme anotame anoteme agendame agendeme apartame give put da bota coloca marca`,
	Kin: `compadre comadre primo prima cunado cunada tio tia vecino vecina suegra suegro colega jefe jefa companero companera compa novio novia cousin uncle aunt neighbor boss friend buddy
		hija hijo mama papa esposa esposo sobrino sobrina hermano hermana abuela abuelo amiga amigo`,
	Comes: `viene vem sigue entra`,
}
