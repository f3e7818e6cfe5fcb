package pii

import "strings"

// brokenEmail reads an e-mail that a line's end cuts beside its at; its domain begins at i. A handle that begins a line is
// none.
func (f *Finder) brokenEmail(pos, i int) (got Span) {
	to := f.domainAt(i)
	if to == 0 {
		return got
	}
	house, _ := cutAt(f.text[i:to], '.')
	if !isProvider(house) && (f.text[i-1] == '@' || !isTop(f.text[i+strings.LastIndexByte(f.text[i:to], '.')+1:to])) {
		return got
	}
	return Span{TypeEmail, pos, to}
}

// topBelow returns the end of a domain whose top a line's end cuts off, or 0: gmail, and .com in the next line.
func (f *Finder) topBelow(at int) int {
	i := f.labelEnd(at)
	if !isProvider(f.text[at:i]) {
		return 0
	}
	dotted := f.at(i) == '.'
	if dotted {
		i++
	}
	if f.at(i) != '\n' || f.at(i+1) == '.' == dotted {
		return 0
	}
	if i++; !dotted {
		i++
	}
	end := f.labelEnd(i)
	if top := f.text[i:end]; !isTop(top) || dotted && inSet(topWords, top) {
		return 0
	}
	return end
}
