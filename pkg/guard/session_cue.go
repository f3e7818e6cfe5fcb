package guard

import "strings"

// cueClass is a set of what a word may do where a text is one part of several.
type cueClass uint16

const (
	cueOrder   cueClass = 1 << iota // an order that needs an object: ignora, forget, actúa
	cueFiller                       // what may stand between an order and its object
	cuePart                         // parte, fragment
	cueOrdinal                      // primera, last
	cueSave                         // guarda, remember
	cueThis                         // esto, following
	cueJoin                         // une, concatenate
	cueNot                          // no, don't
	cueAnswer                       // respondas, answer
	cueYet                          // todavía, until
	cueNow                          // ahora, now
	cueAre                          // eres, are
	cueNumber
	cueTail // no text ends with it: tus, the
)

var cueWords = func() map[string]cueClass {
	m := map[string]cueClass{}
	for class, words := range map[cueClass]string{
		cueOrder: `ignora ignore ignorar ignorad ignorá olvida olvide olvidar olvidá forget disregard descarta descarte descartar
			omite omita override bypass anula anule revela revele revelar reveal muestrame muéstrame mostrame muestre repite repita repeat
			imprime imprima actua actúa actúe act finge pretend simula esqueça esquece desconsidere finja revele mostre`,
		cueFiller: `tu tus tuas seus suas los las lo la el le les de del todo todos toda todas esas esos estas estos as os
			all any your the previous prior these those every of to be a an un una uns como como-si that que y and e por completo
			anteriores previas previos iniciales first last me nos`,
		cuePart:    `parte partes part parts fragmento fragmentos fragments fragment segmento segment trozo pedazo piece chunk pedaço`,
		cueOrdinal: `primera segunda tercera cuarta ultima siguiente first second third fourth last next primeira proxima próxima`,
		cueSave:    `guarda guardate guárdate guarde recuerda recuerde memoriza memorice anota almacena remember save store memorize memorise keep lembre lembra`,
		cueThis:    `esto esta este this following siguiente isto these estas`,
		cueJoin:    `une unelas únelas junta juntalas júntalas concatena concatenate combina combine join merge append pega unir juntar`,
		cueNot:     `no not dont don nao não`,
		cueAnswer:  `respondas contestes respond answer reply responda`,
		cueYet:     `todavia todavía aun aún yet until hasta still ainda`,
		cueNow:     `ahora now agora`,
		cueTail: `la el los las de del al a o y e que en con sin para por tu tus su sus modo the an to of your and
			or with without for from mode os do da dos das em seu sua com sem`,
		cueNumber: `uno dos tres cuatro one two three four um dois três`,
		cueAre:    `eres sos are serás seras você`,
	} {
		for word := range strings.FieldsSeq(words) {
			m[FoldPhrase(word)] |= class
		}
	}
	return m
}()

// cueStems are beginnings of words that are cut in two.
var cueStems = func() map[string]bool {
	m := map[string]bool{}
	for _, word := range []struct {
		text  string
		least int
	}{
		{"ignora", 3}, {"ignore", 3}, {"disregard", 4}, {"olvida", 4}, {"instrucciones", 5}, {"instructions", 5}, {"override", 5},
	} {
		folded := FoldPhrase(word.text)
		for n := word.least; n < len(folded); n++ {
			m[folded[:n]] = true
		}
	}
	for word := range cueWords {
		delete(m, word)
	}
	return m
}()

// maxFillers is how many words may stand between an order and the end of the text.
const maxFillers = 5

// splitCue reports whether a text looks like a part of something. It allocates nothing.
func splitCue(text string) bool {
	c := cueReader{open: -1}
	s := letterScan{text: text}
	for s.next() {
		if s.starts {
			c.size, c.start = 0, s.start
		}
		if c.size < len(c.word) {
			c.word[c.size] = byte(min(s.letter, '~'))
			c.size++
		}
		if s.ends && c.read(text, s.end) {
			return true
		}
	}
	if numbered(text) > 0 {
		return true
	}
	if c.size == 0 || strings.ContainsAny(text[c.end:], "?¿") {
		return false
	}
	if c.tail && !strings.ContainsAny(text[c.end:], ".!)") {
		return true
	}
	return c.open >= 0 || c.stem && strings.TrimSpace(text[c.end:]) == ""
}

