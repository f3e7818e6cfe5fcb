package language

import "github.com/recado/recado/pkg/language/lex"

// weakly tells whether a is said of something else than what is asked for: of a trip, a shift, another appointment.
func (s chooserScan) weakly(a *atom, from, to int) bool {
	if a.day.set && !a.clock.set && (s.onwards(a.from) || s.aboutFeast(a, from)) {
		return true
	}
	if a.clock.set && s.nowIs(a) {
		return true
	}
	return s.openThen(a) || s.leaves(a.to, to) || s.engaged(a.to, to) || s.bookedVisit(a.from, from) || a.clock.set && s.leavesBefore(a.from, from) || a.day.set && s.occasion(a.from, from)
}

// nowIs reads "ya son las 9", "son las 3 y media" of the hour that it is.
func (s chooserScan) nowIs(a *atom) bool {
	if !s.is(a.from-1, "son", "its", "sao") {
		return false
	}
	apart := bareHour(a.clock, 0).minutes() - s.now.Hour()*60 - s.now.Minute()
	return s.is(a.from-2, "ya") || apart >= -60 && apart <= 60
}

// onwards reads "a partir del 2", "desde el lunes" before a day: a day that is named itself is better.
func (s chooserScan) onwards(at int) bool {
	return s.is(at-2, "partir") || s.is(at-1, "partir", "desde") || s.is(at-2, "desde") && s.is(at-1, "el")
}

