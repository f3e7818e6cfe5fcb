package language

// lists is a set of lists that a word stands in: one bit a list, so that asking costs one test.
type lists uint64

const (
	wCounted  lists = 1 << iota // makes the number before it a quantity, a price or a share
	wCorrects                   // takes back what was said before
	wExcepts                    // excludes what follows
	wBreaks                     // ends the reach of a negation
	wAsks                       // after "no": asks whether there is, and refuses nothing
	wSuits                      // after "no me": what does not suit
	wDenied                     // after "no": the speaker cannot
	wNoAfter                    // after "the day no": why not
	wBusy                       // what keeps one from coming
	wLeaves                     // after a day: what else happens on it
	wBooked                     // says that a time is taken already
	wVisit                      // what is booked
	wTitle                      // before a name
	wStreet                     // opens an address
	wBranch                     // a place that may be named after a date
	wCue                        // stands right before an hour
	wEnds                       // opens a new clause
	wSmall                      // articles and prepositions
	wFallback                   // opens a second choice
	wFamily                     // people whose age is told
	wPain                       // pain and its scales
	wPersons                    // people who are counted
	wOccasion                   // what happens on a day of its own
	wBound                      // begins the words that bound a time
	wHalfway                    // the first half of a noon written apart
	wOrdinal                    // English ordinals, which also number the days of a month
	wDone                       // before a day: what happened on it
	wGreets                     // before a part of the day: a greeting
	wAtWork                     // says that one works, or is busy
	wToHour                     // leads to an hour with its article: "a las"
	wCancels                    // drops what is booked
	wNth                        // what Portuguese ordinals count, so that they are no weekdays
)

