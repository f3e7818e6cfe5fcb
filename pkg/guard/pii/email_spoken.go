package pii

// link is what stands between two parts of an e-mail that somebody speaks or hides.
type link uint8

const (
	noLink   link = iota
	atStrong      // @, arroba, (at)
	atWeak        // at: also an ordinary word
	dotPlain      // a full stop among blanks
	dotSaid       // punto, dot
	joint         // guion bajo, underscore: within a local part only
)

var saidLinks = [...]struct {
	word string
	link link
}{
	{"arroba", atStrong},
	{"aroba", atStrong},
	{"at", atWeak},
	{"punto", dotSaid},
	{"ponto", dotSaid},
	{"point", dotSaid},
	{"dot", dotSaid},
	{"pto", dotSaid},
	{"guion bajo", joint},
	{"gui\u00f3n bajo", joint},
	{"guion medio", joint},
	{"gui\u00f3n medio", joint},
	{"guion", joint},
	{"gui\u00f3n", joint},
	{"underscore", joint},
	{"under score", joint},
	{"underline", joint},
	{"barra baja", joint},
	{"barra bajita", joint},
	{"subguion", joint},
	{"subrayado", joint},
	{"dash", joint},
	{"hyphen", joint},
	{"hifen", joint},
	{"h\u00edfen", joint},
	{"tra\u00e7o", joint},
	{"raya", joint},
	{"menos", joint},
}

// linksFrom gives the links by their first letter.
var linksFrom = func() (from [256][]int) {
	for n := range saidLinks {
		c := saidLinks[n].word[0]
		from[c] = append(from[c], n)
		from[upper(c)] = append(from[upper(c)], n)
	}
	return from
}()

// linkAhead reports, cheaply, whether a link may stand after end.
func (f *Finder) linkAhead(end int) bool {
	i := f.blanks(end, 2)
	switch lower(f.at(i)) {
	case '@', '&':
		return true
	case '(', '[', '{', '<':
		l, _ := f.bracketed(i)
		return l != noLink
	case '.':
		return i > end
	}
	if i == end {
		return false
	}
	may := f.mayBe(i)
	return may&mayBeLink != 0 && f.saidLink(i) > 0 || (may&mayBeNumber != 0 || isDigit(f.at(i))) && f.digitsBeforeAt(end) > 0
}

// digitsBeforeAt returns the end of a few digits after end, written or spoken, that an at follows, or 0: ana 85 arroba.
func (f *Finder) digitsBeforeAt(end int) int {
	to := end
	if c := f.at(end + 1); !isDigit(c) && f.mayBe(end+1)&mayBeNumber == 0 {
		return 0
	}
	for range 4 {
		i := f.joiner(to)
		if i == to {
			break
		}
		next := i
		for next-i < 5 && isDigit(f.at(next)) {
			next++
		}
		if next == i {
			if _, next = f.saidValue(i); next == i {
				break
			}
		}
		to = next
	}
	if to == end || f.at(to) != ' ' {
		return 0
	}
	i := f.blanks(to, 2)
	if f.follows(i, "arroba") || f.follows(i, "at ") && inSet(mailHouses, f.text[i+3:f.labelEnd(i+3)]) {
		return to
	}
	return 0
}

// saidLink returns the number, from 1, of the link that is spoken at i, or 0.
func (f *Finder) saidLink(i int) int {
	if f.mayBe(i)&mayBeLink == 0 {
		return 0
	}
	for _, n := range linksFrom[f.at(i)] {
		if word := saidLinks[n].word; f.follows(i, word) && !f.wordAt(i+len(word)) {
			return n + 1
		}
	}
	return 0
}

