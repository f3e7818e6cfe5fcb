package rulemodel

import (
	"strings"
	"time"

	"github.com/recado/recado/pkg/language/when"
)

// when says weekday, date and time of an opening: "martes 24 de noviembre, 5 de la tarde".
func (t *turn) when(o opening) string {
	return when.SayMoment(o.Date, o.Time, t.words.lang)
}

// shortWhen fits a button: "mar 24, 17:00".
func (t *turn) shortWhen(o opening) string {
	day, err := time.Parse(time.DateOnly, o.Date)
	if err != nil {
		return o.Time
	}
	name := []rune(t.dayName(strings.ToLower(day.Weekday().String())))
	return string(name[:min(len(name), 3)]) + " " + ordinal(day.Day()) + ", " + o.Time
}
