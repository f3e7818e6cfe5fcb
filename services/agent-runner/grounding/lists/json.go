package lists

import (
	"strings"

	"github.com/recado/recado/pkg/language"
)

var closed = map[string]bool{"closed": true, "cerrado": true, "fechado": true, "no": true, "false": true, "null": true, "": true}

// Days are the weekdays as the keys of a tool's result write them: 1 Monday to 7 Sunday.
var Days = map[string]int{
	"mon": 1, "tue": 2, "wed": 3, "thu": 4, "fri": 5, "sat": 6, "sun": 7,
	"monday": 1, "tuesday": 2, "wednesday": 3, "thursday": 4, "friday": 5, "saturday": 6, "sunday": 7,
	"lunes": 1, "martes": 2, "miercoles": 3, "jueves": 4, "viernes": 5, "sabado": 6, "domingo": 7, "segunda": 1,
	"terca": 2, "quarta": 3, "quinta": 4, "sexta": 5,
}

// Empty reports whether a field's value says that there is none.
func Empty(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case bool:
		return !v
	case string:
		return closed[strings.ToLower(v)]
	case []any:
		return len(v) == 0
	case map[string]any:
		shut, _ := v["closed"].(bool)
		return shut
	}
	return false
}

// EveryDay reports whether a folded text has words that mean all days of the week.
func EveryDay(text string) bool {
	for _, w := range [...]string{"todos los dias", "every day", "todos os dias", "daily", "seven days", "7 days", "siete dias", "7 dias"} {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// WeekdaysIn are the days from one weekday to another.
func WeekdaysIn(from, to int) (out []int) {
	for d := from; ; d = d%7 + 1 {
		out = append(out, d)
		if d == to || len(out) == 7 {
			return out
		}
	}
}

// CutAt is where a part of a text that is too long ends: after its last line, else after its last blank.
func CutAt(s string) int {
	if i := strings.LastIndexByte(s, '\n'); i > len(s)/2 {
		return i + 1
	}
	if i := strings.LastIndexByte(s, ' '); i > 0 {
		return i + 1
	}
	return len(language.Bounded(s))
}
