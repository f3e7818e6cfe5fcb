package pii

import (
	"strings"
	"unicode/utf8"
)

// skip returns where the first place from pos on is that step must look at, as far as that is cheaply told.
func (f *Finder) skip(text string, pos int) int {
	switch {
	case f.inKey:
	case starts[text[pos]] == 0:
		return pos + 1
	case starts[text[pos]] == startLetter:
		return f.skipWords(text, pos)
	}
	return pos
}

// skipWords returns where the first word from pos on stands that step must look at: it passes over words of letters alone
// that say nothing, each before a comma or before a blank and a word that says nothing to it either. What it passes over is
// what wordStep finds nothing in.
func (f *Finder) skipWords(text string, pos int) int {
	if pos > 0 && wordBefore(text, pos) {
		return pos
	}
	may := mayBeAnything
	if pos+2 < len(text) {
		may = openings[opening(text[pos], text[pos+1], text[pos+2])]
	}
	for may&(mayBeNumber|mayBeCue|mayBeKey|mayBeFirst) == 0 && !f.kept.begins(text[pos]) {
		end := plainEnd(text, pos)
		if end == pos || end+3 >= len(text) || end-pos > maxPlain && (end-pos > maxLocal || indexFold(text[pos:end], "arroba") >= 0) {
			return pos
		}
		if text[end] != ' ' {
			if clauseEnds(text, end) && (text[end] != ',' && text[end] != ';' || !mayTell(text, pos, end, may)) {
				return end
			}
			return pos
		}
		next, was := end+1, may
		may = openings[opening(text[next], text[next+1], text[next+2])]
		if was&mayBeLetter != 0 && (may&mayBeLetter != 0 || text[next+1] == ' ' || text[next+1] == ',') && end-pos <= maxName && letterOf(text[pos:end]) != 0 {
			return pos // a code may be spelled from here on
		}
		if starts[text[next]] != startLetter && text[next] < utf8.RuneSelf || may&(mayBeLink|mayBeNumber) != 0 ||
			end-pos == 1 && (f.loner > pos || text[next] == 'g' && (lower(text[pos]) == 'i' || lower(text[pos]) == 'y') || !local.has(text[end+2]) || spellsES(text, pos) || likeAhead(text, pos, next) || may&mayBeLetter != 0 && spellsOn(text, next)) ||
			(end-pos == 1 || was&mayBeLetter != 0) && foldedAt(text, next, "may") || // "x mayúscula"
			end-pos == 5 && foldedAt(text, pos, "signo") {
			return pos
		}
		pos = next
		if starts[text[pos]] != startLetter {
			return pos
		}
	}
	return pos
}

// spellsES reports what may go on as "e ese", with which an IBAN begins that somebody spells; two letters follow the blank.
func spellsES(text string, pos int) bool {
	return lower(text[pos]) == 'e' && foldedAt(text, pos+2, "es")
}

// mayTell reports whether a code that is told may begin with the word from pos to end, before a comma or a semicolon.
func mayTell(text string, pos, end int, may uint8) bool {
	return end-pos == 1 || end-pos == 4 && isDigit(text[end+2]) && capitals(text[pos:end]) || end-pos == 2 && (isUpper(text[pos]) && isUpper(text[pos+1]) || saysNumber(text, end+2)) || may&mayBeLetter != 0 && letterOf(text[pos:end]) != 0
}

// saysNumber reports what may be a number that is said at i.
func saysNumber(text string, i int) bool {
	return i+2 >= len(text) || openings[opening(text[i], text[i+1], text[i+2])]&mayBeNumber != 0
}

// spellsOn reports whether the word at i may be the name of a letter, after which another or a number is told: "a te seis ocho".
func spellsOn(text string, i int) bool {
	end := plainEnd(text, i)
	if next := end + 1; next+2 < len(text) {
		return end-i <= maxName && (isDigit(text[next]) || text[next+1] == ' ' || openings[opening(text[next], text[next+1], text[next+2])]&(mayBeNumber|mayBeLetter) != 0)
	}
	return true
}

// likeAhead reports whether a word may follow at next that tells which letter stands at pos: "b de Burgos".
func likeAhead(text string, pos, next int) bool {
	if strings.IndexByte("adcf(", lower(text[next])) < 0 {
		return false
	}
	for _, link := range letterLinks {
		link = link[1:]
		if i := next + len(link); i >= len(text) || foldedAt(text, next, link) && lower(text[i]) == lower(text[pos]) {
			return true
		}
	}
	return false
}

// clauseEnds reports a mark at i after which a word says nothing to the one before.
func clauseEnds(text string, i int) bool {
	switch text[i] {
	case '\n':
		return !isDigit(text[i+1]) && text[i+1] != '@' // a code or an address may be cut there
	case ',', '?', ';', ')':
		return true
	case '(', '[', '{', '<':
		return !maySpellLink(text, i+1)
	}
	return false
}

const (
	mayBeAnything = ^uint8(0)
	// maxPlain is how many letters a word has at most that cannot spell an address.
	maxPlain = 9
)

// maySpellLink reports whether what stands at i, after a bracket, may be a link of an e-mail.
func maySpellLink(text string, i int) bool {
	if openings[opening(text[i], text[i+1], text[i+2])]&mayBeLink != 0 {
		return true
	}
	switch c := text[i]; c {
	case ' ', '\t', '@', '.':
		return true
	case 'a', 'A':
		return strings.IndexByte(" \t)]}>", text[i+1]) >= 0
	}
	return false
}

// plainEnd returns where the letters from i on end, with those of Western Europe among them.
func plainEnd(text string, i int) int {
	for i < len(text) {
		c := text[i]
		switch {
		case classes[c]&letter != 0:
			i++
		case c == 0xC3 && i+1 < len(text) && text[i+1] != 0x97 && text[i+1] != 0xB7: // no signs of times and division
			i += 2
		default:
			return i
		}
	}
	return i
}

// foldedAt reports whether word, which is lower case, stands at i in any case.
func foldedAt(text string, i int, word string) bool {
	for j := range len(word) {
		if lower(text[i+j]) != word[j] {
			return false
		}
	}
	return true
}
