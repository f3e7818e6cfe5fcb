package intent

// faqPolicy is policies, ways to pay, insurance, warranty, preparation, aftercare, general knowledge.
var faqPolicy = Intent{
	Name: FAQPolicy,
	Rules: []Rule{
		{Weight: 7, Say: `
			trabajan|atienden con ... metlife|gnp|axa|mapfre|pacifico|rimac|sanitas|sura|allianz|bupa|cigna|aetna|osde|swiss
			take|accept ... metlife|axa|bupa|cigna|aetna|allianz|cross
			puede|puedo|podemos llevar|traer|entrar|meter ... torta|pastel|vino|comida|bebida|globos|mascota
			can ... bring ... own|cake|wine|food`},
		{Weight: 6, If: Question, Not: When | Party | Dish, Say: `
			do|does you take|accept
			trabajan|atienden|reciben con|por ... eps|seguro|seguros|prepagada|obra
			puedo|podemos|puede ir|entrar|llevar con|a ... perr*|mascota*|gat*|nino*|bebe*
			bring ... dog|pet|kids|baby`},
		{Weight: 10, Say: `politica|politicas|policy|policies|terminos|condiciones|reglas|privacidad|privacy|tolerancia|penalidad|multa|rules`},
		{Weight: 8, Say: `
			aceptan|acepta|reciben|recibe|aceitam|accept|take ... tarjeta|tarjetas|efectivo|transferencia|yape|plin|nequi|paypal|american|credito|debito|card|cards|cash|visa|mastercard|amex|cheque|dolares|pix|apple|mercadopago|seguro|seguros|insurance
			formas|metodos|medios de pago
			como|puedo|puede pago|pagar
			se puede pagar
			how .. pay
			payment methods|options|plan|plans
			pago|pagos ... meses|cuotas|plazos
			meses sin intereses
			msi
			cuotas|installments|financiamiento|financing|financian|parcelas
			a plazos
			anticipo|deposito|deposit|adelanto|sena`},
		{Weight: 8, Say: `
			seguro|seguros|insurance|aseguradora|aseguradoras|eps|prepaga|prepagada|isapre|fonasa|convenio|convenios|cobertura|coverage|cubre|cubren|covered|cover|covers|essalud|imss|issste|copago|deducible
			obra social
			plano de saude`},
		{Weight: 8, Say: `
			garantia|garantias|warranty|guarantee
			si no me gusta|queda|funciona
			que pasa si
			what if|happens
			cobran|cuesta|charge|fee|hay|penalidad ... cancelo|cancelar|cancel
			si cancelo|cancelan
			si llego tarde
			cancel* ... gratis|costo|cargo|anticipacion|free`},
		{Weight: 6, Say: `
			en ayunas
			ayuno|fasting
			necesito|debo|tengo que llevar|traer|hacer|ir|ayunar
			que debo|tengo|hay|necesito .. llevar|traer|hacer
			should|need|do i bring|do|prepare|eat|stop
			preparacion|prepararme|prepare|requisitos|requirements
			antes|before ... procedimiento|cirugia|examen|estudio|procedure|surgery|test`},
		{Weight: 6, Say: `
			cuidados|aftercare|recomendaciones|indicaciones
			despues|after ... limpieza|extraccion|blanqueamiento|cirugia|procedimiento|extraction|surgery|cleaning
			puedo comer|fumar|beber|tomar ... despues|antes
			can i eat|drink|smoke|brush`},
		{Weight: 7, Say: `
			cuanto tiempo|tarda|tardan|demora|demoran|dura|duran
			cuantas|cuantos sesiones|citas|dias|horas|veces|minutos
			how long|often
			how many sessions|visits|times|appointments
			cada cuanto`},
		{Weight: 6, If: Question, Not: Danger, Say: `duele|dolera|dolor|doloroso|molesta|hurt|painful|anestesia|anesthesia`},
		{Weight: 7, Not: Party, Say: `
			mascota|mascotas|perro|perros|pet|pets|dog|dogs|wifi|terraza|accesible|wheelchair|descorche|corkage|musica|fumadores|propina|tip|tips
			silla|sillas de|para bebe|bebes|ninos
			dress code
			codigo de vestimenta
			kid friendly
			service charge
			area de ninos
			torta|pastel propio`},
		{Weight: 5, If: Question, Not: Dish, Say: `
			es|son seguro|segura|recomendable|normal|malo|safe
			is it safe|normal|ok|true
			por que ... necesito|es|debo
			diferencia|difference entre|between
			que es un|una|el|la
			what is a|an
			sirve para
			embarazada|embarazo|pregnant|lactancia|diabetes|contraindica*
			efectos secundarios
			side effects`},
		{Weight: 5, If: Question, Say: `
			reembolso|reembolsos|refunds|devoluciones ... politica|policy
			resultados ... cuando|listos|llegan
			results ... when|ready`},
		{Weight: -8, Say: `pedido|orden|order|comida|repartidor`},
		{Weight: -5, Say: `
			cuanto cuesta|cuestan|sale|vale
			how much`},
	},
	Examples: []Example{
		{"aceptan tarjeta?", "restaurant"},
		{"cuál es la política de cancelación?", "dental"},
		{"do you take insurance?", "medical"},
		{"trabajan con seguros?", "dental"},
		{"qué garantía tienen las coronas?", "dental"},
		{"debo ir en ayunas?", "medical"},
		{"cuánto dura una limpieza?", "dental"},
		{"puedo pagar a meses sin intereses?", "dental"},
		{"do you accept credit cards?", "restaurant"},
		{"duele el blanqueamiento?", "dental"},
		{"puedo llevar a mi perro?", "restaurant"},
		{"what should I do after an extraction?", "dental"},
		{"me cobran si cancelo?", "dental"},
		{"hay que dejar depósito?", "restaurant"},
		{"puedo comer después de la limpieza?", "dental"},
		{"cómo puedo pagar?", "medical"},
	},
}
