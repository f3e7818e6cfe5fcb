package intent

// order is to order food for pickup or delivery, or to change the items of an order.
var order = Intent{
	Name: Order,
	Rules: []Rule{
		{Weight: 7, If: Dish, Not: When | Question, Say: `
			quiero|quisiera|dame|deme|das|da|pones|mandas|traes|mandame|mandeme|enviame|ponme|ponga|regalame|gustaria|want|like|ill|have|get|quero|queria|manda`},
		{Weight: 5, If: Dish, Say: `quiero|quisiera|gustaria|pedir|ordenar|das|want|like|order|get`},
		{Weight: 8, If: Restaurant, Not: Party, Say: `
			quiero|quisiera|puedo|podria|necesito|want|like|can|could|place|hacer|gustaria|fazer ... pedir|ordenar|pedido|orden|order|encargar|delivery|takeout|takeaway|pickup`},
		{Weight: 6, If: Restaurant, Not: OrderNo, Say: `pedir|ordenar|encargar|pido|ordeno|pedirte|order`},
		{Weight: 5, If: Restaurant, Say: `
			para llevar|recoger
			a domicilio
			por delivery
			for delivery|pickup|takeout|takeaway
			to go
			para pasar a recoger`},
		{Weight: 10, If: Restaurant, Say: `
			agrega|agregar|agregale|anade|anadir|quita|quitale|quitar|sin|add|remove|cambia|cambiar|change|aumenta|sumale|without ... pedido|orden|order|item|cebolla|onion|picante|salsa`},
		{Weight: 11, Say: `cancelar|cancela|cancelen|cancel|anular|modificar ... pedido|orden|order|compra`},
		{Weight: 4, If: Dish, And: Restaurant, Not: Question | When},
		{Weight: -8, Say: `
			donde|estado|status|llega|llego|llegado|falta|falto|tarda|demora|where|late|arrived|missing|cuanto|precio|como|viene
			how much|long`},
		{Weight: -6, Say: `
			factura|boleta|invoice|reembolso|refund|mesa|table|reserva|cita|puntos|points
			hacen envios|envio`},
	},
	Examples: []Example{
		{"quiero pedir dos ceviches", "restaurant"},
		{"I want to order delivery", "restaurant"},
		{"quiero hacer un pedido", "restaurant"},
		{"me das un lomo saltado y una chicha", "restaurant"},
		{"dos tacos al pastor sin cebolla", "restaurant"},
		{"para llevar: un ají de gallina", "restaurant"},
		{"I'd like to order a ceviche for pickup", "restaurant"},
		{"agrega una bebida a mi pedido", "restaurant"},
		{"cancelar mi pedido", "restaurant"},
		{"quisiera ordenar para llevar", "restaurant"},
	},
}
