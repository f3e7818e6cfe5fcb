package language

// origin tells whether a is where something is moved from. rest are the atoms after it; originDay tells that the day just
// before it was an origin too, so that its hour belongs to it when another day follows.
func (s *scan) origin(a *atom, from int, rest []atom, originDay bool) bool {
	if a.clock.target {
		return false
	}
	if !s.moves && !originDay && len(rest) == 0 {
		return false
	}
	visit := s.visitOf(a.from, from)
	target, moved := false, false
	verb := s.token(a.from-1).lex.moves || s.is(a.from-1, "el", "la", "my", "the", "las", "mi", "o", "a") && s.token(a.from-2).lex.moves
	for i := range rest {
		target = target || rest[i].day.set && a.day.set || rest[i].clock.set && a.clock.set || rest[i].day.set && originDay
		moved = moved || (visit || verb) && rest[i].fields()&a.fields() != 0 && s.leadsTo(rest[i].from)
	}
	if !s.moves && !moved && !originDay {
		return false
	}
	if originDay && a.clock.set && target && s.adjoins(from, a.from) {
		return true
	}
	if target && s.booked(a.from, from) {
		return true
	}
	if verb && moved {
		return true // "push Thursday to Friday"
	}
	if s.leadsTo(a.from) {
		return false
	}
	if visit || s.is(a.from, "del", "de", "from", "do", "da") || s.is(a.from-1, "del", "from", "de", "do", "da", "my", "mi") || s.is(a.from-2, "del", "de", "from") && s.is(a.from-1, "el", "la", "the", "este") {
		return true
	}
	return false
}

// movedTo tells whether the words from from to at move what was named before them: "me surgió algo el martes, lo movemos al jueves".
func (s *scan) movedTo(from, at int) bool {
	for k := from; k < at; k++ {
		if s.token(k).lex.moves || s.is(k, "la", "lo") && s.is(k+1, "quiero", "necesito", "queremos", "quisiera", "ponemos", "podemos", "pasamos", "pasan", "pasas", "dejamos") {
			return s.leadsTo(at)
		}
	}
	return false
}

// theOther reads "este viernes no, el otro": the weekday a week on.
func (s *scan) theOther(a *atom, from int) bool {
	k := a.to
	if !s.mayRefuse() {
		return false
	}
	if a.day.weekday == 0 && !a.day.inWeek || !s.negation(k) && !s.refusedBefore(a.from, from) {
		return false
	}
	if s.negation(k) {
		k++
	}
	for s.is(k, ",", "mejor", "sino", "si") {
		k++
	}
	if s.is(k, "el") && s.is(k+1, "de") && s.is(k+2, "la") {
		k += 2 // "el de la siguiente"
	}
	if s.run(k, "the", "one", "after") {
		a.day.date, a.day.weekday = a.day.date.plus(7), 0
		return true
	}
	if k >= len(s.Tokens) || !s.is(k, "el", "o", "the", "la") || !s.later(k+1) && s.coming(k+1) == 0 || s.class(k+2) == classWeek {
		return false
	}
	a.day.date, a.day.weekday = a.day.date.plus(7), 0
	return true
}

// leadsTo tells whether a word before or at i says where something is moved to.
func (s *scan) leadsTo(i int) bool {
	return s.is(i-1, "al", "para", "to", "a", "hacia", "pro", "pal", "pa", "pra", "ao", "pelo", "pela") || s.is(i, "pelo", "pela") || s.is(i-1, "el") && s.is(i-2, "por") || s.is(i, "al", "a", "para", "at", "pa", "as", "to", "pro", "pal", "pra", "ao") ||
		s.is(i-1, "el", "la", "las", "o", "as") && s.is(i-2, "para", "pa", "pra", "a", "to")
}

// visitOf tells whether the words before at name something booked then: "la cita del", "mi hora de las".
func (s *scan) visitOf(at, from int) bool {
	k := at - 1
	if s.is(at, "de", "del", "do", "da") {
		k = at
	}
	for k > from && s.is(k, "el", "la", "las", "este", "the") {
		k--
	}
	return k > from && s.is(k, "del", "de", "do", "da", "from") && s.in(k-1, wVisit) && !s.is(k-1, "lugar")
}

// adjoins tells whether only small words stand between two atoms.
func (s *scan) adjoins(from, to int) bool {
	for k := from; k < to; k++ {
		if !s.in(k, wSmall) {
			return false
		}
	}
	return true
}

// booked tells whether the words before at say that this is already booked: "tengo cita el martes".
func (s *scan) booked(at, from int) bool {
	for k := max(from, at-8); k < at; k++ {
		if s.in(k, wBooked) && !s.is(k+1, "que", "to") || s.is(k, "es", "e") && s.in(k-1, wVisit) {
			return true
		}
	}
	return false
}

