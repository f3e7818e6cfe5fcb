package mention

import (
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/lex"
)

// britishHalf reads "half seven", which is 7:30.
func (s *Scan) britishHalf(i int) (Clock, int) {
	if !s.Is(i, "half") {
		return Clock{}, i
	}
	h, to, ok := s.hour(i + 1)
	if !ok || h < 1 || h > 12 || s.Counted(to) {
		return Clock{}, i
	}
	c := Clock{Set: true, Hour: h, Minute: 30}
	if marked, end := s.marked(&c, to); marked {
		to = end
	}
	return c, to
}

// minutesAfter reads the minutes that follow hour h, read from token i up to to: ":30", "y media", "menos cuarto", "h30".
// shown means that this form is a time by itself.
func (s *Scan) minutesAfter(h, i, to int) (c Clock, end int, shown bool) {
	c = Clock{Set: true, Hour: h}
	if h >= 100 {
		c.Hour, c.Minute = h/100, h%100
		unit := s.Class(to) == lex.AmPm || s.Class(to) == lex.Hour || s.cueBefore(i) || (s.afterDay(i) || s.beforeDay(i)) && h%5 == 0
		c.Sure = unit && c.Hour > 12
		return Clock{Set: unit && c.Hour <= 24, Hour: c.Hour, Minute: c.Minute, Sure: c.Sure}, to, unit && s.beforeDay(i)
	}
	c.Sure = h > 12 || s.At(i) != "" && s.At(i)[0] == '0'
	if m, next, ok := s.colonMinutes(to); ok {
		c.Minute, c.Sure = m, c.Sure || s.Is(to, "h")
		return c, next, s.Is(to, ":", "h") || s.Is(to, ".") && s.dayBeside(i)
	}
	c.Sure = c.Sure && s.At(i) != "00"
	if d, next, ok := s.spokenMinutes(i, to); ok {
		t := (c.Minutes() + d + 24*60) % (24 * 60)
		c.named, c.Hour, c.Minute = c.Hour, t/60, t%60
		return c, next, true
	}
	c.Sure = false
	if h > 12 {
		c.Sure = s.cueBefore(i)
	}
	return c, to, s.Is(to, "oclock") || s.Run(to, "en", "punto")
}

// afterDay reports whether a weekday or a word like "mañana" stands right before i, and the clause ends after it: "jue 1815".
func (s *Scan) afterDay(i int) bool {
	return len(s.At(i)) == 4 && (s.dayWord(i-1) && s.Class(i-1) != lex.Part || s.Class(i-1) == lex.ShortDay) && s.Ends(i+1)
}

// beforeDay reports whether a weekday or a word like "mañana" stands after the four digits at i: "1230 on weds".
func (s *Scan) beforeDay(i int) bool {
	at := i + 1 + Bit(s.Is(i+1, "on", "el", "del", "na", "no"))
	return len(s.At(i)) == 4 && s.Digits(i)%100 < 60 && (s.dayWord(at) && s.Class(at) != lex.Part || s.Class(at) == lex.ShortDay) && (i == 0 || s.Token(i-1).Kind == language.Mark)
}

// colonMinutes reads ":30", "h30", ".30" and, after a cue, " 30".
func (s *Scan) colonMinutes(i int) (m, to int, ok bool) {
	if v := s.Digits(i + 1); s.Is(i, ":", ".", "h", ";", ",") && s.Glued(i+1) && (s.Glued(i) || s.Is(i, ":")) && v >= 0 && v < 60 && len(s.At(i+1)) == 2 {
		if s.Is(i, ".", ",", ";") && !s.cueBefore(i-1) && !s.meridiem(i+2) && (!s.Is(i, ".") || !s.dayBeside(i-1)) {
			return 0, i, false
		}
		return v, i + 2, true
	}
	if v := s.Digits(i); v >= 0 && v < 60 && len(s.At(i)) == 2 && (s.cueBefore(i-1) || v%5 == 0 && s.Ends(i+1) && !s.Is(i+1, "y", "o", "or", "e", "ou", "and") && s.hourLed(i-1) || s.Class(i+1) == lex.AmPm && s.Digits(i-1) >= 0) && !s.Counted(i+1) && !s.Is(i-1, ",") {
		return v, i + 1, true
	}
	return 0, i, false
}

// hourLed reports whether what stands before the number at i lets it be an hour with bare minutes after it: "sábado 19 30", "tipo 5 30".
func (s *Scan) hourLed(i int) bool {
	h := s.Digits(i)
	if h < 1 || h > 23 {
		return false
	}
	return s.Class(i-1) == lex.Weekday || s.Is(i-1, "tipo", "sobre", "como", "around", "hacia") || h > 12 && (s.dayWord(i-1) || s.dayWord(i-2) && s.Is(i-1, ","))
}

// dayBeside reports whether a day stands right before or after the dotted number at i: "martes 27 18.15", "19.30 el lunes".
func (s *Scan) dayBeside(i int) bool {
	to := i + 3
	for s.Is(to, "el", "del", "este", "on", "na", "no") {
		to++
	}
	return s.dayWord(i-1) || s.Digits(i-1) > 0 && s.Class(i-2) == lex.Weekday || s.Class(i-1) == lex.Month || s.dayWord(to) && s.Class(to) != lex.Part
}

// dayWord reports whether a day stands at i, so that "9.30" after it is a time.
func (s *Scan) dayWord(i int) bool {
	c := s.Class(i)
	return c == lex.Today || c == lex.Tomorrow || c == lex.Manana || c == lex.Weekday || c == lex.Feira || c == lex.Part
}