// cueReader follows the words of a text.
type cueReader struct {
	word       [24]byte
	size       int
	start, end int
	one, two   cueClass // of the words before
	open       int      // fillers since an order without its object; -1 where there is none
	stem       bool     // the last word is half a word
	tail       bool     // the last word wants another
	words      int
}

// read takes a word, and reports whether the text is a part for certain.
func (c *cueReader) read(text string, end int) bool {
	class := cueWords[string(c.word[:c.size])]
	if isNumber(rune(c.word[0])) && c.size <= 2 {
		class |= cueNumber
	}
	c.stem = c.size < len(c.word) && cueStems[string(c.word[:c.size])]
	c.words++
	c.end, c.tail = end, class&cueTail != 0 && c.words > 1 && end-c.start == c.size // not too, nor qué
	switch {
	case class&cueOrder != 0, class&cueAre != 0 && c.one&cueNow != 0, class&cueNow != 0 && c.one&cueAre != 0:
		c.open = 0
	case c.open >= 0 && class&cueFiller != 0 && c.open < maxFillers:
		c.open++
	default:
		c.open = -1
	}
	found := c.one&cuePart != 0 && class&cueNumber != 0 ||
		c.one&cueOrdinal != 0 && class&cuePart != 0 && c.two == 0 && opensWith(text, c.start) ||
		c.one&cueSave != 0 && class&cueThis != 0 ||
		c.two&cueSave != 0 && class&cueThis != 0 ||
		(c.one|c.two)&cueJoin != 0 && class&cuePart != 0 ||
		c.two&cueNot != 0 && c.one&cueAnswer != 0 && class&cueYet != 0 ||
		assigns(text, c.start, end)
	c.two, c.one = c.one, class
	return found
}

// opensWith reports whether at most an article and a word stand before a place.
func opensWith(text string, at int) bool { return len(strings.Fields(text[:at])) <= 2 }

// assigns reports whether the word text[start:end] is given a text: a = "ign", parte2 := 'ora'.
func assigns(text string, start, end int) bool {
	if end-start > 8 || start > 0 && !strings.ContainsRune(" \n\t;,($", rune(text[start-1])) {
		return false
	}
	rest := strings.TrimLeft(text[end:min(len(text), end+8)], " _0123456789:")
	if !strings.HasPrefix(rest, "=") {
		return false
	}
	rest = strings.TrimLeft(rest[1:], " ")
	return rest != "" && strings.ContainsAny(rest[:1], "\"'`“«")
}

// numbered returns the length of a count such as "(2/3)" or "[2/3]" that a text begins with, or 0.
func numbered(text string) int {
	if len(text) < 5 || text[0] != '(' && text[0] != '[' {
		return 0
	}
	end := strings.IndexAny(text[:min(len(text), 8)], ")]")
	if end < 0 || strings.Trim(text[1:end], "0123456789/") != "" || strings.Count(text[1:end], "/") != 1 {
		return 0
	}
	return end + 1
}

// withoutMark takes off what only numbers a part: "parte 2 de 3:", "(2/3)", "b = ", and the quotes around it.
func withoutMark(text string) string {
	text = strings.TrimSpace(text)
	text = strings.TrimSpace(text[numbered(text):])
	if i := strings.IndexAny(text, ":="); i >= 0 && i <= 24 {
		mark := text[:i]
		if splitCue(mark) || len(mark) <= 8 && !strings.Contains(strings.TrimSpace(mark), " ") && strings.HasPrefix(strings.TrimLeft(text[i:], ":"), "=") {
			text = strings.TrimLeft(text[i:], ":= ")
		}
	}
	return strings.Trim(text, " \"'`“”«»…")
}
