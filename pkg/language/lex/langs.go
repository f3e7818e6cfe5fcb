package lex

import "strings"

// Langs holds, for each function word and common word, the languages that have it: bit 0 Spanish, 1 English, 2 Portuguese.
var Langs = buildWordLangs()

func buildWordLangs() map[string]uint8 {
	words := make(map[string]uint8, 600)
	for l, list := range [3]string{spanishWords, englishWords, portugueseWords} {
		for w := range strings.FieldsSeq(list) {
			words[w] |= 1 << l
		}
	}
	return words
}

const spanishWords = `hola buenos buenas dias tardes noches gracias porfavor que como cuando donde cuanto cuanta cuantos cuesta cuestan el la los las un una unos unas
	y o pero porque si no con sin para por de del al en es son esta estan estoy soy eres somos hay tengo tiene tienen tienes quiero quisiera necesito puedo pueden puede podria
	me te se le les nos mi mis tu su sus usted ustedes yo ella ellos este esta esto ese esa eso aqui alla ahora hoy manana ayer tarde lunes martes miercoles jueves viernes sabado domingo
	cita citas turno hora horario precio mesa reservar reserva agendar cancelar cambiar muela diente dolor duele sangra limpieza doctora pedido pedir envio domicilio factura
	mucho muy mas menos tambien ya aun todavia desde hasta entre sobre algo nada nadie alguien todo toda todos bien mal vale claro dale bueno perfecto listo sale adios chao
	seria sera fue era ser estar hacer tener ir venir quien cual cuales otra otro mejor favor llamo nombre persona personas hijo hija atienden abren cierran sucursal direccion ubicacion
	a va van vas voy hace hacen haces dan da casa llega llegan lleva llevan delivery menu doctor dame lo
	pasado proximo siguiente semana mes ano enero febrero marzo mayo junio julio septiembre octubre noviembre diciembre siguen quedo perdon disculpa ayuda urgente ninos saber`

const englishWords = `hello hi hey good morning afternoon evening night thanks thank you please the a an and or but because if not with without for of to from in on at is are was were am im be been
	i me my mine we our your he she it they them this that these those here there now today tomorrow yesterday what when where how who which why much many cost costs price
	want need would like could can cannot cant dont do does did have has had get got book booking appointment table reservation cancel reschedule change move
	monday tuesday wednesday thursday friday saturday sunday week month year january february march june july august september october november december
	tooth teeth pain hurts bleeding cleaning doctor dentist order delivery pickup invoice receipt menu open close hours address location parking branch
	yes no yeah yep nope sure okay great perfect sorry wait instead also just really very some any all more less ive id ill its youre whats
	people person kids speak human agent manager refund help urgent emergency next last first second third name`

const portugueseWords = `ola oi bom boa dia tarde noite obrigado obrigada porfavor que como quando onde quanto quanta quantos custa custam o a os as um uma uns umas
	e ou mas porque se nao com sem para por de do da dos das ao no na nos nas em pra pro sao esta estao estou sou voce voces ha tenho tem quero queria gostaria preciso posso pode podem
	me te lhe meu minha meus minhas seu sua eu ele ela eles este esta isso isto aqui la agora hoje amanha ontem terca quarta quinta sexta sabado domingo feira
	consulta horario preco mesa marcar agendar cancelar remarcar dente doi dor sangrando limpeza doutora pedido entrega nota fiscal
	muito mais menos tambem ja ainda desde ate entre sobre algo nada tudo bem mal claro certo beleza tchau sim vem semana mes ano janeiro fevereiro maio junho julho setembro outubro novembro dezembro
	seria sera foi era ser estar fazer ter ir vir quem qual outra outro melhor favor chamo nome pessoa pessoas filho filha atendem abrem fecham endereco ajuda crianca criancas`
