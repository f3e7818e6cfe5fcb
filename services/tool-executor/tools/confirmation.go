package tools

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/when"
)

func smallestFirst(all []free) []free {
	slices.SortStableFunc(all, func(x, y free) int { return x.resource.seats - y.resource.seats })
	return all
}

type confirmationWords struct{ what, table, plain, at, with, end string }

// confirmations suit tú and usted alike: the tools do not know the assistant's style.
var confirmations = map[language.Lang]confirmationWords{
	language.Spanish: {
		what: "Listo, la cita de {service} quedó confirmada: {when}", table: "Listo, la mesa para {party} quedó confirmada: {when}",
		plain: "Listo, la cita quedó confirmada: {when}", at: ", en {branch}", with: ", con {staff}", end: ".",
	},
	language.English: {
		what: "Your appointment for {service} is confirmed: {when}", table: "Your table for {party} is confirmed: {when}",
		plain: "Your appointment is confirmed: {when}", at: ", at {branch}", with: ", with {staff}", end: ". See you then!",
	},
	language.Portuguese: {
		what: "Sua consulta de {service} está confirmada: {when}", table: "Sua mesa para {party} está confirmada: {when}",
		plain: "Sua consulta está confirmada: {when}", at: ", em {branch}", with: ", com {staff}", end: ". Esperamos você!",
	},
}

// confirmation repeats weekday, date, time, place and person: what was booked, in words that can be checked.
func confirmation(lang string, a *agenda, b booking, f free) string {
	l := language.Lang(lang)
	words, ok := confirmations[l]
	if !ok {
		l, words = language.Spanish, confirmations[language.Spanish]
	}
	text := words.plain
	service := a.serviceName(b)
	switch {
	case f.resource.table:
		text = words.table
	case service != "":
		text = words.what
	}
	text += words.at
	if !f.resource.table {
		text += words.with
	}
	when := when.SayMoment(f.starts.Format(time.DateOnly), f.starts.Format("15:04"), l)
	return strings.NewReplacer("{service}", service, "{when}", when, "{branch}", f.branch.name, "{staff}", f.resource.name,
		"{party}", strconv.Itoa(b.wish.party)).Replace(text) + words.end
}

func (a *agenda) serviceName(b booking) string {
	if s := a.serviceBySlug(b.args.ServiceID); s != nil {
		return s.name
	}
	return ""
}
