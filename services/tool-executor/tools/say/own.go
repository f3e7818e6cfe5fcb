package say

import (
	"strconv"
	"strings"
	"time"

	"github.com/recado/recado/pkg/language"
)

var lateWords = map[language.Lang][2]string{
	language.Spanish: {
		"Las citas se cancelan con al menos {notice} de anticipación", "Las citas se cambian con al menos {notice} de anticipación",
	},
	language.English: {"Appointments are cancelled at least {notice} ahead", "Appointments are moved at least {notice} ahead"},
	language.Portuguese: {
		"As consultas são canceladas com pelo menos {notice} de antecedência",
		"As consultas são remarcadas com pelo menos {notice} de antecedência",
	},
}

// TooLateToCancel says how early an appointment is to be cancelled.
func TooLateToCancel(notice time.Duration, lang string) string { return late(0, notice, lang) }

// TooLateToMove says how early an appointment is to be moved.
func TooLateToMove(notice time.Duration, lang string) string { return late(1, notice, lang) }

func late(which int, notice time.Duration, lang string) string {
	l := language.Lang(lang).Spoken()
	return strings.ReplaceAll(lateWords[l][which], "{notice}", Length(notice, l))
}

var alreadyWords = map[language.Lang]appointmentWords{
	language.Spanish: {
		what: "Ya hay una cita a esa hora: {service}, {when}", table: "Ya hay una mesa para {party} a esa hora: {when}",
		plain: "Ya hay una cita a esa hora: {when}", at: ", en {branch}",
	},
	language.English: {
		what:  "There is already an appointment at that time: {service}, {when}",
		table: "There is already a table for {party} at that time: {when}",
		plain: "There is already an appointment at that time: {when}", at: ", at {branch}",
	},
	language.Portuguese: {
		what: "Já há uma consulta nesse horário: {service}, {when}", table: "Já há uma mesa para {party} nesse horário: {when}",
		plain: "Já há uma consulta nesse horário: {when}", at: ", em {branch}",
	},
}

// AlreadyBooked names the appointment that the customer has at the wished time.
func AlreadyBooked(a Appointment, lang string) string {
	l := language.Lang(lang).Spoken()
	return a.fill(alreadyWords[l], l)
}

// TooManyVisitors says that the page books no more now.
func TooManyVisitors(lang string) string {
	switch language.Lang(lang).Spoken() {
	case language.English:
		return "I cannot book more appointments from this page right now"
	case language.Portuguese:
		return "No momento não posso reservar mais horários por esta página"
	}
	return "Por ahora no puedo apartar más citas desde esta página"
}

// TooMany says how many appointments a customer may have ahead.
func TooMany(most int, lang string) string {
	n := strconv.Itoa(most)
	switch language.Lang(lang).Spoken() {
	case language.English:
		return "I can keep at most " + n + " appointments for one customer"
	case language.Portuguese:
		return "Posso manter no máximo " + n + " agendamentos por cliente"
	}
	return "Puedo apartar como máximo " + n + " citas por cliente"
}

// TooManyToday says that a customer has changed enough within a day.
func TooManyToday(lang string) string {
	switch language.Lang(lang).Spoken() {
	case language.English:
		return "Too many changes were made from this number today"
	case language.Portuguese:
		return "Por hoje já foram feitas mudanças demais a partir deste número"
	}
	return "Por hoy ya se hicieron demasiados cambios desde este número"
}
