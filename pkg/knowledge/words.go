package knowledge

import (
	"strings"
	"sync"
	"unicode"

	"github.com/kljensen/snowball"
	"golang.org/x/text/unicode/norm"

	"github.com/recado/recado/pkg/language"
)

// maxWord bounds a word in runes; what is longer is no word.
const maxWord = 48

// word is one word of a text that says what it is about.
type word struct {
	folded string // lower case, without accents except the tilde of ñ
	stem   string // folded too
	bare   string // the stem of its spelling without accents, as chat writes it; mostly the same
}

// wordsOf returns the words of a text in order, without those that say nothing. Spanish rules serve for every language: what
// matters is that a question and a document are treated alike.
func wordsOf(text string) []word {
	var out []word
	for _, raw := range fields(text) {
		if w := read.word(raw); w.folded != "" {
			out = append(out, w)
		}
	}
	return out
}

// read are the words met before: stemming is most of what reading a text takes, and texts share their words.
var read = vocabulary{words: map[string]word{}}

// vocabulary is safe for concurrent use, and forgets everything when it is full.
type vocabulary struct {
	mu    sync.RWMutex
	words map[string]word
}

const maxVocabulary = 1 << 16

// word is empty for one that says nothing.
func (v *vocabulary) word(raw string) word {
	v.mu.RLock()
	w, known := v.words[raw]
	v.mu.RUnlock()
	if known {
		return w
	}
	raw = strings.Clone(raw) // not the text that it stands in
	if folded := fold(raw); !stops[folded] {
		w = word{folded: folded, stem: stem(raw), bare: stem(folded)}
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.words) >= maxVocabulary {
		clear(v.words)
	}
	v.words[raw] = w
	return w
}

// fields cuts a text at what is neither letter nor digit.
func fields(text string) []string {
	lower := strings.ToLower(norm.NFC.String(text))
	out := strings.FieldsFunc(lower, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, w := range out {
		out[i] = clip(w, maxWord)
	}
	return out
}

// stem restores the accents that chat leaves out, which Spanish stemming depends on, and folds only afterwards.
func stem(raw string) string {
	for _, end := range [...]struct{ plain, accented string }{{"cion", "ción"}, {"sion", "sión"}, {"gion", "gión"}} {
		if base, ok := strings.CutSuffix(raw, end.plain); ok {
			raw = base + end.accented
			break
		}
	}
	stemmed, err := snowball.Stem(raw, "spanish", true)
	if err != nil || stemmed == "" {
		stemmed = raw
	}
	return fold(stemmed)
}

func fold(s string) string {
	return strings.Map(func(r rune) rune {
		if r == 'ñ' {
			return r
		}
		return language.Fold(r)
	}, s)
}

// clip cuts a text after n runes.
func clip(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// stops are folded words that say nothing about a subject: function words, question words, and the courtesies of chat.
var stops = setOf(`
a al algo alguien algun alguna algunas alguno algunos ahi alli ante antes aqui aquel aquella asi aun aunque bajo bien cada casi como
con contra cual cuales cualquier cuando cuanto cuanta cuantos cuantas de del desde donde dos durante e el ella ellas ellos en entre
era eran eres es esa esas ese eso esos esta estaba estan estar estas este esto estos estoy fue fueron fui ha hace hacen hacer hacia han
hasta hay haya la las le les lo los mas me mi mis mucho muchos muy nada ni no nos nosotros nuestra nuestro o os otra otras otro otros para
pero poco por porque pues que quien quienes se sea segun ser si sido sin sobre solo son soy su sus suya suyo tal tambien tan tanto te ti
tiene tienen tienes tener tengo toda todas todo todos tu tus un una unas uno unos usted ustedes va vamos van voy y ya yo
hola buenas buenos oye oiga disculpa disculpe perdon favor porfa porfavor gracias quisiera quiero queria quieren saber sabe saben
pueden puede puedo puedes podria podrian podemos dime decir digame decirme informacion info gustaria duda pregunta preguntar necesito
the an and or of to in on at for from with by is are was be been do does did can could would should will shall i you we they it he she my
your our their this that these those there what which who how when where why if not no yes have has had please hello hi thanks want know
get me us am as so any some
os um uma da do das dos na nas em ao aos voce voces e ou com nao sim qual quais onde quando quem meu minha seu sua obrigado oi ola
`)

func setOf(words string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		out[w] = true
	}
	return out
}
