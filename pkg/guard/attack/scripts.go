package attack

import (
	_ "embed"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/recado/recado/pkg/guard/view"
)

//go:embed scripts.txt
var scriptsText string

// scriptLexicon knows the classes of words of other scripts. Its letters are not bytes, and it is as small as the attacks'
// core vocabulary, so that it is kept apart from the lexicon: no rune of Latin is ever looked up here.
type scriptLexicon struct {
	words *table
	// stems may go on: in scripts with blanks they begin a word, in the others they stand anywhere.
	stems   *table
	longest int
}

var scripts = readScripts(scriptsText)

// readScripts reads lines "CLASS: items" or "CLASS|CLASS: items" of words, and of stems with an asterisk.
func readScripts(text string) *scriptLexicon {
	l, items := &scriptLexicon{}, [2]map[uint64]Class{{}, {}}
	var buffer view.Buffer
	var word scriptWord
	for line := range strings.Lines(text) {
		names, list, ok := strings.Cut(line, ": ")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		class := classOf(names)
		for item := range strings.FieldsSeq(list) {
			item, stem := strings.CutSuffix(item, "*")
			plain := buffer.Plain(item).Text
			word.read(plain, 0, len(plain))
			kind := 0
			if stem || word.has(syllabic) {
				kind = 1
			}
			h := hashRunes(word.runes)
			items[kind][h] = items[kind][h].or(class)
			l.longest = max(l.longest, len(word.runes))
		}
	}
	for h, c := range items[0] {
		items[0][h] = c.or(items[1][h])
	}
	l.words, l.stems = newTable(items[0]), newTable(items[1])
	return l
}

func hashRunes(word []rune) uint64 {
	h := uint64(hashSeed)
	for _, r := range word {
		h = hashRune(h, r)
	}
	return finish(h)
}

func hashRune(h uint64, r rune) uint64 { return (h ^ uint64(r)) * hashPrime }

// writing is how words of a script are found.
type writing uint8

const (
	unknown  writing = iota
	european         // Greek and Cyrillic
	semitic          // with what is written together with a word before it and after it
	indic            // Devanagari
	syllabic         // without blanks: Chinese and Japanese
	korean           // with blanks, and particles after the words
	ascii            // Latin letters and digits
)

func writingOf(r rune) writing {
	switch {
	case r < 0x370:
		return ascii
	case r < 0x530 || r >= 0x1F00 && r < 0x2000:
		return european
	case r >= 0x590 && r < 0x700:
		return semitic
	case r >= 0x900 && r < 0x980:
		return indic
	case r >= 0x3005 && r < 0xA000:
		return syllabic
	case r >= 0xAC00 && r < 0xD7A4:
		return korean
	}
	return unknown
}

// scriptWord is a word of another script, folded.
type scriptWord struct {
	runes []rune
	at    []int32 // bytes of the view
	seen  [ascii + 1]bool
}

func (s *scriptWord) has(w writing) bool { return s.seen[w] }

// only reports letters of one kind of writing, digits aside.
func (s *scriptWord) only(w writing) bool {
	for other, has := range s.seen {
		if has != (writing(other) == w) {
			return false
		}
	}
	return true
}

// read folds the word at text[from:to].
func (s *scriptWord) read(text string, from, to int) {
	s.runes, s.at, s.seen = s.runes[:0], s.at[:0], [ascii + 1]bool{}
	for i := from; i < to; {
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[i:])
		}
		n := len(s.runes)
		switch {
		case (r == 0x3099 || r == 0x309A) && n > 0: // kana are read with their marks
			s.runes[n-1] += r - 0x3098
		case !silent(r):
			r = foldScript(r)
			if r < '0' || r > '9' {
				s.seen[writingOf(r)] = true
			}
			s.runes, s.at = append(s.runes, r), append(s.at, int32(i))
		}
		i += size
	}
}

// silent reports what people leave out: accents, points, vowel marks, the line that makes a word longer, apostrophes.
func silent(r rune) bool {
	switch {
	case r < 0x300:
		return r == '\'' || r == 0x2BC
	case r < 0x370, r >= 0x483 && r <= 0x487:
		return true
	case r >= 0x591 && r <= 0x5C7, r >= 0x610 && r <= 0x61A, r >= 0x64B && r <= 0x65F:
		return true
	}
	if r == 0x640 || r == 0x670 {
		return true
	}
	return r == 0x93C || r == 0x2019
}

func foldScript(r rune) rune {
	switch {
	case r < 0x370:
		return foldRune(r)
	case r < 0x530:
		if r = unicode.ToLower(r); r == 'ς' {
			return 'σ'
		}
		return r
	case r > 0x977:
		return r
	}
	switch r {
	case 'ى', 'ی':
		return 'ي'
	case 'ة':
		return 'ه'
	case 'ک':
		return 'ك'
	case 'ך', 'ם', 'ן', 'ף', 'ץ':
		return r + 1
	case 'ँ':
		return 'ं'
	}
	return r
}

// word returns the classes of a whole word, or of the longest stem that it begins with.
func (l *scriptLexicon) word(word []rune) (Class, bool) {
	h := uint64(hashSeed)
	found, ok := Class{}, false
	for i, r := range word {
		h = hashRune(h, r)
		if i+1 == len(word) {
			if c, hit := l.words.get(finish(h)); hit {
				return c, true
			}
		}
		if i < l.longest {
			if c, hit := l.stems.get(finish(h)); hit {
				found, ok = c, true
			}
		}
	}
	return found, ok
}

// at returns how many letters the longest stem has with which word begins, and its classes.
func (l *scriptLexicon) at(word []rune) (n int, found Class) {
	h := uint64(hashSeed)
	for i, r := range word[:min(len(word), l.longest)] {
		h = hashRune(h, r)
		if c, hit := l.stems.get(finish(h)); hit {
			n, found = i+1, c
		}
	}
	return n, found
}
