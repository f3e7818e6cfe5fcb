package intent

// farewellThanks is to close, or to thank, where nothing is pending.
var farewellThanks = Intent{
	Name: FarewellThanks,
	Rules: []Rule{
		{Weight: 4, Say: `
			gracias|thanks|thank|obrigado|obrigada|agradecid*|agradezco|grateful
			muy amable|amables`},
		{Weight: 4, Say: `
			adios|chao|chau|bye|goodbye|tchau
			hasta luego|pronto
			nos vemos
			see you|ya
			have a good|nice|great
			que tengas|tengan|tenga .. buen|bonito|lindo|excelente
			buen fin
			hasta la proxima
			bendiciones
			take care
			cuidate|cuidense
			ate logo|mais`},
		{Weight: 2, Say: `
			eso es|era todo
			nada mas
			seria|es todo
			thats all|it
			all good`},
	},
	Examples: []Example{
		{"gracias", ""},
		{"muchas gracias, muy amable", ""},
		{"ok gracias", ""},
		{"adiós", ""},
		{"hasta luego", ""},
		{"thanks!", ""},
		{"thank you so much", ""},
		{"bye", ""},
		{"perfecto, muchas gracias", ""},
		{"nos vemos", ""},
		{"obrigado", ""},
		{"eso es todo, gracias", ""},
	},
}
