package repeat

import "fmt"

// Reason is why a person is asked for where the customer took the offer.
const Reason = "not_understood"

// words are what a customer reads, in words that suit tú, usted and vos alike.
type words struct{ sorry, like, yesNo, free, inquire, offer, declined string }

var texts = map[string]words{
	"es": {
		"Perdón, parece que no me expliqué bien.", "Basta con algo así: %s.", "Con un «sí» lo hago, y con un «no» lo dejo como está.",
		"Se puede decir con otras palabras, o pedir que lo vea una persona.",
		"Si no es eso lo que hace falta: ¿qué dato es? Por ejemplo el precio, el horario o cómo llegar.",
		"Parece que por aquí no avanzamos. ¿Mejor que lo vea una persona del equipo?",
		"De acuerdo, seguimos por aquí. Con otras palabras quizá lo entienda mejor.",
	},
	"en": {
		"Sorry, it seems that I was not clear.", "Something like this is enough: %s.",
		"With a \"yes\" I do it, with a \"no\" I leave it as it is.",
		"You may say it in other words, or ask for a person.",
		"If that is not what you need: what is it? For example the price, the hours or how to get there.",
		"It seems that we are getting nowhere here. Would you like a person on the team to look at it?",
		"All right, let's go on here. In other words I may understand it better.",
	},
	"pt": {
		"Desculpe, parece que não me expliquei bem.", "Basta algo assim: %s.", "Com um «sim» eu faço, com um «não» deixo como está.",
		"Pode dizer com outras palavras, ou pedir que uma pessoa veja.",
		"Se não é disso que precisa: qual é o dado? Por exemplo o preço, o horário ou como chegar.",
		"Parece que por aqui não avançamos. Prefere que uma pessoa da equipe veja isso?",
		"Tudo bem, continuamos por aqui. Com outras palavras talvez eu entenda melhor.",
	},
}

func wordsOf(language string) words {
	if w, ok := texts[language]; ok {
		return w
	}
	return texts["es"]
}

// reword is a question with an apology, and with how it may be answered.
func (w words) reword(text string, s State, language string) string {
	how := w.free
	switch example := s.Asked.example(language); {
	case s.Key != "":
		how = w.yesNo
	case example != "":
		how = fmt.Sprintf(w.like, example)
	}
	return w.sorry + " " + text + "\n" + how
}

// Declined is said where the customer wants no person.
func Declined(language string) string { return wordsOf(language).declined }
