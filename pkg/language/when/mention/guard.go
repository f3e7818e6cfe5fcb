package mention

import (
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/lex"
)

// passer names a reader that passes something that looks like a day or a time and is none.
type passer uint8

const (
	passGreeting passer = iota
	passPast
	passStreet
	passNamesake
	passToday
	passBoth
	passStreetDate
	passPhone
	passScale
	passPrice
	passDose
	passQuantity
	passParty
	passAlways
)

// The passers of what begins with a word, with a number, and with another word or a mark, in the order in which one shadows another.
var (
	wordPassers   = []passer{passGreeting, passPast, passStreet, passNamesake, passToday, passBoth}
	numberPassers = []passer{passStreetDate, passPhone, passScale, passPrice, passDose, passQuantity, passParty, passAlways}
	otherPassers  = []passer{passPrice, passParty, passAlways}
)

// pass returns the token after what a passer passes, or i. A table of functions would move every Scan to the heap.
func (s *Scan) pass(p passer, i int) int {
	switch p {
	case passGreeting:
		return s.greeting(i)
	case passPast:
		return s.past(i)
	case passStreet:
		return s.street(i)
	case passNamesake:
		return s.namesake(i)
	case passToday:
		return s.todayIs(i)
	case passBoth:
		return s.both(i)
	case passStreetDate:
		return s.streetDate(i)
	case passPhone:
		return s.phone(i)
	case passScale:
		return s.tenScale(i)
	case passPrice:
		return s.price(i)
	case passDose:
		return s.dose(i)
	case passQuantity:
		return s.quantity(i)
	case passParty:
		return s.party(i)
	default:
		return s.always(i)
	}
}

// first returns where the first of some passers that passes something ends, or i.
func (s *Scan) first(passers []passer, i int) int {
	for _, p := range passers {
		if to := s.pass(p, i); to > i {
			return to
		}
	}
	return i
}

// notATime passes numbers and words that look like a day or a time and are none: greetings, ages, counts, prices,
// streets, scales, the past. It returns the token after them, or i.
func (s *Scan) notATime(i int) int {
	if s.Token(i).Kind == language.Number {
		return s.first(numberPassers, i)
	}
	if to := s.first(wordPassers, i); to > i {
		return to
	}
	if s.Class(i) == lex.Number {
		return s.first(numberPassers, i)
	}
	return s.first(otherPassers, i)
}

// todayIs passes what is told of today: "hoy es lunes", "hoy es un 3/10".
func (s *Scan) todayIs(i int) int {
	if s.Class(i) != lex.Today || !s.Is(i+1, "es", "is", "e") {
		return i
	}
	switch {
	case s.Class(i+2) == lex.Weekday && !s.Is(i+3, "no", "o"), s.Digits(i+2) > 0 && !s.ClockTail(i+3):
		return i + 3
	case s.Is(i+2, "un", "una", "a", "um") && s.Digits(i+3) >= 0:
		return i + 2
	}
	return i
}

// both passes a count of people told by who they are: "para las dos, mi hermana y yo".
func (s *Scan) both(i int) int {
	if !s.Is(i, "para", "pa", "pra") || !s.Is(i+1, "las", "los", "as", "os") {
		return i
	}
	_, to, ok := s.Number(i + 2)
	if !ok {
		return i
	}
	k := to + Bit(s.Is(to, ","))
	if s.Is(k, "mi", "nosotras", "nosotros", "mis", "ella", "yo", "minha", "a") && (s.Is(k+2, "y", "e") || s.Is(k+1, "y", "e") || s.Is(k+3, "y", "e")) && !s.Is(k, "a") {
		return to
	}
	return i
}

// greeting passes "buenas tardes", "good morning", "bom dia".
func (s *Scan) greeting(i int) int {
	if s.In(i, lex.Greets) &&
		(s.Class(i+1) == lex.Weekday && s.Opens(i)&lex.OpensFeast == 0 || s.Class(i+1) == lex.Part || s.Class(i+1) == lex.Day || s.Class(i+1) == lex.Weekend || s.Is(i+1, "fin")) {
		return i + 2
	}
	if s.Of(i, lex.Wishes) {
		if f, to := s.FeastAt(i + 1); f != nil {
			return to
		}
	}
	return i
}

// past passes what lies behind: "el martes pasado", "last week", "hace tres días", "2 weeks ago".
func (s *Scan) past(i int) int {
	switch {
	case s.Is(i, "ayer", "anteayer", "antier", "anoche", "yesterday", "ontem", "anteontem") && !s.Is(i+1, "de", "del", "das", "da", "do"):
		return s.pastTime(i + 1)
	case s.Is(i, "ultimo", "last") && s.Is(i+2, "de", "del", "of", "do"):
		return i
	case s.Is(i, "last", "pasado", "pasada", "ultimo") && (s.Class(i+1) == lex.Weekday && s.Opens(i)&lex.OpensFeast == 0 || s.Class(i+1) == lex.Week || s.Class(i+1) == lex.Months || s.Class(i+1) == lex.Part):
		return i + 2
	case (s.Class(i) == lex.Weekday || s.Class(i) == lex.Week || s.Class(i) == lex.Months || s.Class(i) == lex.Weekend) &&
		s.Is(i+1, "pasado", "pasada", "passada", "passado") && s.Class(i+2) != lex.Manana:
		return i + 2
	case s.Class(i) == lex.Weekday && s.Is(i+1, "de", "da") && (s.Class(i+2) == lex.Week && s.Is(i+3, "pasada", "passada") || s.Class(i+3) == lex.Week && s.Is(i+4, "pasada", "passada")):
		return i + 5
	case s.Class(i) == lex.Feira && s.Lang == language.Portuguese && (s.Is(i+1, "passada") || s.Is(i+1, "-") && s.Is(i+3, "passada") || s.Is(i+2, "passada")):
		return i + 3
	case s.Is(i, "desde", "since") && s.aches:
		if d, to := s.dayAfterArticle(i); d.Set {
			return s.pastTime(to)
		}
		if c, to := s.time(i+1, true); c.Set {
			return to
		}
	}
	switch {
	case s.Is(i, "in", "en", "em"):
		if _, _, to, ok := s.count(i + 1); ok && s.sinceThen(i) {
			return to
		}
	case s.Is(i, "hace", "desde", "ha", "faz", "llevo", "for", "durante") || s.Run(i, "por", "los"):
		if _, _, to, ok := s.count(i + 1); ok {
			return to
		}
	}
	if _, _, to, ok := s.count(i); ok && s.Is(to, "ago", "atras") {
		return to + 1
	}
	return i
}

// sinceThen reports whether what was not done is spoken of before i: "I haven't slept in 2 days".
func (s *Scan) sinceThen(i int) bool {
	for k := i - 1; k >= max(0, i-4); k-- {
		if s.Is(k, "havent", "hasnt") || s.Negation(k) && s.Is(k+1, "he", "ha", "hemos", "como", "duermo") {
			return true
		}
	}
	return false
}

// pastTime passes the hour or the part of the day that was said with a day behind: "ayer a las 5", "anoche tipo 10".
func (s *Scan) pastTime(i int) int {
	if s.Is(i, "en", "por", "a", "de", "da") && s.partWord(i+2) != 0 {
		return i + 3
	}
	if c, to := s.time(i+Bit(s.Is(i, "como", "tipo", "like", "around")), true); c.Set {
		return to
	}
	return i
}
