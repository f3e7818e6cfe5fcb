// Package say writes what the tools tell a customer, in Spanish, English and Portuguese. Its sentences suit tú and usted alike: the
// tools do not know the assistant's style.
package say

import (
	"strconv"
	"strings"
	"time"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/when"
)

// Appointment is what a sentence about an appointment names; what is empty is left out.
type Appointment struct {
	Service, Branch, Staff string
	Party                  int // people at a table; 0 is no table
	Starts                 time.Time
}

type appointmentWords struct{ what, table, plain, at, with, end string }

var confirmations = map[language.Lang]appointmentWords{
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

var cancellations = map[language.Lang]appointmentWords{
	language.Spanish: {
		what: "Listo, la cita de {service} quedó cancelada: {when}", table: "Listo, la mesa para {party} quedó cancelada: {when}",
		plain: "Listo, la cita quedó cancelada: {when}", at: ", en {branch}", end: ".",
	},
	language.English: {
		what: "Your appointment for {service} is cancelled: {when}", table: "Your table for {party} is cancelled: {when}",
		plain: "Your appointment is cancelled: {when}", at: ", at {branch}", end: ".",
	},
	language.Portuguese: {
		what: "Sua consulta de {service} foi cancelada: {when}", table: "Sua mesa para {party} foi cancelada: {when}",
		plain: "Sua consulta foi cancelada: {when}", at: ", em {branch}", end: ".",
	},
}

var attendances = map[language.Lang]appointmentWords{
	language.Spanish: {
		what:  "Gracias por confirmar. Queda la cita de {service}: {when}",
		table: "Gracias por confirmar. Queda la mesa para {party}: {when}",
		plain: "Gracias por confirmar. Queda la cita: {when}", at: ", en {branch}", end: ".",
	},
	language.English: {
		what:  "Thank you for confirming your appointment for {service}: {when}",
		table: "Thank you for confirming your table for {party}: {when}",
		plain: "Thank you for confirming your appointment: {when}", at: ", at {branch}", end: ". See you then!",
	},
	language.Portuguese: {
		what:  "Obrigado por confirmar. Fica a consulta de {service}: {when}",
		table: "Obrigado por confirmar. Fica a mesa para {party}: {when}",
		plain: "Obrigado por confirmar. Fica a consulta: {when}", at: ", em {branch}", end: ". Esperamos você!",
	},
}

// Attending repeats what the customer said they will come to.
func Attending(a Appointment, lang string) string {
	l := language.Lang(lang).Spoken()
	return a.fill(attendances[l], l)
}

// Booked repeats weekday, date, time, place and person: what was booked, in words that can be checked.
func Booked(a Appointment, lang string) string {
	l := language.Lang(lang).Spoken()
	return a.fill(confirmations[l], l)
}

// Cancelled repeats what was dropped, in words that can be checked.
func Cancelled(a Appointment, lang string) string {
	l := language.Lang(lang).Spoken()
	return a.fill(cancellations[l], l)
}

// Values are what the gaps of a business's own template are filled with; what is empty is left out.
func (a Appointment) Values(lang string) map[string]string {
	l := language.Lang(lang).Spoken()
	values := map[string]string{
		"service": a.Service, "branch": a.Branch, "staff": a.Staff,
		"date": when.SayDate(a.Starts.Format(time.DateOnly), l), "time": when.SayTime(a.Starts.Format("15:04"), l),
	}
	if a.Party > 0 {
		values["party_size"] = strconv.Itoa(a.Party)
	}
	return values
}

func (a Appointment) fill(words appointmentWords, l language.Lang) string {
	text := words.plain
	switch {
	case a.Party > 0:
		text = words.table
	case a.Service != "":
		text = words.what
	}
	if a.Branch != "" {
		text += words.at
	}
	if a.Staff != "" {
		text += words.with
	}
	moment := when.SayMoment(a.Starts.Format(time.DateOnly), a.Starts.Format("15:04"), l)
	return strings.NewReplacer("{service}", a.Service, "{when}", moment, "{branch}", a.Branch, "{staff}", a.Staff,
		"{party}", strconv.Itoa(a.Party)).Replace(text) + words.end
}
