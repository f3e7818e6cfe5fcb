package pii

// next is what the words after a number say; linked means that only linking words stand between.
type next struct {
	telling about
	linked  bool
}

// unitAfter reports a word right after the number that makes it a quantity.
func (f *Finder) unitAfter(end int) bool {
	i := f.blanks(end, 2)
	to := f.lettersEnd(i)
	return to > i && aboutOf(f.text[i:to])&sayUnit != 0
}

// saidAfter remembers what the words after a place say.
type saidAfter struct {
	end  int
	next next
}

// after says what the next telling word says. A word before another number speaks of that one.
func (f *Finder) after(end int) next {
	m := &f.behind[end%len(f.behind)]
	if m.end != end || end == 0 {
		*m = saidAfter{end, f.readAfter(end)}
	}
	return m.next
}

func (f *Finder) readAfter(end int) (n next) {
	words := 0
	n.linked = true
	for i := end; i-end < contextBytes && words < contextWords; {
		r, size := f.rune(i)
		if r == 0 || r == '\n' || r == '.' || r == ';' || r == '?' || r == '!' {
			return n
		}
		if !isWordRune(r) {
			i += size
			continue
		}
		to := f.wordEnd(i)
		if f.text[i:to] == "po" {
			i = to // as Chileans end a clause; an order is a PO
			continue
		}
		a := aboutOf(f.text[i:to])
		if isDigit(f.text[i]) {
			return n
		}
		if a &^= sayUnit | sayHolder | sayCounted | sayPerson | sayFar | sayFiscal; a&^sayLink != 0 {
			if a&sayOther != 0 {
				if id, end := f.idOf(to); id != 0 {
					a, to = id, end
				}
			}
			if !f.numberAfter(to) {
				n.telling = a &^ sayLink
			}
			return n
		}
		if a&sayLink == 0 {
			words++
			n.linked = false
		}
		i = to
	}
	return n
}

// numberAfter reports whether a number follows with nothing but linking words before it.
func (f *Finder) numberAfter(i int) bool {
	for start := i; i-start < 48; {
		r, size := f.rune(i)
		switch {
		case r == 0 || r == '\n' || r == ';' || r == '?' || r == '!' || r == ',' || r == ')':
			return false
		case isDigit(byte(min(r, 0x7F))) || r == '+':
			return true
		case !isWordRune(r):
			i += size
		default:
			to := f.wordEnd(i)
			if aboutOf(f.text[i:to])&sayLink == 0 {
				return false
			}
			i = to
		}
	}
	return false
}

// idOf returns what "de extranjeria" or "of ..." after a word says of a number of identity, and where it ends.
func (f *Finder) idOf(i int) (id about, end int) {
	for n := range 3 {
		i = f.blanks(i, 2)
		to := f.lettersEnd(i)
		if to == i {
			return 0, i
		}
		word := f.text[i:to]
		if id = aboutOf(word) & sayID; id != 0 && n > 0 || id&(sayNSS|sayNUSS|saySSN) != 0 {
			return id, to
		}
		if !inSet(ofWords, word) {
			return 0, i
		}
		i = to
	}
	return 0, i
}

var ofWords = setOf("de del of da do la el los las the")