// sideOf tells whether only days before a are asked for (-1) or only days after it (1): "antes del viernes", "after Christmas".
func (s *scan) sideOf(a *atom, from int) int8 {
	if !a.day.set || a.clock.set || s.said&kSides == 0 {
		return 0
	}
	k := a.from - 1
	of := s.is(a.from, "del", "de")
	for k >= from && s.is(k, "el", "la", "del", "de", "the", "dia", "do", "da", "of") {
		of = of || s.is(k, "del", "de", "do", "da")
		k--
	}
	switch {
	case k < from || s.is(k-1, "no", "not", "day", "dia", "nao"):
	case s.is(k, "antes") && of, s.is(k, "before"):
		return -1
	case s.is(k, "despues", "luego", "depois") && of, s.is(k, "pasando", "apos"), s.is(k, "after") && !a.day.today && a.day.date != s.today.plus(1), s.is(k, "pasado") && s.is(k+1, "el"):
		return 1
	}
	return 0
}

// beyond puts a day on the side that was told before it: "después de navidad, el 28".
func (s *scan) beyond(c *choice, d *dayValue) {
	if !c.day.set || c.day.side == 0 {
		return
	}
	edge := c.day.date
	switch {
	case d.number > 0 && c.day.side > 0:
		d.date, _ = edge.nextDayOfMonth(d.number)
	case d.number > 0:
		last, ok := realDay(edge.year(), edge.month(), d.number)
		if ok && last.before(edge) && !last.before(s.today) {
			d.date = last
		}
	case d.weekday > 0 && c.day.side > 0:
		d.date = edge.next(d.weekday)
	}
}

// weakly tells whether a is said of something else than what is asked for: of a trip, a shift, another appointment.
func (s *scan) weakly(a *atom, from, to int) bool {
	if a.day.set && !a.clock.set && (s.onwards(a.from) || s.aboutFeast(a, from)) {
		return true
	}
	return s.openThen(a) || s.leaves(a.to, to) || s.engaged(a.to, to) || s.bookedVisit(a.from, from) || a.clock.set && s.leavesBefore(a.from, from) || a.day.set && s.occasion(a.from, from)
}

// onwards reads "a partir del 2", "desde el lunes" before a day: a day that is named itself is better.
func (s *scan) onwards(at int) bool {
	return s.is(at-2, "partir") || s.is(at-1, "partir", "desde") || s.is(at-2, "desde") && s.is(at-1, "el")
}

// aboutFeast tells whether a is a feast that only tells where a day lies: "en el puente de la Constitución", "el martes es la Inmaculada".
func (s *scan) aboutFeast(a *atom, from int) bool {
	if !s.feastAt(a.from) || s.class(a.from) == classWeekday {
		return false
	}
	if s.is(a.from, "puente") {
		return true
	}
	for k := a.from - 1; k >= max(from, a.from-3); k-- {
		if s.is(k, "puente", "finde", "es", "is") {
			return true
		}
	}
	return false
}

func (s *scan) feastAt(i int) bool {
	f, _ := s.feast(i)
	return f != nil
}

// regretted tells whether atom i, or the hour that belongs to it, is one that the customer cannot make after all.
func (s *scan) regretted(atoms []atom, i int) bool {
	if !s.mayRefuse() {
		return false
	}
	_, to := s.between(atoms, i)
	if s.regrets(atoms[i].to, to) {
		return true
	}
	if i+1 >= len(atoms) || atoms[i+1].fields() != fieldClock || !s.adjoins(to, atoms[i+1].from) {
		return false
	}
	_, end := s.between(atoms, i+1)
	return s.regrets(atoms[i+1].to, end)
}

// leaves reads what else happens on a day or at a time after it: "en un mes me voy", "in 3 days I fly out".
func (s *scan) leaves(i, to int) bool {
	switch {
	case i >= to || !s.of(i, kLeaves) && !s.in(i, wLeaves):
		return false
	case s.in(i, wLeaves) && !s.is(i+1, "?"):
		return true
	case s.is(i, "es", "e", "is") && s.is(i+1, "feriado", "festivo", "holiday", "fiesta", "primero", "mi", "navidad", "thanksgiving"), s.is(i, "es") && s.is(i+1, "la", "el", "dia") && (s.feastAt(i+1) || s.feastAt(i+2)), s.is(i, "cae", "cai", "falls") && s.is(i+1, "el", "on"):
		return true
	case s.is(i, "es", "e", "is") && s.is(i+1, "el", "the", "o") && s.opens(i-1)&opensFeast != 0, s.is(i, "cierto", "verdad", "certo", "right") && s.is(i+1, "?"), s.is(i, "feriado", "festivo") && s.is(i+1, "cierto", "no", "verdad", ","):
		return true
	case s.is(i, "me", "nos") && s.is(i+1, "voy", "vamos", "mudo", "operan"):
		return true
	case s.is(i, "i", "we") && s.is(i+1, "fly", "leave", "travel", "finish", "get"), s.is(i, "im", "were") && s.is(i+1, "leaving", "flying", "traveling", "travelling", "away"):
		return true
	}
	return s.is(i, "estoy", "estare", "estaremos") && s.is(i+1, "de", "fuera")
}

