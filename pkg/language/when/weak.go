package when

import (
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/lex"
	"github.com/recado/recado/pkg/language/when/mention"
)

// weakly reports whether a is said of something else than what is asked for: of a trip, a shift, another appointment.
func (s scan) weakly(a *mention.Atom, from, to int) bool {
	if a.Day.Set && !a.Clock.Set && (s.onwards(a.From) || s.aboutFeast(a, from)) {
		return true
	}
	if a.Clock.Set && s.nowIs(a) {
		return true
	}
	return s.openThen(a) || s.leaves(a.To, to) || s.engaged(a.To, to) || s.bookedVisit(a.From, from) || a.Clock.Set && s.leavesBefore(a.From, from) || a.Day.Set && s.occasion(a.From, from)
}

// nowIs reads "ya son las 9", "son las 3 y media" of the hour that it is.
func (s scan) nowIs(a *mention.Atom) bool {
	if !s.Is(a.From-1, "son", "its", "sao") {
		return false
	}
	apart := mention.BareHour(a.Clock, 0).Minutes() - s.Now.Hour()*60 - s.Now.Minute()
	return s.Is(a.From-2, "ya") || apart >= -60 && apart <= 60
}

// onwards reads "a partir del 2", "desde el lunes" before a day: a day that is named itself is better.
func (s scan) onwards(at int) bool {
	return s.Is(at-2, "partir") || s.Is(at-1, "partir", "desde") || s.Is(at-2, "desde") && s.Is(at-1, "el")
}

// aboutFeast reports whether a is a feast that only tells where a day lies: "en el puente de la Constitución", "el martes es la Inmaculada".
func (s scan) aboutFeast(a *mention.Atom, from int) bool {
	if !s.feastAt(a.From) || s.Class(a.From) == lex.Weekday {
		return false
	}
	if s.Is(a.From, "puente") {
		return true
	}
	for k := a.From - 1; k >= max(from, a.From-3); k-- {
		if s.Is(k, "puente", "finde", "es", "is") {
			return true
		}
	}
	return false
}

func (s scan) feastAt(i int) bool {
	f, _ := s.FeastAt(i)
	return f != nil
}

// regretted reports whether atom i, or the hour that belongs to it, is one that the customer cannot make after all.
func (s scan) regretted(atoms []mention.Atom, i int) bool {
	if !s.MayRefuse() {
		return false
	}
	_, to := s.between(atoms, i)
	if s.regrets(atoms[i].To, to) {
		return true
	}
	if i+1 >= len(atoms) || fieldsOf(&atoms[i+1]) != fieldClock || !s.adjoins(to, atoms[i+1].From) {
		return false
	}
	_, end := s.between(atoms, i+1)
	return s.regrets(atoms[i+1].To, end)
}

// leaves reads what else happens on a day or at a time after it: "en un mes me voy", "in 3 days I fly out".
func (s scan) leaves(i, to int) bool {
	switch {
	case i >= to || !s.Of(i, lex.LeavesAlso) && !s.In(i, lex.Leaves):
		return false
	case s.In(i, lex.Leaves) && !s.Is(i+1, "?"):
		return true
	case s.Is(i, "es", "e", "is") && s.Is(i+1, "feriado", "festivo", "holiday", "fiesta", "puente", "primero", "mi", "navidad", "thanksgiving"), s.Is(i, "es") && s.Is(i+1, "la", "el", "dia") && (s.feastAt(i+1) || s.feastAt(i+2)), s.Is(i, "cae", "cai", "falls") && s.Is(i+1, "el", "on"):
		return true
	case s.Is(i, "es", "e", "is") && s.Is(i+1, "el", "the", "o") && s.Opens(i-1)&lex.OpensFeast != 0, s.Is(i, "cierto", "verdad", "certo", "right") && s.Is(i+1, "?"), s.Is(i, "feriado", "festivo") && s.Is(i+1, "cierto", "no", "verdad", ","):
		return true
	case s.Is(i, "es", "e", "is") && s.Is(i+1, "la", "el", "mi", "the", "my", "o", "a", "nuestra", "our", "meu", "minha") && s.In(i+2, lex.Occasion):
		return true // "el 15 es la boda"
	case s.Is(i, "me", "nos") && s.Is(i+1, "voy", "vamos", "mudo", "operan"):
		return true
	case s.Is(i, "i", "we") && s.Is(i+1, "fly", "leave", "travel", "finish", "get"), s.Is(i, "im", "were") && s.Is(i+1, "leaving", "flying", "traveling", "travelling", "away"):
		return true
	}
	return s.Is(i, "estoy", "estare", "estaremos") && (s.Is(i+1, "de", "fuera") || s.Is(i+1, "en") && (s.In(i+2, lex.Visit|lex.Occasion) && !s.Is(i+2, "la", "el", "mi", "lugar") || s.Is(i+2, "curso", "cursos", "juntas", "clases")))
}

