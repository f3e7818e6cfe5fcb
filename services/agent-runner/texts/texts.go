// Package texts is what a customer reads when rules alone decide: no model words it.
package texts

var texts = map[string]map[string]string{
	"blocked": {
		"es": "Con eso no puedo ayudarte. Si necesitas información o una cita, con gusto te atiendo.",
		"en": "I can't help with that. If you need information or an appointment, I'm happy to help.",
		"pt": "Não posso ajudar com isso. Se precisar de informações ou de um horário, estou à disposição.",
	},
	"unsupported": {
		"es": "Recibí tu mensaje, pero no puedo abrir ese formato. ¿Me lo puedes escribir en texto?",
		"en": "I got your message, but I can't open that format. Could you write it as text?",
		"pt": "Recebi sua mensagem, mas não consigo abrir esse formato. Pode escrever em texto?",
	},
	"voice": {
		"es": "Por ahora no puedo escuchar notas de voz. ¿Me lo puedes escribir, por favor?",
		"en": "I can't listen to voice notes yet. Could you write it to me, please?",
		"pt": "Por enquanto não consigo ouvir áudios. Pode escrever, por favor?",
	},
	"media": {
		"es": "Recibí tu archivo, gracias. ¿En qué te puedo ayudar?",
		"en": "I received your file, thank you. How can I help you?",
		"pt": "Recebi seu arquivo, obrigado. Em que posso ajudar?",
	},
	"handoff": {
		"es": "No pude resolverlo por aquí. Ya avisé a una persona del equipo para que te atienda.",
		"en": "I couldn't sort this out myself. I've told a person on the team, who will answer you.",
		"pt": "Não consegui resolver por aqui. Já avisei uma pessoa da equipe para te atender.",
	},
	"offer": {
		"es": "¿Quieres que le pregunte a una persona del equipo?",
		"en": "Would you like me to ask a person on the team?",
		"pt": "Quer que eu pergunte a uma pessoa da equipe?",
	},
	"safe": {
		"es": "Déjame confirmarlo con el equipo para darte el dato correcto. Una persona te responde por aquí.",
		"en": "Let me confirm that with the team so that you get the right information. A person will answer you here.",
		"pt": "Deixe-me confirmar com a equipe para passar a informação certa. Uma pessoa responde por aqui.",
	},
	"danger": {
		"es": "Si hay peligro para alguien, llama ahora mismo al número de emergencias. Ya avisé también al equipo.",
		"en": "If anybody is in danger, call the emergency number right now. I've told the team too.",
		"pt": "Se alguém corre perigo, ligue agora mesmo para o número de emergência. Já avisei a equipe também.",
	},
	"asked": {
		"es": "El equipo ya está avisado y contesta por aquí en cuanto alguien lo lea; mientras tanto sigo yo.",
		"en": "The team has been told already and answers here as soon as somebody reads it; meanwhile I'm still here.",
		"pt": "A equipe já foi avisada e responde por aqui assim que alguém ler; enquanto isso, continuo eu.",
	},
	"closed": {
		"es": "En este momento no hay nadie del equipo; vuelven %s.",
		"en": "Nobody of the team is here right now; they are back %s.",
		"pt": "Neste momento não há ninguém da equipe; voltam %s.",
	},
	"loop": {
		"es": "Hago una pausa aquí, porque nos estamos repitiendo. Ya avisé a una persona del equipo para que lo vea.",
		"en": "I'll pause here, because we are going round in circles. I've told a person on the team, who will have a look.",
		"pt": "Faço uma pausa aqui, porque estamos nos repetindo. Já avisei uma pessoa da equipe para que veja.",
	},
	"forgotten": {
		"es": "Hecho: borré lo que recordaba de ti para otras conversaciones y no guardo más. El historial de esta conversación " +
			"es del negocio; si quieres que se borre, pide hablar con una persona.",
		"en": "Done: I deleted what I remembered of you for other conversations and keep no more. The history of this " +
			"conversation is the business's; to have it deleted, ask for a person.",
		"pt": "Feito: apaguei o que eu lembrava de você para outras conversas e não guardo mais. O histórico desta conversa " +
			"é da empresa; para apagá-lo, peça para falar com uma pessoa.",
	},
	"remembered": {
		"es": "De acuerdo, recordaré lo que te gusta. Para que lo olvide basta con escribir «olvida lo que sabes de mí».",
		"en": "All right, I'll remember what you like. To make me forget it, just write \"forget what you know about me\".",
		"pt": "Combinado, vou lembrar do que você gosta. Para que eu esqueça, basta escrever «esqueça o que sabe de mim».",
	},
	"settled": {
		"es": "¡Qué bueno que quedó! Cualquier otra cosa, aquí sigo.",
		"en": "Good to hear that it is settled! I'm here for anything else.",
		"pt": "Que bom que está resolvido! Para qualquer outra coisa, continuo aqui.",
	},
	"returned": {
		"es": "Te atiende de nuevo el asistente virtual.",
		"en": "This is the virtual assistant again.",
		"pt": "Aqui é de novo o assistente virtual.",
	},
	"unanswered": {
		"es": "Nadie del equipo pudo contestar todavía, una disculpa. Si aún hace falta una persona, aviso otra vez con solo pedirlo.",
		"en": "Nobody of the team could answer yet, sorry. If you still need a person, just ask and I'll tell them again.",
		"pt": "Ninguém da equipe pôde responder ainda, desculpe. Se ainda precisar de uma pessoa, é só pedir que aviso de novo.",
	},
}

// Say returns a text, empty where there is no such key; a language without one gets Spanish.
func Say(key, language string) string {
	if text, ok := texts[key][language]; ok {
		return text
	}
	return texts[key]["es"]
}
