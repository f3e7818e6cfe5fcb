package language

import "github.com/recado/recado/pkg/language/lex"

// britishHalf reads "half seven", which is 7:30.
func (s *scan) britishHalf(i int) (clock, int) {
	if !s.is(i, "half") {
		return clock{}, i
	}
	h, to, ok := s.hour(i + 1)
	if !ok || h < 1 || h > 12 || s.counted(to) {
		return clock{}, i
	}
	c := clock{set: true, hour: h, minute: 30}
	if marked, end := s.marked(&c, to); marked {
		to = end
	}
	return c, to
}

// minutesAfter reads the minutes that follow hour h, read from token i up to to: ":30", "y media", "menos cuarto", "h30".
// shown means that this form is a time by itself.
func (s *scan) minutesAfter(h, i, to int) (c clock, end int, shown bool) {
	c = clock{set: true, hour: h}
	if h >= 100 {
		c.hour, c.minute = h/100, h%100
		unit := s.class(to) == lex.AmPm || s.class(to) == lex.Hour || s.cueBefore(i) || (s.afterDay(i) || s.beforeDay(i)) && h%5 == 0
		c.sure = unit && c.hour > 12
		return clock{set: unit && c.hour <= 24, hour: c.hour, minute: c.minute, sure: c.sure}, to, unit && s.beforeDay(i)
	}
	c.sure = h > 12 || s.at(i) != "" && s.at(i)[0] == '0'
	if m, next, ok := s.colonMinutes(to); ok {
		c.minute, c.sure = m, c.sure || s.is(to, "h")
		return c, next, s.is(to, ":", "h") || s.is(to, ".") && s.dayBeside(i)
	}
	c.sure = c.sure && s.at(i) != "00"
	if d, next, ok := s.spokenMinutes(i, to); ok {
		t := (c.minutes() + d + 24*60) % (24 * 60)
		c.named, c.hour, c.minute = c.hour, t/60, t%60
		return c, next, true
	}
	c.sure = false
	if h > 12 {
		c.sure = s.cueBefore(i)
	}
	return c, to, s.is(to, "oclock") || s.run(to, "en", "punto")
}

// afterDay tells whether a weekday or a word like "mañana" stands right before i, and the clause ends after it: "jue 1815".
func (s *scan) afterDay(i int) bool {
	return len(s.at(i)) == 4 && (s.dayWord(i-1) && s.class(i-1) != lex.Part || s.class(i-1) == lex.ShortDay) && s.ends(i+1)
}

// beforeDay tells whether a weekday or a word like "mañana" stands behind the four digits at i: "1230 on weds".
func (s *scan) beforeDay(i int) bool {
	at := i + 1 + bit(s.is(i+1, "on", "el", "del", "na", "no"))
	return len(s.at(i)) == 4 && s.digits(i)%100 < 60 && (s.dayWord(at) && s.class(at) != lex.Part || s.class(at) == lex.ShortDay) && (i == 0 || s.token(i-1).Kind == Mark)
}

// colonMinutes reads ":30", "h30", ".30" and, after a cue, " 30".
func (s *scan) colonMinutes(i int) (m, to int, ok bool) {
	if v := s.digits(i + 1); s.is(i, ":", ".", "h", ";", ",") && s.glued(i+1) && (s.glued(i) || s.is(i, ":")) && v >= 0 && v < 60 && len(s.at(i+1)) == 2 {
		if s.is(i, ".", ",", ";") && !s.cueBefore(i-1) && !s.meridiem(i+2) && (!s.is(i, ".") || !s.dayBeside(i-1)) {
			return 0, i, false
		}
		return v, i + 2, true
	}
	if v := s.digits(i); v >= 0 && v < 60 && len(s.at(i)) == 2 && (s.cueBefore(i-1) || v%5 == 0 && s.ends(i+1) && !s.is(i+1, "y", "o", "or", "e", "ou", "and") && s.hourLed(i-1) || s.class(i+1) == lex.AmPm && s.digits(i-1) >= 0) && !s.counted(i+1) && !s.is(i-1, ",") {
		return v, i + 1, true
	}
	return 0, i, false
}

// hourLed tells whether what stands before the number at i lets it be an hour with bare minutes behind it: "sábado 19 30", "tipo 5 30".
func (s *scan) hourLed(i int) bool {
	h := s.digits(i)
	if h < 1 || h > 23 {
		return false
	}
	return s.class(i-1) == lex.Weekday || s.is(i-1, "tipo", "sobre", "como", "around", "hacia") || h > 12 && (s.dayWord(i-1) || s.dayWord(i-2) && s.is(i-1, ","))
}

// dayBeside tells whether a day stands right before or after the dotted number at i: "martes 27 18.15", "19.30 el lunes".
func (s *scan) dayBeside(i int) bool {
	to := i + 3
	for s.is(to, "el", "del", "este", "on", "na", "no") {
		to++
	}
	return s.dayWord(i-1) || s.digits(i-1) > 0 && s.class(i-2) == lex.Weekday || s.class(i-1) == lex.Month || s.dayWord(to) && s.class(to) != lex.Part
}

// dayWord tells whether a day stands at i, so that "9.30" after it is a time.
func (s *scan) dayWord(i int) bool {
	c := s.class(i)
	return c == lex.Today || c == lex.Tomorrow || c == lex.Manana || c == lex.Weekday || c == lex.Feira || c == lex.Part
}