// linkAt reads a link and the blanks around it, and returns where the next part begins.
func (f *Finder) linkAt(end int) (l link, next int) {
	i := f.blanks(end, 2)
	spaced := i > end
	switch c := f.at(i); c {
	case '@':
		if next = f.blanks(i+1, 2); spaced && next == i+1 {
			return atWeak, next // as in "instagram @shop.example"
		}
		return atStrong, next
	case '.', ',':
		next = f.blanks(i+1, 2)
		if c == ',' && (spaced || next > i+1) {
			return noLink, 0
		}
		return dotPlain, next
	case '(', '[', '{', '<':
		return f.bracketed(i)
	case '&':
		if f.follows(i, "&#64;") {
			return atStrong, i + 5
		}
		return noLink, 0
	}
	if n := f.saidLink(i); n > 0 && spaced {
		return saidLinks[n-1].link, f.blanks(i+len(saidLinks[n-1].word), 2)
	}
	return noLink, 0
}

// bracketed reads (at), [dot] and their like.
func (f *Finder) bracketed(open int) (l link, next int) {
	i := f.blanks(open+1, 1)
	length := 0
	switch n := f.saidLink(i); {
	case n > 0:
		l, length = saidLinks[n-1].link, len(saidLinks[n-1].word)
	case f.at(i) == '@' || f.follows(i, "a") && !f.wordAt(i+1):
		l, length = atStrong, 1
	case f.at(i) == '.':
		l, length = dotSaid, 1
	default:
		return noLink, 0
	}
	if l == atWeak {
		l = atStrong
	}
	i = f.blanks(i+length, 1)
	if c := f.at(i); c != ')' && c != ']' && c != '}' && c != '>' {
		return noLink, 0
	}
	return l, f.blanks(i+1, 2)
}

const maxParts = 10

// hiddenEmail reads an e-mail with links from pos, whose first part ends at end.
func (f *Finder) hiddenEmail(pos, end int) (got Span) {
	for range maxParts {
		l, next := f.linkAt(end)
		switch l {
		case noLink:
			if end = f.digitsBeforeAt(end); end == 0 {
				return got
			}
			continue
		case atStrong, atWeak:
			return f.domainLinks(pos, next, l)
		case dotPlain:
			if next != end+1 && f.at(end) != ' ' {
				return got // a sentence ends here
			}
		}
		to, ok := f.localEnd(next)
		if !ok || to == next {
			return got
		}
		for n := 0; to-next == 1 && n < maxLocal && f.apart(to) && f.at(to+1) != '@'; n++ { // letters apart
			next, to = to+1, to+2
		}
		end = to
	}
	return got
}

// domainLinks reads the domain of an e-mail with links.
func (f *Finder) domainLinks(pos, i int, at link) (got Span) {
	first := i
	said, good := false, 0
	for n := range maxParts {
		end := f.labelEnd(i)
		if end == i || end-i > maxLocal {
			break
		}
		label := f.text[i:end]
		if n > 0 && isTop(label) || n == 0 && isProvider(label) {
			good = end
		}
		l, next := f.linkAt(end)
		if l == joint {
			i = next // a hyphen in its name
			continue
		}
		if l == noLink && n == 0 && good > 0 && f.follows(end, " com") && !f.wordAt(end+4) {
			good = end + 4
		}
		if l != dotPlain && l != dotSaid || l == dotPlain && next > end+1 && good > 0 && f.sentenceAfter(end, next, n) {
			break
		}
		said = said || l == dotSaid
		i = next
	}
	if good == 0 || at == atWeak && !said && !inSet(mailHouses, f.text[first:f.labelEnd(first)]) {
		return got
	}
	return Span{TypeEmail, pos, good}
}

// sentenceAfter reports whether the stop after the domain that ends at end, with label n, ends a sentence, and that the word at
// next begins another. Where a blank stands before the stop, too, a top domain in small letters goes on the address.
func (f *Finder) sentenceAfter(end, next, n int) bool {
	word := f.text[next:f.labelEnd(next)]
	if inSet(topWords, word) {
		return f.at(end) != ' ' || isUpper(word[0]) && !isUpper(word[1])
	}
	return n > 0 && !isTop(word)
}

// topWords are top domains that begin a sentence as well.
var topWords = setOf("no es me de in it at be do se us io info live cloud email mail online store shop site web tech health dental clinic club example test app dev eu")

func (f *Finder) labelEnd(i int) int {
	for {
		c := f.at(i)
		if c != '-' && classes[c]&(digit|letter) == 0 {
			return i
		}
		i++
	}
}
