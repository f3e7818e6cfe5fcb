package pii

const (
	// minTold is how many characters a secret has at least that is told one by one, and minLetters how many of them are
	// letters: "de 4 a 8" is none.
	minTold, minLetters = 4, 3
	// minWord is how many there are of letters alone.
	minWord = 5
	maxTold = 40
)

// signWords name a sign in a secret that is told one by one; caseWords tell how the letter beside them is written.
var (
	signWords = setOf(`signo exclamacion admiracion interrogacion mark sign point guion bajo medio almohadilla numeral gato hash hashtag pound arroba at
		asterisco asterisk star punto ponto dot coma comma barra slash dash hyphen underscore underline porcentaje percent ampersand mas mais plus igual dollar dolar
		cifrao exclamation question interrogante`)
	caseWords = setOf("mayuscula mayusculas minuscula minusculas capital uppercase lowercase upper lower case maiuscula maiusculo minusculo big small doble double en")
)

// toldMemo is what toldSecret said in this step: several rules ask it of one place.
type toldMemo struct {
	known   bool
	at, end int
}

// toldSecret returns the end of a secret at i whose letters, digits and signs are told one by one, or 0: "be mayúscula, o,
// ese, dos", "capital M, a, x, nine, exclamation mark".
func (f *Finder) toldSecret(i int) (end int) {
	if !f.told.known || f.told.at != i {
		f.told = toldMemo{true, i, f.readTold(i)}
	}
	return f.told.end
}

func (f *Finder) readTold(i int) (end int) {
	told, letters := 0, 0
	for told < maxTold {
		c, to := f.toldOne(i)
		if to == i {
			break
		}
		if c != 0 {
			told++
		}
		if isLetter(c) {
			letters++
		}
		end, i = to, f.toldApart(to)
	}
	if told < minTold || letters < minLetters || told == letters && letters < minWord {
		return 0
	}
	return end
}

// toldOne reads one letter, digit or sign that is told at i; c is 0 for a word of how the one beside it is written.
func (f *Finder) toldOne(i int) (c byte, to int) {
	if isDigit(f.at(i)) {
		if to = f.wordEnd(i); to-i > 2 {
			return 0, i
		}
		return '0', to
	}
	if kept := len(f.nums.digits); f.said(i) {
		to = f.sayDigits(i)
		if f.nums.digits = f.nums.digits[:kept]; to > i {
			return '0', to
		}
	}
	if c, to = f.letterAt(i); c != 0 {
		return c, to
	}
	to = f.lettersEnd(i)
	switch word := f.text[i:to]; {
	case to == i:
	case inSet(caseWords, word):
		return 0, to
	case inSet(signWords, word):
		return '-', to
	}
	return 0, i
}

// toldApart goes past what stands between two characters that are told.
func (f *Finder) toldApart(i int) int {
	if i = f.blanks(i, 2); f.at(i) == ',' || f.at(i) == '-' {
		i = f.blanks(i+1, 2)
	}
	return i
}
