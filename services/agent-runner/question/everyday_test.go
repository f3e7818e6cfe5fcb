package question

import (
	"strings"
	"testing"
	"time"
)

// everydayKinds are what the words of everyday messages ask, before any router or business is heard.
var everydayKinds = map[string]string{
	"buenas, cuánto sale una resina y cuánto se tardan?":                        "price duration",
	"qué días está la doctora de los niños?":                                    "staff_days",
	"cuanto cuesta el implante":                                                 "price",
	"abren el 24 y el 31 de diciembre?":                                         "open",
	"me duele una muela, que me tomo mientras?":                                 "medicine",
	"soy Carlos Pérez, quería saber si trabajan los domingos":                   "open",
	"aceptan american express y bitcoin?":                                       "pay",
	"si llego 20 minutos tarde me atienden?":                                    "late",
	"hola buenas tardes vecina, ponen carillas? y cuanto las muelas del juicio": "have price",
	"quién hace las endodoncias y qué días?":                                    "staff",
	"how much is whitening and do you take credit cards?":                       "price pay",
	"puedo ir con mi esposo? y hay donde dejar el coche en coyoacan":            "companion parking",
	"quanto custa uma limpeza e vocês abrem no sábado?":                         "price open",
	"la corona tiene garantía? y si se me rompe por un golpe?":                  "warranty warranty",
	"que ceviches tienen":                                                       "have",
	"hacen delivery a La Molina? y a san isidro?":                               "zone",
	"mi hijo es alergico al huevo, que le puedo pedir?":                         "allergy",
	"abren el 25": "open",
	"cuánto está el lomo saltado, lleva gluten?":                                   "price allergy",
	"tienen postres sin lactosa?":                                                  "allergy",
	"hasta que hora atienden hoy y mañana?":                                        "until",
	"se puede ir sin reservar? y con perro?":                                       "walk_in",
	"aceptan sodexo?":                                                              "pay",
	"cuanto es el menu ejecutivo y que trae":                                       "price contents",
	"do you have anything vegan? and how much is the pisco sour?":                  "diet price",
	"hacen pizzas o pastas?":                                                       "have",
	"y hay wifi?":                                                                  "have",
	"quién es la chef y desde cuándo cocina?":                                      "staff",
	"cuánto vale el internista":                                                    "price",
	"hacen electrocardiograma a domicilio en suba?":                                "zone",
	"el lunes y el miercoles a que horas está la pediatra?":                        "staff_days",
	"aceptan daviplata?":                                                           "pay",
	"puedo tomar acetaminofen si estoy embarazada de 3 meses?":                     "medicine",
	"quién atiende los sábados y hasta qué hora?":                                  "staff until",
	"los examenes de sangre cuanto valen, en cuanto salen y hay que ir en ayunas?": "price price fasting",
	"ponen la vacuna de la fiebre amarilla? y la de la gripa cuanto":               "have price",
	"do you take insurance? and is there parking?":                                 "insurance parking",
	"abren el lunes 11 de enero?":                                                  "open",
	"es que quiero saber si me toca llevar algo y si atienden niños los sabados":   "preparation open",
	"cuánto cuesta castrar a un gato y cuánto demora la recuperación?":             "price duration",
	"q dias esta el cirujano?":                                                     "staff_days",
	"mi gata no come desde ayer y vomita, qué le doy?":                             "medicine",
	"atienden hamsters? y serpientes?":                                             "see",
	"abren el sabado y el domingo?":                                                "open",
	"aceptan tarjeta y dan factura?":                                               "pay invoice",
	"mi perro puede comer chocolate?":                                              "feed",
	"me llamo Andrea, cuánto vale la consulta y la antirrábica?":                   "price",
	"y si llego tarde?":                                                            "late",
	"los gatos tambien se vacunan? cuanto":                                         "see price",
	"venden alimento o collares?":                                                  "have",
	"hola, quería averiguar por los brackets, ¿cuánto me saldrían?":                "price",
	"precio de una endodoncia porfa":                                               "price",
	"a qué hora abren en coyoacán entre semana?":                                   "until",
	"q puedo tomar pal dolor d muela estoy embarazada de 5 meses":                  "medicine",
	"me facturan y cuanto se tardan en mandarla":                                   "invoice duration",
	"tienen convenio con el imss o algún seguro?":                                  "insurance",
	"horarios":  "hours",
	"direccion": "address",
	"hola buenas noches, disculpe la molestia, tienen servicio los domingos o en la noche?": "open",
	"cuanto sale sacarse una muela y duele mucho?":                                          "price",
	"hacen carillas de porcelana y cuanto":                                                  "have price",
	"Hi, do you work on Saturdays and how much is a filling?":                               "open price",
	"menu":            "menu",
	"que postres hay": "menu",
	"el ceviche es picante? y cuanto cuesta el mixto?":                                      "diet price",
	"tienen estacionamiento y aceptan niños?":                                               "parking",
	"que me recomiendas si no como pescado?":                                                "allergy",
	"cobran descorche? y cuanto el pisco sour":                                              "price",
	"hasta que hora es el menu ejecutivo":                                                   "until menu",
	"y delivery hasta que hora?":                                                            "zone",
	"una consulta, tienen lomo saltado y cuánto está":                                       "have price",
	"venden cerveza?":                                                                       "have",
	"puedo pagar con dolares?":                                                              "pay",
	"qué maravilla de servicio, dos horas esperando un ceviche, los felicito":               "complaint praise",
	"vocês têm opção vegetariana? e aceitam pix?":                                           "diet pay",
	"buenas tardes, tienen internista?":                                                     "have",
	"hay que ir en ayunas para el electro?":                                                 "fasting",
	"la teleconsulta cuánto vale y cómo se paga?":                                           "price pay",
	"tienen parqueadero en chapinero y a qué hora abren?":                                   "parking until",
	"atienden por sanitas?":                                                                 "insurance",
	"cuánto dura la consulta con el pediatra y puedo ir con mi esposo?":                     "duration companion",
	"ponen inyecciones?":                                                                    "have",
	"me pueden recetar antibióticos por whatsapp?":                                          "medicine",
	"qué necesito llevar a la cita?":                                                        "preparation",
	"la nutricionista atiende los viernes?":                                                 "open",
	"ya están mis resultados?":                                                              "read_results",
	"cuanto se demora el resultado de la citologia y cuanto vale":                           "results price",
	"es normal sangrar después de la citología?":                                            "symptom",
	"dan certificado para la EPS? cuánto":                                                   "price",
	"mi perra tiene cirugía, cuántas horas sin comer?":                                      "fasting",
	"atienden conejos?":                                                                     "see",
	"y para gatos cuanto es el baño":                                                        "price",
	"mi perro tiene diarrea q le doy":                                                       "medicine",
	"esterilizar perrita de 12 kilos precio? y cuantos dias se queda":                       "price duration",
	"cuanto cuesta la consulta y si atienden aves":                                          "price see",
	"trabajan 24 de diciembre? y feriados?":                                                 "open",
	"tienen veterinario de caballos?":                                                       "have",
	"how much is the rabies shot and do i need an appointment?":                             "price walk_in",
	"qué días va la Dra. Henestrosa?":                                                       "staff_days",
	"buen dia, cuanto el blanqueamiento y si se puede con caries":                           "price",
	"atienden de noche?":                                                                    "open",
	"tengo brackets de otro lado, me los pueden seguir ustedes? y cuanto":                   "price",
	"cuánto cuesta una muela postiza?":                                                      "price",
	"el sabado 5 de diciembre abren? y hasta qué hora?":                                     "open until",
	"puedo ir mañana sin cita?":                                                             "walk_in",
	"y cuanto me sale todo?":                                                                "price",
	"ustedes son los que están junto al Oxxo en la Roma?":                                   "way",
	"cuantas citas son para la corona?":                                                     "count",
	"Do you speak English? Can I bring my husband?":                                         "companion",
	"aceptan vales de despensa o cheque?":                                                   "pay",
	"hacen radiografías? cuanto cuestan":                                                    "have price",
	"parqueo":                                                                               "parking",
	"alguna promo hoy?":                                                                     "promotion",
	"el ceviche de conchas negras hay?":                                                     "have",
	"cuanto cuesta una parihuela y un chilcano y a que hora cierran":                        "price until",
	"tienen sillas para bebe?":                                                              "have",
	"atienden en semana santa?":                                                             "open",
	"me guardan la mesa si llego 20 min tarde?":                                             "late",
	"tienen wifi? y enchufes?":                                                              "have",
	"que vinos tienen":                                                                      "have",
	"puedo llevar mi vino y cuanto cobran":                                                  "price",
	"soy diabetica que me recomiendas":                                                      "diet",
	"tienen musica en vivo los viernes?":                                                    "have",
	"is the ceviche spicy? can I get it without onion?":                                     "diet",
	"cuánto vale la ginecóloga y qué días va a usaquén?":                                    "price staff_days",
	"terapia de pareja tienen?":                                                             "have",
	"la vacuna de la gripa la ponen a bebés?":                                               "have",
	"cuanto vale el chequeo y que incluye":                                                  "price contents",
	"tienen servicio de ambulancia?":                                                        "have",
	"a qué hora sacan sangre y hay que pedir cita":                                          "walk_in",
	"atienden el 24 en la tarde? y el 31?":                                                  "open",
	"cuánto cuesta el certificado para el gimnasio y cuánto se demora":                      "price duration",
	"mi papá tiene 80 años, hay rampa?":                                                     "access",
	"do you have a psychologist and how much is it?":                                        "have price",
	"domingo atienden?":                                                                     "open",
	"el psicólogo atiende adolescentes?":                                                    "see",
	"cuánto la antirrábica y cada cuánto se pone?":                                          "price",
	"tengo un conejo y un perro, atienden a los dos? cuanto sale la consulta":               "see price",
	"que necesito para la primera cita":                                                     "preparation",
	"tienen rayos x?":                                                                       "have",
	"cuanto cuesta una eco y cuando dan el resultado":                                       "price results",
	"venden pastillas para pulgas? cuánto":                                                  "have price",
	"hacen certificado de viaje para perros?":                                               "have",
	"atienden hoy a las 7 de la noche?":                                                     "open",
	"la consulta de emergencia cuanto cuesta":                                               "price",
	"puedo pagar despues?":                                                                  "pay",
	"q edad minima para castrar y cuanto cuesta":                                            "price",
	"holaaa me pueden atender hoy? me urge una limpieza":                                    "open",
	"oigan y si pago de contado hay descuento":                                              "promotion",
	"que incluye la valoracion y cuanto tarda":                                              "contents duration",
	"cuanto me cobran por quitar el sarro a mi mama y a mi":                                 "price",
	"tienen sedacion? me da mucho miedo el dentista":                                        "have",
	"hacen diseño de sonrisa":                                                               "have",
	"la dra mariana atiende los sabados?":                                                   "open",
	"no pude ir ayer a mi cita, me cobran algo?":                                            "missed",
	"quiero saber el costo de los frenos y si incluye la limpieza":                          "price contents",
	"mandan ubicacion porfavor":                                                             "address",
	"q dias hay promocion de limpieza":                                                      "promotion",
	"me sangran las encías cuando me cepillo, es normal?":                                   "symptom",
	"is it painful to get an implant? how much is it?":                                      "price",
	"tienen mesa afuera para hoy a las 8 y puedo ir con mi gato":                            "have",
	"precio del ceviche carretillero y el tiradito":                                         "price",
	"que hay de postre y cuanto":                                                            "menu price",
	"hay algo para mi hija que no come mariscos":                                            "allergy",
	"a que hora cierran los domingos en barranco y atienden feriados":                       "until open",
	"hacen eventos para 25 personas? precio":                                                "have price",
	"llegan a san miguel con el delivery":                                                   "zone",
	"cuanto cobran de envio a miraflores":                                                   "zone price",
	"cual es su instagram":                                                                  "email",
	"hola, mi novia es vegana y yo celiaco, que podemos comer":                              "allergy diet",
	"wait time on weekends without reservation?":                                            "walk_in",
	"cuanto vale la consulta con el doctor julian y cuando tiene agenda":                    "price have",
	"necesito un certificado de salud para el trabajo, qué llevo y cuánto vale":             "preparation price",
	"ustedes atienden domingo o festivo alguna urgencia?":                                   "open",
	"hacen prueba de embarazo?":                                                             "have",
	"mi hijo tiene 15, puede ir solo?":                                                      "companion",
	"psicología virtual manejan?":                                                           "have",
	"hasta qué hora reciben muestras el sábado":                                             "until",
	"qué especialistas tienen en usaquén":                                                   "staff",
	"el control de la presión con quién es y cuánto":                                        "staff price",
	"tienen ecografías?":                                                                    "have",
	"quanto custa uma consulta com pediatra?":                                               "price",
	"cuanto sale vacunar a un gatito y desde que edad":                                      "price",
	"el precio de la ecografia incluye el informe?":                                         "contents price",
	"atienden urgencias los domingos? cuanto vale":                                          "open price",
	"cuanto cuesta operar una hernia":                                                       "price",
	"hacen eutanasia?":                                                                      "have",
	"cuánto cuesta desparasitar 2 perros grandes":                                           "price",
	"mandan los resultados por correo? en cuanto tiempo":                                    "read_results duration",
	"tienen transporte para mascotas":                                                       "have",
	"oigan el 1ro de enero trabajan? y el 2 q es sabado?":                                   "open",
	"cuanto me sale la guarda para el bruxismo y en cuantas citas me la entregan":           "price count",
	"me ponen carillas de porcelana?? o nomas coronas":                                      "have",
	"Aceptan tarjeta amex y meses sin intereses?":                                           "instalments pay",
	"me sacaron una muela ayer y traigo un coagulo medio negro, es normal? ya puedo fumar?": "advice",
	"Hi! do you take walk-ins? my crown fell off last night":                                "walk_in",
	"cómo llego a la sucursal de coyoacán en metro?":                                        "way",
	"excelente servicio eh, 50 minutos sentada esperando y la dra ni una disculpa 👏👏":       "complaint praise",
	"atienden este domingo en la noche?":                                                    "open",
	"hola llegan a surco con el delivery? cuanto cobran":                                    "zone price",
	"cuanto el lomo y la jarra de chicha, total":                                            "price",
	"mi hijita es alergica a los camarones, el arroz chaufa tiene? y el aji de gallina?":    "allergy",
	"hay silla de bebe? y menu de niños":                                                    "have menu",
	"conchas negras tienen hoy?":                                                            "have",
	"aceptan yape":                                                                          "pay",
	"voces têm opção vegana? e dá pra reservar pra 2 na sexta às 20h?":                      "diet",
	"queremos el salon privado para 25 personas el 19 de dic, cuanto es y q incluye":        "price contents",
	"venden sushi o makis?":                                                                 "have",
	"puedo llevar mi propio vino? cuanto me cobran":                                         "price",
	"el 8 de dic atienden? es festivo":                                                      "open",
	"buenas cuanto vale la consulta con el pediatra y la de psicologia":                     "price",
	"ayunas":                          "fasting",
	"trabajan con sura o colsanitas?": "insurance",
	"la doctora buitrón atiende los sábados? en que sede":                               "open",
	"el trancón de la séptima me va a matar, si llego 15 min tarde me atienden?":        "late",
	"hacen resonancias o radiografias ahi?":                                             "have",
	"Quiero cita de nutrición el jueves por la mañana, ¿y toca llevar exámenes?":        "preparation",
	"do you speak english? I need a vaccine for flu, I'm 34 weeks pregnant, is it safe": "advice",
	"atienden el domingo? mi gata necesita corte de uñas":                               "open",
	"q vacunas le toca a un cachorro de 2 meses y cuanto cuesta cada una":               "price",
	"cuánto la esterilización de una gata y de una perra de 25 kilos":                   "price",
	"atienden conejos y loros? quién los ve y qué dias":                                 "see staff",
	"tienen hospedaje o guarderia pa perros en navidad?":                                "have",
	"vendes balanceado pro plan?":                                                       "have",
	"hay parqueadero en cumbayá?":                                                       "parking",
	"le pusieron la antirrabica a mi perra y esta decaida y sin comer, es normal??":     "symptom",
	"how much is a blood test for a senior dog, and do you take credit cards?":          "price pay",
}

