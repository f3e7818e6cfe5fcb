package intent

// feedback is to praise, to complain or to suggest, without a demand.
var feedback = Intent{
	Name: Feedback,
	Rules: []Rule{
		{Weight: 6, Not: Danger | Question, Say: `
			doctor|doctora|staff|dentist|waiter|mesero|personal|everyone|todos ... was|were|is|fue|es|son ... great|amazing|excellent|rude|nice|kind|lovely|excelente|grosero|grosera|amable|amables|increible|pesimo`},
		{Weight: 7, Not: Danger, Say: `
			excelente|excelentes|buenisimo|increible|maravilloso|pesimo|pesima|malisimo|terrible|horrible|mal|mala|malo|fatal|great|excellent|amazing|awful|worst|bad|poor|otimo ... servicio|atencion|comida|trato|experiencia|service|food|experience|atendimento|lugar|place
			servicio|atencion|comida|trato|experiencia|service|food|experience ... excelente|pesimo|pesima|malo|mala|fatal|horrible|terrible|increible|great|awful|bad|amazing|excellent|buenisima|rica|fria`},
		{Weight: 7, Not: Danger, Say: `
			me encanto|encantaron|gusto|fascino
			felicit*
			queja|quejas|complaint|sugerencia|sugerencias|suggestion|sugiero|deberian|decepcion*|disappoint*
			loved it|the|your
			nunca mas
			never again
			encantad*|satisfech*
			muy content*
			los mejores
			el|la mejor
			the best
			que rico
			delicioso|deliciosa|riquisimo|delicious
			una verguenza
			vaya servicio
			gran|buen trabajo
			great job`},
		{Weight: 7, Say: `
			me trataron|atendieron|hicieron
			espere ... hora|horas|minutos
			waited ... hour|hours|minutes
			treated me
			estuvo|estaba rico|rica|malo|mala|bueno|buena|fria|frio`},
		{Weight: -4, Say: `recomiendan|recomiendas|recommend`},
	},
	Examples: []Example{
		{"excelente servicio, me encantó", ""},
		{"la comida estaba fría", "restaurant"},
		{"pésima atención", ""},
		{"great service, thank you!", ""},
		{"quiero poner una sugerencia", ""},
		{"los felicito", ""},
		{"worst experience ever", ""},
		{"me hicieron esperar dos horas", ""},
		{"todo delicioso", "restaurant"},
	},
}
