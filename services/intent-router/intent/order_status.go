package intent

// orderStatus is where an order or a parcel is, that it is late, that items are missing.
var orderStatus = Intent{
	Name: OrderStatus,
	Rules: []Rule{
		{Weight: 8, If: Restaurant, Not: Question, Say: `
			repartidor|motorizado|driver
			me llego|trajeron|mandaron ... otro|equivocad*|mal|lomo|incompleto|frio|un|una
			pedi ... llego|trajeron|mandaron`},
		{Weight: 9, If: Restaurant, Say: `
			esperando|espero|espere ... comida|pedido|orden|delivery
			wheres|where ... food|order|delivery|driver
			waiting ... food|order|delivery`},
		{Weight: 9, Say: `
			donde|como|cuando|onde ... pedido|orden|repartidor|comida|paquete|encomenda|delivery|motorizado
			where ... order|food|delivery|driver|package
			estado|estatus|status|seguimiento ... pedido|orden|order
			rastrear|track|tracking|rastreo`},
		{Weight: 9, Say: `
			pedido|orden|order|comida|food|paquete|delivery ... no|ya|aun|todavia|hasnt|not|never|still ... llega|llegado|llego|sale|salio|enviado|arrived|come|here|arrive
			no .. llega|llegado|llego ... pedido|orden|comida|delivery
			no me ha llegado
			aun no llega
			hasnt arrived
			still waiting ... order|food`},
		{Weight: 8, Say: `
			cuanto falta|tarda|demora|tardara|demorara|tiempo ... pedido|orden|order|comida|llegar|llegue
			a que hora llega
			ya viene|salio|esta .. pedido|orden|camino|listo
			is .. order|food ready|coming
			how long ... order|food|delivery
			mi pedido|orden va|viene|listo`},
		{Weight: 9, Say: `
			falto|faltan|faltaron|faltaba|missing|incompleto|incompleta|equivocado|equivocada|wrong|olvidaron|forgot ... pedido|orden|order|item|items|bebida|plato|comida
			pedido|orden|order ... incompleto|equivocado|mal|wrong|missing|frio|fria|cold|tarde|late|demorado|retrasado`},
		{Weight: 5, If: OrderNo | Question, Say: `mi|my pedido|orden|order`},
		{Weight: 3, If: OrderNo, Say: `pedido|orden|order`},
		{Weight: -5, Say: `quiero|quisiera hacer|pedir|ordenar`},
		{Weight: -12, Say: `
			cancel*
			factura|invoice|boleta`},
	},
	Examples: []Example{
		{"dónde está mi pedido?", "restaurant"},
		{"mi pedido no ha llegado", "restaurant"},
		{"where is my order?", "restaurant"},
		{"cuánto falta para mi pedido?", "restaurant"},
		{"estado del pedido 1234", "restaurant"},
		{"me faltó una bebida en el pedido", "restaurant"},
		{"my order is late", "restaurant"},
		{"ya viene mi orden?", "restaurant"},
		{"onde está meu pedido?", "restaurant"},
	},
}
