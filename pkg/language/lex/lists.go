package lex

// Lists is a set of lists that a word stands in: one bit a list, so that asking costs one test.
type Lists uint64

// The lists of words.
const (
	Counted    Lists = 1 << iota // makes the number before it a quantity, a price or a share
	Corrects                     // takes back what was said before
	Excepts                      // excludes what follows
	Breaks                       // ends the reach of a negation
	Asks                         // after "no": asks whether there is, and refuses nothing
	Suits                        // after "no me": what does not suit
	Denied                       // after "no": the speaker cannot
	NoAfter                      // after "the day no": why not
	Busy                         // what keeps one from coming
	Leaves                       // after a day: what else happens on it
	Booked                       // says that a time is taken already
	Visit                        // what is booked
	Title                        // before a name
	Street                       // opens an address
	Branch                       // a place that may be named after a date
	Cue                          // stands right before an hour
	Ends                         // opens a new clause
	Small                        // articles and prepositions
	Fallback                     // opens a second choice
	Family                       // people whose age is told
	Pain                         // pain and its scales
	Persons                      // people who are counted
	Occasion                     // what happens on a day of its own
	Bound                        // begins the words that bound a time
	Halfway                      // the first half of a noon written apart
	OrdinalDay                   // English ordinals, which also number the days of a month
	Done                         // before a day: what happened on it
	Greets                       // before a part of the day: a greeting
	AtWork                       // says that one works, or is busy
	ToHour                       // leads to an hour with its article: "a las"
	Cancels                      // drops what is booked
	Nth                          // what Portuguese ordinals count, so that they are no weekdays
)

