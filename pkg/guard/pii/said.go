package pii

import "strings"

// saidNumbers gives the value of spoken numbers below a thousand; repeats stand for themselves.
var saidNumbers = func() map[string]int16 {
	out := map[string]int16{
		"doble": repeatTwice, "double": repeatTwice, "duplo": repeatTwice, "triple": repeatThrice, "triplo": repeatThrice,
		"cuadruple": repeatFourTimes, "quadruple": repeatFourTimes, "quadruplo": repeatFourTimes,
	}
	add := func(first, step int16, list string) {
		for word := range strings.FieldsSeq(list) {
			for name := range strings.SplitSeq(word, "|") {
				out[name] = first
			}
			first += step
		}
	}
	add(0, 1, `cero|zero uno|one|um|uma dos|two|dois|duas tres|three cuatro|four|quatro|cuatr cinco|five|sinco seis|six|meia siete|seven|sete
		ocho|eight|oito nueve|nine|nove diez|ten|dez once|eleven|onze doce|twelve|doze trece|thirteen|treze catorce|fourteen|quatorze
		quince|fifteen|quinze dieciseis|sixteen|dezesseis diecisiete|seventeen|dezessete dieciocho|eighteen|dezoito
		diecinueve|nineteen|dezenove`)
	add(21, 1, "veintiuno|veintiun veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve")
	add(20, 10, `veinte|twenty|vinte treinta|thirty|trinta cuarenta|forty|quarenta cincuenta|fifty|cinquenta sesenta|sixty|sessenta
		setenta|seventy ochenta|eighty|oitenta noventa|ninety`)
	add(100, 100, `cien|ciento|cento doscientos|duzentos trescientos|trezentos cuatrocientos|quatrocentos quinientos|quinhentos
		seiscientos|seiscentos setecientos|setecentos ochocientos|oitocentos novecientos|novecentos`)
	out["oh"] = 0
	return out
}()

var saidLexicon = newWords(saidNumbers)

const (
	repeatTwice     = 1002
	repeatThrice    = 1003
	repeatFourTimes = 1004
	notSaid         = -1
)

// saidWord remembers a word that was looked up.
type saidWord struct {
	start, end int
	value      int16
}

// saidValue returns the value of the spoken number at i and where its word ends, or notSaid.
func (f *Finder) saidValue(i int) (value int16, end int) {
	if f.mayBe(i)&mayBeNumber == 0 {
		return notSaid, i
	}
	if f.heard.end == 0 || f.heard.start != i {
		f.heard = saidWord{i, i, notSaid}
		f.lookUp()
	}
	return f.heard.value, f.heard.end
}

func (f *Finder) lookUp() {
	i := f.heard.start
	end := f.lettersEnd(i)
	if end-i < 2 || end-i > maxWord || f.wordAt(end) {
		return
	}
	if v, ok := saidLexicon.get(f.text[i:end]); ok {
		f.heard.value, f.heard.end = v, end
	}
}

func (f *Finder) said(i int) bool {
	v, _ := f.saidValue(i)
	return v != notSaid
}

// sayDigits appends the digits of the spoken number at i: treinta y cuatro is 34, doble cinco is 55; it returns its end.
func (f *Finder) sayDigits(i int) (end int) {
	value, end := f.saidValue(i)
	switch {
	case value == notSaid:
		return i
	case value >= repeatTwice:
		return max(i, f.sayRepeated(value-1000, end))
	case value > 1 && value <= maxTimes:
		if to := f.sayTimes(value, end); to > 0 {
			return to
		}
	}
	if value > 0 && value < 10 && f.at(end) == ' ' {
		if to := f.sayEnglish(value, end+1); to > 0 {
			return to
		}
	}
	value, end = f.saidSum(value, end)
	if to := f.saidMillions(value, end); to > 0 {
		return to
	}
	f.appendSaid(value)
	return end
}

