package language

import "github.com/recado/recado/pkg/language/lex"

// maxRival is how many words the name of a competitor has at most.
const maxRival = 5

// Competitor finds a business that a customer compares with or says things of, as written: "en la otra clínica me cobran 300",
// "en Dental Plus sale más barato", "cheaper at Bright Smiles". It is not one of the tenant's own names, which found holds.
func Competitor(t Text, found []Match) Span {
	s := nameScan{&t}
	if !s.compares() {
		return Span{}
	}
	for i := range t.Tokens {
		if span := s.rivalAt(i); !span.Empty() && !overlaps(span, found) {
			return span
		}
	}
	return Span{}
}

func overlaps(span Span, found []Match) bool {
	for _, m := range found {
		if m.From < span.To && span.From < m.To {
			return true
		}
	}
	return false
}

func (s nameScan) compares() bool {
	for i := range s.Tokens {
		if s.of(i, lex.Compares) {
			return true
		}
	}
	return false
}

// rivalAt reads a competitor whose mention begins at token i.
func (s nameScan) rivalAt(i int) Span {
	switch {
	case s.is(i, "competencia", "concorrencia", "concorrente", "competidor", "competitor", "competitors"):
		return Span{i, i + 1}
	case s.is(i, "otra", "otro", "otras", "otros", "another", "other", "outra", "outro", "outras", "outros"):
		if s.of(i+1, lex.Elsewhere) && !s.hurtsAt(i) && (i == 0 || s.is(i-1, "en", "que", "than", "at", "in", "la", "el", "no", "na", "las", "los", "the", "con", ",", "um", "uma", "an", "porque", "pero") || s.tells(i+2)) {
			return Span{i, i + 2}
		}
	case s.is(i, "en", "at", "no", "na", "in", "que", "than", "vs", "versus", "con", "to", "do", "da", "like", "a"):
		return s.rivalAfter(i)
	}
	if to := s.rivalName(i); to > i && (s.is(to, "charges", "charged", "quoted", "cobra", "cobrou") || s.is(to, "me", "nos") && s.is(to+1, "cobra", "cobran", "cobro", "cotizo", "ofrece", "ofrecio", "cobraba")) {
		return Span{i, to}
	}
	return Span{}
}

// hurtsAt tells whether "otro lado" is where something hurts.
func (s nameScan) hurtsAt(i int) bool {
	for k := max(0, i-6); k < i; k++ {
		if s.is(k, "duele", "duelen", "dolor", "molesta", "hurts", "pain", "doi", "vivo", "voy", "ir", "mudamos") {
			return true
		}
	}
	return false
}

// rivalAfter reads the name behind "en" or "than".
func (s nameScan) rivalAfter(i int) Span {
	from := i + 1
	for s.is(from, "el", "la", "los", "las", "the", "o", "a", "en", "at") {
		from++
	}
	to := s.rivalName(from)
	if to == from {
		return s.lowerRival(i, from)
	}
	if s.is(i, "than", "vs", "versus") || s.is(i, "que") && s.is(i-1, "barato", "caro", "mejor", "peor", "barata", "rapido", "baratos", "caros", "cara", "caras", "baratas", "mejores") || s.is(i, "con") && s.is(i-1, "comparado", "comparan", "comparacion") ||
		s.is(i, "a") && s.is(i-1, "frente", "respecto") || s.is(i, "to") && s.is(i-1, "compared") {
		return Span{from, to}
	}
	if !s.is(i, "en", "at", "no", "na", "in") {
		return Span{}
	}
	if s.tells(to) || s.of(i-1, lex.Compares) && !s.is(i-1, "costo", "precio", "price", "cuesta", "cuestan") || s.is(i-1, "vi", "vieron", "saw", "cotice", "pregunte") {
		return Span{from, to}
	}
	return Span{}
}

// tells tells whether what follows a name says what that business takes or gives: "me cobran", "sale más barato", "they charge".
func (s nameScan) tells(i int) bool {
	for k := i; k < i+4 && k < len(s.Tokens); k++ {
		if s.of(k, lex.Prices|lex.Compares) {
			return !s.asks() || s.is(i, "me", "nos", "they", "lo", "la", "it", "its")
		}
		if !s.is(k, "me", "nos", "te", "lo", "la", "los", "las", "se", "ya", "solo", "they", "it", "its", "is", "only", "esta", "es", "mas", "si", "todo", "a") {
			break
		}
	}
	for k := i; k < i+7 && k < len(s.Tokens) && s.Tokens[k].Kind != Mark && !s.asks(); k++ {
		if s.is(k, "barato", "barata", "baratos", "baratas", "cheaper", "economico", "economica", "menos", "less", "caro", "cara", "mejor", "better") {
			return true
		}
	}
	return false
}

// rivalName returns the token after a name with capitals, or one that everybody knows, that begins at from.
func (s nameScan) rivalName(from int) int {
	to := from
	for to < len(s.Tokens) && to < from+maxRival && s.Tokens[to].Kind == Word && (s.capital(to) && s.class(to) == lex.None && !s.of(to, lex.PersonTitle) || s.of(to, lex.Rival) || to > from && s.is(to, "de", "del", "la") && s.capital(to+1)) {
		if to == from && !s.of(to, lex.Rival) && (s.spoken(to) != 0 || s.of(to, lex.Ordinary) || s.of(to, lex.FirstName) && !s.capital(to+1)) && !s.capital(to+1) {
			return from
		}
		to++
	}
	if s.is(from, "uber") && s.is(from+1, "eats") || s.is(from, "mercado") && s.is(from+1, "libre") || s.is(from, "didi") && s.is(from+1, "food") || s.is(from, "just") && s.is(from+1, "eat") {
		return from + 2
	}
	return to
}

// lowerRival reads a name without capitals, where "me cobran" leaves no doubt that it is one: "en dental plus me cobran 300".
func (s nameScan) lowerRival(i, from int) Span {
	if !s.is(i, "en", "no", "na") || s.hurtsAt(from) {
		return Span{}
	}
	for to := from; to < min(len(s.Tokens), from+maxRival); to++ {
		if s.is(to, "me", "nos") && to > from && s.is(to+1, "cobran", "cobraron", "cobra", "cotizaron", "cotizan", "ofrecen", "ofrecieron", "cobram", "cobrou") {
			return Span{from, to}
		}
		if s.Tokens[to].Kind != Word || s.spoken(to) != 0 || s.of(to, lex.Ordinary|lex.Elsewhere) || s.class(to) != lex.None {
			break
		}
	}
	return Span{}
}
