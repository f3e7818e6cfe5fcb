package pii

import "strings"

// letterNames gives the letter that a word names; a letter alone names itself.
var letterNames = func() map[string]byte {
	out := map[string]byte{}
	for pair := range strings.FieldsSeq(`be/B ce/C de/D efe/F ge/G hache/H jota/J ka/K ele/L eme/M ene/N pe/P cu/Q erre/R ere/R ese/S te/T uve/V ve/V
		equis/X ye/Y zeta/Z ceta/Z zeda/Z esse/S xis/X`) {
		name, letter, _ := strings.Cut(pair, "/")
		out[name] = letter[0]
	}
	return out
}()

var letterLexicon = newWords(letterNames)

// maxName is how many bytes the name of a letter has at most.
const maxName = 5

// letterAt returns the letter that is written alone or named at i, in upper case, and where it ends; 0 where none is.
func (f *Finder) letterAt(i int) (c byte, end int) {
	if end = f.lettersEnd(i); end == i || end-i > maxName || f.wordAt(end) {
		return 0, i
	}
	if c = lower(f.text[i]); (c == 'i' || c == 'y') && end == i+1 && f.follows(end, " griega") && !f.wordAt(end+7) {
		return 'Y', f.likeWord('Y', end+7)
	}
	if c == 'u' || c == 'v' || c == 'd' {
		for _, name := range doubleU {
			if f.follows(i, name) && !f.wordAt(i+len(name)) {
				return 'W', f.likeWord('W', i+len(name))
			}
		}
	}
	if c = letterOf(f.text[i:end]); c == 0 {
		return 0, end
	}
	return c, f.likeWord(c, end)
}

// likeWord goes past what tells a letter that ends at end from others: "b de Burgos", "v as in Victor", "be larga".
func (f *Finder) likeWord(c byte, end int) int {
	if f.at(end) != ' ' {
		return end
	}
	for _, link := range letterLinks {
		if i := end + len(link); f.follows(end, link) && upper(f.at(i)) == c {
			if to := f.lettersEnd(i); to-i > 2 {
				return to
			}
		}
	}
	if c == 'B' || c == 'V' || c == 'I' {
		if to := f.lettersEnd(end + 1); inSet(letterKinds, f.text[end+1:to]) {
			return to
		}
	}
	return end
}

// letterLinks stand between a letter and a word that begins with it.
var letterLinks = [...]string{" de ", " as in ", " como ", " for ", " (de "}

// letterKinds tell B from V, and I from Y.
var letterKinds = setOf("alta baja chica corta grande larga latina pequena")

// doubleU are the names of W.
var doubleU = [...]string{"uve doble", "ve doble", "doble uve", "doble ve", "doble v", "doble u", "double u"}

func letterOf(word string) byte {
	if len(word) == 1 && isLetter(word[0]) {
		return upper(word[0])
	}
	c, _ := letterLexicon.get(word)
	return c
}

// mayName reports whether a word may be a letter or the name of one.
func mayName(word string) bool {
	return len(word) == 1 || len(word) <= maxName && openings[openingOf(word)]&mayBeLetter != 0
}

// idEndings tells, by the last two letters of the short words for documents, which letters stand before those.
var idEndings = func() (letters [32][32]uint32) {
	for word, a := range aboutList {
		if n := len(word); a&sayID != 0 && n > 2 && n <= maxName {
			letters[word[n-1]&31][word[n-2]&31] |= 1 << (word[n-3] & 31)
		}
	}
	return letters
}()

// spelled returns what letters say that end in word: "de ene i", "c u i t".
func (b *backward) spelled(word string) about {
	var buf [maxName]byte
	n, rest := len(buf), *b
	for n > 0 {
		c := letterOf(word)
		if c == 0 {
			return 0
		}
		n--
		buf[n] = lower(c)
		switch told := buf[n:]; len(told) {
		case 1:
		case 2:
			if idEndings[told[1]&31][told[0]&31] == 0 {
				return 0
			}
		case 3:
			if idEndings[told[2]&31][told[1]&31]&(1<<(told[0]&31)) == 0 {
				return 0
			}
			fallthrough
		default:
			if a := aboutOf(string(told)); a&sayID != 0 {
				*b = rest
				return a & sayID
			}
		}
		if word = rest.word(); rest.broke || word == "" {
			return 0
		}
	}
	return 0
}
