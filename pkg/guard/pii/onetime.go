package pii

import "strings"

const (
	maxCodeDigits = 12
	maxAnswer     = 4 // words before the number of an answer
	sixDigits     = 6
)

// oneTime recognises a code that somebody was sent and tells or types, by the words on both sides: the answer to who asked
// for it, "it says 494-120 for the verification", "código 694714 válido 5 min", "ni 878613 ni 737533" of two codes.
func (f *Finder) oneTime(pos int, groups []group) (got Span) {
	end, n := f.oneTimeEnd(pos, groups)
	if end == 0 || f.unitAfter(end) {
		return got
	}
	c := codeHearing{b: backward{text: f.text[max(0, pos-Lookback):pos]}, said: !isDigit(f.text[pos]), ends: f.lineEnds(end)}
	if n == sixDigits && c.ends && c.b.justCame() || n >= sixDigits && !rounded(f.text[pos:end]) && (c.b.fromSender() && !f.counts(end) && !f.follows(end, " de ") && !f.toOther(end) || f.cameBehind(end)) {
		return Span{TypeSecret, pos, end}
	}
	c.answer = c.b.answers()
	h := naming{b: c.b}
	c.silent = true
	if c.hear(); c.other {
		return got
	}
	h.presented()
	c.shows, c.entered = h.shows, h.entered
	if c.says == 0 && !c.shows && !c.entered && !c.definite || n == minLock && !c.said && c.says&asksSent == 0 && (yearly(f.text[pos:end]) || rounded(f.text[pos:end])) {
		return got
	}
	behind, lives := f.heardBehind(end)
	if c.answers(n) || c.told(n, behind, lives) || n >= sixDigits && c.given() && !f.counts(end) && !f.follows(end, " para ") && !f.toOther(end) || c.shown() && f.verifiedBehind(end) || n == sixDigits && c.first() && f.pairBehind(end) {
		return Span{TypeSecret, pos, end}
	}
	return got
}

// oneTimeEnd returns the end of four to eight digits at pos, in groups of one size, spoken or in a run, and how many they are.
func (f *Finder) oneTimeEnd(pos int, groups []group) (end, n int) {
	if groups[0].said {
		return saidCode(groups)
	}
	if len(groups) > maxLock+1 {
		return 0, 0 // a list
	}
	for end = pos; end-pos <= maxLock && isDigit(f.at(end)); end++ {
	}
	n = end - pos
	if to := f.groupedPin(pos); n < minLock && to > 0 {
		if n = to - pos - strings.Count(f.text[pos:to], f.text[end:end+1]); n%2 > 0 {
			return 0, 0
		}
		end = to
	}
	if n < minLock || n > maxLock || !f.aloneIn(pos, end) {
		return 0, 0
	}
	return end, n
}

// saidCode returns the end of four to twelve spoken digits at the beginning of a run, and how many they are.
func saidCode(groups []group) (end, n int) {
	for _, g := range groups {
		if !g.said {
			break
		}
		if n, end = n+g.count, g.end; n > maxCodeDigits {
			return 0, 0
		}
	}
	if n < minLock || end-groups[0].start < minSaid {
		return 0, 0
	}
	return end, n
}

// aloneIn is alone, in brackets too.
func (f *Finder) aloneIn(pos, end int) bool {
	if pos > 0 && (f.text[pos-1] == '[' || f.text[pos-1] == '<') {
		return f.at(end) == f.text[pos-1]+2
	}
	return f.alone(pos, end)
}

// answers reports whether a number is what somebody answers: it stands after a question, a colon or a line's end, with words
// of an answer between at most.
func (b backward) answers() bool {
	for range maxAnswer {
		text := strings.TrimRight(b.text, " ,\"'([-*><\u00ab")
		if text == "" {
			return false
		}
		if strings.IndexByte(":?!\n", text[len(text)-1]) >= 0 {
			return true
		}
		if !inSet(answering, b.word()) {
			return false
		}
	}
	return false
}

// answering are words before what is answered: "sí, claro, es el 558103".
var answering = setOf(`ok okay okey si yes yeah yep sure claro vale listo bueno ya dale sim pronto aqui ahi here toma va es is it s its el the son este esto mire mira
	aja ah eh pues perfecto me sale dice pone tengo have i o isso tome`)

// justCame reports whether nothing stands before a number in its line but that it came: "ya me llegó, 558210", "just got it:".
func (b backward) justCame() bool {
	came := false
	for range maxCame {
		rest := b.text
		word := b.word()
		if word == "" || strings.IndexByte(rest[len(b.text)+len(word):], '\n') >= 0 {
			return came
		}
		switch {
		case inSet(coming, word):
			came = true
		case !inSet(beforeCame, word) && !inSet(answering, word):
			return came && strings.IndexByte(rest[len(b.text)+len(word):], ':') >= 0 // who says it
		}
	}
	return false
}

const maxCame = 10

var (
	coming     = setOf("entrar llego llegado llegarme chegou got came arrived")
	beforeCame = setOf("nos ha han he acaba acaban acabo just now ahora recien apenas esto por fin al celular celu movil in through here a de finally agora acabou ese mi le te les")
)

// lineEnds reports whether a sentence or a clause ends at i.
func (f *Finder) lineEnds(i int) bool {
	c := f.at(i)
	return c == 0 || strings.IndexByte("\n,.?!", c) >= 0 || c == ' ' && f.at(f.blanks(i, 2)) >= 0xE2 // an arrow or an emoji
}

// answers reports whether a number of n digits answers who asked for a code; five of them may be a place's, unless it was sent.
func (c *codeHearing) answers(n int) bool {
	return c.answer && c.says&asksCode != 0 && c.says&(asksSent|asksProof|asksType) != 0 && (c.says&(asksSent|asksProof) != 0 || n != minLock+1)
}

// told reports whether the words before and after a number of n digits make it a code.
func (c *codeHearing) told(n int, behind asked, lives bool) bool {
	all := c.says | behind
	if all&asksWorks != 0 && all&asksDenied != 0 {
		all |= asksFail
	}
	switch {
	case c.direct && lives && !c.ware, lives && !c.ware && n >= sixDigits && (all&asksCode != 0 || c.entered), c.entered && behind&asksMessage != 0:
		return true
	case n > minLock && (c.message && c.shows || c.next && c.ends):
		return true
	case c.said:
		return c.says&asksCode != 0 && all&(asksSent|asksProof) != 0
	case all&asksMany != 0:
		return all&(asksSent|asksProof|asksFail) != 0
	case n < sixDigits:
		return false
	}
	return all&asksCode != 0 && all&asksFail != 0 || c.direct && c.says&(asksProof|asksSent) != 0
}

// given reports whether the code right before was told to somebody, or is not to be: "le di el código 665218 a un señor".
func (c *codeHearing) given() bool {
	return c.direct && (c.says&asksGiven != 0 || c.says&asksShared != 0 && c.says&asksDenied != 0)
}

// shown reports whether the number is what somebody reads out, or was sent.
func (c *codeHearing) shown() bool { return c.shows || c.says&asksSent != 0 }

// first reports whether the number may be the first of two codes.
func (c *codeHearing) first() bool {
	return c.says&asksSent != 0 || c.says&asksCode != 0 && c.says&asksMany == 0
}