// openThen reads "hasta mediodía trabajan?", "el 18 cierran?": asked of the shop, so that what the customer says of herself is better.
func (s *scan) openThen(a *atom) bool {
	if s.said&kCloses == 0 {
		return false
	}
	if a.clock.set && (a.clock.bound == Before || a.clock.bound == After) && s.is(a.to, "trabajan", "atienden", "abren", "cierran", "estan", "abre", "cierra") {
		return true
	}
	k := a.to + bit(s.is(a.to, ","))
	for s.is(k, "van", "no", "vais", "a", "si", "es", "feriado", "festivo", "que", "q", "voces", "vcs", "ces", "tambien", "estan", "are", "you", "guys") && k < a.to+7 {
		k++
	}
	end := k + 1 + bit(s.is(k+1, ","))
	end += bit(s.is(end, "cierto", "verdad", "no", "ne", "certo", "right"))
	if !a.day.set || !s.is(end, "?") || s.is(end+1, "y", "o", "e", "or", "ou", "and", "si", "senao") && !s.is(k, "cierran", "cierra", "fecham") {
		return false
	}
	return s.is(k, "cierran", "cierra", "fecham", "cerrais", "closed", "abren", "abris", "abre", "abrir", "abrem", "open", "atienden", "trabajan", "laburan")
}

// engaged reads "el martes tengo revisión", "mañana tengo junta".
func (s *scan) engaged(i, to int) bool {
	return i+1 < to+1 && s.is(i, "tengo", "tenemos", "tenia", "tenho", "hay") && s.in(i+1, wVisit|wOccasion) && !s.is(i+1, "la", "mi", "el", "lo", "lugar", "hora", "cita", "turno") ||
		s.is(i, "tengo", "tenia", "tenho") && s.is(i+1, "cita", "turno", "hora", "consulta") && i+2 <= to
}

// bookedVisit reads "tengo cita", "pedí la cita para" before an atom.
func (s *scan) bookedVisit(at, from int) bool {
	for k := at - 1; k >= max(from, at-9); k-- {
		if s.Tokens[k].Kind == Mark {
			return false
		}
		switch {
		case !s.of(k, kBooked) && !s.in(k, wBooked):
		case s.is(k, "booked", "scheduled", "down") && s.is(k-1, "im", "am", "was", "were", "got"):
			return true
		case s.is(k, "agendaron", "citaron", "programaron", "anotaron", "quede", "quedamos", "quedo", "marcaram"), s.is(k, "es", "era", "estaba", "is", "was", "fue") && s.in(k-1, wVisit):
			return true
		case s.in(k, wBooked) && !s.is(k, "is", "was", "era", "have", "reserve"):
			return s.visitSoon(k + 1)
		}
	}
	return false
}

func (s *scan) visitSoon(i int) bool {
	return s.in(i, wVisit) || s.is(i, "una", "la", "mi", "el", "un", "an", "a", "my", "uma", "minha") && s.in(i+1, wVisit)
}

// occasion reads "viajo el viernes", "me caso el 5 de diciembre", "my birthday is" before a day.
func (s *scan) occasion(at, from int) bool {
	for k := at - 1; k >= max(from, at-4); k-- {
		if s.Tokens[k].Kind == Mark {
			return false
		}
		if s.in(k, wOccasion|wCancels) || s.is(k, "voy") && s.is(k-1, "me") {
			return true
		}
	}
	return false
}

// leavesBefore reads "salgo de trabajar a las 4", "I get off work at 4", "entro a las 9".
func (s *scan) leavesBefore(at, from int) bool {
	for k := at - 1; k >= max(from, at-5); k-- {
		if s.Tokens[k].Kind == Mark && !s.is(k, "'") {
			return false
		}
		if s.of(k, kLeavesAt) && (s.is(k, "salgo", "salimos", "entro", "entramos", "termino", "sale", "llega", "comemos", "almorzamos", "abren", "cierran", "saio") || s.is(k, "off", "finish", "done") || s.is(k, "out") && s.is(k-1, "get", "gets", "im", "getting", "lets")) {
			return true
		}
	}
	return false
}
