// Package away is what a conversation is told while nobody of the business is there.
package away

import (
	"fmt"
	"time"
)

// dayWords are how a language says a day: today, tomorrow, the weekdays from Sunday on, and a later day.
var dayWords = map[string]struct {
	today, tomorrow, weekday, later string
	weekdays                        [7]string
}{
	"es": {
		"hoy a las %s", "mañana a las %s", "el %s a las %s", "el %s a las %s",
		[7]string{"domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado"},
	},
	"en": {
		"today at %s", "tomorrow at %s", "on %s at %s", "on %s at %s",
		[7]string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"},
	},
	"pt": {
		"hoje às %s", "amanhã às %s", "%s às %s", "em %s às %s",
		[7]string{"domingo", "segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira", "sábado"},
	},
}

// When says a time as one says it now: by its weekday within a week, else by its date.
func When(at, now time.Time, language string) string {
	words, ok := dayWords[language]
	if !ok {
		words, language = dayWords["es"], "es"
	}
	clock := at.Format("15:04")
	switch days := dayNumber(at) - dayNumber(now); {
	case days == 0:
		return fmt.Sprintf(words.today, clock)
	case days == 1:
		return fmt.Sprintf(words.tomorrow, clock)
	case days < 7:
		return fmt.Sprintf(words.weekday, words.weekdays[at.Weekday()], clock)
	}
	date := at.Format("02/01")
	if language == "en" {
		date = at.Format("January 2")
	}
	return fmt.Sprintf(words.later, date, clock)
}

// dayNumber counts calendar days, whatever their length.
func dayNumber(t time.Time) int64 {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC).Unix() / int64(24*time.Hour/time.Second)
}
