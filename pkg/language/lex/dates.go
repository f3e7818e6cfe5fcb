package lex

// Kinds of words about dates and parties; to be in one does not make a word known.
const (
	Wishes     Kinds = 1 << (iota + 31) // greeting
	Party                               // partyLead, both
	MonthLead                           // month
	From                                // fromTo
	PastTo                              // minutesBefore, after the minutes
	BoundNext                           // boundAt, after a small word
	LeavesAlso                          // leaves
	BookedAlso                          // bookedVisit
	OrderWord                           // OrderNumber
	Refuses                             // refuses, theOther, regretted
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

// DateKinds hold the words of each of them, folded.
var DateKinds = map[Kinds]string{
	Wishes: `feliz happy merry felices`,
	Party: `somos seremos iremos vamos seriamos estaremos serian seran somo vendriamos mesa table party reserva reservacion reservation booking group grupo mesita
		there theres well were para for pa pra`,
	MonthLead:  `en para durante in em todo during pra pa`,
	From:       `of de del entre desde from between`,
	PastTo:     `past after to til till of para pa pra pras pro`,
	BoundNext:  `partir pras mas eso pelas pelos ai ahi volta`,
	LeavesAlso: `es e is cae cai falls cierto verdad certo right feriado festivo me nos i we im were estoy estare estaremos`,
	BookedAlso: `marcado marcada agendado agendada booked scheduled down agendaron citaron programaron anotaron quede quedamos quedo marcaram es era estaba is was fue habia habian habiamos haviam havia said dije puse iba ibamos iban ia iamos pensaba pensabamos tenia teniamos tinha tinhamos had were`,
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
