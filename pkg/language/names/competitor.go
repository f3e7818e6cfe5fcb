package names

import (
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/lex"
)

// maxRival is how many words the name of a competitor has at most.
const maxRival = 5

// Competitor finds a business that a customer compares with or says things of, as written: "en la otra clínica me cobran 300",
// "en Dental Plus sale más barato", "cheaper at Bright Smiles". It is not one of the tenant's own names, which found holds.
func Competitor(t language.Text, found []Match) language.Span {
	s := scan{&t}
	if !s.compares() {
		return language.Span{}
	}
	for i := range t.Tokens {
		if span := s.rivalAt(i); !span.Empty() && !overlaps(span, found) {
			return span
		}
	}
	return language.Span{}
}

func overlaps(span language.Span, found []Match) bool {
	for _, m := range found {
		if m.From < span.To && span.From < m.To {
			return true
		}
	}
	return false
}

func (s scan) compares() bool {
	for i := range s.Tokens {
		if s.Of(i, lex.Compares) {
			return true
		}
	}
	return false
}

// rivalAt reads a competitor whose mention begins at token i.
func (s scan) rivalAt(i int) language.Span {
	switch {
	case s.Is(i, "competencia", "concorrencia", "concorrente", "competidor", "competitor", "competitors"):
		return language.Span{From: i, To: i + 1}
	case s.Is(i, "otra", "otro", "otras", "otros", "another", "other", "outra", "outro", "outras", "outros"):
		if s.Of(i+1, lex.Elsewhere) && !s.hurtsAt(i) && (i == 0 || s.Is(i-1, "en", "que", "than", "at", "in", "la", "el", "no", "na", "las", "los", "the", "con", ",", "um", "uma", "an", "porque", "pero") || s.tells(i+2)) {
			return language.Span{From: i, To: i + 2}
		}
	case s.Is(i, "en", "at", "no", "na", "in", "que", "than", "vs", "versus", "con", "to", "do", "da", "like", "a"):
		return s.rivalAfter(i)
	}
	if to := s.rivalName(i); to > i && (s.Is(to, "charges", "charged", "quoted", "cobra", "cobrou") || s.Is(to, "me", "nos") && s.Is(to+1, "cobra", "cobran", "cobro", "cotizo", "ofrece", "ofrecio", "cobraba")) {
		return language.Span{From: i, To: to}
	}
	return language.Span{}
}

// hurtsAt reports whether "otro lado" is where something hurts.
func (s scan) hurtsAt(i int) bool {
	for k := max(0, i-6); k < i; k++ {
		if s.Is(k, "duele", "duelen", "dolor", "molesta", "hurts", "pain", "doi", "vivo", "voy", "ir", "mudamos") {
			return true
		}
	}
	return false
}

// rivalAfter reads the name after "en" or "than".
func (s scan) rivalAfter(i int) language.Span {
	from := i + 1
	for s.Is(from, "el", "la", "los", "las", "the", "o", "a", "en", "at") {
		from++
	}
	to := s.rivalName(from)
	if to == from {
		return s.lowerRival(i, from)
	}
	if s.Is(i, "than", "vs", "versus") || s.Is(i, "que") && s.Is(i-1, "barato", "caro", "mejor", "peor", "barata", "rapido", "baratos", "caros", "cara", "caras", "baratas", "mejores") || s.Is(i, "con") && s.Is(i-1, "comparado", "comparan", "comparacion") ||
		s.Is(i, "a") && s.Is(i-1, "frente", "respecto") || s.Is(i, "to") && s.Is(i-1, "compared") {
		return language.Span{From: from, To: to}
	}
	if !s.Is(i, "en", "at", "no", "na", "in") {
		return language.Span{}
	}
	if s.tells(to) || s.Of(i-1, lex.Compares) && !s.Is(i-1, "costo", "precio", "price", "cuesta", "cuestan") || s.Is(i-1, "vi", "vieron", "saw", "cotice", "pregunte") {
		return language.Span{From: from, To: to}
	}
	return language.Span{}
}

// tells reports whether what follows a name says what that business takes or gives: "me cobran", "sale más barato", "they charge".
func (s scan) tells(i int) bool {
	for k := i; k < i+4 && k < len(s.Tokens); k++ {
		if s.Of(k, lex.Prices|lex.Compares) {
			return !s.Asks() || s.Is(i, "me", "nos", "they", "lo", "la", "it", "its")
		}
		if !s.Is(k, "me", "nos", "te", "lo", "la", "los", "las", "se", "ya", "solo", "they", "it", "its", "is", "only", "esta", "es", "mas", "si", "todo", "a") {
			break
		}
	}
	for k := i; k < i+7 && k < len(s.Tokens) && s.Tokens[k].Kind != language.Mark && !s.Asks(); k++ {
		if s.Is(k, "barato", "barata", "baratos", "baratas", "cheaper", "economico", "economica", "menos", "less", "caro", "cara", "mejor", "better") {
			return true
		}
	}
	return false
}

// rivalName returns the token after a name with capitals, or one that everybody knows, that begins at from.
func (s scan) rivalName(from int) int {
	to := from
	for to < len(s.Tokens) && to < from+maxRival && s.Tokens[to].Kind == language.Word && (s.Capital(to) && s.Class(to) == lex.None && !s.Of(to, lex.PersonTitle) || s.Of(to, lex.Rival) || to > from && s.Is(to, "de", "del", "la") && s.Capital(to+1)) {
		if to == from && !s.Of(to, lex.Rival) && (s.Spoken(to) != 0 || s.Of(to, lex.Ordinary) || s.Of(to, lex.FirstName) && !s.Capital(to+1)) && !s.Capital(to+1) {
			return from
		}
		to++
	}
	if s.Is(from, "uber") && s.Is(from+1, "eats") || s.Is(from, "mercado") && s.Is(from+1, "libre") || s.Is(from, "didi") && s.Is(from+1, "food") || s.Is(from, "just") && s.Is(from+1, "eat") {
		return from + 2
	}
	return to
}

// lowerRival reads a name without capitals, where "me cobran" leaves no doubt that it is one: "en dental plus me cobran 300".
func (s scan) lowerRival(i, from int) language.Span {
	if !s.Is(i, "en", "no", "na") || s.hurtsAt(from) {
		return language.Span{}
	}
	for to := from; to < min(len(s.Tokens), from+maxRival); to++ {
		if s.Is(to, "me", "nos") && to > from && s.Is(to+1, "cobran", "cobraron", "cobra", "cotizaron", "cotizan", "ofrecen", "ofrecieron", "cobram", "cobrou") {
			return language.Span{From: from, To: to}
		}
		if s.Tokens[to].Kind != language.Word || s.Spoken(to) != 0 || s.Of(to, lex.Ordinary|lex.Elsewhere) || s.Class(to) != lex.None {
			break
		}
	}
	return language.Span{}
}
