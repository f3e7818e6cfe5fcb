package turn

// The texts that no model words: what a customer reads when rules alone decide.
const (
	textBlocked     = "blocked"
	textUnsupported = "unsupported"
	textVoice       = "voice"
	textMedia       = "media"
	textHandoff     = "handoff"
	textSafe        = "safe"
)

var texts = map[string]map[string]string{
	textBlocked: {
		"es": "Con eso no puedo ayudarte. Si necesitas información o una cita, con gusto te atiendo.",
		"en": "I can't help with that. If you need information or an appointment, I'm happy to help.",
		"pt": "Não posso ajudar com isso. Se precisar de informações ou de um horário, estou à disposição.",
	},
	textUnsupported: {
		"es": "Recibí tu mensaje, pero no puedo abrir ese formato. ¿Me lo puedes escribir en texto?",
		"en": "I got your message, but I can't open that format. Could you write it as text?",
		"pt": "Recebi sua mensagem, mas não consigo abrir esse formato. Pode escrever em texto?",
	},
	textVoice: {
		"es": "Por ahora no puedo escuchar notas de voz. ¿Me lo puedes escribir, por favor?",
		"en": "I can't listen to voice notes yet. Could you write it to me, please?",
		"pt": "Por enquanto não consigo ouvir áudios. Pode escrever, por favor?",
	},
	textMedia: {
		"es": "Recibí tu archivo, gracias. ¿En qué te puedo ayudar?",
		"en": "I received your file, thank you. How can I help you?",
		"pt": "Recebi seu arquivo, obrigado. Em que posso ajudar?",
	},
	textHandoff: {
		"es": "No pude resolverlo por aquí. Ya avisé a una persona del equipo para que te atienda.",
		"en": "I couldn't sort this out myself. I've told a person on the team, who will answer you.",
		"pt": "Não consegui resolver por aqui. Já avisei uma pessoa da equipe para te atender.",
	},
	textSafe: {
		"es": "Déjame confirmarlo con el equipo para darte el dato correcto. Una persona te responde en breve.",
		"en": "Let me confirm that with the team so that you get the right information. A person will answer you shortly.",
		"pt": "Deixe-me confirmar com a equipe para passar a informação certa. Uma pessoa responde em breve.",
	},
}

// say returns a fixed text; a language without one gets Spanish.
func say(key, language string) string {
	if text, ok := texts[key][language]; ok {
		return text
	}
	return texts[key]["es"]
}
