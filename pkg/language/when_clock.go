package language

// clockAt reads a time or a span of times with the words that bound it.
func (s *scan) clockAt(i int) (atom, bool) {
	at, bound := s.boundAt(i)
	if s.clocks.two(at) {
		if c, to := s.spanOf(at, bound); c.set {
			return atom{to: to, clock: c}, true
		}
	}
	c, to := s.time(at, bound != "")
	if !c.set {
		c, to = s.firstOfTwo(at)
	}
	if !c.set {
		return s.hoursFromNow(i)
	}
	c.bound = bound
	if c.bound == "" || c.bound == Around {
		to = s.roughly(&c, to)
	}
	to = s.orElse(&c, to)
	return atom{to: to, clock: c}, true
}

// firstOfTwo reads the bare hour of "8 o 9 de la noche", which only the second shows to be one.
func (s *scan) firstOfTwo(i int) (clock, int) {
	h, to, ok := s.hour(i)
	if !ok || h < 1 || h > 12 || !s.is(to, "o", "or", "ou", "you") {
		return clock{}, i
	}
	c := clock{set: true, hour: h}
	if s.orElse(&c, to) == to || !c.sure {
		return clock{}, i
	}
	return c, s.orElse(&clock{set: true, hour: h}, to)
}

// orElse reads the second hour of "a las 8 o 9 de la noche", which tells the half of the day of the first.
func (s *scan) orElse(c *clock, i int) int {
	if c.sure || !s.is(i, "o", "you", "or", "ou", "-", "/", "y", "a") {
		return i
	}
	second, to := s.time(i+1, true)
	if !second.set || !second.sure || second.hour > 24 {
		return i
	}
	first, _ := settleSpan(*c, second, 0)
	if s.is(i, "y", "a") && c.bound != Around || first.minutes() >= second.minutes() || first.hour == c.hour && second.hour >= 12 && c.hour+12 > second.hour {
		return i
	}
	c.hour, c.sure, c.part = first.hour, true, second.part
	return to
}

// boundAt reads the words before a time: "después de", "antes de", "como a", "around".
func (s *scan) boundAt(i int) (at int, bound string) {
	switch {
	case s.is(i, "despues", "luego", "pasado", "antes") && s.is(i+1, "del") && !s.noonFollows(i+2), s.run(i, "a", "partir", "del"), s.run(i, "a", "partir", "do"):
		return i, ""
	case s.is(i, "despues", "luego", "pasado") && s.is(i+1, "de", "del"), s.is(i, "depois") && s.is(i+1, "das", "da", "de", "do"):
		return i + 2, After
	case s.run(i, "a", "partir", "de"), s.run(i, "a", "partir", "das"):
		return i + 3, After
	case s.is(i, "desde", "after", "pasadas", "since"):
		return i + 1, After
	case s.is(i, "antes") && s.is(i+1, "de", "del", "das", "da"):
		return i + 2, Before
	case s.is(i, "hasta", "before", "until", "till", "by", "ate"):
		return i + 1, Before
	case s.is(i, "no", "nao") && s.is(i+1, "antes") && s.is(i+2, "de", "das"), s.run(i, "not", "earlier", "than"), s.run(i, "no", "earlier", "than"):
		return i + 3, After
	case s.run(i, "not", "before"):
		return i + 2, After
	case s.run(i, "no", "mas", "tarde", "de"), s.run(i, "a", "mas", "tardar"), s.run(i, "no", "later", "than"):
		return i + 3 + bit(s.is(i+3, "de")), Before
	case s.is(i, "pasadito", "pasaditas", "passado", "passadas") && s.is(i+1, "de", "las", "das"):
		return i + 1, After
	}
	return s.aroundAt(i)
}

// bit is 1 for true.
func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (s *scan) aroundAt(i int) (at int, bound string) {
	switch {
	case s.is(i, "la") && s.is(i+1, "pelas", "pelos"):
		return i + 2, Around
	case s.is(i, "pelas", "aproximadamente", "approximately", "unas", "casi"):
		return i + 1, Around
	case s.is(i, "por", "para") && s.is(i+1, "ai", "ahi") && s.is(i+2, "das", "pelas", "a", "tipo", "como"):
		return i + 2 + bit(!s.is(i+2, "a")), Around
	case s.run(i, "a", "eso", "de"), s.run(i, "por", "ahi", "de"), s.run(i, "por", "volta", "das"), s.run(i, "mas", "o", "menos"):
		return i + 3, Around
	case s.is(i, "alrededor", "cerca", "eso") && s.is(i+1, "de"):
		return i + 2, Around
	case s.is(i, "tipo", "sobre", "around", "about", "aprox", "aproximadamente", "umas", "roughly", "hacia"):
		return i + 1, Around
	case s.is(i, "como") && s.is(i+1, "a", "las"), s.is(i, "like") && s.digits(i+1) >= 0:
		return i + 1, Around
	}
	return i, ""
}

