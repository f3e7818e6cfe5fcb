package pii

import (
	"strings"
	"unicode/utf8"
)

const (
	maxLocal  = 64
	maxDomain = 255
)

// localRun remembers how far a run of characters of a local part was read, so that each is read once.
type localRun struct{ start, seen int }

// localEnd returns where the run of characters of a local part ends; a run of more than maxLocal bytes is none.
func (f *Finder) localEnd(pos int) (end int, ok bool) {
	i := pos
	if f.local.start <= pos && pos < f.local.seen {
		i = f.local.seen
	}
	for i-pos <= maxLocal {
		c := f.at(i)
		size := 1
		if c >= utf8.RuneSelf {
			var r rune
			if r, size = f.rune(i); !isLetterRune(r) {
				break
			}
		} else if !local.has(c) {
			break
		}
		i += size
	}
	f.local = localRun{pos, i}
	return i, i-pos <= maxLocal
}

// email returns the e-mail that begins at pos, if there is one: as it should be, or as people hide it.
func (f *Finder) email(pos int) (got Span) {
	if pos > 0 && wordBefore(f.text, pos) {
		return got
	}
	end, ok := f.localEnd(pos)
	if !ok {
		return got
	}
	if isDigit(f.text[pos]) && f.at(end) == ' ' && isDigit(f.at(end+1)) {
		return got
	}
	switch c := f.at(end); c {
	case '@':
		if pos > 0 && f.starred(pos) {
			return got
		}
		at := end + 1
		if f.at(at) == '@' {
			at++ // the key was held too long
		}
		if f.at(at) == '\n' {
			return f.brokenEmail(pos, at+1)
		}
		if to := f.domainAt(at); to > 0 && f.text[end-1] != '.' {
			return Span{TypeEmail, pos, to}
		}
		if to := f.topBelow(at); to > 0 {
			return Span{TypeEmail, pos, to}
		}
		return f.hiddenEmail(pos, end)
	case '\'':
		if to, ok := f.afterApostrophe(pos, end); ok {
			return Span{TypeEmail, pos, to}
		}
	case '\n':
		if f.at(end+1) == '@' {
			return f.brokenEmail(pos, end+2)
		}
	case ' ', '(', '[', '{', '<', '&':
		if f.linkAhead(end) {
			got = f.hiddenEmail(pos, end)
		}
	}
	if got.Kind == "" && end-pos > 9 {
		got = f.wovenEmail(pos, end)
	}
	return got
}

// starred reports whether stars or bullets stand for what is left out before pos: j***z@gmail.com.
func (f *Finder) starred(pos int) bool {
	i := pos
	for i > 0 && f.text[i-1] == '*' {
		i--
	}
	if i == pos {
		const bullet = "\u2022"
		for hasEnd(f.text[:i], bullet) {
			i -= len(bullet)
		}
	}
	return i < pos-1 && wordBefore(f.text, i)
}

// afterApostrophe reads on in t.o'brien@...: an O or, after a full stop, a D begins such a name.
func (f *Finder) afterApostrophe(pos, i int) (end int, ok bool) {
	c := lower(f.text[i-1])
	if c != 'o' && c != 'd' || i-1 > pos && f.text[i-2] != '.' || c == 'd' && i-1 == pos {
		return 0, false
	}
	to, ok := f.localEnd(i + 1)
	if !ok || f.at(to) != '@' {
		return 0, false
	}
	end = f.domainAt(to + 1)
	return end, end > 0
}

// readDomain remembers a domain that was read: the parts of a name before an at share it.
type readDomain struct{ start, end int }

// domainAt is domain, read once for one place, which is not the first.
func (f *Finder) domainAt(i int) int {
	if f.far.start != i {
		f.far = readDomain{i, f.domain(i)}
	}
	return f.far.end
}

// domain returns the end of the domain that begins at i, or 0: labels of letters, digits and hyphens, the last of
// letters. A sentence that goes on without a blank does not belong to it.
func (f *Finder) domain(i int) int {
	at, label := i, i
	end, known := 0, 0
	for {
		r, size := f.rune(i)
		if (isWordRune(r) && r != '_' || r == '-') && i-at < maxDomain {
			i += size
			continue
		}
		if i == label || f.text[label] == '-' {
			break
		}
		if label > at && onlyLetters(f.text[label:i]) && i-label >= 2 {
			if end = i; isTop(f.text[label:i]) {
				known = i
			}
		}
		if r != '.' {
			break
		}
		if i++; f.at(i) == '.' && isProvider(f.text[label:i-1]) {
			i++
		}
		label = i
	}
	if known > 0 {
		return known
	}
	return end
}

func onlyLetters(s string) bool {
	for _, r := range s {
		if !isLetterRune(r) {
			return false
		}
	}
	return s != ""
}

var (
	tops = setOf(`com net org edu gob gov mil int info biz io me app dev co es mx pe ar cl us uk br pt fr de it eu cat gal ec bo py uy ve
		cr gt hn ni pa sv do cu pr ca ch nl be at se no dk fi ie pl ru jp cn in au nz tv ai xyz online store shop site web tech
		health dental clinic club live cloud email mail example test`)
	providers = setOf(`gmail hotmail outlook yahoo icloud live msn proton protonmail aol terra uol bol me gmx ymail yandex zoho
		movistar telefonica prodigy infinitum ono fibertel speedy tutanota mail googlemail jotmail`)
)

// mailHouses are those that nobody takes for another word.
var mailHouses = setOf("gmail hotmail outlook yahoo icloud protonmail googlemail")

func setOf(list string) *words[bool] {
	out := map[string]bool{}
	for word := range strings.FieldsSeq(list) {
		out[word] = true
	}
	return newWords(out)
}

func isTop(label string) bool      { return len(label) > 1 && inSet(tops, label) }
func isProvider(label string) bool { return len(label) > 1 && inSet(providers, label) }

func inSet(set *words[bool], word string) bool {
	in, _ := set.get(word)
	return in
}

// wovenEmail is one word that spells its at: anaarrobagmail.com, ana%40example.com, ana_at_gmail.com.
func (f *Finder) wovenEmail(pos, end int) (got Span) {
	run := f.text[pos:end]
	for _, at := range [...]string{"arroba", "%40", "_at_", "-at-"} {
		i := indexFold(run, at)
		if i < 1 {
			continue
		}
		rest := strings.TrimLeft(run[i+len(at):], "_-")
		name, tail := rest, ""
		if cut := strings.IndexAny(rest, "._-"); cut > 0 {
			name, tail = rest[:cut], rest[cut+1:]
		}
		last := tail[strings.LastIndexAny(tail, "._-")+1:]
		if isTop(last) || isProvider(name) || strings.HasSuffix(rest, "puntocom") {
			return Span{TypeEmail, pos, end - len(tail) + len(strings.TrimRight(tail, "._-"))}
		}
		if at == "arroba" || at == "%40" {
			return f.domainLinks(pos, end-len(rest), atStrong)
		}
	}
	return got
}

func indexFold(s, lowered string) int {
	for i := 0; i+len(lowered) <= len(s); i++ {
		if lower(s[i]) == lowered[0] && strings.EqualFold(s[i:i+len(lowered)], lowered) {
			return i
		}
	}
	return -1
}
