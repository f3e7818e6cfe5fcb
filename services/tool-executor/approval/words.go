package approval

import (
	"strconv"
	"strings"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/when"
)

// pendingWords tell the customer the truth: nothing is done yet.
var pendingWords = map[language.Lang]string{
	language.Spanish:    "Esto lo revisa antes una persona del equipo: todavía no está hecho. En cuanto haya respuesta, aviso por aquí.",
	language.English:    "A person of our team looks at this first: it is not done yet. I write to you here as soon as there is an answer.",
	language.Portuguese: "Uma pessoa da equipe confere isso antes: ainda não está feito. Havendo resposta, aviso por aqui.",
}

// subjects name what waits, by tool; the empty one is every other.
var subjects = map[string]map[language.Lang]string{
	"create_order": {
		language.Spanish: "el pedido por {total}", language.English: "the order for {total}",
		language.Portuguese: "o pedido de {total}",
	},
	"cancel_order": {
		language.Spanish: "la cancelación del pedido", language.English: "the cancellation of the order",
		language.Portuguese: "o cancelamento do pedido",
	},
	"redeem_reward": {
		language.Spanish: "la recompensa {reward}", language.English: "the reward {reward}", language.Portuguese: "a recompensa {reward}",
	},
	"": {language.Spanish: "la solicitud", language.English: "the request", language.Portuguese: "o pedido feito"},
}

// numbered is a subject that has become an order with a number.
var numbered = map[language.Lang]string{
	language.Spanish: "el pedido número {number} por {total}", language.English: "order number {number} for {total}",
	language.Portuguese: "o pedido número {number} de {total}",
}

// coded is a reward that has become a code to show.
var coded = map[language.Lang]string{
	language.Spanish:    "la recompensa {reward}. El código para mostrar es {code}, hasta el {expires}",
	language.English:    "the reward {reward}. The code to show is {code}, until {expires}",
	language.Portuguese: "a recompensa {reward}. O código para mostrar é {code}, até {expires}",
}

func subject(name string, p preview, lang string) string {
	words, known := subjects[name]
	needs := map[string]string{"create_order": p.TotalText, "redeem_reward": p.Reward}
	if value, of := needs[name]; !known || of && value == "" {
		words = subjects[""]
	}
	return fill(words[language.Lang(lang).Spoken()], p)
}

// made names what was done.
func made(name string, p preview, lang string) string {
	switch spoken := language.Lang(lang).Spoken(); {
	case name == "create_order" && p.Number > 0:
		return fill(numbered[spoken], p)
	case p.Code != "":
		p.Expires = when.SayDate(p.Expires, spoken)
		return fill(coded[spoken], p)
	}
	return p.Subject
}

func fill(words string, p preview) string {
	return strings.NewReplacer("{total}", p.TotalText, "{number}", strconv.Itoa(p.Number), "{reward}", p.Reward, "{code}", p.Code,
		"{expires}", p.Expires).Replace(words)
}