func TestEverydayQuestionsAreReadAsTheirKinds(t *testing.T) {
	t.Parallel()
	for text, want := range everydayKinds {
		if got := strings.Join(asksFor(text), " "); got != want {
			t.Errorf("%q asks %s, want %s", text, got, want)
		}
	}
}

func TestThePlaceOfAQuestionIsReadFromItsWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"hacen delivery a La Molina?": "La Molina", "reparten en Breña?": "Breña", "van a domicilio?": "",
		"llegan hasta San Miguel?": "San Miguel", "a qué zonas hacen delivery?": "", "do you deliver to Lince?": "Lince",
	} {
		q := hearing(text)
		if got := q.placeIn(q.reading().clauses[0]); got != want {
			t.Errorf("%q is of %q, want %q", text, got, want)
		}
	}
}

func TestOnlyWhoAsksAndWantsNothingBeginsNoErrand(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"cuánto cuesta la limpieza?": true, "quiero saber el precio de la limpieza": true, "qué necesito llevar?": true,
		"quiero una limpieza, cuánto cuesta?": false, "resérvame el martes, y dan factura?": false, "una limpieza el martes": false,
	} {
		if got := hearing(text).OnlyAsks(false); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

func TestDaysOfAListAreReadEachWithItsMonth(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"abren el 24 y el 31 de diciembre?":          "2026-12-24 2026-12-31",
		"abren el 24, 25 y 31 de diciembre?":         "2026-12-24 2026-12-25 2026-12-31",
		"el 8 de dic atienden?":                      "2026-12-08",
		"abren el 1 de enero y el 2 que es sábado?":  "2027-01-01 2027-01-02",
		"abren el lunes y el miércoles?":             "2026-11-30 2026-11-25",
		"abren los sábados y domingos?":              "2026-11-28 2026-11-29",
		"abren hoy y mañana?":                        "2026-11-24 2026-11-25",
		"abren este fin de semana?":                  "2026-11-28 2026-11-29",
		"abren en navidad y año nuevo?":              "2026-12-25 2027-01-01",
		"are you open on Saturdays and Sundays?":     "2026-11-28 2026-11-29",
		"están abiertos?":                            "",
		"qué horario tienen los martes de diciembre": "2026-11-24",
	} {
		q := hearing(text)
		q.Facts.Now = time.Date(2026, 11, 24, 10, 0, 0, 0, time.UTC) // a Tuesday
		var got []string
		for _, d := range q.daysOf(q.reading().clauses[0]) {
			got = append(got, d.day.Format(time.DateOnly))
		}
		if said := strings.Join(got, " "); said != want {
			t.Errorf("%q is of %s, want %s", text, said, want)
		}
	}
}

