package mention

import "github.com/recado/recado/pkg/language/lex"

// firstOfTwo reads the bare hour of "8 o 9 de la noche", which only the second shows to be one.
func (s *Scan) firstOfTwo(i int) (Clock, int) {
	h, to, ok := s.hour(i)
	if !ok || h < 1 || h > 12 || !s.Is(to, "o", "or", "ou", "you") {
		return Clock{}, i
	}
	c := Clock{Set: true, Hour: h}
	if s.orElse(&c, to) == to || !c.Sure {
		return Clock{}, i
	}
	return c, s.orElse(&Clock{Set: true, Hour: h}, to)
}

// orElse reads the second hour of "a las 8 o 9 de la noche", which tells the half of the day of the first.
func (s *Scan) orElse(c *Clock, i int) int {
	if c.Sure || !s.Is(i, "o", "you", "or", "ou", "-", "/", "y", "a") {
		return i
	}
	second, to := s.time(i+1, true)
	if !second.Set || !second.Sure || second.Hour > 24 {
		return i
	}
	first, _ := SettleSpan(*c, second, 0)
	if s.Is(i, "y", "a") && c.Bound != BoundAround || first.Minutes() >= second.Minutes() || first.Hour == c.Hour && second.Hour >= 12 && c.Hour+12 > second.Hour {
		return i
	}
	c.Hour, c.Sure, c.part = first.Hour, true, second.part
	return to
}

// boundAt reads the words before a time: "después de", "antes de", "como a", "around".
func (s *Scan) boundAt(i int) (at int, bound string) {
	if s.In(i, lex.Bound) && s.negated(i) || s.Is(i, "nothing", "nada") {
		if at, bound = s.notThen(i); bound != "" {
			return at, bound
		}
	}
	switch {
	case !s.In(i, lex.Bound), s.Is(i, "a", "la", "por", "para") && !s.Of(i+1, lex.BoundNext):
		return i, ""
	case s.Is(i, "pasado", "pasadito") && s.Is(i+1, "el") && s.NoonFollows(i+2):
		return i + 2, BoundAfter
	case s.Run(i, "a", "partir", "del") && s.NoonFollows(i+3):
		return i + 3, BoundAfter
	case s.Is(i, "despues", "luego", "pasado", "antes") && s.Is(i+1, "del") && !s.NoonFollows(i+2), s.Run(i, "a", "partir", "del"), s.Run(i, "a", "partir", "do"):
		return i, ""
	case s.Is(i, "despues", "luego", "pasado") && s.Is(i+1, "de", "del"), s.Is(i, "depois") && s.Is(i+1, "das", "da", "de", "do"):
		return i + 2, BoundAfter
	case s.Run(i, "a", "partir", "de"), s.Run(i, "a", "partir", "das"):
		return i + 3, BoundAfter
	case s.Is(i, "desde", "after", "pasadas", "since"):
		return i + 1, BoundAfter
	case s.Is(i, "antes") && s.Is(i+1, "de", "del", "das", "da", "do"):
		return i + 2, BoundBefore
	case s.Is(i, "hasta", "before", "until", "till", "by", "ate"):
		return i + 1, BoundBefore
	case s.Run(i, "not", "earlier", "than"), s.Run(i, "no", "earlier", "than"):
		return i + 3, BoundAfter
	case s.Is(i, "maximo", "tope") && s.Is(i+1, "a", "las", "hasta"), s.Is(i, "maximo", "tope") && s.Digits(i+1) >= 0:
		return i + 1, BoundBefore
	case s.Is(i, "not") && s.Is(i+1, "until", "till"):
		return i + 2, BoundAfter
	case s.Run(i, "no", "mas", "tarde", "de"), s.Run(i, "a", "mas", "tardar"), s.Run(i, "no", "later", "than"):
		return i + 3 + Bit(s.Is(i+3, "de")), BoundBefore
	case s.Is(i, "pasadito", "pasaditas", "passado", "passadas") && s.Is(i+1, "de", "las", "das"):
		return i + 1, BoundAfter
	}
	return s.aroundAt(i)
}

// notThen reads a bound that is refused, which bounds from the other side: "ni antes de", "not after", "nothing before".
func (s *Scan) notThen(i int) (at int, bound string) {
	if s.Is(i, "nothing", "nada") && (s.asked(i) || s.Is(i-1, "tienes", "tienen", "hay", "tem", "have", "got", "theres")) {
		return i, ""
	}
	switch {
	case s.Is(i+1, "antes") && s.Is(i+2, "de", "das", "da"):
		return i + 3, BoundAfter
	case s.Is(i+1, "despues", "depois") && s.Is(i+2, "de", "das", "da"):
		return i + 3, BoundBefore
	case s.Is(i+1, "before"):
		return i + 2, BoundAfter
	case s.Is(i+1, "after") && s.StartsTime(i+2):
		return i + 2, BoundBefore
	}
	return i, ""
}

