package when

import (
	"fmt"
	"strconv"
	"time"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/calendar"
)

var weekdayNames = map[language.Lang][7]string{
	language.Spanish:    {"lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"},
	language.English:    {"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"},
	language.Portuguese: {"segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira", "sábado", "domingo"},
}

var monthNames = map[language.Lang][12]string{
	language.Spanish:    {"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"},
	language.English:    {"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"},
	language.Portuguese: {"janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro", "novembro", "dezembro"},
}

// SayDate writes a day YYYY-MM-DD as a person says it: "martes 24 de noviembre", "Tuesday 24 November",
// "terça-feira, 24 de novembro". The year is left to the context. What is no day is returned as it is.
func SayDate(date string, l language.Lang) string {
	t, err := time.Parse(calendar.Layout, date)
	if err != nil {
		return date
	}
	l = l.Spoken()
	wd, m := weekdayNames[l][calendar.Of(t).Weekday()-1], monthNames[l][t.Month()-1]
	switch l {
	case language.English:
		return fmt.Sprintf("%s %d %s", wd, t.Day(), m)
	case language.Portuguese:
		return fmt.Sprintf("%s, %d de %s", wd, t.Day(), m)
	}
	return fmt.Sprintf("%s %d de %s", wd, t.Day(), m)
}

// SayTime writes a time HH:MM as a person says it: "5 de la tarde", "5:30 pm", "17h30". What is no time is returned as it is.
func SayTime(clock string, l language.Lang) string {
	h, m, ok := parseClock(clock)
	if !ok {
		return clock
	}
	switch l.Spoken() {
	case language.English:
		return sayEnglishTime(h, m)
	case language.Portuguese:
		return sayPortugueseTime(h, m)
	}
	return sayTwelve(h, m) + " " + spanishPart(h, m)
}

// SayMoment writes a day and a time together: "martes 24 de noviembre a las 5 de la tarde". Either may be empty.
func SayMoment(date, clock string, l language.Lang) string {
	if date == "" || clock == "" {
		return SayDate(date, l) + SayTime(clock, l)
	}
	joint := " a las "
	h, _, _ := parseClock(clock)
	switch l.Spoken() {
	case language.English:
		joint = " at "
	case language.Portuguese:
		joint = " às "
	default:
		if h%12 == 1 {
			joint = " a la "
		}
	}
	return SayDate(date, l) + joint + SayTime(clock, l)
}

func parseClock(clock string) (h, m int, ok bool) {
	t, err := time.Parse("15:04", clock)
	return t.Hour(), t.Minute(), err == nil
}

// sayTwelve writes an hour of the 12 hour clock, with minutes where there are any.
func sayTwelve(h, m int) string {
	if h = h % 12; h == 0 {
		h = 12
	}
	if m == 0 {
		return strconv.Itoa(h)
	}
	return fmt.Sprintf("%d:%02d", h, m)
}

func spanishPart(h, m int) string {
	switch {
	case h == 12 && m == 0:
		return "del mediodía"
	case h == 0 && m == 0:
		return "de la noche"
	case h < 6:
		return "de la madrugada"
	case h < 12:
		return "de la mañana"
	case h < 19:
		return "de la tarde"
	}
	return "de la noche"
}

func sayEnglishTime(h, m int) string {
	if h < 12 {
		return sayTwelve(h, m) + " am"
	}
	return sayTwelve(h, m) + " pm"
}

func sayPortugueseTime(h, m int) string {
	if m == 0 {
		return strconv.Itoa(h) + "h"
	}
	return fmt.Sprintf("%dh%02d", h, m)
}

// SayWeekday writes a weekday, 1 Monday to 7 Sunday; anything else is "".
func SayWeekday(weekday int, l language.Lang) string {
	if weekday < 1 || weekday > 7 {
		return ""
	}
	return weekdayNames[l.Spoken()][weekday-1]
}

// SayPart writes a part of the day: "por la tarde", "in the afternoon", "à tarde"; anything else is "".
func SayPart(part string, l language.Lang) string { return partPhrases[l.Spoken()][part] }

var partPhrases = map[language.Lang]map[string]string{
	language.Spanish:    {Morning: "por la mañana", Afternoon: "por la tarde", Evening: "por la noche"},
	language.English:    {Morning: "in the morning", Afternoon: "in the afternoon", Evening: "in the evening"},
	language.Portuguese: {Morning: "de manhã", Afternoon: "à tarde", Evening: "à noite"},
}
