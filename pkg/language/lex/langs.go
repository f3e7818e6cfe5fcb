package lex

import "strings"

// Langs holds, for each function word and common word, the languages that have it: bit 0 Spanish, 1 English, 2 Portuguese.
var Langs = buildWordLangs()

// Tells holds words that tell a language, with its bits as in Langs, and that the readers need not know beside that: a slip may be
// read as another word, and still tells what is spoken.
var Tells = buildTells()

func buildWordLangs() map[string]uint8 { return bitsOf(spanishWords, englishWords, portugueseWords) }

func buildTells() map[string]uint8 { return bitsOf(spanishTells, englishTells, portugueseTells) }

// bitsOf are the words of a list for each language, with a bit for each list that has them.
func bitsOf(lists ...string) map[string]uint8 {
	words := make(map[string]uint8, 600)
	for l, list := range lists {
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

const spanishTells = `uno dos tres cuatro cinco seis siete ocho nueve diez once doce pollo pescado
	camaron camarones carne arroz cebolla queso leche
	huevo huevos mani cacahuate mixto mixtos mixta clasico plato platos cuenta tarjeta efectivo calle avenida barrio cerca lejos
	despues entonces ahorita porfa falta faltan canjear puntos premio mismo misma siempre vez ponme pongan mandame manden traigan
	queremos quiere quieren pueda podrian recoger retirar buscar trabajan aceptan alergia bebida agua cerveza entregan entregar comida
	postre pagar confirmo cancelo numero gustaria deseo olvide debo`

const englishTells = `one two three four five six seven eight nine ten chicken shrimp fish beef rice onion cheese
	milk eggs nuts peanut peanuts allergic
	allergy spicy drink drinks water wine deliver delivered street apartment points reward rewards redeem usual again late early seats
	reserve available availability insurance payment paid them another anything something nothing everything still already later
	before after only too could would should will won don didn doesn isn i`

const portugueseTells = `dois duas tres quatro cinco seis sete oito nove dez onze doze vinte trinta resgatar trocar
	retirar entregam entregar aceitam
	aceita fazem faz fico fica ficam pegar buscar consigo vou tive tinha receber recebo chegou chegar demorar gosto gostei quer querem
	poderia poderiam falar falo mudar desmarcar esqueci perdi aberto fechado abertos fechados pontos premio frango camarao peixe carne
	arroz feijao cebola queijo alho leite ovo ovos amendoim alergia sobremesa bebida cerveja agua gelo cardapio prato pratos misto
	mistos mista classico rua avenida bairro troco cartao dinheiro pix boleto depois mesmo mesma assim entao aquele aquela meia cedo
	perto longe qualquer valeu desculpe vc vcs num numa dele dela nosso nossa quais alguem ninguem numero sempre vez comida pagar
	confirmo cancelo falta faltam viagem gluten`