func (s *Scan) aroundAt(i int) (at int, bound string) {
	switch {
	case s.Is(i, "la") && s.Is(i+1, "pelas", "pelos", "pras"):
		return i + 2, BoundAround
	case s.Is(i, "pelas", "aproximadamente", "approximately", "unas", "casi"):
		return i + 1, BoundAround
	case s.Is(i, "por", "para") && s.Is(i+1, "ai", "ahi") && s.Is(i+2, "das", "pelas", "a", "tipo", "como"):
		return i + 2 + Bit(!s.Is(i+2, "a")), BoundAround
	case s.Run(i, "a", "eso", "del") && s.NoonFollows(i+3), s.Run(i, "a", "eso", "de"), s.Run(i, "por", "ahi", "de"), s.Run(i, "por", "volta", "das"), s.Run(i, "mas", "o", "menos"):
		return i + 3, BoundAround
	case s.Is(i, "alrededor", "cerca", "eso") && (s.Is(i+1, "de") || s.Is(i+1, "del", "do") && s.NoonFollows(i+2)):
		return i + 2, BoundAround
	case s.Is(i, "onda", "tipin", "tipito", "tpo") && s.StartsTime(i+1+Bit(s.Is(i+1, "las"))):
		return i + 1, BoundAround
	case s.Is(i, "tipo", "sobre", "around", "about", "aprox", "aproximadamente", "umas", "roughly", "hacia"):
		return i + 1, BoundAround
	case s.Is(i, "como") && s.Is(i+1, "a", "las"), s.Is(i, "like") && s.Digits(i+1) >= 0:
		return i + 1, BoundAround
	}
	return i, ""
}

// roughly reads the words that make a time approximate after it.
func (s *Scan) roughly(c *Clock, i int) int {
	switch {
	case s.Is(i, "y", "e") && s.Is(i+1, "pico", "algo", "tantas", "tanto", "fraccion", "pouco", "piquito", "cacho", "feria", "pucho", "cachito"):
		c.Bound = BoundAround
		return i + 2
	case s.Is(i, "aprox", "aproximadamente", "ish", "masomenos", "approx", "ponele", "ponle"):
		c.Bound = BoundAround
		return i + 1
	case s.Run(i, "mas", "o", "menos"), s.Run(i, "o", "por", "ahi"), s.Run(i, "ou", "por", "ai"), s.Run(i, "o", "algo", "asi"), s.Run(i, "ou", "algo", "assim"):
		c.Bound = BoundAround
		return i + 3
	case s.Run(i, "or", "so"):
		c.Bound = BoundAround
		return i + 2
	case s.Is(i, "-") && s.Is(i+1, "ish"):
		c.Bound = BoundAround
		return i + 2
	case s.Run(i, "en", "adelante"), s.Run(i, "or", "later"), s.Run(i, "o", "despues"):
		c.Bound = BoundAfter
		return i + 2
	case s.Is(i, "onwards"):
		c.Bound = BoundAfter
		return i + 1
	}
	return i
}

// corrects reports whether the bare number at i, at the end of its clause, takes the place of an hour: "a las 5, perdón, 6".
func (s *Scan) corrects(i int) bool {
	if s.Said&lex.TakesBack == 0 || s.Digits(i) < 1 && s.Word(i) < 1 {
		return false
	}
	k := i - 1 - Bit(s.Is(i-1, ","))
	if !s.Is(k, "perdon", "sorry", "digo", "desculpa", "mean", "meant", "oops", "ups", "no", "mejor", "wait", "actually", "nao") {
		return false
	}
	if _, to, _ := s.Number(i); !s.Ends(to) || s.Counted(to) {
		return false
	}
	if s.Is(k, "no", "mejor", "wait", "actually", "nao") {
		return s.hourSaid(k, 3)
	}
	for j := max(0, k-6); j < k; j++ {
		if s.In(j, lex.Cue) || s.Class(j) == lex.AmPm || s.Class(j) == lex.Hour {
			return true
		}
	}
	return false
}

// hourSaid reports whether the last number shortly before k is an hour, or took the place of one at most chain times.
func (s *Scan) hourSaid(k, chain int) bool {
	for j := k - 1; j >= max(0, k-6); j-- {
		if s.Digits(j) < 0 && s.Word(j) < 0 {
			continue
		}
		return s.In(j-1, lex.Cue) || s.Class(j+1) == lex.AmPm || chain > 0 && s.corrects(j)
	}
	return false
}
