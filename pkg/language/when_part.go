package language

import (
	"time"

	"github.com/recado/recado/pkg/language/calendar"
	"github.com/recado/recado/pkg/language/lex"
)

// partAt reads a part of the day: "por la tarde", "en la mañana", "esta noche", "tomorrow morning", "temprano".
func (s *scan) partAt(i int) (atom, bool) {
	if s.class(i) == lex.Tonight {
		return s.todayIn(lex.Evening, i+1), true
	}
	if s.class(i) == lex.This && s.partWord(i+1) != 0 && !s.is(i+1, "tardes") {
		return s.todayIn(s.partWord(i+1), i+2), true
	}
	if s.is(i, "temprano", "tempranito", "tempranisimo", "early", "cedo", "cedinho") && (!s.is(i-1, "mas", "muy", "tan", "too", "mais", "muito", "demasiado", "cierran", "cierra", "abren", "abre", "fecham") || s.is(i-2, "lo", "o", "la", "el")) && !s.later(i+1) && s.class(i+1) != lex.This && s.class(i+1) != lex.Month {
		return atom{to: i + 1, part: lex.Morning}, true
	}
	if s.run(i, "primera", "hora") || s.run(i, "first", "thing") || s.run(i, "primeira", "hora") || s.run(i, "primeiro", "horario") {
		return atom{to: i + 2, part: lex.Morning}, true
	}
	if part := s.partWord(i); part != 0 && s.partLed(i) {
		return atom{to: i + 1, part: part}, true
	}
	return s.afterMeal(i)
}

// partWord returns the part of the day that token i names, or 0; "mañana" counts only as the morning.
func (s *scan) partWord(i int) int {
	switch {
	case s.class(i) == lex.Part:
		return int(s.Tokens[i].lex.N)
	case s.class(i) == lex.Manana && s.isMorning(i):
		return lex.Morning
	}
	return 0
}

// partLed tells whether the words before a part of the day make it one: "llego tarde" and "buenas noches" are none.
func (s *scan) partLed(i int) bool {
	if s.is(i-1, "cualquier", "alguna", "una", "any", "next", "some", "qualquer", "alguma", "every", "uma", "un", "rather", "prefer", "prefiro", "prefiero") && s.partLedByAny(i) {
		return true
	}
	if s.is(i-1, "la", "las", "the", "a", "na", "pela", "da", "in", "de", "at", "media", "toda", "meia") {
		return !s.run(i-2, "mas", "a") && !s.is(i-1, "a") || s.lang == Portuguese || s.is(i, "tarde", "noche") && s.is(i-1, "a") && s.is(i-2, "manana")
	}
	switch s.class(i - 1) {
	case lex.Weekday, lex.Tomorrow, lex.Today, lex.Manana, lex.ShortDay, lex.Feira:
		return true
	}
	if s.is(i, "morning", "night") && s.lang == English && (i == 0 || s.is(i-1, ",", ".", "!", "?", "or", "preferably") || s.opensFeastBefore(i)) {
		return true
	}
	return s.is(i, "afternoon", "evening", "afternoons", "evenings", "mornings") && !s.is(i-1, "good", "this", "last", "lovely", "great")
}

// partLedByAny passes "una noche" of a stay and the like: only "cualquier tarde", "una tarde de estas".
func (s *scan) partLedByAny(i int) bool {
	return !s.is(i-1, "una", "un", "uma") || s.is(i+1, "de")
}

// opensFeastBefore tells whether the word before i ends the name of a feast: "halloween night".
func (s *scan) opensFeastBefore(i int) bool {
	return s.opens(i-1)&lex.OpensFeast != 0 && s.class(i-1) == lex.None || s.is(i-1, "eve")
}

func (s *scan) todayIn(part, to int) atom {
	return atom{to: to, part: part, day: dayValue{set: true, date: s.today, today: true}}
}

// afterMeal reads "después de comer", "saliendo del trabajo", "after work" as a part of the day.
func (s *scan) afterMeal(i int) (atom, bool) {
	switch {
	case s.is(i, "despues", "depois") && s.is(i+1, "de", "del", "do") && s.is(i+2, "comer", "almorzar", "almuerzo", "comida", "almoco"):
		return atom{to: i + 3, part: lex.Afternoon}, true
	case s.is(i, "after") && s.is(i+1, "lunch"):
		return atom{to: i + 2, part: lex.Afternoon}, true
	}
	return atom{}, false
}