func TestWhatAFollowUpSaysTellsWhetherItGoesOn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ last, text, want string }{
		{"parking", "y si voy en bus", ""},
		{"parking", "y en la Roma?", "parking"},
		{"price", "y la corona?", "price"},
		{"price", "y los domingos?", "open"},
		{"price", "y ya puede salir?", ""},
		{"staff", "y qué días?", "staff_days"},
		{"zone", "y a San Isidro?", "zone"},
		{"text", "y carillas?", "text"},
		{"", "y los domingos?", ""},
	} {
		q := hearing(c.text)
		q.Facts.Now = time.Date(2026, 11, 24, 10, 0, 0, 0, time.UTC)
		got := ""
		for _, a := range q.goesOn(q.reading().clauses[0], ask{kind: c.last}) {
			got = a.kind
		}
		if got != c.want {
			t.Errorf("after %s %q asks %q, want %q", c.last, c.text, got, c.want)
		}
	}
}

func TestAStatementBesideAQuestionIsNone(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"es que vivo en Chía":                         false,
		"me da mucho miedo el dentista":               false,
		"quiero que me atienda la doctora":            false,
		"le duele mucho":                              false,
		"quería saber si atienden niños":              true,
		"dime si hacen carillas":                      true,
		"cuánto cuesta la limpieza":                   true,
		"y si llego tarde?":                           true,
		"buenas vecino, cuánto la limpieza":           true,
		"tengo una muela rota":                        false,
		"necesito una limpieza":                       false,
		"tienen carillas":                             true,
		"do you take cards":                           true,
		"my crown fell off":                           false,
		"vocês aceitam cartão":                        true,
		"quero uma limpeza":                           false,
		"hola, me pueden decir si el doctor está hoy": true,
	} {
		all := hearing(text).reading().clauses
		if got := all[len(all)-1].asks; got != want {
			t.Errorf("%q asks: %t", text, got)
		}
	}
}

func TestWhoIsCalledAndWhatIsWantedDoneAreReadAsSuch(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"buenas tardes vecina, cuánto cuesta la carilla?": "carilla",
		"hola amiga cuánto cuesta una resina":             "resina",
		"cuanto cuesta operar una hernia":                 "operar una hernia",
		"las carillas cuánto cuestan?":                    "carillas",
	} {
		q := hearing(text)
		var got []string
		for _, c := range q.reading().clauses {
			got = append(got, q.things(c)...)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q names %q, want %s", text, got, want)
		}
	}
}
