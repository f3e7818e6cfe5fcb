package pii

// role is what a word does between the name of a secret and its value.
type role uint16

const (
	roleLink     role = 1 << iota
	roleIs            // the value follows
	roleVerifies      // a code of it is a secret
	rolePuts          // a verb of giving a secret its value
	roleEnds          // begins another thought, or tells that no value follows
	roleArrives       // tells that a code was sent to somebody
	roleSays          // with roleIs: it may be words about it that follow
	roleChanges       // of a secret that is another one each time
	roleDoor          // what is locked
	roleSpoken        // of a secret to be told by word of mouth
	roleShows         // with digits after it: the value follows
	rolePronoun       // joins an is to the name of a secret: "la clave de operaciones, que es ..."
	roleDeal          // what a code of one's own is asked for
	roleOpen          // of an account that no product has
	roleOccasion      // for what a word is told
	roleHandover      // what a courier asks for a code at
)

var roleLexicon = newWords(flagged(map[role]string{
	roleLink:                linkWords,
	roleArrives:             arrivalWords,
	roleIs | roleSays:       "dice diz says reads marca muestra shows",
	roleShows:               "sale salio aparece aparecio pone",
	rolePronoun:             "q que which that k",
	roleOpen:                "unica sol fiscal ciec wifi netflix disney hbo spotify prime correo gmail wi telefonica verbal escolar",
	roleHandover:            handoverWords,
	roleOccasion:            "dia day hoy today hoje fiesta party festa semana week noche tonight",
	roleChanges:             "dinamica dinamico temporal otp token sms",
	roleIs:                  isWords,
	roleDoor | roleLink:     doorWords + " fuerte",
	roleDeal:                "transferencia transfer compra purchase operacion pago payment contrato contract number numero from curso cursos course class classroom examen exam webinar seminario taller biblioteca library",
	roleSpoken | roleLink:   "voz voice telefonica telefonicas verbal hablada oral vocal spoken telefonico",
	roleSpoken:              "recoger recogerlo recogerla recogerle retirarlo retirarla buscarlo buscarla recogida retirar retiro retirada buscar familiar familia family pickup picking guardia guard vigilante guarda porteiro conserje acordada acordado convenida pactada agreed coaccion duress central",
	roleVerifies:            verifyingWords,
	roleVerifies | roleLink: "pin nip otp",
	rolePuts: `pongo puse pusimos uso usaba tecleo escribo meto meti coloco coloque elegi use used put set type typed chose picked enter entered coloquei
		usei usamos reset changed cambio cambiaron resetearon redefinida restablecida`,
	roleEnds: `no ni pero but y and o or porque because si if cuando when tiene debe must has have caduca expira expires vence mide pide deben should pix ganadores ganador ganadora winning suerte descuento sorteo loteria discount desconto
		clave claves contrasena contrasenas password passwords`,
}))