// openThen reads "hasta mediodía trabajan?", "el 18 cierran?": asked of the shop, so that what the customer says of herself is better.
func (s scan) openThen(a *mention.Atom) bool {
	if s.Said&lex.Closes == 0 {
		return false
	}
	if a.Clock.Set && (a.Clock.Bound == Before || a.Clock.Bound == After) && s.Is(a.To, "trabajan", "atienden", "abren", "cierran", "estan", "abre", "cierra") {
		return true
	}
	if a.Day.Set && s.Is(a.To, "?") && s.closesBefore(a.From) {
		return true
	}
	k := a.To + mention.Bit(s.Is(a.To, ","))
	for s.Is(k, "van", "no", "vais", "a", "si", "es", "feriado", "festivo", "que", "q", "voces", "vcs", "ces", "tambien", "estan", "are", "you", "guys") && k < a.To+7 {
		k++
	}
	end := k + 1 + mention.Bit(s.Is(k+1, ","))
	end += mention.Bit(s.Is(end, "cierto", "verdad", "no", "ne", "certo", "right"))
	if !a.Day.Set || !s.Is(end, "?") || s.Is(end+1, "y", "o", "e", "or", "ou", "and", "si", "senao") && !s.Is(k, "cierran", "cierra", "fecham") {
		return false
	}
	return s.Is(k, "cierran", "cierra", "fecham", "cerrais", "closed", "abren", "abris", "abre", "abrir", "abrem", "open", "atienden", "trabajan", "laburan")
}

// closesBefore reads "cierran el", "are you closed on" before a day.
func (s scan) closesBefore(at int) bool {
	k := at - 1
	for s.Is(k, "el", "the", "on", "o", "no", "na", "a", "dia") {
		k--
	}
	return s.Is(k, "cierran", "cierra", "fecham", "cerrais", "closed")
}

// engaged reads "el martes tengo revisión", "mañana tengo junta".
func (s scan) engaged(i, to int) bool {
	return i+1 < to+1 && s.Is(i, "tengo", "tenemos", "tenia", "tenho", "hay") && s.In(i+1, lex.Visit|lex.Occasion) && !s.Is(i+1, "la", "mi", "el", "lo", "lugar", "hora", "cita", "turno") ||
		s.Is(i, "tengo", "tenia", "tenho") && s.Is(i+1, "cita", "turno", "hora", "consulta") && i+2 <= to
}

// bookedVisit reads "tengo cita", "pedí la cita para" before an atom.
func (s scan) bookedVisit(at, from int) bool {
	for k := at - 1; k >= max(from, at-9); k-- {
		if s.Tokens[k].Kind == language.Mark {
			return false
		}
		switch {
		case !s.Of(k, lex.BookedAlso) && !s.In(k, lex.Booked), from > 0 && s.Is(k, "quedo", "quedamos") && s.picks(k):
		case s.Is(k, "booked", "scheduled", "down") && s.Is(k-1, "im", "am", "was", "were", "got"):
			return true
		case s.Is(k, "agendaron", "citaron", "programaron", "anotaron", "quede", "quedamos", "quedo", "marcaram"), s.Is(k, "es", "era", "estaba", "is", "was", "fue") && s.In(k-1, lex.Visit):
			return true
		case s.Is(k, "marcado", "marcada", "agendado", "agendada") && s.Is(k-1, "tava", "estava", "estaba", "era"), s.Is(k, "habia", "habian", "habiamos", "haviam", "havia") && s.Is(k+1, "dado", "agendado", "dicho", "citado", "quedado", "apartado", "reservado", "marcado", "puesto", "anotado"),
			s.Is(k, "said", "dije", "puse", "iba", "ibamos", "iban", "ia", "iamos", "were", "was", "pensaba", "pensabamos") && s.Is(s.gaveUp(at), "pero", "but", "mas"):
			return true // "íbamos a ir mañana pero llueve"
		case s.Is(k, "tenia", "teniamos", "tinha", "tinhamos", "had") && (k+1 == at || k+2 == at && s.Is(k+1, "para", "pa", "el", "o", "pra", "on", "for", "it") || k+3 == at && s.Is(k+2, "el", "la", "o", "on", "for")):
			return true // "ella tenía para el lunes"
		case s.In(k, lex.Booked) && !s.Is(k, "is", "was", "era", "have", "reserve"):
			return s.visitSoon(k + 1)
		}
	}
	return false
}

// gaveUp returns the token after the day at at, and after the hour that was said with it.
func (s scan) gaveUp(at int) int {
	for k := at; k < min(at+8, len(s.Tokens)); k++ {
		if s.Is(k, "pero", "but", "mas") {
			return k
		}
	}
	return at
}

func (s scan) visitSoon(i int) bool {
	return s.In(i, lex.Visit) || s.Is(i, "una", "la", "mi", "el", "un", "an", "a", "my", "uma", "minha") && s.In(i+1, lex.Visit)
}

// occasion reads "viajo el viernes", "me caso el 5 de diciembre", "my birthday is" before a day.
func (s scan) occasion(at, from int) bool {
	for k := at - 1; k >= max(from, at-4); k-- {
		if s.Tokens[k].Kind == language.Mark {
			return false
		}
		if s.In(k, lex.Occasion|lex.Cancels) || s.Is(k, "back") && s.Is(k-1, "im", "were", "be", "get") || s.Is(k, "voy") && s.Is(k-1, "me") {
			return true
		}
	}
	return false
}

// leavesBefore reads "salgo de trabajar a las 4", "I get off work at 4", "entro a las 9".
func (s scan) leavesBefore(at, from int) bool {
	for k := at - 1; k >= max(from, at-5); k-- {
		if s.Tokens[k].Kind == language.Mark && !s.Is(k, "'") {
			return false
		}
		if s.Is(k, "salgo", "salimos", "entro", "entramos", "termino", "sale", "llega", "comemos", "almorzamos", "abren", "cierran", "saio", "ends", "termina") || s.Is(k, "off", "finish", "done", "flight", "vuelo", "voo", "avion", "tren", "train") || s.Is(k, "out") && s.Is(k-1, "get", "gets", "im", "getting", "lets") {
			return true
		}
	}
	return false
}