// sayEnglish reads "hundred" and "thousand" at i, after a digit: eight hundred is 800, two thousand 2000. Only what is ten or more
// is added to a hundred, as an area of a free call is told before single digits.
func (f *Finder) sayEnglish(v int16, i int) int {
	switch c := lower(f.at(i)); {
	case c == 'h' && f.follows(i, "hundred") && !f.wordAt(i+len("hundred")):
		end := i + len("hundred")
		v *= 100
		if more, to := f.saidValue(f.blanks(end, 1)); more >= 10 && more < 100 {
			more, end = f.saidSum(more, to)
			v += more
		}
		f.appendSaid(v)
		return end
	case c == 't' && f.follows(i, "thousand") && !f.wordAt(i+len("thousand")):
		f.appendSaid(v)
		f.nums.digits = append(f.nums.digits, "000"...)
		return i + len("thousand")
	}
	return 0
}

// maxTimes is how often a digit is told to be repeated at most.
const maxTimes = 6

// sayRepeated appends the digit that is said or written after end so many times, and returns its end, or 0.
func (f *Finder) sayRepeated(times int16, end int) int {
	i := f.blanks(end, 2)
	v, to := f.saidValue(i)
	if c := f.at(i); isDigit(c) && !f.wordAt(i+1) {
		v, to = int16(c-'0'), i+1
	}
	if v < 0 || v > 9 {
		return 0
	}
	for range times {
		f.appendSaid(v)
	}
	return to
}

// sayTimes reads "veces cinco" and "ceros" after a number that ends at end.
func (f *Finder) sayTimes(times int16, end int) int {
	if f.at(end) != ' ' {
		return 0
	}
	i := end + 1
	switch lower(f.at(i)) {
	case 'v', 't':
		for _, word := range timesWords {
			if f.follows(i, word) {
				return f.sayRepeated(times, i+len(word))
			}
		}
	case 'c', 'z':
		for _, word := range zerosWords {
			if f.follows(i, word) && !f.wordAt(i+len(word)) {
				for range times {
					f.appendSaid(0)
				}
				return i + len(word)
			}
		}
	}
	return 0
}

var (
	timesWords = [...]string{"veces el ", "veces ", "vezes o ", "vezes ", "times "}
	zerosWords = [...]string{"ceros", "zeros", "zeroes"}
)

// saidSum returns the number below a thousand that begins with a word of that value, which ends at end, and where it ends.
func (f *Finder) saidSum(value int16, end int) (sum int16, to int) {
	for scale := scaleOf(value); scale > 1; {
		v, to := f.saidValue(f.joiner(end))
		if v <= 0 || v >= scale || scaleOf(v) == 1 && scale == 100 && v >= 100 {
			break
		}
		value, end = value+v, to
		scale = scaleOf(v)
	}
	return value, end
}

// scaleOf returns what may be added to a spoken number: to 100 up to 99, to 30 up to 9, to 15 nothing.
func scaleOf(v int16) int16 {
	switch {
	case v >= 100 && v < 1000:
		return 100
	case v >= 20 && v%10 == 0:
		return 10
	}
	return 1
}

// joiner skips blanks, a hyphen and the and between tens and units.
func (f *Finder) joiner(i int) int {
	i = f.blanks(i, 2)
	switch c := lower(f.at(i)); {
	case c == '-':
		return i + 1
	case (c == 'y' || c == 'e') && f.at(i+1) == ' ':
		return f.blanks(i+1, 2)
	}
	return i
}

func (f *Finder) appendSaid(v int16) {
	d := &f.nums.digits
	if v >= 100 {
		*d = append(*d, byte('0'+v/100))
	}
	if v >= 10 {
		*d = append(*d, byte('0'+v/10%10))
	}
	*d = append(*d, byte('0'+v%10))
}

// saidO reports an O at i that is told for a zero in English: "three o five".
func (f *Finder) saidO(i int) bool {
	if c := f.at(i); c != 'o' && c != 'O' || f.wordAt(i+1) || f.at(i+1) == '\'' {
		return false
	}
	b := backward{text: f.text[max(0, i-contextBytes):i]}
	if word := b.word(); !inSet(englishDigits, word) {
		return false
	}
	next := f.pastMarks(i+1, " ,-")
	to := f.lettersEnd(next)
	return to == next && !isDigit(f.at(next)) || inSet(englishDigits, f.text[next:to])
}

var englishDigits = setOf("double eight five four nine o oh one seven six three triple two zero")
