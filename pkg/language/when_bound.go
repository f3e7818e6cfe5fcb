package language

import "github.com/recado/recado/pkg/language/lex"

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
	if s.in(i, lex.Bound) && s.negated(i) || s.is(i, "nothing", "nada") {
		if at, bound = s.notThen(i); bound != "" {
			return at, bound
		}
	}
	switch {
	case !s.in(i, lex.Bound), s.is(i, "a", "la", "por", "para") && !s.of(i+1, lex.BoundNext):
		return i, ""
	case s.is(i, "pasado", "pasadito") && s.is(i+1, "el") && s.noonFollows(i+2):
		return i + 2, After
	case s.run(i, "a", "partir", "del") && s.noonFollows(i+3):
		return i + 3, After
	case s.is(i, "despues", "luego", "pasado", "antes") && s.is(i+1, "del") && !s.noonFollows(i+2), s.run(i, "a", "partir", "del"), s.run(i, "a", "partir", "do"):
		return i, ""
	case s.is(i, "despues", "luego", "pasado") && s.is(i+1, "de", "del"), s.is(i, "depois") && s.is(i+1, "das", "da", "de", "do"):
		return i + 2, After
	case s.run(i, "a", "partir", "de"), s.run(i, "a", "partir", "das"):
		return i + 3, After
	case s.is(i, "desde", "after", "pasadas", "since"):
		return i + 1, After
	case s.is(i, "antes") && s.is(i+1, "de", "del", "das", "da", "do"):
		return i + 2, Before
	case s.is(i, "hasta", "before", "until", "till", "by", "ate"):
		return i + 1, Before
	case s.run(i, "not", "earlier", "than"), s.run(i, "no", "earlier", "than"):
		return i + 3, After
	case s.is(i, "maximo", "tope") && s.is(i+1, "a", "las", "hasta"), s.is(i, "maximo", "tope") && s.digits(i+1) >= 0:
		return i + 1, Before
	case s.is(i, "not") && s.is(i+1, "until", "till"):
		return i + 2, After
	case s.run(i, "no", "mas", "tarde", "de"), s.run(i, "a", "mas", "tardar"), s.run(i, "no", "later", "than"):
		return i + 3 + bit(s.is(i+3, "de")), Before
	case s.is(i, "pasadito", "pasaditas", "passado", "passadas") && s.is(i+1, "de", "las", "das"):
		return i + 1, After
	}
	return s.aroundAt(i)
}

// notThen reads a bound that is refused, which bounds from the other side: "ni antes de", "not after", "nothing before".
func (s *scan) notThen(i int) (at int, bound string) {
	if s.is(i, "nothing", "nada") && (s.asked(i) || s.is(i-1, "tienes", "tienen", "hay", "tem", "have", "got", "theres")) {
		return i, ""
	}
	switch {
	case s.is(i+1, "antes") && s.is(i+2, "de", "das", "da"):
		return i + 3, After
	case s.is(i+1, "despues", "depois") && s.is(i+2, "de", "das", "da"):
		return i + 3, Before
	case s.is(i+1, "before"):
		return i + 2, After
	case s.is(i+1, "after") && s.startsTime(i+2):
		return i + 2, Before
	}
	return i, ""
}

func (s *scan) aroundAt(i int) (at int, bound string) {
	switch {
	case s.is(i, "la") && s.is(i+1, "pelas", "pelos", "pras"):
		return i + 2, Around
	case s.is(i, "pelas", "aproximadamente", "approximately", "unas", "casi"):
		return i + 1, Around
	case s.is(i, "por", "para") && s.is(i+1, "ai", "ahi") && s.is(i+2, "das", "pelas", "a", "tipo", "como"):
		return i + 2 + bit(!s.is(i+2, "a")), Around
	case s.run(i, "a", "eso", "del") && s.noonFollows(i+3), s.run(i, "a", "eso", "de"), s.run(i, "por", "ahi", "de"), s.run(i, "por", "volta", "das"), s.run(i, "mas", "o", "menos"):
		return i + 3, Around
	case s.is(i, "alrededor", "cerca", "eso") && (s.is(i+1, "de") || s.is(i+1, "del", "do") && s.noonFollows(i+2)):
		return i + 2, Around
	case s.is(i, "onda", "tipin", "tipito", "tpo") && s.startsTime(i+1+bit(s.is(i+1, "las"))):
		return i + 1, Around
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
	case s.is(i, "y", "e") && s.is(i+1, "pico", "algo", "tantas", "tanto", "fraccion", "pouco", "piquito", "cacho", "feria", "pucho", "cachito"):
		c.bound = Around
		return i + 2
	case s.is(i, "aprox", "aproximadamente", "ish", "masomenos", "approx", "ponele", "ponle"):
		c.bound = Around
		return i + 1
	case s.run(i, "mas", "o", "menos"), s.run(i, "o", "por", "ahi"), s.run(i, "ou", "por", "ai"), s.run(i, "o", "algo", "asi"), s.run(i, "ou", "algo", "assim"):
		c.bound = Around
		return i + 3
	case s.run(i, "or", "so"):
		c.bound = Around
		return i + 2
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

// corrects tells whether the bare number at i, at the end of its clause, takes the place of an hour: "a las 5, perdón, 6".
func (s *scan) corrects(i int) bool {
	if s.said&lex.TakesBack == 0 || s.digits(i) < 1 && s.word(i) < 1 {
		return false
	}
	k := i - 1 - bit(s.is(i-1, ","))
	if !s.is(k, "perdon", "sorry", "digo", "desculpa", "mean", "meant", "oops", "ups", "no", "mejor", "wait", "actually", "nao") {
		return false
	}
	if _, to, _ := s.number(i); !s.ends(to) || s.counted(to) {
		return false
	}
	if s.is(k, "no", "mejor", "wait", "actually", "nao") {
		return s.hourSaid(k, 3)
	}
	for j := max(0, k-6); j < k; j++ {
		if s.in(j, lex.Cue) || s.class(j) == lex.AmPm || s.class(j) == lex.Hour {
			return true
		}
	}
	return false
}

// hourSaid tells whether the last number shortly before k is an hour, or took the place of one at most chain times.
func (s *scan) hourSaid(k, chain int) bool {
	for j := k - 1; j >= max(0, k-6); j-- {
		if s.digits(j) < 0 && s.word(j) < 0 {
			continue
		}
		return s.in(j-1, lex.Cue) || s.class(j+1) == lex.AmPm || chain > 0 && s.corrects(j)
	}
	return false
}
