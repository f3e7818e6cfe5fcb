package attack

import "strings"

// class is a set of lexical classes, one bit each.
type class uint64

const (
	overrideVerb class = 1 << iota
	forgetVerb         // overrideVerb that innocent people use of their own words
	followVerb
	negation
	instruction // hard nouns: nobody but a model has them
	softNoun    // nouns that a business has too: an attack only with self
	self
	prior
	all
	mine
	firstPerson
	clitic // between a negation and its verb: no se te olvide
	given
	toMe
	third
	reveal
	promptWord
	system
	you
	are
	eres
	now
	onward
	act
	as
	pretend
	be
	that
	modal
	persona
	mode
	modo
	modeName
	dan
	without
	limits
	unrestricted
	lead
	open
	favorite
	others
	people
	records
	service
	do
	anything
	above
	kept
	actYou
	human
)

// classWords is the lexicon, folded: lower case, no accents, no apostrophes.
var classWords = map[class]string{
	overrideVerb: `ignora ignore ignorar ignores ignoren ignoras ignorando ignoring ignorad descarta descarte descartar
		desestima desestime omite omitir omitas disregard discard override overwrite bypass neglect anula anular
		desobedece desobedecer disobey omiso saltate salta desactiva desactivar disable desconsidere desconsidera
		suspende`,
	forgetVerb: `olvida olvidate olvide olvidese olvidar olvides olviden olvidad olvidando forget forgetting esqueca
		esquece`,
	followVerb: `sigas seguir siga sigan hagas obedezcas obedecer cumplas respetes follow following obey obeying respect`,
	negation:   `no not dont never nunca jamas deja stop without cant cannot didnt wont evita`,
	instruction: `instrucciones instruccion directrices directivas directiva restricciones restriccion limitaciones
		programacion prompt prompts instructions instruction guidelines directives directive restrictions constraints
		safeguards guardrails programming instrucoes diretrizes entrenamiento training regras reglas rules lineamientos`,
	softNoun: `indicaciones ordenes pautas contexto context conversacion conversation commands comandos filtros
		filters politicas policies protocolos protocols configuracion configuration normas orders limites limits`,
	self:   `tus tu your ur su sus vuestras vuestros suas seus yours propias`,
	prior:  `anterior anteriores previas previos previa previo previous prior preceding earlier initial iniciales inicial original originales originally existing existentes recibidas arriba before antes`,
	above:  `above arriba anterior anteriormente previously`,
	all:    `all todas todos todo every everything any cualquier toda tudo todas whatever`,
	mine:   `mi mis my our nuestra nuestras nuestro nuestros mine minha meu`,
	clitic: `se`,
	firstPerson: `yo i me se ive im he hemos always siempre casi they she we people gente puedo podemos podria debo
		could should can may ella ellos nosotros`,
	given: `dijeron dieron told given taught instructed ordenaron programaron programmed ensenaron impusieron configuraron`,
	toMe:  `me nos us`,
	third: `doctor doctora doc dr dra dentista medico medica enfermera enfermero repartidor repartidora driver courier
		delivery chofer mesero mesera waiter chef cocina kitchen manual receta recipe gps mapa map envio entrega box caja
		label etiqueta pharmacy farmacia nurse dentist physician package paquete direccion address pedido order postoperatorio
		operacion surgery cirugia tratamiento medicamento lavado cocinar llegar there alla ahi estacionar estacionamiento parking`,
	reveal: `muestra muestrame mostrar dime decirme dinos revela revelame revelar repite repiteme repetir imprime imprimir
		escribe escribeme traduce traduceme resume resumeme ensename comparte compartir transcribe cuentame dame lista enumera
		show reveal repeat print output tell write translate summarize display share give list dump recite leak expose
		encode describe exporta exportame export mandame enviame send copia copy mostre diga pasame`,
	promptWord: `prompt prompts`,
	system:     `system sistema original originales originais oculto ocultas oculta hidden secret secretas internas internal initial iniciales base`,
	you:        `you u tu usted vos ud voce`,
	are:        `are re r will must shall`,
	eres:       `eres sos seras actuaras responderas`,
	now:        `now ahora`,
	onward:     `adelante momento ahora now onwards forward`,
	act:        `act actua actue comportate comportese behave roleplay responde respondeme habla aja atua interpreta`,
	as:         `as like como cual`,
	pretend: `cuenta rol roleplay pretend pretending finge finja fingir finjas simula simule simular simules imagina imaginate imagine
		suppose supon supongamos suponga hagamos juguemos`,
	be:           `be being ser fueras fueses eres seas were are sea sos voce`,
	that:         `que that to you u you are youre your como if si a an tu de`,
	modal:        `quiero necesito will shall must please favor porfavor porfa should want need tienes debes vas puedes`,
	persona:      `ai ia hacker terminal root admin administrador administrator developer desarrollador programador chatgpt gpt llm chatbot bot dan aim evil malvada malvado abuela grandma grandmother linux assistant asistente modelo model console interprete python unfiltered`,
	mode:         `mode modo modus`,
	modo:         `modo`,
	modeName:     `developer desarrollador dios god jailbreak debug root sudo admin administrador depuracion programador dev mantenimiento maintenance`,
	dan:          `dan`,
	without:      `sin without no zero sem none`,
	limits:       `restricciones restriccion filtros filtro censura limites limitaciones reglas restrictions filters limits censorship rules guidelines etica ethics moral moderacion moderation restricoes filtering`,
	unrestricted: `unrestricted uncensored unfiltered jailbreak jailbroken jailbreaking irrestricto`,
	lead:         `y and ahora now favor please to then luego entonces e porfa solo just`,
	open:         `open closed closing located accepting hiring serving available offering booking abierto cerrado abiertos cerrados connected welcome ready conectado next booked confirmed registered subscribed`,
	favorite:     `favorite favourite favorito favorita favoritos mejor best mas more muy very tan too`,
	others:       `otro otra otros otras other others all todos todas each cada everyone another every`,
	people:       `pacientes paciente clientes cliente customers customer patients patient users user usuarios usuario personas comensales people`,
	records: `datos data telefonos telefono correos correo emails email citas appointments historial historiales records expedientes
		expediente informacion information database numeros numero numbers phones names nombres direcciones
		addresses reservas reservations base conversaciones conversations details`,
	service: `cancelacion cancelaciones cambio cambios devolucion devoluciones garantia pago pagos reserva reservas
		mascotas privacidad cita citas estacionamiento cancellation refund refunds return payment booking parking pets
		warranty privacy llegar uso cuidado cuidados lavado preparacion ninos visita visitas aftercare care limpieza`,
	do:       `do`,
	anything: `anything`,
	actYou:   `actues comportes roleplay`,
	human:    `persona humano humana human person gente adulto quieras`,
	kept:     `everything text words word texto palabras`,
}

// lexicon gives the classes of each known word.
var lexicon = func() map[string]class {
	out := make(map[string]class, 900)
	for c, list := range classWords {
		for word := range strings.FieldsSeq(list) {
			out[word] |= c
		}
	}
	return out
}()
