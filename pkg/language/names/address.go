package names

import (
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/lex"
)

// maxAddress is how many tokens an address has at most.
const maxAddress = 40

// Address finds the address that a customer gives, as written, where something is to be brought: "calle 12 #34-56",
// "Av. Arequipa 1234 dpto 502", "C/ Mayor 5, 2ºB", "45 Oak Street apt 3". Where a business is, customers ask without a lead.
func Address(t language.Text) language.Span {
	s := scan{&t}
	for i := range t.Tokens {
		at := s.addressLead(i)
		if at > i {
			if to := s.addressEnd(at); to > at && (s.numbered(at, to) || s.crossing(at, to)) && s.startsAddress(at) {
				return language.Span{From: at, To: to}
			}
		}
		if !StreetAt(s.Text, i) || s.ownPlace(i) {
			continue
		}
		if to := s.addressEnd(i); to > i+1 && (s.numbered(i, to) || s.crossing(i, to)) {
			return language.Span{From: i, To: to}
		}
	}
	return language.Span{}
}

// streetKinds are the kinds of words at which addresses begin.
const streetKinds = lex.Strong | lex.Weak | lex.Short

// addressLead returns the token after words that lead to an address, or i.
func (s scan) addressLead(i int) int {
	var at int
	switch s.Highest(i, lex.LeadName|lex.LeadVerb) {
	case lex.LeadName:
		at = i + 1
		if s.Is(at, "de") && s.Is(at+1, "entrega", "envio") {
			at += 2
		}
		if s.Is(at, "es", "seria", "is", "e", ":", "en", "a", "sera") {
			at++
		} else if s.Is(i, "domicilio", "ubicacion") || !s.Is(i-1, "mi", "la", "my", "meu") {
			return i
		}
	case lex.LeadVerb:
		at = i + 1
		for s.Is(at, "it", "lo", "la", "los", "por", "favor", "porfavor", "esta", "queda", "todo", "mi", "pedido", "el", "order", "the") && at < i+4 {
			at++
		}
		if !s.Is(at, "en", "a", "al", "na", "no", "to", "at", ":", "in", "para") {
			return i
		}
		at++
	default:
		return i
	}
	for s.Is(at, ":", "la", "el", "en", "-") {
		at++
	}
	return at
}

// startsAddress reports whether what a lead leads to can be an address: a street, a name with a capital, or a number with a name.
func (s scan) startsAddress(i int) bool {
	if i >= len(s.Tokens) || s.Of(i, lex.PersonTitle) || s.Class(i) == lex.Hour || s.ClockTail(i+1) {
		return false
	}
	if StreetAt(s.Text, i) || s.Highest(i, streetKinds) == lex.Strong {
		return true
	}
	if s.Tokens[i].Kind == language.Word {
		told := s.Is(i-1, "es", "is", "e", ":") && s.named(i) && !s.Of(i, lex.Ordinary)
		return (s.Capital(i) || told) && s.Class(i) == lex.None
	}
	return s.Digits(i) > 0 && s.Capital(i+1)
}

// StreetAt reports whether an address can begin at token i.
func StreetAt(t *language.Text, i int) bool {
	s := scan{t}
	w := s.At(i)
	kind := s.Highest(i, streetKinds)
	if kind == 0 && len(w) > 3 && s.Tokens[i].Kind != language.Number {
		return false
	}
	next := i + 1
	if s.Is(next, ".") {
		next++
	}
	if next >= len(s.Tokens) {
		return false
	}
	named := s.Tokens[next].Kind != language.Mark || s.Is(next, "#")
	switch {
	case s.Tokens[i].Kind == language.Number:
		return s.englishStreet(i)
	case kind == lex.Strong:
		return named && !s.Of(next, lex.Stop)
	case kind == lex.Weak:
		for s.Of(next, lex.Join) && next < i+4 {
			next++
		}
		return named && s.Capital(next)
	case kind == lex.Short:
		return s.Digits(next) > 0 && !s.ClockTail(next+1)
	case w == "c" && s.Is(i+1, "/"):
		return i+2 < len(s.Tokens) && s.Tokens[i+2].Kind == language.Word
	case s.Original(i, i+1) == "R" && s.Is(i+1, "."), w == "p" && s.Is(i+1, "º", "°"):
		return s.Capital(i + 2)
	}
	return false
}

// englishStreet reports whether "45 Oak Street" begins at token i.
func (s scan) englishStreet(i int) bool {
	if s.Digits(i) < 1 || s.Glued(i) && !s.Is(i-1, "#") || s.Is(i+1, "de", "y") {
		return false
	}
	for k := i + 1; k < i+5 && k < len(s.Tokens) && s.Tokens[k].Kind != language.Mark; k++ {
		if k > i+1 && s.Of(k, lex.Road) {
			return s.Capital(i+1) || s.Of(k, lex.Road) && s.Spoken(i+1) == 0 && s.Class(i+1) == lex.None || s.Class(i+1) == lex.Ordinal
		}
	}
	return false
}

// ownPlace reports whether the address is asked for or is the business's own: "la sucursal de Av. Juárez", "¿están en la calle 5?".
func (s scan) ownPlace(i int) bool {
	for k := i - 1; k >= max(0, i-4); k-- {
		if s.Is(k, "sucursal", "sede", "tienda", "branch", "estan", "quedan", "queda", "ubicados", "encuentran", "loja", "are", "located", "ficam") {
			return true
		}
	}
	return false
}

// numbered reports whether an address has the number of a house.
func (s scan) numbered(from, to int) bool {
	for i := from; i < to; i++ {
		if s.Tokens[i].Kind == language.Number && !s.monthName(i) || s.Is(i, "s") && s.Is(i+1, "/") && s.Is(i+2, "n") || s.Is(i, "sn") {
			return true
		}
	}
	return false
}

// monthName reports whether the number at i is part of a street's name: "5 de mayo".
func (s scan) monthName(i int) bool { return s.Is(i+1, "de") && s.Class(i+2) == lex.Month }

// crossing reports whether an address is a corner.
func (s scan) crossing(from, to int) bool {
	for i := from + 1; i < to; i++ {
		if s.Is(i, "esquina", "esq", "entre", "corner") {
			return i+1 < to
		}
	}
	return false
}

// scan reads one text for names.
type scan struct{ *language.Text }
