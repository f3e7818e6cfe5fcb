package grounding

import (
	"slices"
	"strings"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/lex"
	"github.com/recado/recado/services/agent-runner/grounding/lists"
)

// mention is a figure, a day, a time, a way to reach somebody, as a text names it.
type mention struct {
	kind     Kind
	from, to int // tokens, end excluded
	// value is a number in hundredths, the minute of a day, or the minutes, months or pieces of a quantity.
	value int64
	// alt is the other value that the words may mean, 4:30 or 16:30; -1 where they mean one.
	alt  int64
	unit unit
	code string // of a currency: ISO 4217, or "peso" where the country is left open
	key  string // digits of a phone, or an address of the net
	day  dayOf
	word bool // a number in words
	// digital is a time that is written with its minutes and no half of the day.
	digital bool
}

// dayOf is a day as far as a text names it; 0 is not named.
type dayOf struct{ year, month, day, weekday int }

// piece is a part of a text, as tokens.
type piece struct {
	language.Text
	offset int // of its bytes in the text
}

// maxPiece bounds what is read at a time: the reader of messages stops at 8 KiB and 1,024 tokens.
const maxPiece = 2 << 10

// pieces parts a text at its lines and blanks.
func pieces(text string) (out []piece) {
	for base := 0; base < len(text); {
		end := len(text)
		if end-base > maxPiece {
			end = lists.CutAt(text[base:base+maxPiece]) + base
		}
		out = append(out, piece{language.ReadAsWritten(text[base:end]), base})
		base = end
	}
	return out
}

// at is the folded word, the digits or the mark at token i; "" outside the text.
func (p *piece) at(i int) string {
	if i < 0 || i >= len(p.Tokens) {
		return ""
	}
	if t := &p.Tokens[i]; t.Kind == language.Word {
		return t.Said
	}
	return p.Tokens[i].Norm
}

// is reports whether token i is one of some words.
func (p *piece) is(i int, words ...string) bool {
	w := p.at(i)
	if w == "" {
		return false
	}
	return slices.Contains(words, w)
}

// in reports whether token i is a word of a set.
func (p *piece) in(i int, words set) bool { return words[p.at(i)] }

// glued reports whether nothing stands between token i and the one before.
func (p *piece) glued(i int) bool { return i > 0 && i < len(p.Tokens) && p.Tokens[i].Glued }

// class is what token i is to the readers of dates and times.
func (p *piece) class(i int) lex.Class {
	if i < 0 || i >= len(p.Tokens) {
		return lex.None
	}
	return p.Tokens[i].Lex.Class
}

// n is the number that the class of token i comes with.
func (p *piece) n(i int) int { return int(p.Tokens[i].Lex.N) }

// digits is how many digits token i has; 0 where it is no number.
func (p *piece) digits(i int) int {
	if i < 0 || i >= len(p.Tokens) || p.Tokens[i].Kind != language.Number {
		return 0
	}
	return p.Tokens[i].End - p.Tokens[i].Start
}

// whole is the value of the digits at token i; -1 where there are none or too many.
func (p *piece) whole(i int) int {
	if p.digits(i) == 0 {
		return -1
	}
	return p.Tokens[i].Value
}

// raw is what was written in tokens from to to, end excluded.
func (p *piece) raw(from, to int) string { return p.Original(from, to) }

// breaks reports whether a line ends before token i.
func (p *piece) breaks(i int) bool {
	if i <= 0 || i >= len(p.Tokens) {
		return true
	}
	return strings.IndexByte(p.Raw[p.Tokens[i-1].End:p.Tokens[i].Start], '\n') >= 0
}

// set is a set of words.
type set map[string]bool

// stem is a word without the ends of number and gender.
func stem(w string) string { return lists.Stem(w) }

// words makes a set of the words of a text.
func words(text string) set {
	s := set{}
	for w := range strings.FieldsSeq(text) {
		s[w] = true
	}
	return s
}

// listed is a list of words by its name in words.txt.
func listed(name string) set { return lists.Of(name) }

// readers are the readers of mentions, in the order in which they are asked; each returns the token after what it read.
var readers = []func(p *piece, i int) (mention, int){
	readNet, readStamp, readDay, readClock, readPercent, readMoney, readPhone, readQuantity, readFree, readNumber,
}

// mentions reads all of a piece.
func (p *piece) mentions(out []mention) []mention {
	for i := 0; i < len(p.Tokens); {
		next := i + 1
		for _, read := range readers {
			m, to := read(p, i)
			if to <= i {
				continue
			}
			if m.kind != "" {
				m.from, m.to = min(m.from, i), to
				out = append(out, m)
			}
			next = to
			break
		}
		i = next
	}
	return out
}