// roughly reads the words that make a time approximate after it.
func (s *scan) roughly(c *clock, i int) int {
	switch {
	case s.is(i, "y", "e") && s.is(i+1, "pico", "algo", "tantas", "tanto", "fraccion", "pouco", "piquito"):
		c.bound = Around
		return i + 2
	case s.is(i, "aprox", "aproximadamente", "ish", "masomenos", "approx"):
		c.bound = Around
		return i + 1
	case s.run(i, "mas", "o", "menos"):
		c.bound = Around
		return i + 3
	case s.is(i, "-") && s.is(i+1, "ish"):
		c.bound = Around
		return i + 2
	case s.run(i, "en", "adelante"), s.run(i, "or", "later"), s.run(i, "o", "despues"):
		c.bound = After
		return i + 2
	case s.is(i, "onwards"):
		c.bound = After
		return i + 1
	}
	return i
}

// time reads one time. cued means that words before it already say that an hour follows.
func (s *scan) time(i int, cued bool) (clock, int) {
	at, cue := s.cue(i)
	cued = cued && (cue || s.class(i) == classNumber || s.digits(i) >= 0) || cue
	if h, to, ok := s.noonAt(at); ok {
		return s.noon(h, to)
	}
	if c, to := s.fractionBefore(at); c.set {
		return s.withPart(c, to)
	}
	if c, to := s.britishHalf(at); c.set {
		return s.withPart(c, to)
	}
	h, to, ok := s.hour(at)
	if !ok || s.class(to) == classMonth && s.streetDate(at) > at {
		return clock{}, i
	}
	if s.is(to, "/") && s.digits(to+1) >= 0 || s.is(to, "ª", "°", "º") && s.glued(to) {
		return clock{}, i
	}
	c, end, shown := s.minutesAfter(h, at, to)
	if !c.set {
		return clock{}, i
	}
	shown = shown || s.inexact(end)
	marked, done := s.marked(&c, end)
	if marked {
		return s.withPart(c, done)
	}
	c, end = s.withPart(c, end)
	if !c.sure && !cued && !shown || !c.sure && cued && s.counted(end) {
		return clock{}, i
	}
	return c, end
}

// inexact tells whether "ish" or "y pico" at i shows the number before it to be an hour.
func (s *scan) inexact(i int) bool {
	return s.is(i, "ish") && s.glued(i) || s.is(i, "-") && s.is(i+1, "ish") || s.is(i, "y") && s.is(i+1, "pico", "piquito")
}

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

// cue reads "a las", "para las", "at": words that only stand before a time.
func (s *scan) cue(i int) (at int, ok bool) {
	switch {
	case s.is(i, "a", "para", "de", "por", "hasta", "pa", "tipo", "sobre", "pra", "para", "desde") && s.is(i+1, "las", "la", "les", "as", "lss", "lad"):
		return i + 2, s.startsTime(i + 2)
	case s.is(i, "a") && (s.is(i+1, "uma") && s.lang == Portuguese || s.is(i+1, "una") && s.is(i+2, "y", "de", "en", "?")):
		return i + 1, true
	case s.is(i, "las", "la", "les"):
		return i + 1, s.startsTime(i+1) && s.articleHour(i)
	case s.run(i, "make", "it"), s.is(i, "we", "you", "can") && s.is(i+1, "do") && s.hourEnds(i+2):
		return i + 2, s.startsTime(i + 2)
	case s.is(i, "at", "@", "as", "das", "alas", "ala", "pelas", "pras", "aslas", "als"):
		return i + 1, s.startsTime(i + 1)
	case s.is(i, "al", "el", "ao", "a", "o", "pro"):
		if _, _, noon := s.noonAt(i + 1); noon {
			return i + 1, true
		}
	}
	return i, false
}

// hourEnds tells whether a small number ends the clause at i: "can we do 6".
func (s *scan) hourEnds(i int) bool {
	n, to, ok := s.number(i)
	return ok && n >= 1 && n <= 12 && s.ends(to)
}

func (s *scan) startsTime(i int) bool {
	return s.digits(i) >= 0 || s.class(i) == classNumber && !s.is(i, "un", "uno") || s.class(i) == classNoon || s.is(i, "medio", "meio")
}

// articleHour tells whether a bare "las 5" is an hour: not "las 5 opciones", and not "la 2" of a list.
func (s *scan) articleHour(i int) bool {
	if s.is(i-1, "a", "de", "para", "como", "sobre", "desde", "despues", "antes", "y", "entre", "tipo", "hasta", "son", "pasadas", "mejor", "pasaditas", "hacia", "pa", "casi") {
		return true
	}
	_, to, ok := s.number(i + 1)
	if ok && s.is(i, "las") && (s.clockTail(to) || s.is(to, "y") && s.startsTime(to+1) && s.word(to+1) != 1) {
		return true
	}
	return ok && s.is(i, "las") && s.ends(to) && s.digits(i+1) >= 0 && !s.is(to, "de")
}

