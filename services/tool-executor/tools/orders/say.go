package orders

import (
	"strings"

	"github.com/recado/recado/pkg/language"
)

// words is a sentence in each language, without a full stop. It suits tú and usted alike.
type words struct{ es, en, pt string }

var sentences = map[string]words{
	"unknown_dish": {
		"No encuentro «{name}» en la carta",
		"I can't find \"{name}\" on the menu",
		"Não encontro \"{name}\" no cardápio",
	},
	"several_dishes": {
		"Hay más de un plato que puede ser «{name}»",
		"More than one dish could be \"{name}\"",
		"Há mais de um prato que pode ser \"{name}\"",
	},
	"sold_out": {"Ahora no hay {name}", "{name} is not available right now", "Agora não temos {name}"},
	"served": {
		"{name} se sirve de {from} a {to}",
		"{name} is served from {from} to {to}",
		"{name} é servido de {from} a {to}",
	},
	"unknown_option": {
		"No encuentro «{name}» entre las opciones de {dish}",
		"I can't find \"{name}\" among the options of {dish}",
		"Não encontro \"{name}\" entre as opções de {dish}",
	},
	"note_costs": {
		"«{name}» con {dish} se pide como opción, que tiene su precio",
		"\"{name}\" with {dish} is ordered as an option, which has its price",
		"\"{name}\" com {dish} se pede como opção, que tem seu preço",
	},
	"one_option": {
		"Solo se puede elegir una opción como {name}",
		"Only one option like {name} can be chosen",
		"Só é possível escolher uma opção como {name}",
	},
	"quantity": {
		"La cantidad va de 1 a {n} por plato",
		"The quantity goes from 1 to {n} per dish",
		"A quantidade vai de 1 a {n} por prato",
	},
	"lines": {
		"Un pedido tiene hasta {n} líneas",
		"An order has up to {n} lines",
		"Um pedido tem até {n} linhas",
	},
	"no_order": {"No encuentro ese pedido", "I can't find that order", "Não encontro esse pedido"},
	"closed":   {"La cocina está cerrada", "The kitchen is closed", "A cozinha está fechada"},
	"opens": {
		"La cocina está cerrada a esa hora y abre {when}",
		"The kitchen is closed then and opens {when}",
		"A cozinha está fechada nesse horário e abre {when}",
	},
	"past": {"Esa hora ya pasó", "That time has passed", "Esse horário já passou"},
	"beyond_horizon": {
		"Los pedidos se toman hasta {date}",
		"Orders are taken up to {date}",
		"Os pedidos são aceitos até {date}",
	},
	"outside_zone": {
		"No sé si esa dirección está en una zona de reparto",
		"I can't tell whether that address is in a delivery zone",
		"Não sei se esse endereço fica numa zona de entrega",
	},
	"not_delivered": {
		"{name} no se envía, solo se sirve o se recoge en el local",
		"{name} is not delivered, it can only be had or picked up at the restaurant",
		"{name} não é entregue, só servido ou retirado no local",
	},
	"not_offered": {
		"Por aquí no se toman pedidos de ese tipo",
		"Orders of that kind are not taken here",
		"Por aqui não aceitamos pedidos desse tipo",
	},
	"below_minimum": {
		"El pedido mínimo es de {amount}",
		"The minimum order is {amount}",
		"O pedido mínimo é de {amount}",
	},
	"address_required": {
		"Hace falta la dirección de entrega",
		"The delivery address is needed",
		"Falta o endereço de entrega",
	},
	"price_changed": {
		"El total cambió y ahora es {amount}",
		"The total has changed and is now {amount}",
		"O total mudou e agora é {amount}",
	},
	"too_many_open": {
		"Ya hay {n} pedidos en curso",
		"There are {n} orders under way already",
		"Já há {n} pedidos em andamento",
	},
	"too_many_today": {
		"Hoy no se puede pedir más por este chat",
		"No more can be ordered through this chat today",
		"Hoje não é possível pedir mais por este chat",
	},
	"too_many_visitors": {
		"Ahora no se pueden tomar más pedidos por esta página",
		"No more orders can be taken on this page right now",
		"Agora não é possível aceitar mais pedidos por esta página",
	},
	"not_changeable": {
		"El pedido {n} ya no se puede cambiar: {state}",
		"Order {n} can no longer be changed: {state}",
		"O pedido {n} já não pode ser alterado: {state}",
	},
	Received:  {"recibido", "received", "recebido"},
	Preparing: {"en preparación", "being prepared", "em preparo"},
	Ready:     {"listo", "ready", "pronto"},
	OnTheWay:  {"en camino", "on the way", "a caminho"},
	Delivered: {"entregado", "delivered", "entregue"},
	Cancelled: {"cancelado", "cancelled", "cancelado"},
	PendingApproval: {
		"en revisión: falta que lo apruebe una persona del equipo", "waiting for a person of the team to approve it",
		"em análise: falta a equipe aprovar",
	},
}

// say fills a sentence's gaps, which come in pairs.
func say(what, lang string, gaps ...string) string {
	text := sentences[what].es
	switch language.Lang(lang).Spoken() {
	case language.English:
		text = sentences[what].en
	case language.Portuguese:
		text = sentences[what].pt
	}
	return strings.NewReplacer(gaps...).Replace(text)
}