// wordLists holds the words of each list, folded.
var wordLists = map[Lists]string{
	Counted: `pesos soles dolares euros reales reais dollars mxn cop pen usd mil lucas
		personas persona people person pax pessoas adultos adultas adults ninos ninas nenes kids children criancas amigos amigas friends invitados guests comensales lugares
		puestos sillas seats pers veces vezes times piso floor street avenue ave cuadras blocks km metros kilos kilo porciones platos tacos pizzas opciones citas grados out
		mg ml gramos gr comprimidos pastillas tabletas gotas capsulas comprimido pastilla pills tablets docenas docena unidades cajas litros litro
		muelas dientes caries brackets puntos cuotas meses sesiones sessions sesion empanadas burritos cervezas sodas refrescos hamburguesas alitas piezas rollos
		palabras fotos archivos cuadra centimetros porciento percent estrellas stars manzanas hermanos hijos hijas mesas reservas pares ordenes bolsas
		fillings crowns crown implants teeth dentes consultas pratos doses gramas west east north south`,
	Corrects: `mejor perdon perdona perdone disculpa disculpe digo corrijo correccion quise espera espere wait actually sorry rather mean meant cambio melhor desculpa desculpe
		oops ups uy alias equivoque confundi better cambialo cambiala pensandolo instead scratch quero correction bueno prefiero preferiria prefer prefiro preferably preferencia
		preferible elijo escojo eligo escolho mentira opa errei enganei perdao corrigindo digamos`,
	Excepts: `menos excepto salvo except exceto tampoco cannot cant wont dont not never nunca evitar couldnt didnt`,
	Breaks:  `pero but sino mejor mas`,
	Asks:    `tienes tiene tienen tendras tendra tendran tenes hay habra habria sera seria me nos se sabes abren atienden abre queda tem have habran tendrias tendrian estan trabajan da`,
	Suits:   `sirve sirven queda quedan va van viene conviene puede acomoda es interesa da cuadra funciona alcanza late gusta serve convem cae hace`,
	Denied: `puedo podemos podre podremos puede pueden quiero queremos el la a este para es sea sean era voy vamos alcanzo llego estoy estare estamos ire posso podemos quero on this next at the
		na em e seja consigo vou estou da do en los las pude podria pra ao los`,
	NoAfter: `good puedo podemos podre podremos podria puede pueden voy vamos alcanzo llego estoy estare estamos quiero tengo trabajo porque porfavor por que pues creo gracias can works work
		posso podemos consigo da vou quero porque obrigado podemos va viene consegui conseguimos pude pudimos alcance deu dei
		sirve queda funciona`,
	Busy:   `trabajo trabajamos laburo curro trabalho imposible impossible imposivel impossivel ocupado ocupada ocupados busy`,
	Leaves: `viajo viajamos vuelo salgo salimos entro juego entreno viajo operan`,
	Booked: `tengo tenia tenemos teniamos tenemos era quede quedamos estaba agendada agendado programada programado reservada reservado booked have had scheduled tenho tinha reserve agende
		is was pedi saque aparte hice marquei agendei confirmada confirmado apartado anotada anotado`,
	Visit: `cita citas turno hora horita reserva reservacion consulta revision control visita mesa appointment booking reservation cleaning checkup table agenda horario sesion limpieza
		cirugia tratamiento clase junta reunion examen compromiso evento meeting class entrega pedido la mi el lo lugar slot appt otra`,
	Title: `soy doctor doctora doctores senor senora senorita don dona llamo nombre apellido nome chamo sou licenciado licenciada lic dentista odontologo odontologa paciente doutor
		doutora hija hijo mama papa esposa esposo mr mrs ms miss profesor profesora maestra maestro name sobrino sobrina hermano hermana abuela abuelo amiga amigo`,
	Street: `calle av avenida avda jr jiron colonia col plaza street rua barrio boulevard blvd carrera cra cll esquina metro estacion parque colegio escuela hospital paseo pasaje calz
		calzada urbanizacion mz lote depto piso apartamento interior travessa praca alameda ruta diagonal autopista km manzana cuadra jardin`,
	Branch:   `sucursal sede local clinica branch tienda consultorio filial unidad vivo vivimos moro estamos estoy`,
	Cue:      `las la at as das alas ala les pelas umas`,
	Ends:     `a al por en para y o u at in on and or de si no que as porfavor please esta me puedo e ou se em pra estoy es pero for is works sirve gracias com con`,
	Small:    `a las la el los de del at por en as the on para al mi the my le`,
	Fallback: `otherwise senao else alternativa caso sino`,
	Family:   `hijo hija son daughter nieto nieta bebe nino nina kid filho filha baby`,
	Pain:     `dolor duele duelen pain hurts nivel escala scale level intensidad dor puntuacion calificacion califico puntaje rating doi hurt nota doliendo doliendome`,
	Occasion: `fuera away viajo viajamos viaje vence vencen caduca expira expires vuelvo regreso caso boda cumple cumpleanos birthday trip wedding vacaciones fly flying leaving viajamos casamos casamento aniversario land landing arrive arriving aterrizo aterrizamos llego llegamos chego chegamos`,
	Bound: `nothing nada ni nem neither nor maximo tope despues luego pasado antes a desde after pasadas since depois hasta before until till by ate no nao not pasadito pasaditas passado passadas la por para
		alrededor cerca eso tipo sobre around about aprox aproximadamente approximately umas unas casi roughly hacia como like mas pelas onda tipin tipito tpo`,
	Halfway:    `medio meio meia couple par fortnight`,
	OrdinalDay: `first third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth`,
	Greets:     `buenos buenas buen buena good bom boa feliz lindo linda excelente nice great otimo otima bonito happy`,
	Done:       `atendieron pague pagamos vine fuimos operaron sacaron pusieron nacio naci visite vieron cobraron deposite transferi paid bought visited born paguei comprei atenderam nasci missed falte faltei perdi came vim tomei took almorce acordei`,
	AtWork:     `trabajo trabajamos laburo curro estudio work trabalho trabaja busy ocupado ocupada`,
	ToHour:     `a para de por hasta pa tipo sobre pra desde`,
	Cancels: `cancelar cancela cancele cancelen cancelame canceleme cancelenme cancelala cancelela cancelenla cancelalo cancelelo cancelarla cancelarlo cancelo cancelada cancel cancelo
		desmarcar desmarca desmarque anular anula anule anulen anulala anulela`,
	Nth: `vez opcao via consulta parte parcela sessao dose aplicacao visita dente fileira tentativa pergunta mensagem casa serie loja porta fila`,
	Persons: `personas persona people person persons pax pessoas pessoa adultos adultas adults adulto ninos nino ninas kids children criancas crianca amigos amigas friends invitados guests
		comensales lugares puestos sillas diners seats personitas perosnas pers comensal adult nenes convidados cubiertos`,
}
