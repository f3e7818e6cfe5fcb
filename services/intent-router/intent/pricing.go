package intent

// pricing is what something costs, promotions, discounts, delivery fees.
var pricing = Intent{
	Name: Pricing,
	Rules: []Rule{
		{Weight: 6, Say: `
			expensive|pricey|affordable|cheap|cheaper|cheapest
			caro|cara|caros|barato|barata|economico|economica`},
		{Weight: 7, Say: `
			do|does you|it charge|cost
			tienen|tiene costo|cargo
			es gratis|gratuita|gratuito`},
		{Weight: 8, Say: `
			cuanto|cuantos|cuanta|quanto .. cuesta|cuestan|sale|salen|vale|valen|cobran|cobra|costaria|costaran|saldria|costo|cobrarian|es|seria|son|esta|estan|custa|custam|sera|queda|piden|fica|sai
			cuanto ... cuesta|cuestan|sale|cobran|vale
			how much
			a como|cuanto ... es|esta|estan|sale|tienen|dan|la|el`},
		{Weight: 8, Say: `
			precio|precios|costo|costos|tarifa|tarifas|presupuesto|cotiza*|preco|precos|price|prices|pricing|cost|costs|fee|fees|rates|quote|estimate|valor|valores`},
		{Weight: 7, Say: `
			promocion|promociones|promo|promos|descuento|descuentos|oferta|ofertas|rebaja|discount|discounts|promotion|promotions|deal|deals|specials|coupon|cupon|desconto
			2 x 1
			happy hour`},
		{Weight: 6, Say: `
			costo|cobran|precio|cuanto|cuesta ... envio|domicilio|delivery
			delivery fee|cost|charge
			es|sale caro|barato|gratis
			is it expensive|free
			muy caro
			mas barato|economico
			desde cuanto`},
		{Weight: 4, If: Service | Dish | Short, Say: `cuanto`},
		{Weight: -9, Say: `
			cuanto tiempo|tarda|tardan|demora|demoran|dura|duran|falta|llevo|llevan|antes
			how much time|longer|notice
			quanto tempo
			cuanto .. pedido|orden
			cuantos dias|anos|minutos|puntos
			how long`},
		{Weight: -8, Say: `factura|invoice|puntos|points|reembolso|refund`},
		{Weight: -9, Say: `
			cobran|cobra|charge ... cancel*
			cancel* ... cobran|fee
			oferta|bolsa de trabajo`},
	},
	Examples: []Example{
		{"cuánto cuesta una limpieza?", "dental"},
		{"precio de la consulta", "medical"},
		{"how much is a cleaning?", "dental"},
		{"tienen promociones?", "dental"},
		{"a cuánto está el ceviche?", "restaurant"},
		{"qué costo tiene?", "medical"},
		{"Quanto custa a limpeza?", "dental"},
		{"cuanto cobran x una resina", "dental"},
		{"do you have any discounts?", "medical"},
		{"cuánto es el envío?", "restaurant"},
		{"precios", "dental"},
		{"me pueden cotizar unos brackets?", "dental"},
		{"what's the price of the lomo saltado?", "restaurant"},
		{"cuánto sale?", "dental"},
	},
}