// meridiem reports whether am, pm or the mark of hours stands at i.
func (s *Scan) meridiem(i int) bool {
	return s.Class(i) == lex.AmPm || s.Class(i) == lex.Hour || s.Is(i, "a", "p") && (s.Is(i+1, "m") || s.Is(i+1, ".") && s.Is(i+2, "m"))
}

// spokenMinutes reads "y media", "y cuarto", "y diez", "menos cuarto", "thirty", as minutes to add to the hour that stands at i.
func (s *Scan) spokenMinutes(i, to int) (minutes, end int, ok bool) {
	sign := 1
	switch {
	case s.Is(to, "y", "e", "con") && (s.Is(i-1, "entre") || s.cueBefore(i) && s.Is(i-2, "entre")):
		return 0, to, false
	case s.Is(to, "y", "e", "con"):
	case s.Is(to, "menos"):
		sign = -1
	case s.Class(to) == lex.Number && s.Word(to) >= 10 && s.Word(to) < 60:
		n, end, _ := s.Number(to)
		bare := (s.Class(i) == lex.Number || s.Lang == language.English && s.Digits(i) <= 12) && n%5 == 0 && (s.Ends(end) || s.partFollows(end) || s.dayWord(end))
		return n, end, n < 60 && !s.Counted(end) && (s.cueBefore(i) || s.partFollows(end) || bare && !s.Is(i-1, "de", "from", "entre"))
	default:
		return 0, to, false
	}
	switch s.Class(to + 1) {
	case lex.Half:
		return 30, to + 2, sign == 1
	case lex.Quarter:
		return sign * 15, to + 2, true
	}
	n, end, ok := s.Number(to + 1)
	if !ok || n < 1 || n > 59 || n < 5 && s.Class(end) != lex.Minute || s.Counted(end) && s.Class(end) != lex.Minute || !s.cueBefore(i) && sign > 0 && s.Digits(to+1) >= 0 && n%5 != 0 {
		return 0, to, false
	}
	if s.Class(end) == lex.Minute {
		end++
	}
	return sign * n, end, s.cueBefore(i) || n%5 == 0 && n >= 10 && (s.Is(i-1, "tipo", "sobre", "como", "desde", "hasta", "hacia") || s.Class(i-1) == lex.Today) || s.Is(i-1, "llego", "llegar", "llegamos", "caigo", "paso", "pasar", "chego", "arrive") || sign < 0 || s.partFollows(end)
}

func (s *Scan) partFollows(i int) bool {
	part, _ := s.OfPart(i)
	return part != 0 || s.meridiem(i)
}

// fractionBefore reads "half past five", "cuarto para las cinco", "diez para las 5", "quarter to six".
func (s *Scan) fractionBefore(i int) (Clock, int) {
	minutes, to := s.minutesBefore(i)
	if minutes == 0 {
		return Clock{}, i
	}
	if h, end, ok := s.NoonAt(to); ok {
		t := (h*60 + minutes + 24*60) % (24 * 60)
		return Clock{Set: true, Hour: t / 60, Minute: t % 60, Sure: true}, end
	}
	h, end, ok := s.hour(to)
	if !ok || h > 24 {
		return Clock{}, i
	}
	c := Clock{Set: true, Hour: h}
	if marked, next := s.marked(&c, end); marked {
		end = next
	} else if part, next := s.OfPart(end); part != 0 && h <= 12 {
		c.Hour, c.Sure, c.part, end = inPart(h, part), true, part, next
	}
	t := (c.Minutes() + minutes + 24*60) % (24 * 60)
	c.named, c.Hour, c.Minute = h, t/60, t%60
	return c, end
}

// minutesBefore reads "half past", "cuarto para las", "ten to": the minutes to add to the hour that stands at to.
func (s *Scan) minutesBefore(i int) (minutes, to int) {
	at := i
	if s.Is(at, "un", "a", "um") {
		at++
	}
	to = at + 1
	switch {
	case s.Class(at) == lex.Half && s.Is(at+1, "past"):
		minutes = 30
	case s.Class(at) == lex.Quarter:
		minutes = 15
	default:
		n, next, ok := s.Number(at)
		if !ok || n < 1 || n > 29 || n%5 != 0 && s.Class(next) != lex.Minute {
			return 0, i
		}
		minutes, to = n, next
	}
	if s.Class(to) == lex.Minute {
		to++
	}
	switch {
	case s.Is(to, "past", "after") && s.StartsTime(to+1):
		return minutes, to + 1
	case s.Digits(at) >= 0 && s.NoonFollows(to+1+Bit(s.Is(to+1, "el", "o"))):
		return 0, i // "10 to noon" is a span
	case s.Is(to, "para", "pa", "pra", "pro") && s.NoonFollows(to+1+Bit(s.Is(to+1, "el", "o"))) && !s.Is(i-1, "para", "mesa", "somos", "de"):
		return -minutes, to + 1 + Bit(s.Is(to+1, "el", "o"))
	case s.Is(to, "to") && s.StartsTime(to+1) && !s.Is(i-1, "from", "de", "of", "between"), s.Is(to, "til", "till", "of") && s.Class(at) == lex.Quarter && s.StartsTime(to+1):
		return -minutes, to + 1
	case s.Is(to, "para", "pa", "pra") && s.Is(to+1, "'") && s.Is(to+2, "las", "la"):
		to++
		fallthrough
	case s.Is(to, "para", "pa", "pra") && s.Is(to+1, "las", "la", "as", "a") && s.StartsTime(to+2) && !s.Is(i-1, "para", "mesa", "somos", "de", "table", "for", "el", "pra"):
		return -minutes, to + 2
	case s.Is(to, "pras", "pra") && s.StartsTime(to+1) && !s.Is(i-1, "para", "mesa", "somos", "pra"):
		return -minutes, to + 1
	}
	return 0, i
}