// wordLists holds the words of each list, folded.
var wordLists = map[lists]string{
	wCounted: `pesos soles dolares euros reales reais dollars mxn cop pen usd mil lucas
		personas persona people person pax pessoas adultos adultas adults ninos ninas nenes kids children criancas amigos amigas friends invitados guests comensales lugares
		puestos sillas seats pers veces vezes times piso floor street avenue ave cuadras blocks km metros kilos kilo porciones platos tacos pizzas opciones citas grados out
		mg ml gramos gr comprimidos pastillas tabletas gotas capsulas comprimido pastilla pills tablets docenas docena unidades cajas litros litro
		muelas dientes caries brackets puntos cuotas meses sesiones sessions sesion empanadas burritos cervezas sodas refrescos hamburguesas alitas piezas rollos
		palabras fotos archivos cuadra centimetros porciento percent estrellas stars manzanas hermanos hijos hijas mesas reservas pares ordenes bolsas
		fillings crowns crown implants teeth dentes consultas pratos doses gramas west east north south`,
	wCorrects: `mejor perdon perdona perdone disculpa disculpe digo corrijo correccion quise espera espere wait actually sorry rather mean meant cambio melhor desculpa desculpe
		oops ups uy alias equivoque confundi better cambialo cambiala pensandolo instead scratch quero correction bueno prefiero preferiria prefer prefiro preferably preferencia
		preferible elijo escojo eligo escolho mentira opa errei enganei perdao corrigindo digamos`,
	wExcepts: `menos excepto salvo except exceto tampoco cannot cant wont dont not never nunca evitar couldnt didnt`,
	wBreaks:  `pero but sino mejor mas`,
	wAsks:    `tienes tiene tienen tendras tendra tendran tenes hay habra habria sera seria me nos se sabes abren atienden abre queda tem have habran tendrias tendrian estan trabajan da`,
	wSuits:   `sirve sirven queda quedan va van viene conviene puede acomoda es interesa da cuadra funciona alcanza late gusta serve convem cae hace`,
	wDenied: `puedo podemos podre podremos puede pueden quiero queremos el la a este para es sea sean era voy vamos alcanzo llego estoy estare estamos ire posso podemos quero on this next at the
		na em e seja consigo vou estou da do en los las pude podria pra ao los`,
	wNoAfter: `good puedo podemos podre podremos podria puede pueden voy vamos alcanzo llego estoy estare estamos quiero tengo trabajo porque porfavor por que pues creo gracias can works work
		posso podemos consigo da vou quero porque obrigado podemos va viene consegui conseguimos pude pudimos alcance deu dei
		sirve queda funciona`,
	wBusy:   `trabajo trabajamos laburo curro trabalho imposible impossible imposivel impossivel ocupado ocupada ocupados busy`,
	wLeaves: `viajo viajamos vuelo salgo salimos entro juego entreno viajo operan`,
	wBooked: `tengo tenia tenemos teniamos tenemos era quede quedamos estaba agendada agendado programada programado reservada reservado booked have had scheduled tenho tinha reserve agende
		is was pedi saque aparte hice marquei agendei confirmada confirmado apartado anotada anotado`,
	wVisit: `cita citas turno hora horita reserva reservacion consulta revision control visita mesa appointment booking reservation cleaning checkup table agenda horario sesion limpieza
		cirugia tratamiento clase junta reunion examen compromiso evento meeting class entrega pedido la mi el lo lugar slot appt otra`,
	wTitle: `soy doctor doctora doctores senor senora senorita don dona llamo nombre apellido nome chamo sou licenciado licenciada lic dentista odontologo odontologa paciente doutor
		doutora hija hijo mama papa esposa esposo mr mrs ms miss profesor profesora maestra maestro name sobrino sobrina hermano hermana abuela abuelo amiga amigo`,
	wStreet: `calle av avenida avda jr jiron colonia col plaza street rua barrio boulevard blvd carrera cra cll esquina metro estacion parque colegio escuela hospital paseo pasaje calz
		calzada urbanizacion mz lote depto piso apartamento interior travessa praca alameda ruta diagonal autopista km manzana cuadra jardin`,
	wBranch:   `sucursal sede local clinica branch tienda consultorio filial unidad vivo vivimos moro estamos estoy`,
	wCue:      `las la at as das alas ala les pelas umas`,
	wEnds:     `a al por en para y o u at in on and or de si no que as porfavor please esta me puedo e ou se em pra estoy es pero for is works sirve gracias com con`,
	wSmall:    `a las la el los de del at por en as the on para al mi the my le`,
	wFallback: `otherwise senao else alternativa caso sino`,
	wFamily:   `hijo hija son daughter nieto nieta bebe nino nina kid filho filha baby`,
	wPain:     `dolor duele duelen pain hurts nivel escala scale level intensidad dor puntuacion calificacion califico puntaje rating doi hurt nota doliendo doliendome`,
	wOccasion: `fuera away viajo viajamos viaje vence vencen caduca expira expires vuelvo regreso caso boda cumple cumpleanos birthday trip wedding vacaciones fly flying leaving viajamos casamos casamento aniversario land landing arrive arriving aterrizo aterrizamos llego llegamos chego chegamos`,
	wBound: `nothing nada ni nem neither nor maximo tope despues luego pasado antes a desde after pasadas since depois hasta before until till by ate no nao not pasadito pasaditas passado passadas la por para
		alrededor cerca eso tipo sobre around about aprox aproximadamente approximately umas unas casi roughly hacia como like mas pelas onda tipin tipito tpo`,
	wHalfway: `medio meio meia couple par fortnight`,
	wOrdinal: `first third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth`,
	wGreets:  `buenos buenas buen buena good bom boa feliz lindo linda excelente nice great otimo otima bonito happy`,
	wDone:    `atendieron pague pagamos vine fuimos operaron sacaron pusieron nacio naci visite vieron cobraron deposite transferi paid bought visited born paguei comprei atenderam nasci missed falte faltei perdi came vim tomei took almorce acordei`,
	wAtWork:  `trabajo trabajamos laburo curro estudio work trabalho trabaja busy ocupado ocupada`,
	wToHour:  `a para de por hasta pa tipo sobre pra desde`,
	wCancels: `cancelar cancela cancele cancelen cancelame canceleme cancelenme cancelala cancelela cancelenla cancelalo cancelelo cancelarla cancelarlo cancelo cancelada cancel cancelo
		desmarcar desmarca desmarque anular anula anule anulen anulala anulela`,
	wNth: `vez opcao via consulta parte parcela sessao dose aplicacao visita dente fileira tentativa pergunta mensagem casa serie loja porta fila`,
	wPersons: `personas persona people person persons pax pessoas pessoa adultos adultas adults adulto ninos nino ninas kids children criancas crianca amigos amigas friends invitados guests
		comensales lugares puestos sillas diners seats personitas perosnas pers comensal adult nenes convidados cubiertos`,
}
