package intent

// loyalty is points, rewards, membership.
var loyalty = Intent{
	Name: Loyalty,
	Rules: []Rule{
		{Weight: 9, Not: Danger, Say: `
			puntos|points|recompensa|recompensas|reward|rewards|membresia|membership|fidelidad|loyalty|lealtad|canjear|canje|redeem|cashback|sellos|pontos|millas|tokens|resgatar|resgate`},
		{Weight: 7, Say: `
			cliente frecuente
			tarjeta|programa de cliente|puntos|lealtad
			beneficios|benefits ... socio|cliente|member|members
			saldo ... puntos|tokens|programa
			mis|tengo tokens
			gratis ... visitas`},
	},
	Examples: []Example{
		{"cuántos puntos tengo?", ""},
		{"how do I redeem my points?", ""},
		{"tienen programa de lealtad?", "restaurant"},
		{"quiero canjear mi recompensa", "restaurant"},
		{"tienen membresía?", "medical"},
		{"do you have a rewards program?", ""},
	},
}