// fromNow is a moment some minutes from now, on the clock that the tenant's wall shows then.
func (s *scan) fromNow(minutes, to int) atom {
	then := s.now.Add(time.Duration(minutes) * time.Minute)
	return atom{
		to: to, day: dayValue{set: true, date: calendar.Of(then)},
		clock: clock{set: true, hour: then.Hour(), minute: then.Minute(), sure: true},
	}
}

// hoursFromNow reads "en dos horas", "in half an hour": the only times that depend on the clock.
func (s *scan) hoursFromNow(i int) (atom, bool) {
	at := i + 1
	switch {
	case s.is(i, "en", "in", "em"):
	case s.run(i, "dentro", "de"), s.run(i, "daqui", "a"):
		at++
	default:
		minutes, to := s.duration(i)
		if minutes > 0 && minutes <= 48*60 && s.run(to, "from", "now") {
			return s.fromNow(minutes, to+2), true
		}
		return atom{}, false
	}
	minutes, to := s.duration(at)
	if n, end, ok := s.number(at); minutes == 0 && ok && n >= 5 && n < 60 && s.ends(end) && s.is(i-1, "there", "llego", "arriving", "llegamos", "chego") {
		minutes, to = n, end // "be there in 20"
	}
	if minutes == 0 || minutes > 48*60 || s.in(i-1, lex.Pain) || s.dosed(i) {
		return atom{}, false
	}
	return s.fromNow(minutes, to), true
}

// dosed tells whether "in 24 hours" at i is how long a dose holds: "how many can I take in 24 hours".
func (s *scan) dosed(i int) bool {
	for k := max(0, i-8); k < i; k++ {
		if s.is(k, "many", "much", "cuantas", "cuantos", "quantas", "quantos", "maximo", "tomar", "tomarme", "take") {
			return true
		}
	}
	return false
}

func (s *scan) duration(i int) (minutes, to int) {
	if c := s.class(i); c != lex.Number && c != lex.Half && s.digits(i) < 0 && !s.of(i, lex.Duration) {
		return 0, i
	}
	for s.is(i, "unos", "unas", "como", "about", "like", "around", "uns", "cerca", "de", "aprox") {
		i++
	}
	switch {
	case s.class(i) == lex.Half && s.is(i+1, "hora", "horita"):
		return 30, i + 2
	case s.is(i, "hora", "horita") && s.is(i+1, "y", "e") && s.class(i+2) == lex.Half:
		return 90, i + 3
	case s.is(i, "un", "tres") && s.is(i+1, "cuarto", "cuartos") && s.is(i+2, "de") && s.is(i+3, "hora"):
		return 15 + 30*bit(s.is(i, "tres")), i + 4
	case s.is(i, "an", "a") && s.is(i+1, "hour") && s.run(i+2, "and", "a", "half"):
		return 90, i + 5
	case s.is(i, "a", "un", "um") && s.is(i+1, "couple", "par") && s.class(i+2+bit(s.is(i+2, "of", "de"))) == lex.Hour:
		return 120, i + 3 + bit(s.is(i+2, "of", "de"))
	case s.class(i) == lex.Half && s.is(i+1, "an", "a") && s.is(i+2, "hour"):
		return 30, i + 3
	case s.is(i, "an", "a") && s.is(i+1, "hour"):
		return 60, i + 2
	}
	n, to, ok := s.number(i)
	switch {
	case !ok || n > 2880:
		return 0, i
	case s.class(to) == lex.Minute:
		return n, to + 1
	case s.class(to) == lex.Hour && s.is(to+1, "y", "e") && s.class(to+2) == lex.Half:
		return n*60 + 30, to + 3
	case s.class(to) == lex.Hour && s.is(to+1, "y", "e") && s.class(to+2) == lex.Quarter:
		return n*60 + 15, to + 3
	case s.class(to) == lex.Hour:
		return n * 60, to + 1
	}
	return 0, i
}

// dinnerBy tells whether the hour of the tokens [from, to) is that of a dinner: "cena el viernes a las 9", "hay cena? a las 9",
// "at 9 for dinner", but not "me cayó mal la cena, ¿tienen hora a las 9?".
func (s *scan) dinnerBy(from, to int) bool {
	for k := from - 1; k >= 0; k-- {
		if s.token(k).Kind == Mark && (k < from-1 || s.is(k, ",")) {
			break
		}
		if s.of(k, lex.Dinner) {
			return true
		}
	}
	for k := to; k < to+3 && s.token(k).Kind != Mark && !s.is(k, "y", "and", "e"); k++ {
		if s.of(k, lex.Dinner) {
			return true
		}
	}
	return false
}
