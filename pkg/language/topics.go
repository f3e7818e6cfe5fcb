package language

// policies are the kinds of policy by the words that ask for them, the more special first.
var policies = []struct{ name, say string }{
	{"rescheduling", `reagend* / reprogram* / reschedul* / cambiar|mover|cambio ... cita|turno|reserva|fecha / change|move ... appointment|reservation`},
	{"refunds", `reembols* / devolucion|devoluciones|devuelven / refund|refunds / money back / reintegro`},
	{"cancellation", `cancel* / anular / no puedo ir|asistir / si no llego|voy / no show`},
	{"warranty", `garantia|garantias|warranty|guarantee`},
	{"payment", `pago|pagos|pagar|pay|payment|payments|tarjeta|tarjetas|efectivo|transferencia|yape|plin|nequi|credit|card|cards|cash|cuotas|installments|anticipo|deposito|deposit|adelanto / meses sin intereses`},
	{"privacy", `privacidad|privacy / datos personales / mis datos / personal data / my data`},
	{"general", `politica|politicas|policy|policies|reglas|rules|condiciones|terminos`},
}

// How an order reaches the customer.
const (
	Pickup   = "pickup"
	Delivery = "delivery"
)

// ways are the two by the words that ask for them.
var ways = [...]struct{ name, say string }{
	{Pickup, `para llevar / pra|para viagem / to go / take away|out / takeaway|takeout|pickup|carryout / carry out / carry|pick .. up / para recoger|recogerlo|retirar|buscar / paso|pasare|pasamos|voy|ire|vamos por|x el|ella|ellos|ellas|eso|esos|mi|nuestro pedido|orden|comida / paso|pasare|pasamos|voy|ire|vamos por|x el|ella|ellos|ellas|ello|eso
		paso|pasare|pasamos|voy|vou|ire|vamos a|para recoger|recogerlo|buscar|buscarlo|retirar|retirarlo|recogerla|buscarla / lo|la|los|las recojo|retiro|busco|recogemos|retiramos / recojo|recoger|recogerlo|retirar|retiro|retirarlo en .. local|tienda|sucursal|sede|mostrador|restaurante
		retirar|buscar|retiro|busco no|na .. local|loja|balcao / vou buscar|retirar / ill|i|we pick|collect|grab .. up|it|them / collect it / retiro en persona / recojo .. pedido / recoger|retirar|recojo .. orden|pedido`},
	{Delivery, `a domicilio / delivery / deliver / delivered / al domicilio / servicio de domicilio / con|por|para|hacen|haces|hace|tienen|costo|cuesta|cobran .. domicilio|domicilios / con|para|hacen|haces|tienen|costo|costos|cuesta|sale|vale|incluye|cobran .. envio|envios|reparto|repartos / envio|envios a|gratis
		mandan|manden|mandar|mandarlo|mandenlo|mandalo|mandamelo|envian|envien|enviar|enviarlo|envienlo|envialo|envienmelo|traen|traer|traigan|traiganlo|llevan|llevar|lleven|llevenlo|entregan|entregar|entreguen|entreguenlo .. a|en|al .. casa|oficina|depa|departamento|trabajo|domicilio|direccion|depto|hotel|calle|avenida
		me lo|la|los|las mandan|envian|traen|llevan|mandas|envias|traes / entrega|entregam|entregar em casa|domicilio / para entrega|entregar / entregam|entrega na|no|em / voces entregam / entregan|entregam $ / bring it|them to / send it|them to / para .. mi casa / reparten|repartidor|motoboy`},
}

// topicPhrases finds policies and then ways.
var topicPhrases = func() *Phrases {
	var lists []string
	for _, p := range policies {
		lists = append(lists, p.say)
	}
	for _, w := range ways {
		lists = append(lists, w.say)
	}
	return MustPhrases(lists)
}()

// Topics names the policy that a message speaks of, which is meant only where the intent asks for one, and the last way said
// in which an order reaches the customer.
func Topics(t Text) (policy, way string) {
	var room [16]Hit
	first, last := len(policies), Hit{To: -1}
	for _, hit := range topicPhrases.Find(t, room[:0]) {
		switch {
		case hit.List < len(policies):
			first = min(first, hit.List)
		case hit.To > last.To && !denied(t, hit.From):
			last = hit
		}
	}
	if first < len(policies) {
		policy = policies[first].name
	}
	if last.To >= 0 {
		way = ways[last.List-len(policies)].name
	}
	return policy, way
}

// denied reports whether what begins at token i is denied: "no a domicilio".
func denied(t Text, i int) bool {
	if i == 0 {
		return false
	}
	switch t.Tokens[i-1].Norm {
	case "no", "not", "nao", "sin":
		return true
	}
	return false
}
