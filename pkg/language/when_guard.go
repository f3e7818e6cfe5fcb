package language

import "github.com/recado/recado/pkg/language/lex"

// notATime passes numbers and words that look like a day or a time and are none: greetings, ages, counts, prices,
// streets, scales, the past. It returns the token after them, or i.
func (s *scan) notATime(i int) int {
	if to := s.notAWord(i); to > i {
		return to
	}
	if s.token(i).Kind == Number || s.class(i) == lex.Number {
		return s.notACount(i)
	}
	if to := s.price(i); to > i {
		return to
	}
	if to := s.party(i); to > i {
		return to
	}
	return s.always(i)
}

// notACount passes what begins with a number.
func (s *scan) notACount(i int) int {
	if to := s.streetDate(i); to > i {
		return to
	}
	if to := s.phone(i); to > i {
		return to
	}
	if to := s.tenScale(i); to > i {
		return to
	}
	if to := s.price(i); to > i {
		return to
	}
	if to := s.dose(i); to > i {
		return to
	}
	if to := s.quantity(i); to > i {
		return to
	}
	if to := s.party(i); to > i {
		return to
	}
	return s.always(i)
}

// notAWord passes what begins with a word.
func (s *scan) notAWord(i int) int {
	if s.token(i).Kind == Number {
		return i
	}
	if to := s.greeting(i); to > i {
		return to
	}
	if to := s.past(i); to > i {
		return to
	}
	if to := s.street(i); to > i {
		return to
	}
	if to := s.namesake(i); to > i {
		return to
	}
	if to := s.todayIs(i); to > i {
		return to
	}
	return s.both(i)
}

// todayIs passes what is told of today: "hoy es lunes", "hoy es un 3/10".
func (s *scan) todayIs(i int) int {
	if s.class(i) != lex.Today || !s.is(i+1, "es", "is", "e") {
		return i
	}
	switch {
	case s.class(i+2) == lex.Weekday && !s.is(i+3, "no", "o"), s.digits(i+2) > 0 && !s.clockTail(i+3):
		return i + 3
	case s.is(i+2, "un", "una", "a", "um") && s.digits(i+3) >= 0:
		return i + 2
	}
	return i
}

// both passes a count of people told by who they are: "para las dos, mi hermana y yo".
func (s *scan) both(i int) int {
	if !s.of(i, lex.Party) || !s.is(i, "para", "pa", "pra") || !s.is(i+1, "las", "los", "as", "os") {
		return i
	}
	_, to, ok := s.number(i + 2)
	if !ok {
		return i
	}
	k := to + bit(s.is(to, ","))
	if s.is(k, "mi", "nosotras", "nosotros", "mis", "ella", "yo", "minha", "a") && (s.is(k+2, "y", "e") || s.is(k+1, "y", "e") || s.is(k+3, "y", "e")) && !s.is(k, "a") {
		return to
	}
	return i
}

// greeting passes "buenas tardes", "good morning", "bom dia".
func (s *scan) greeting(i int) int {
	if s.in(i, lex.Greets) &&
		(s.class(i+1) == lex.Weekday && s.opens(i)&lex.OpensFeast == 0 || s.class(i+1) == lex.Part || s.class(i+1) == lex.Day || s.class(i+1) == lex.Weekend || s.is(i+1, "fin")) {
		return i + 2
	}
	if s.of(i, lex.Wishes) {
		if f, to := s.feast(i + 1); f != nil {
			return to
		}
	}
	return i
}

// past passes what lies behind: "el martes pasado", "last week", "hace tres días", "2 weeks ago".
func (s *scan) past(i int) int {
	if !s.of(i, lex.Past) && pastClasses>>s.class(i)&1 == 0 {
		return i
	}
	switch {
	case s.is(i, "ayer", "anteayer", "antier", "anoche", "yesterday", "ontem", "anteontem") && !s.is(i+1, "de", "del", "das", "da", "do"):
		return s.pastTime(i + 1)
	case s.is(i, "ultimo", "last") && s.is(i+2, "de", "del", "of", "do"):
		return i
	case s.is(i, "last", "pasado", "pasada", "ultimo") && (s.class(i+1) == lex.Weekday && s.opens(i)&lex.OpensFeast == 0 || s.class(i+1) == lex.Week || s.class(i+1) == lex.Months || s.class(i+1) == lex.Part):
		return i + 2
	case (s.class(i) == lex.Weekday || s.class(i) == lex.Week || s.class(i) == lex.Months || s.class(i) == lex.Weekend) &&
		s.is(i+1, "pasado", "pasada", "passada", "passado") && s.class(i+2) != lex.Manana:
		return i + 2
	case s.class(i) == lex.Weekday && s.is(i+1, "de", "da") && (s.class(i+2) == lex.Week && s.is(i+3, "pasada", "passada") || s.class(i+3) == lex.Week && s.is(i+4, "pasada", "passada")):
		return i + 5
	case s.class(i) == lex.Feira && s.lang == Portuguese && (s.is(i+1, "passada") || s.is(i+1, "-") && s.is(i+3, "passada") || s.is(i+2, "passada")):
		return i + 3
	case s.is(i, "desde", "since") && s.aches:
		if d, to := s.dayAfterArticle(i); d.set {
			return s.pastTime(to)
		}
		if c, to := s.time(i+1, true); c.set {
			return to
		}
	}
	switch {
	case s.is(i, "in", "en", "em"):
		if _, _, to, ok := s.count(i + 1); ok && s.sinceThen(i) {
			return to
		}
	case s.is(i, "hace", "desde", "ha", "faz", "llevo", "for", "durante") || s.run(i, "por", "los"):
		if _, _, to, ok := s.count(i + 1); ok {
			return to
		}
	}
	if _, _, to, ok := s.count(i); ok && s.is(to, "ago", "atras") {
		return to + 1
	}
	return i
}

// sinceThen tells whether what was not done is spoken of before i: "I haven't slept in 2 days".
func (s *scan) sinceThen(i int) bool {
	for k := i - 1; k >= max(0, i-4); k-- {
		if s.is(k, "havent", "hasnt") || s.negation(k) && s.is(k+1, "he", "ha", "hemos", "como", "duermo") {
			return true
		}
	}
	return false
}

// pastTime passes the hour or the part of the day that was said with a day behind: "ayer a las 5", "anoche tipo 10".
func (s *scan) pastTime(i int) int {
	if s.is(i, "en", "por", "a", "de", "da") && s.partWord(i+2) != 0 {
		return i + 3
	}
	if c, to := s.time(i+bit(s.is(i, "como", "tipo", "like", "around")), true); c.set {
		return to
	}
	return i
}
