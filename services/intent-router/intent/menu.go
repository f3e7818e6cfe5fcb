package intent

// menu is which dishes there are, what is in them, allergens.
var menu = Intent{
	Name: Menu,
	Rules: []Rule{
		{Weight: 8, Not: Care, Say: `menu|carta|cardapio|platillos|platos|dishes`},
		{Weight: 7, If: Restaurant, Say: `
			que|what ... tienen|hay|venden|sirven|ofrecen|serve|have ... comer|almorzar|cenar|desayunar|tomar|beber|postre|postres|entradas|bebidas|hoy|eat|drink|dessert|desserts|drinks|vegetarian*
			que tienen de`},
		{Weight: 8, If: Dish | Restaurant, And: Restaurant, Not: When, Say: `
			que|what ... lleva|trae|contiene|viene|tiene|ingredientes|ingredients|in
			ingredientes|ingredients|contiene|contienen|contain|contains|lleva|llevan|trae`},
		{Weight: 8, If: Restaurant, Say: `
			vegano|vegana|veganos|veganas|vegetariano|vegetariana|vegetarianos|vegetarianas|vegan|vegetarian|gluten|celiac*|alergi*|alergen*|allerg*|lactosa|lactose|mani|cacahuate|nueces|nuts|mariscos|shellfish|picante|picantes|spicy|kosher|halal`},
		{Weight: 7, If: Restaurant, Say: `
			recomiendan|recomiendas|recomienda|recomendacion|recommend|especialidad|popular|best|estrella|favorito
			plato del dia
			menu del dia
			del dia`},
		{Weight: 6, If: Dish, And: Restaurant, Not: When, Say: `tienen|hay|venden|tiene|tienes|hacen|sirven|have|serve|got|tem`},
		{Weight: 5, If: Restaurant, Say: `
			postres|bebidas|entradas|desserts|drinks|starters|vinos|wine|cervezas|beers|cocteles|cocktails|desayunos|almuerzos|breakfast|lunch`},
		{Weight: 3, If: Dish, And: Question, Not: When},
		{Weight: -6, Say: `
			cuanto|precio|precios
			how much
			price`},
		{Weight: -4, If: Dish | Restaurant, Say: `pedir|ordenar|quiero|quisiera|order|mandame|falta|falto|faltaron`},
	},
	Examples: []Example{
		{"me pasas el menú?", "restaurant"},
		{"qué platos tienen?", "restaurant"},
		{"tienen opciones vegetarianas?", "restaurant"},
		{"what do you recommend?", "restaurant"},
		{"el ceviche lleva cilantro?", "restaurant"},
		{"do you have gluten free options?", "restaurant"},
		{"la carta por favor", "restaurant"},
		{"qué trae el lomo saltado?", "restaurant"},
		{"tienen postres?", "restaurant"},
	},
}
