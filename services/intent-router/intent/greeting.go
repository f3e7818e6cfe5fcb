package intent

// greeting is to open a conversation, where nothing else is asked.
var greeting = Intent{
	Name: Greeting,
	Rules: []Rule{
		{Weight: 3, Say: `
			hola|holi|holis|hello|hi|hey|heya|oi|ola|alo|saludos|greetings|howdy
			buenos|buenas|buen dias|dia|tardes|tarde|noches|noche
			buenas
			good morning|afternoon|evening|day
			que tal|onda|hubo|hay
			como estan|estas|va|vas
			bom dia
			boa tarde|noite
			tudo bem
			whats up`},
		{Weight: 2, Say: `
			hay alguien
			alguien ahi
			anyone there
			estan ahi`},
	},
	Examples: []Example{
		{"hola", ""},
		{"Holaaa", ""},
		{"buenas tardes", ""},
		{"buenos dias, como estan?", ""},
		{"Hello!", ""},
		{"hi there", ""},
		{"good morning", ""},
		{"que tal", ""},
		{"Olá, bom dia", ""},
		{"hola 👋", "restaurant"},
		{"buenas", ""},
	},
}
