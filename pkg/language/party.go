package language

// maxParty is the largest party that is believed.
const maxParty = 500

// PartySize reads for how many people a table or an appointment is: "mesa para 4", "somos cinco", "party of 6", "2 adultos y 3 niños".
// It returns 0 when nobody was counted. "Para las 4" is a time.
func PartySize(t Text) int {
	s := scan{Text: t}
	said := 0
	for i := 0; i < len(t.Tokens); {
		n, to := s.partyAt(i)
		if n == 0 {
			i++
			continue
		}
		if s.is(to, "y", "and", "e", "mas", "+") {
			if more, end := s.guests(to + 1); more > 0 {
				n, to = n+more, end
			}
		}
		said, i = n, to
	}
	return said
}

// partyAt reads one count of people at token i; it returns 0 when there is none.
func (s *scan) partyAt(i int) (n, to int) {
	if n, to = s.guests(i); n > 0 {
		return n, to
	}
	if s.Tokens[i].lex.opens&opensGuard == 0 || !s.of(i, kParty) {
		return 0, i
	}
	lead := s.partyLead(i)
	if lead == 0 {
		return 0, i
	}
	n, to, ok := s.number(i + lead)
	if !ok || n < 1 || n > maxParty || s.clockTail(to) || s.is(to, "/", ":", "%", "-") && s.glued(to) || s.is(to, "de") && s.class(to+1) == classMonth {
		return 0, i
	}
	if s.person(to) {
		return n, to + 1
	}
	weak := s.is(i, "para", "for", "pa", "pra")
	if s.counted(to) || weak && !s.partyEnds(to) || s.class(to) == classMonth {
		return 0, i
	}
	return n, to
}

// guests reads "5 personas", "dos adultos", "4 pax".
func (s *scan) guests(i int) (n, to int) {
	n, to, ok := s.number(i)
	if !ok || n < 1 || n > maxParty || s.is(i-1, "$", "/", ".", ",") && s.glued(i) || !s.person(to) {
		return 0, i
	}
	return n, to + 1
}

func (s *scan) person(i int) bool { return s.in(i, wPersons) }

// partyLead counts the tokens of a phrase that leads to a party: "somos", "mesa para", "party of", "para".
func (s *scan) partyLead(i int) int {
	switch {
	case s.is(i, "somos", "seremos", "iremos", "vamos", "seriamos", "estaremos", "serian", "seran", "somo", "vendriamos"):
		if s.is(i+1, "como", "unos", "unas", "a") && s.is(i+2, "ser") {
			return 3
		}
		if s.is(i+1, "como", "unos", "unas", "los", "nomas", "solo") {
			return 2
		}
		return 1
	case s.is(i, "mesa", "table", "party", "reserva", "reservacion", "reservation", "booking", "group", "grupo", "mesita") && s.is(i+1, "para", "de", "for", "of", "pa", "pra", "p"):
		return 2
	case s.run(i, "there", "are"), s.run(i, "theres"), s.run(i, "well", "be"):
		return 2
	case s.is(i, "were") && s.digits(i+1) > 0:
		return 1
	case s.forMe(i):
	case s.is(i, "para", "for", "pa", "pra") && !s.is(i+1, "las", "la", "el", "as", "a", "o"):
		return 1
	}
	return 0
}

// partyEnds tells whether the clause goes on in a way that leaves "para 4" a party.
func (s *scan) partyEnds(i int) bool {
	if s.ends(i) || s.class(i) == classToday || s.class(i) == classTomorrow || s.class(i) == classManana || s.class(i) == classWeekday || s.class(i) == classTonight || s.class(i) == classThis {
		return true
	}
	return s.is(i, "el", "mañana", "tonight", "este", "con", "with", "afuera", "adentro", "terraza", "tipo", "como", "las")
}
