// Package party reads for how many people a table or an appointment is.
package party

import (
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/lex"
)

// maxParty is the largest party that is believed.
const maxParty = 500

// scan reads one text for counts of people.
type scan struct{ *language.Text }

// Size reads for how many people a table or an appointment is: "mesa para 4", "somos cinco", "party of 6", "2 adultos y 3 niños".
// It returns 0 when nobody was counted. "Para las 4" is a time.
func Size(t language.Text) int {
	s := scan{&t}
	said := 0
	for i := 0; i < len(t.Tokens); {
		n, to := At(&t, i)
		if n == 0 {
			i++
			continue
		}
		if s.Is(to, "y", "and", "e", "mas", "+") {
			if more, end := s.guests(to + 1); more > 0 {
				n, to = n+more, end
			}
		}
		said, i = n, to
	}
	return said
}

// At reads one count of people at token i; it returns 0 when there is none.
func At(t *language.Text, i int) (n, to int) {
	s := scan{t}
	if n, to = s.guests(i); n > 0 {
		return n, to
	}
	if s.Tokens[i].Lex.Opens&lex.OpensGuard == 0 || !s.Of(i, lex.Party) {
		return 0, i
	}
	lead := s.partyLead(i)
	if lead == 0 {
		return 0, i
	}
	n, to, ok := s.Number(i + lead)
	if !ok || n < 1 || n > maxParty || s.ClockTail(to) || s.Is(to, "/", ":", "%", "-") && s.Glued(to) || s.Is(to, "de") && s.Class(to+1) == lex.Month {
		return 0, i
	}
	if s.person(to) {
		return n, to + 1
	}
	weak := s.Is(i, "para", "for", "pa", "pra")
	if s.Counted(to) || weak && !s.partyEnds(to) || s.Class(to) == lex.Month {
		return 0, i
	}
	return n, to
}

// guests reads "5 personas", "dos adultos", "4 pax".
func (s scan) guests(i int) (n, to int) {
	n, to, ok := s.Number(i)
	if !ok || n < 1 || n > maxParty || s.Is(i-1, "$", "/", ".", ",") && s.Glued(i) || !s.person(to) {
		return 0, i
	}
	return n, to + 1
}

func (s scan) person(i int) bool { return s.In(i, lex.Persons) }

// partyLead counts the tokens of a phrase that leads to a party: "somos", "mesa para", "party of", "para".
func (s scan) partyLead(i int) int {
	switch {
	case s.Is(i, "somos", "seremos", "iremos", "vamos", "seriamos", "estaremos", "serian", "seran", "somo", "vendriamos"):
		if s.Is(i+1, "como", "unos", "unas", "a") && s.Is(i+2, "ser") {
			return 3
		}
		if s.Is(i+1, "como", "unos", "unas", "los", "nomas", "solo") {
			return 2
		}
		return 1
	case s.Is(i, "mesa", "table", "party", "reserva", "reservacion", "reservation", "booking", "group", "grupo", "mesita") && s.Is(i+1, "para", "de", "for", "of", "pa", "pra", "p"):
		return 2
	case s.Run(i, "there", "are"), s.Run(i, "theres"), s.Run(i, "well", "be"):
		return 2
	case s.Is(i, "were") && s.Digits(i+1) > 0:
		return 1
	case ForMe(s.Text, i):
	case s.Is(i, "para", "for", "pa", "pra") && !s.Is(i+1, "las", "la", "el", "as", "a", "o"):
		return 1
	}
	return 0
}

// partyEnds reports whether the clause goes on in a way that leaves "para 4" a party.
func (s scan) partyEnds(i int) bool {
	if s.Ends(i) || s.Class(i) == lex.Today || s.Class(i) == lex.Tomorrow || s.Class(i) == lex.Manana || s.Class(i) == lex.Weekday || s.Class(i) == lex.Tonight || s.Class(i) == lex.This {
		return true
	}
	return s.Is(i, "el", "mañana", "tonight", "este", "con", "with", "afuera", "adentro", "terraza", "tipo", "como", "las")
}

// ForMe reads "put me down for 10", "squeeze me in for 3", where the number counts no guests.
func ForMe(t *language.Text, i int) bool {
	s := scan{t}
	if !s.Is(i, "for") || !s.Is(i-1, "down", "in", "up") || s.person(i+2) || s.Is(i+2, "of") {
		return false
	}
	return s.Is(i-2, "me") || s.Is(i-2, "us") && !s.hourBehind(i+2)
}

// hourBehind reports whether an hour is named from i on, so that "put us down for 4" before it counts guests.
func (s scan) hourBehind(i int) bool {
	for ; i < len(s.Tokens); i++ {
		if s.Is(i, "at", "@", "around") && s.StartsTime(i+1) || s.Digits(i) > 0 && s.ClockTail(i+1) {
			return true
		}
	}
	return false
}