// aboutFeast tells whether a is a feast that only tells where a day lies: "en el puente de la Constitución", "el martes es la Inmaculada".
func (s chooserScan) aboutFeast(a *atom, from int) bool {
	if !s.feastAt(a.from) || s.class(a.from) == lex.Weekday {
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

func (s chooserScan) feastAt(i int) bool {
	f, _ := s.feast(i)
	return f != nil
}

// regretted tells whether atom i, or the hour that belongs to it, is one that the customer cannot make after all.
func (s chooserScan) regretted(atoms []atom, i int) bool {
	if !s.mayRefuse() {
		return false
	}
	_, to := s.between(atoms, i)
	if s.regrets(atoms[i].to, to) {
		return true
	}
	if i+1 >= len(atoms) || fieldsOf(&atoms[i+1]) != fieldClock || !s.adjoins(to, atoms[i+1].from) {
		return false
	}
	_, end := s.between(atoms, i+1)
	return s.regrets(atoms[i+1].to, end)
}

// leaves reads what else happens on a day or at a time after it: "en un mes me voy", "in 3 days I fly out".
func (s chooserScan) leaves(i, to int) bool {
	switch {
	case i >= to || !s.of(i, lex.LeavesAlso) && !s.in(i, lex.Leaves):
		return false
	case s.in(i, lex.Leaves) && !s.is(i+1, "?"):
		return true
	case s.is(i, "es", "e", "is") && s.is(i+1, "feriado", "festivo", "holiday", "fiesta", "puente", "primero", "mi", "navidad", "thanksgiving"), s.is(i, "es") && s.is(i+1, "la", "el", "dia") && (s.feastAt(i+1) || s.feastAt(i+2)), s.is(i, "cae", "cai", "falls") && s.is(i+1, "el", "on"):
		return true
	case s.is(i, "es", "e", "is") && s.is(i+1, "el", "the", "o") && s.opens(i-1)&lex.OpensFeast != 0, s.is(i, "cierto", "verdad", "certo", "right") && s.is(i+1, "?"), s.is(i, "feriado", "festivo") && s.is(i+1, "cierto", "no", "verdad", ","):
		return true
	case s.is(i, "es", "e", "is") && s.is(i+1, "la", "el", "mi", "the", "my", "o", "a", "nuestra", "our", "meu", "minha") && s.in(i+2, lex.Occasion):
		return true // "el 15 es la boda"
	case s.is(i, "me", "nos") && s.is(i+1, "voy", "vamos", "mudo", "operan"):
		return true
	case s.is(i, "i", "we") && s.is(i+1, "fly", "leave", "travel", "finish", "get"), s.is(i, "im", "were") && s.is(i+1, "leaving", "flying", "traveling", "travelling", "away"):
		return true
	}
	return s.is(i, "estoy", "estare", "estaremos") && (s.is(i+1, "de", "fuera") || s.is(i+1, "en") && (s.in(i+2, lex.Visit|lex.Occasion) && !s.is(i+2, "la", "el", "mi", "lugar") || s.is(i+2, "curso", "cursos", "juntas", "clases")))
}

// openThen reads "hasta mediodía trabajan?", "el 18 cierran?": asked of the shop, so that what the customer says of herself is better.
func (s chooserScan) openThen(a *atom) bool {
	if s.said&lex.Closes == 0 {
		return false
	}
	if a.clock.set && (a.clock.bound == Before || a.clock.bound == After) && s.is(a.to, "trabajan", "atienden", "abren", "cierran", "estan", "abre", "cierra") {
		return true
	}
	if a.day.set && s.is(a.to, "?") && s.closesBefore(a.from) {
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

// closesBefore reads "cierran el", "are you closed on" before a day.
func (s chooserScan) closesBefore(at int) bool {
	k := at - 1
	for s.is(k, "el", "the", "on", "o", "no", "na", "a", "dia") {
		k--
	}
	return s.is(k, "cierran", "cierra", "fecham", "cerrais", "closed")
}

// engaged reads "el martes tengo revisión", "mañana tengo junta".
func (s chooserScan) engaged(i, to int) bool {
	return i+1 < to+1 && s.is(i, "tengo", "tenemos", "tenia", "tenho", "hay") && s.in(i+1, lex.Visit|lex.Occasion) && !s.is(i+1, "la", "mi", "el", "lo", "lugar", "hora", "cita", "turno") ||
		s.is(i, "tengo", "tenia", "tenho") && s.is(i+1, "cita", "turno", "hora", "consulta") && i+2 <= to
}

// bookedVisit reads "tengo cita", "pedí la cita para" before an atom.
func (s chooserScan) bookedVisit(at, from int) bool {
	for k := at - 1; k >= max(from, at-9); k-- {
		if s.Tokens[k].Kind == Mark {
			return false
		}
		switch {
		case !s.of(k, lex.BookedAlso) && !s.in(k, lex.Booked), from > 0 && s.is(k, "quedo", "quedamos") && s.picks(k):
		case s.is(k, "booked", "scheduled", "down") && s.is(k-1, "im", "am", "was", "were", "got"):
			return true
		case s.is(k, "agendaron", "citaron", "programaron", "anotaron", "quede", "quedamos", "quedo", "marcaram"), s.is(k, "es", "era", "estaba", "is", "was", "fue") && s.in(k-1, lex.Visit):
			return true
		case s.is(k, "marcado", "marcada", "agendado", "agendada") && s.is(k-1, "tava", "estava", "estaba", "era"), s.is(k, "habia", "habian", "habiamos", "haviam", "havia") && s.is(k+1, "dado", "agendado", "dicho", "citado", "quedado", "apartado", "reservado", "marcado", "puesto", "anotado"),
			s.is(k, "said", "dije", "puse", "iba", "ibamos", "iban", "ia", "iamos", "were", "was", "pensaba", "pensabamos") && s.is(s.gaveUp(at), "pero", "but", "mas"):
			return true // "íbamos a ir mañana pero llueve"
		case s.is(k, "tenia", "teniamos", "tinha", "tinhamos", "had") && (k+1 == at || k+2 == at && s.is(k+1, "para", "pa", "el", "o", "pra", "on", "for", "it") || k+3 == at && s.is(k+2, "el", "la", "o", "on", "for")):
			return true // "ella tenía para el lunes"
		case s.in(k, lex.Booked) && !s.is(k, "is", "was", "era", "have", "reserve"):
			return s.visitSoon(k + 1)
		}
	}
	return false
}

// gaveUp returns the token behind the day at at, and behind the hour that was said with it.
func (s chooserScan) gaveUp(at int) int {
	for k := at; k < min(at+8, len(s.Tokens)); k++ {
		if s.is(k, "pero", "but", "mas") {
			return k
		}
	}
	return at
}

func (s chooserScan) visitSoon(i int) bool {
	return s.in(i, lex.Visit) || s.is(i, "una", "la", "mi", "el", "un", "an", "a", "my", "uma", "minha") && s.in(i+1, lex.Visit)
}

// occasion reads "viajo el viernes", "me caso el 5 de diciembre", "my birthday is" before a day.
func (s chooserScan) occasion(at, from int) bool {
	for k := at - 1; k >= max(from, at-4); k-- {
		if s.Tokens[k].Kind == Mark {
			return false
		}
		if s.in(k, lex.Occasion|lex.Cancels) || s.is(k, "back") && s.is(k-1, "im", "were", "be", "get") || s.is(k, "voy") && s.is(k-1, "me") {
			return true
		}
	}
	return false
}

// leavesBefore reads "salgo de trabajar a las 4", "I get off work at 4", "entro a las 9".
func (s chooserScan) leavesBefore(at, from int) bool {
	for k := at - 1; k >= max(from, at-5); k-- {
		if s.Tokens[k].Kind == Mark && !s.is(k, "'") {
			return false
		}
		if s.of(k, lex.LeavesAt) && (s.is(k, "salgo", "salimos", "entro", "entramos", "termino", "sale", "llega", "comemos", "almorzamos", "abren", "cierran", "saio", "ends", "termina") || s.is(k, "off", "finish", "done", "flight", "vuelo", "voo", "avion", "tren", "train") || s.is(k, "out") && s.is(k-1, "get", "gets", "im", "getting", "lets")) {
			return true
		}
	}
	return false
}
