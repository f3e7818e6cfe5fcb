package grounding

import (
	"strings"

	"github.com/recado/recado/pkg/language"
)

// topLevel are the ends of the addresses of the net that are known without "http" or "www".
var topLevel = listed("topLevel")

// readNet reads an e-mail address or a link.
func readNet(p *piece, i int) (mention, int) {
	switch {
	case p.Tokens[i].Kind == language.Mark && !p.is(i, "@"), p.glued(i) && !p.is(i-1, "(", "<", "[", "\"", "*", "'", ":", "“", "_"):
		return mention{}, i
	}
	to, at, dot := i+1, -1, -1
	for to < len(p.Tokens) && p.Tokens[to].Glued && p.inAddress(to) {
		switch {
		case p.is(to, "@"):
			at = to
		case p.is(to, ".") && p.domain(to+1):
			dot = to
		}
		to++
	}
	for to > i+1 && p.is(to-1, ".", ",", ":", "-", "!", "?", "*", "_") {
		to--
	}
	scheme := p.is(i, "http", "https") && p.is(i+1, ":") && p.is(i+2, "/")
	switch {
	case scheme, p.is(i, "www") && to > i+2:
		return mention{kind: Link, from: i, key: linkKey(p.raw(i, to))}, to
	case at > i && dot > at:
		return mention{kind: Email, from: i, key: strings.ToLower(p.raw(i, to))}, to
	case p.is(i, "@") && to > i+1:
		return mention{kind: Link, from: i, key: strings.ToLower(p.raw(i, to))}, to
	case dot > i && at < 0 && p.letters(i):
		return mention{kind: Link, from: i, key: linkKey(p.raw(i, to))}, to
	}
	return mention{}, i
}

// domain reports whether token i is the last part of the name of a site.
func (p *piece) domain(i int) bool {
	return p.letters(i) && p.glued(i) && p.in(i, topLevel) && p.Tokens[i].End-p.Tokens[i].Start == len(p.at(i))
}

// inAddress reports whether token i may stand in an address of the net.
func (p *piece) inAddress(i int) bool {
	return p.Tokens[i].Kind != language.Mark || p.is(i, ".", "@", "-", "_", "/", ":", "+", "%", "?", "=", "&", "#", "~")
}

func linkKey(s string) string {
	s = strings.ToLower(s)
	for _, head := range [...]string{"https://", "http://", "www."} {
		s = strings.TrimPrefix(s, head)
	}
	return strings.TrimRight(s, "/.,")
}

// Numbers of telephones have so many digits.
const (
	minPhone = 7
	maxPhone = 15
)

// readPhone reads a telephone number: digits in groups, with a "+" and marks between them.
func readPhone(p *piece, i int) (mention, int) {
	at := i
	plus := p.is(at, "+")
	if plus {
		at++
	}
	if p.is(at, "(") && p.digits(at+1) > 0 {
		at++
	}
	if p.digits(at) == 0 {
		return mention{}, i
	}
	var digits strings.Builder
	groups := 0
	to := at
	for p.digits(to) > 0 && digits.Len()+p.digits(to) <= maxPhone {
		digits.WriteString(p.at(to))
		groups++
		to++
		next := to
		for next < to+2 && p.is(next, "-", ".", " ", "(", ")", "–", "‑") && !p.breaks(next) {
			next++
		}
		if p.digits(next) < 2 || p.breaks(next) || next == to && p.glued(to) {
			break
		}
		to = next
	}
	if digits.Len() < minPhone || !plus && groups > 1 && !p.grouped(at, to) {
		return mention{}, i
	}
	return mention{kind: Phone, from: i, key: digits.String()}, to
}

// grouped reports whether the groups of digits are those of a telephone number: two to five digits each, and none of a list of prices.
func (p *piece) grouped(from, to int) bool {
	for i := from; i < to; i++ {
		if n := p.digits(i); n > 5 || n > 0 && i > from && n < 2 {
			return false
		}
	}
	return true
}

// samePhone reports whether two numbers are the same but for the code of the country and a prefix.
func samePhone(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) < minPhone {
		return false
	}
	return strings.HasSuffix(b, a) || len(a) >= 10 && b[len(b)-10:] == a[len(a)-10:]
}
