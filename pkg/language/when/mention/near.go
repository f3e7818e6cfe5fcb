package mention

import (
	"math/bits"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/lex"
)

// marks is a set of tokens.
type marks [language.MaxTokens / 64]uint64

func (m *marks) add(i int) { m[i/64] |= 1 << (i % 64) }

// Between the first word of a time and its number stand at most five ("no más tarde de las 5"); a span has its second time
// within a few more.
const (
	reach     = 6
	spanReach = 14
)

// from returns the membership of the tokens from i on as the low bits, up to width of them.
func (m *marks) from(i, width int) uint64 {
	if i < 0 || i >= language.MaxTokens {
		return 0
	}
	window := m[i/64] >> (i % 64)
	if i%64+width > 64 && i/64+1 < len(m) {
		window |= m[i/64+1] << (64 - i%64)
	}
	return window & (1<<width - 1)
}

// near reports whether one of the tokens soon after i is in the set.
func (m *marks) near(i int) bool { return m.from(i, reach) != 0 }

// two reports whether two of the tokens after i are in the set.
func (m *marks) two(i int) bool { return bits.OnesCount64(m.from(i, spanReach)) > 1 }

// Classes that a time or a day cannot do without, as bits: most words of a message are far from any of them.
var (
	clockClasses = classBits(lex.Number, lex.Noon, lex.Half, lex.Quarter, lex.Hour, lex.Minute)
	dayClasses   = clockClasses | classBits(lex.Number, lex.Ordinal, lex.Weekday, lex.Feira, lex.ShortDay, lex.Month, lex.Today, lex.Tomorrow, lex.Manana, lex.Pasado,
		lex.Part, lex.Tonight, lex.Day, lex.Week, lex.Weekend, lex.Months, lex.Years, lex.Next, lex.Other)
)

func classBits(classes ...lex.Class) (set uint64) {
	for _, c := range classes {
		set |= 1 << c
	}
	return set
}

// article reports whether "un", "una" at i only leads to a thing, as in "una limpieza", and counts nothing.
func (s *Scan) article(i int) bool {
	if t := s.Token(i); t.Lex.Class != lex.Number || t.Lex.N != 1 || s.In(i-1, lex.Cue|lex.Bound) {
		return false
	}
	next := s.Token(i + 1)
	return next.Kind == language.Word && next.Lex.Class == lex.None && next.Lex.Opens == 0 && next.Lex.Lists == 0 && !s.Is(i+1, "da", "do") && next.Norm != "oclock"
}

// survey notes where times and days can be, and what the message is about.
func (s *Scan) survey() {
	for i := range min(len(s.Tokens), language.MaxTokens) {
		t := &s.Tokens[i]
		kinds := t.Kinds()
		s.Said |= kinds
		s.Lists |= t.Lex.Lists
		s.Moves = s.Moves || t.Lex.Moves && s.movesAt(i)
		s.aches = s.aches || t.Lex.Aches
		if t.Kind == language.Number {
			s.clocks.add(i)
			s.days.add(i)
			continue
		}
		if s.article(i) {
			continue
		}
		if clockClasses>>t.Lex.Class&1 != 0 || t.Lex.Lists&lex.Halfway != 0 {
			s.clocks.add(i)
		}
		if dayClasses>>t.Lex.Class&1 != 0 || t.Lex.Opens&(lex.OpensFeast|lex.OpensPart) != 0 || t.Lex.Lists&lex.Halfway != 0 || kinds&lex.Comes != 0 && s.Is(i-1, "que") {
			s.days.add(i)
		}
	}
	s.Moves = s.Moves || s.Said&lex.Hands != 0 && s.hands() || s.Said&lex.TakesOut != 0 && s.Said&lex.Gives != 0 && s.swaps()
}

// movesAt tells a word of moving from the nouns and sayings that read alike: "en adelante", "change of plans", "my shift".
func (s *Scan) movesAt(i int) bool {
	switch {
	case s.Is(i, "adelante"):
		return !s.Is(i-1, "en", "mas", "hacia")
	case s.Is(i, "shift"):
		return !s.Is(i-1, "my", "the", "a", "his", "her", "day", "night", "morning", "evening", "late", "early", "work", "of", "this")
	}
	return !s.Is(i+1, "of", "de") || !s.Is(i+2, "plans", "plan", "planes", "planos")
}

// swaps reports whether one thing that is booked is given up for another: "sácame el turno del jueves y dame el viernes".
func (s *Scan) swaps() bool {
	for i, out := 0, false; i < len(s.Tokens); i++ {
		if out && s.Gives(i) {
			return true
		}
		out = out || s.Of(i, lex.TakesOut)
	}
	return false
}

// hands reports whether what is booked is to be put elsewhere with a verb that also says to come by: "¿me lo puedes pasar al viernes?".
func (s *Scan) hands() bool {
	for i := range s.Tokens {
		if s.Of(i, lex.Hands) && s.Is(i+1, "al", "para", "pal", "a", "pa") && (s.Is(i-1, "la", "lo", "me") || s.Is(i-2, "la", "lo", "me")) {
			return true
		}
	}
	return false
}

// Gives reports whether the word at i asks for something; "da" is also "of the".
func (s *Scan) Gives(i int) bool {
	return s.Of(i, lex.Gives) && (!s.Is(i, "da") || s.Is(i-1, "me"))
}
