package notice

import (
	"strconv"
	"strings"

	"github.com/recado/recado/pkg/language/money"
	"github.com/recado/recado/pkg/tenant"
)

// budgetPhrases say in one language that a month is almost spent, to somebody who knows no computers. {…} stands for a value.
type budgetPhrases struct{ subjects, now, next, do map[string]string }

var budgetLanguages = map[string]budgetPhrases{
	"es": {
		subjects: map[string]string{
			"budget_warning":  "{tenant}: tu asistente ya gastó el {percent} % de lo del mes",
			"budget_critical": "{tenant}: tu asistente gastó el {percent} % de lo del mes y sigue con respuestas fijas",
		},
		now: map[string]string{
			"budget_warning": "Tu asistente usa inteligencia artificial, que se paga por uso. Del máximo que pusiste para este " +
				"mes, {limit} (dólares), ya gastó {spent}.\nQué pasa ahora: sigue contestando a tus clientes, con un modelo más " +
				"económico.",
			"budget_critical": "Tu asistente usa inteligencia artificial, que se paga por uso. Del máximo que pusiste para este " +
				"mes, {limit} (dólares), ya gastó {spent}. Lo poco que queda no se usa, para no pasar del máximo.",
		},
		next: map[string]string{
			"budget_warning": "Qué pasa si llega al 95 %: hasta fin de mes contesta solo con sus respuestas fijas. Con ellas da " +
				"horarios y precios y toma citas y pedidos, y lo que no entiende lo pasa a una persona. No se gasta de más.",
			"budget_critical": "Qué pasa ahora: hasta fin de mes contesta solo con sus respuestas fijas. Con ellas da horarios y " +
				"precios y toma citas y pedidos, y lo que no entiende lo pasa a una persona. Ningún cliente se queda sin " +
				"respuesta.",
		},
		do: map[string]string{
			"budget_warning": "Qué puedes hacer: nada, si te parece bien: el día 1 la cuenta empieza de cero. Si quieres un máximo " +
				"más alto, pídelo a quien te instaló Recado (en el archivo de tu negocio es budget: month_usd; en qué se fue lo " +
				"dice recado cost {id}).",
			"budget_critical": "Qué puedes hacer: nada, si te parece bien: el día 1 vuelve a contestar como siempre. Si lo quieres " +
				"antes, pide un máximo más alto a quien te instaló Recado (en el archivo de tu negocio es budget: month_usd; en " +
				"qué se fue lo dice recado cost {id}); vale desde el siguiente mensaje.",
		},
	},
	"en": {
		subjects: map[string]string{
			"budget_warning":  "{tenant}: your assistant has spent {percent}% of its month",
			"budget_critical": "{tenant}: your assistant has spent {percent}% of its month and goes on with fixed answers",
		},
		now: map[string]string{
			"budget_warning": "Your assistant uses artificial intelligence, which is paid by use. Of the most that you allow for " +
				"this month, {limit} (dollars), it has spent {spent}.\nWhat happens now: it still answers your customers, with a " +
				"cheaper model.",
			"budget_critical": "Your assistant uses artificial intelligence, which is paid by use. Of the most that you allow for " +
				"this month, {limit} (dollars), it has spent {spent}. The little that is left is not used, so that the most is " +
				"never passed.",
		},
		next: map[string]string{
			"budget_warning": "What happens at 95%: until the month ends it answers with its fixed answers alone. They give hours " +
				"and prices and take appointments and orders, and what it does not understand it passes to a person. Nothing more " +
				"is spent.",
			"budget_critical": "What happens now: until the month ends it answers with its fixed answers alone. They give hours " +
				"and prices and take appointments and orders, and what it does not understand it passes to a person. No customer " +
				"goes without an answer.",
		},
		do: map[string]string{
			"budget_warning": "What you can do: nothing, if that is fine with you: on the 1st the count begins anew. If you want " +
				"to allow more, ask whoever installed Recado for you (in your business's file it is budget: month_usd; recado cost " +
				"{id} says where it went).",
			"budget_critical": "What you can do: nothing, if that is fine with you: on the 1st it answers as always. If you want " +
				"that sooner, ask whoever installed Recado for you to allow more (in your business's file it is budget: month_usd; " +
				"recado cost {id} says where it went); it counts from the next message on.",
		},
	},
	"pt": {
		subjects: map[string]string{
			"budget_warning":  "{tenant}: seu assistente já gastou {percent}% do valor do mês",
			"budget_critical": "{tenant}: seu assistente gastou {percent}% do valor do mês e segue com respostas fixas",
		},
		now: map[string]string{
			"budget_warning": "Seu assistente usa inteligência artificial, que é paga por uso. Do máximo que você definiu para " +
				"este mês, {limit} (dólares), já gastou {spent}.\nO que acontece agora: ele continua respondendo aos seus " +
				"clientes, com um modelo mais barato.",
			"budget_critical": "Seu assistente usa inteligência artificial, que é paga por uso. Do máximo que você definiu para " +
				"este mês, {limit} (dólares), já gastou {spent}. O pouco que resta não é usado, para não passar do máximo.",
		},
		next: map[string]string{
			"budget_warning": "O que acontece em 95%: até o fim do mês ele responde só com as respostas fixas. Com elas informa " +
				"horários e preços e marca horários e pedidos, e o que não entende passa para uma pessoa. Nada é gasto a mais.",
			"budget_critical": "O que acontece agora: até o fim do mês ele responde só com as respostas fixas. Com elas informa " +
				"horários e preços e marca horários e pedidos, e o que não entende passa para uma pessoa. Nenhum cliente fica sem " +
				"resposta.",
		},
		do: map[string]string{
			"budget_warning": "O que você pode fazer: nada, se estiver bem assim: no dia 1 a conta começa do zero. Se quiser um " +
				"máximo maior, peça a quem instalou o Recado para você (no arquivo do seu negócio é budget: month_usd; recado cost " +
				"{id} diz no que foi gasto).",
			"budget_critical": "O que você pode fazer: nada, se estiver bem assim: no dia 1 ele volta a responder como sempre. Se " +
				"quiser antes, peça um máximo maior a quem instalou o Recado para você (no arquivo do seu negócio é budget: " +
				"month_usd; recado cost {id} diz no que foi gasto); vale a partir da próxima mensagem.",
		},
	},
}

// microsPerCent are the millionths of a dollar in a cent.
const microsPerCent = 10_000

// budgetWords says a notice of a budget in the tenant's language.
func budgetWords(n *notice, s *tenant.Settings) words {
	p, ok := budgetLanguages[s.Language]
	if !ok {
		p = budgetLanguages["es"]
	}
	b := n.Budget
	fill := strings.NewReplacer(
		"{tenant}", s.Name, "{id}", string(n.Tenant), "{percent}", strconv.FormatInt(b.Spent*100/max(b.Limit, 1), 10),
		"{limit}", money.Format(b.Limit/microsPerCent, "USD"), "{spent}", money.Format(b.Spent/microsPerCent, "USD"))
	lines := []string{p.now[n.Kind], p.next[n.Kind], p.do[n.Kind]}
	return words{printable(fill.Replace(p.subjects[n.Kind])), fill.Replace(strings.Join(lines, "\n")) + "\n"}
}
