package mention

import (
	"time"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/calendar"
	"github.com/recado/recado/pkg/language/lex"
)

// partAt reads a part of the day: "por la tarde", "en la mañana", "esta noche", "tomorrow morning", "temprano".
func (s *Scan) partAt(i int) (Atom, bool) {
	if s.Class(i) == lex.Tonight {
		return s.todayIn(lex.Evening, i+1), true
	}
	if s.Class(i) == lex.This && s.partWord(i+1) != 0 && !s.Is(i+1, "tardes") {
		return s.todayIn(s.partWord(i+1), i+2), true
	}
	if s.Is(i, "temprano", "tempranito", "tempranisimo", "early", "cedo", "cedinho") && (!s.Is(i-1, "mas", "muy", "tan", "too", "mais", "muito", "demasiado", "cierran", "cierra", "abren", "abre", "fecham") || s.Is(i-2, "lo", "o", "la", "el")) && !s.Later(i+1) && s.Class(i+1) != lex.This && s.Class(i+1) != lex.Month {
		return Atom{To: i + 1, Part: lex.Morning}, true
	}
	if s.Run(i, "primera", "hora") || s.Run(i, "first", "thing") || s.Run(i, "primeira", "hora") || s.Run(i, "primeiro", "horario") {
		return Atom{To: i + 2, Part: lex.Morning}, true
	}
	if part := s.partWord(i); part != 0 && s.partLed(i) {
		return Atom{To: i + 1, Part: part}, true
	}
	return s.afterMeal(i)
}

// partWord returns the part of the day that token i names, or 0; "mañana" counts only as the morning.
func (s *Scan) partWord(i int) int {
	switch {
	case s.Class(i) == lex.Part:
		return int(s.Tokens[i].Lex.N)
	case s.Class(i) == lex.Manana && s.isMorning(i):
		return lex.Morning
	}
	return 0
}

// partLed reports whether the words before a part of the day make it one: "llego tarde" and "buenas noches" are none.
func (s *Scan) partLed(i int) bool {
	if s.Is(i-1, "cualquier", "alguna", "una", "any", "next", "some", "qualquer", "alguma", "every", "uma", "un", "rather", "prefer", "prefiro", "prefiero") && s.partLedByAny(i) {
		return true
	}
	if s.Is(i-1, "la", "las", "the", "a", "na", "pela", "da", "in", "de", "at", "media", "toda", "meia") {
		return !s.Run(i-2, "mas", "a") && !s.Is(i-1, "a") || s.Lang == language.Portuguese || s.Is(i, "tarde", "noche") && s.Is(i-1, "a") && s.Is(i-2, "manana")
	}
	switch s.Class(i - 1) {
	case lex.Weekday, lex.Tomorrow, lex.Today, lex.Manana, lex.ShortDay, lex.Feira:
		return true
	}
	if s.Is(i, "morning", "night") && s.Lang == language.English && (i == 0 || s.Is(i-1, ",", ".", "!", "?", "or", "preferably") || s.opensFeastBefore(i)) {
		return true
	}
	return s.Is(i, "afternoon", "evening", "afternoons", "evenings", "mornings") && !s.Is(i-1, "good", "this", "last", "lovely", "great")
}

// partLedByAny passes "una noche" of a stay and the like: only "cualquier tarde", "una tarde de estas".
func (s *Scan) partLedByAny(i int) bool {
	return !s.Is(i-1, "una", "un", "uma") || s.Is(i+1, "de")
}

// opensFeastBefore reports whether the word before i ends the name of a feast: "halloween night".
func (s *Scan) opensFeastBefore(i int) bool {
	return s.Opens(i-1)&lex.OpensFeast != 0 && s.Class(i-1) == lex.None || s.Is(i-1, "eve")
}

func (s *Scan) todayIn(part, to int) Atom {
	return Atom{To: to, Part: part, Day: Day{Set: true, Date: s.Today, Today: true}}
}

// afterMeal reads "después de comer", "saliendo del trabajo", "after work" as a part of the day.
func (s *Scan) afterMeal(i int) (Atom, bool) {
	switch {
	case s.Is(i, "despues", "depois") && s.Is(i+1, "de", "del", "do") && s.Is(i+2, "comer", "almorzar", "almuerzo", "comida", "almoco"):
		return Atom{To: i + 3, Part: lex.Afternoon}, true
	case s.Is(i, "after") && s.Is(i+1, "lunch"):
		return Atom{To: i + 2, Part: lex.Afternoon}, true
	}
	return Atom{}, false
}