// hour reads the number of an hour; "830" and "1730" hold their minutes.
func (s *scan) hour(i int) (h, to int, ok bool) {
	if v := s.digits(i); v >= 0 {
		return v, i + 1, v <= 24 || v >= 100 && v <= 2359 && v%100 < 60 && len(s.at(i)) <= 4
	}
	if s.class(i) != classNumber || s.is(i, "un", "uno", "par", "couple", "um") {
		return 0, i, false
	}
	n := int(s.Tokens[i].lex.n)
	return n, i + 1, n >= 1 && n <= 12
}

// minutesAfter reads the minutes that follow hour h, read from token i up to to: ":30", "y media", "menos cuarto", "h30".
// shown means that this form is a time by itself.
func (s *scan) minutesAfter(h, i, to int) (c clock, end int, shown bool) {
	c = clock{set: true, hour: h}
	if h >= 100 {
		c.hour, c.minute = h/100, h%100
		unit := s.class(to) == classAmPm || s.class(to) == classHour || s.cueBefore(i)
		c.sure = unit && c.hour > 12
		return clock{set: unit && c.hour <= 24, hour: c.hour, minute: c.minute, sure: c.sure}, to, false
	}
	c.sure = h > 12 || s.at(i) != "" && s.at(i)[0] == '0'
	if m, next, ok := s.colonMinutes(to); ok {
		c.minute, c.sure = m, c.sure || s.is(to, "h")
		return c, next, s.is(to, ":", "h")
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

// cueBefore tells whether the word before i leads to a time.
func (s *scan) cueBefore(i int) bool { return s.in(i-1, wCue) || s.is(i-1, "@") }

// colonMinutes reads ":30", "h30", ".30" and, after a cue, " 30".
func (s *scan) colonMinutes(i int) (m, to int, ok bool) {
	if v := s.digits(i + 1); s.is(i, ":", ".", "h", ";", ",") && s.glued(i+1) && (s.glued(i) || s.is(i, ":")) && v >= 0 && v < 60 && len(s.at(i+1)) == 2 {
		if s.is(i, ".", ",", ";") && !s.cueBefore(i-1) && !s.meridiem(i+2) && !(s.is(i, ".") && s.dayWord(i-2)) {
			return 0, i, false
		}
		return v, i + 2, true
	}
	if v := s.digits(i); v >= 0 && v < 60 && len(s.at(i)) == 2 && (s.cueBefore(i-1) || s.class(i+1) == classAmPm && s.digits(i-1) >= 0) && !s.counted(i+1) && !s.is(i-1, ",") {
		return v, i + 1, true
	}
	return 0, i, false
}

// dayWord tells whether a day stands at i, so that "9.30" after it is a time.
func (s *scan) dayWord(i int) bool {
	c := s.class(i)
	return c == classToday || c == classTomorrow || c == classManana || c == classWeekday || c == classFeira || c == classPart
}

// meridiem tells whether am, pm or the mark of hours stands at i.
func (s *scan) meridiem(i int) bool {
	return s.class(i) == classAmPm || s.class(i) == classHour || s.is(i, "a", "p") && (s.is(i+1, "m") || s.is(i+1, ".") && s.is(i+2, "m"))
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
	case s.class(to) == classNumber && s.word(to) >= 10 && s.word(to) < 60:
		n, end, _ := s.number(to)
		bare := s.class(i) == classNumber && n%5 == 0 && (s.ends(end) || s.partFollows(end))
		return n, end, n < 60 && !s.counted(end) && (s.cueBefore(i) || s.partFollows(end) || bare && !s.is(i-1, "de", "from", "entre"))
	default:
		return 0, to, false
	}
	switch s.class(to + 1) {
	case classHalf:
		return 30, to + 2, sign == 1
	case classQuarter:
		return sign * 15, to + 2, true
	}
	n, end, ok := s.number(to + 1)
	if !ok || n < 1 || n > 59 || n < 5 && s.class(end) != classMinute || s.counted(end) && s.class(end) != classMinute || !s.cueBefore(i) && sign > 0 && s.digits(to+1) >= 0 && n%5 != 0 {
		return 0, to, false
	}
	if s.class(end) == classMinute {
		end++
	}
	return sign * n, end, s.cueBefore(i) || sign < 0 || s.partFollows(end)
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
	case s.class(at) == classHalf && s.is(at+1, "past"):
		minutes = 30
	case s.class(at) == classQuarter:
		minutes = 15
	default:
		n, next, ok := s.number(at)
		if !ok || n < 1 || n > 29 || n%5 != 0 && s.class(next) != classMinute {
			return 0, i
		}
		minutes, to = n, next
	}
	if s.class(to) == classMinute {
		to++
	}
	switch {
	case s.is(to, "past", "after") && s.startsTime(to+1):
		return minutes, to + 1
	case s.is(to, "to") && s.startsTime(to+1) && !s.is(i-1, "from", "de", "of", "between"), s.is(to, "til", "till", "of") && s.class(at) == classQuarter && s.startsTime(to+1):
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