// meridiem tells whether am, pm or the mark of hours stands at i.
func (s *scan) meridiem(i int) bool {
	return s.class(i) == lex.AmPm || s.class(i) == lex.Hour || s.is(i, "a", "p") && (s.is(i+1, "m") || s.is(i+1, ".") && s.is(i+2, "m"))
}

// spokenMinutes reads "y media", "y cuarto", "y diez", "menos cuarto", "thirty", as minutes to add to the hour that stands at i.
func (s *scan) spokenMinutes(i, to int) (minutes, end int, ok bool) {
	sign := 1
	switch {
	case s.is(to, "y", "e", "con") && (s.is(i-1, "entre") || s.cueBefore(i) && s.is(i-2, "entre")):
		return 0, to, false
	case s.is(to, "y", "e", "con"):
	case s.is(to, "menos"):
		sign = -1
	case s.class(to) == lex.Number && s.word(to) >= 10 && s.word(to) < 60:
		n, end, _ := s.number(to)
		bare := (s.class(i) == lex.Number || s.lang == English && s.digits(i) <= 12) && n%5 == 0 && (s.ends(end) || s.partFollows(end) || s.dayWord(end))
		return n, end, n < 60 && !s.counted(end) && (s.cueBefore(i) || s.partFollows(end) || bare && !s.is(i-1, "de", "from", "entre"))
	default:
		return 0, to, false
	}
	switch s.class(to + 1) {
	case lex.Half:
		return 30, to + 2, sign == 1
	case lex.Quarter:
		return sign * 15, to + 2, true
	}
	n, end, ok := s.number(to + 1)
	if !ok || n < 1 || n > 59 || n < 5 && s.class(end) != lex.Minute || s.counted(end) && s.class(end) != lex.Minute || !s.cueBefore(i) && sign > 0 && s.digits(to+1) >= 0 && n%5 != 0 {
		return 0, to, false
	}
	if s.class(end) == lex.Minute {
		end++
	}
	return sign * n, end, s.cueBefore(i) || n%5 == 0 && n >= 10 && (s.is(i-1, "tipo", "sobre", "como", "desde", "hasta", "hacia") || s.class(i-1) == lex.Today) || s.is(i-1, "llego", "llegar", "llegamos", "caigo", "paso", "pasar", "chego", "arrive") || sign < 0 || s.partFollows(end)
}

func (s *scan) partFollows(i int) bool {
	part, _ := s.ofPart(i)
	return part != 0 || s.meridiem(i)
}

// fractionBefore reads "half past five", "cuarto para las cinco", "diez para las 5", "quarter to six".
func (s *scan) fractionBefore(i int) (clock, int) {
	minutes, to := s.minutesBefore(i)
	if minutes == 0 {
		return clock{}, i
	}
	if h, end, ok := s.noonAt(to); ok {
		t := (h*60 + minutes + 24*60) % (24 * 60)
		return clock{set: true, hour: t / 60, minute: t % 60, sure: true}, end
	}
	h, end, ok := s.hour(to)
	if !ok || h > 24 {
		return clock{}, i
	}
	c := clock{set: true, hour: h}
	if marked, next := s.marked(&c, end); marked {
		end = next
	} else if part, next := s.ofPart(end); part != 0 && h <= 12 {
		c.hour, c.sure, c.part, end = inPart(h, part), true, part, next
	}
	t := (c.minutes() + minutes + 24*60) % (24 * 60)
	c.named, c.hour, c.minute = h, t/60, t%60
	return c, end
}

// minutesBefore reads "half past", "cuarto para las", "ten to": the minutes to add to the hour that stands at to.
func (s *scan) minutesBefore(i int) (minutes, to int) {
	at := i
	if s.is(at, "un", "a", "um") {
		at++
	}
	to = at + 1
	switch {
	case s.class(at) == lex.Half && s.is(at+1, "past"):
		minutes = 30
	case s.class(at) == lex.Quarter:
		minutes = 15
	default:
		n, next, ok := s.number(at)
		if !ok || n < 1 || n > 29 || n%5 != 0 && s.class(next) != lex.Minute {
			return 0, i
		}
		minutes, to = n, next
	}
	if s.class(to) == lex.Minute {
		to++
	}
	switch {
	case !s.of(to, lex.PastTo):
	case s.is(to, "past", "after") && s.startsTime(to+1):
		return minutes, to + 1
	case s.digits(at) >= 0 && s.noonFollows(to+1+bit(s.is(to+1, "el", "o"))):
		return 0, i // "10 to noon" is a span
	case s.is(to, "para", "pa", "pra", "pro") && s.noonFollows(to+1+bit(s.is(to+1, "el", "o"))) && !s.is(i-1, "para", "mesa", "somos", "de"):
		return -minutes, to + 1 + bit(s.is(to+1, "el", "o"))
	case s.is(to, "to") && s.startsTime(to+1) && !s.is(i-1, "from", "de", "of", "between"), s.is(to, "til", "till", "of") && s.class(at) == lex.Quarter && s.startsTime(to+1):
		return -minutes, to + 1
	case s.is(to, "para", "pa", "pra") && s.is(to+1, "'") && s.is(to+2, "las", "la"):
		to++
		fallthrough
	case s.is(to, "para", "pa", "pra") && s.is(to+1, "las", "la", "as", "a") && s.startsTime(to+2) && !s.is(i-1, "para", "mesa", "somos", "de", "table", "for", "el", "pra"):
		return -minutes, to + 2
	case s.is(to, "pras", "pra") && s.startsTime(to+1) && !s.is(i-1, "para", "mesa", "somos", "pra"):
		return -minutes, to + 1
	}
	return 0, i
}