// fromNow is a moment some minutes from now, on the clock that the tenant's wall shows then.
func (s *Scan) fromNow(minutes, to int) Atom {
	then := s.Now.Add(time.Duration(minutes) * time.Minute)
	return Atom{
		To: to, Day: Day{Set: true, Date: calendar.Of(then)},
		Clock: Clock{Set: true, Hour: then.Hour(), Minute: then.Minute(), Sure: true},
	}
}

// hoursFromNow reads "en dos horas", "in half an hour": the only times that depend on the clock.
func (s *Scan) hoursFromNow(i int) (Atom, bool) {
	at := i + 1
	switch {
	case s.Is(i, "en", "in", "em"):
	case s.Run(i, "dentro", "de"), s.Run(i, "daqui", "a"):
		at++
	default:
		minutes, to := s.duration(i)
		if minutes > 0 && minutes <= 48*60 && s.Run(to, "from", "now") {
			return s.fromNow(minutes, to+2), true
		}
		return Atom{}, false
	}
	minutes, to := s.duration(at)
	if n, end, ok := s.Number(at); minutes == 0 && ok && n >= 5 && n < 60 && s.Ends(end) && s.Is(i-1, "there", "llego", "arriving", "llegamos", "chego") {
		minutes, to = n, end // "be there in 20"
	}
	if minutes == 0 || minutes > 48*60 || s.In(i-1, lex.Pain) || s.dosed(i) {
		return Atom{}, false
	}
	return s.fromNow(minutes, to), true
}

// dosed reports whether "in 24 hours" at i is how long a dose holds: "how many can I take in 24 hours".
func (s *Scan) dosed(i int) bool {
	for k := max(0, i-8); k < i; k++ {
		if s.Is(k, "many", "much", "cuantas", "cuantos", "quantas", "quantos", "maximo", "tomar", "tomarme", "take") {
			return true
		}
	}
	return false
}

func (s *Scan) duration(i int) (minutes, to int) {
	for s.Is(i, "unos", "unas", "como", "about", "like", "around", "uns", "cerca", "de", "aprox") {
		i++
	}
	switch {
	case s.Class(i) == lex.Half && s.Is(i+1, "hora", "horita"):
		return 30, i + 2
	case s.Is(i, "hora", "horita") && s.Is(i+1, "y", "e") && s.Class(i+2) == lex.Half:
		return 90, i + 3
	case s.Is(i, "un", "tres") && s.Is(i+1, "cuarto", "cuartos") && s.Is(i+2, "de") && s.Is(i+3, "hora"):
		return 15 + 30*Bit(s.Is(i, "tres")), i + 4
	case s.Is(i, "an", "a") && s.Is(i+1, "hour") && s.Run(i+2, "and", "a", "half"):
		return 90, i + 5
	case s.Is(i, "a", "un", "um") && s.Is(i+1, "couple", "par") && s.Class(i+2+Bit(s.Is(i+2, "of", "de"))) == lex.Hour:
		return 120, i + 3 + Bit(s.Is(i+2, "of", "de"))
	case s.Class(i) == lex.Half && s.Is(i+1, "an", "a") && s.Is(i+2, "hour"):
		return 30, i + 3
	case s.Is(i, "an", "a") && s.Is(i+1, "hour"):
		return 60, i + 2
	}
	n, to, ok := s.Number(i)
	switch {
	case !ok || n > 2880:
		return 0, i
	case s.Class(to) == lex.Minute:
		return n, to + 1
	case s.Class(to) == lex.Hour && s.Is(to+1, "y", "e") && s.Class(to+2) == lex.Half:
		return n*60 + 30, to + 3
	case s.Class(to) == lex.Hour && s.Is(to+1, "y", "e") && s.Class(to+2) == lex.Quarter:
		return n*60 + 15, to + 3
	case s.Class(to) == lex.Hour:
		return n * 60, to + 1
	}
	return 0, i
}

// dinnerBy reports whether the hour of the tokens [from, to) is that of a dinner: "cena el viernes a las 9", "hay cena? a las 9",
// "at 9 for dinner", but not "me cayó mal la cena, ¿tienen hora a las 9?".
func (s *Scan) dinnerBy(from, to int) bool {
	for k := from - 1; k >= 0; k-- {
		if s.Token(k).Kind == language.Mark && (k < from-1 || s.Is(k, ",")) {
			break
		}
		if s.Of(k, lex.Dinner) {
			return true
		}
	}
	for k := to; k < to+3 && s.Token(k).Kind != language.Mark && !s.Is(k, "y", "and", "e"); k++ {
		if s.Of(k, lex.Dinner) {
			return true
		}
	}
	return false
}
