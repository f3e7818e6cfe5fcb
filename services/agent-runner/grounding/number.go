package grounding

import (
	"slices"
	"strconv"
	"strings"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/lex"
)

// maxNumber is the largest number that is read, in hundredths; longer ones are something else.
const maxNumber = 99_999_999_999_00

// hundreds are the words of numbers that the dictionary of customers' words lacks.
var hundreds = map[string]int64{
	"cem": 100, "cento": 100, "centos": 100, "duzentos": 200, "trezentos": 300, "quatrocentos": 400, "quinhentos": 500, "seiscentos": 600,
	"setecentos": 700, "oitocentos": 800, "novecentos": 900, "duzentas": 200, "trezentas": 300, "quinhentas": 500,
	"doscientas": 200, "trescientas": 300, "cuatrocientas": 400, "quinientas": 500, "seiscientas": 600, "setecientas": 700,
	"ochocientas": 800, "novecientas": 900, "dezesete": 17, "dezoito": 18, "dezenove": 19, "dezasseis": 16, "dezassete": 17, "dezanove": 19,
	"millon": 1e6, "millones": 1e6, "milhao": 1e6, "milhoes": 1e6, "million": 1e6, "millions": 1e6, "miles": 1000,
	"docena": 12, "dozen": 12, "duzia": 12,
}

// numeralsOf are words of numbers that are other words in another language: "once a year", "ten en cuenta", "dos nossos".
var numeralsOf = map[string]language.Lang{"once": language.Spanish, "ten": language.English, "dos": language.Spanish}

// spoken is the language of the words around token i: those of its sentence, else those of the whole.
func (p *piece) spoken(i int) language.Lang {
	from, to := p.sentence(i)
	around := language.Text{Tokens: append(slices.Clone(p.Tokens[from:i]), p.Tokens[i+1:to]...)}
	return language.Detect(around, language.Detect(p.Text, language.Spanish))
}

// word is the number that the word at i writes, -1 where it is none.
func (p *piece) word(i int) int64 {
	w := p.at(i)
	if of, other := numeralsOf[w]; w == "par" || w == "couple" || other && p.spoken(i) != of {
		return -1
	}
	if n, ok := hundreds[w]; ok {
		return n
	}
	if p.class(i) == lex.Number {
		return int64(p.n(i))
	}
	return -1
}

// number reads a number at token i, in hundredths: digits with thousands and decimals, words, and both ("2 mil", "1.5k").
func (p *piece) number(i int) (hundredths int64, to int, inWords bool) {
	switch {
	case p.digits(i) > 0:
		hundredths, to = p.decimal(i)
	case p.word(i) >= 0:
		hundredths, to = p.inWords(i)
		return hundredths, to, true
	default:
		return 0, i, false
	}
	if to == i {
		return 0, i, false
	}
	switch {
	case p.is(to, "k") && p.glued(to), p.is(to, "mil", "thousand", "lucas", "luca"):
		hundredths, to = hundredths*1000, to+1
	case p.is(to, "millon", "millones", "milhao", "milhoes", "million"):
		hundredths, to = hundredths*1e6, to+1
	}
	if hundredths > maxNumber {
		return 0, i, false
	}
	return hundredths, to, false
}

// decimal reads digits with their marks: "1,500", "1.500,50", "25.5", "1 500 000".
func (p *piece) decimal(i int) (hundredths int64, to int) {
	to = i + 1
	for p.is(to, ".", ",", "'", "’") && p.glued(to) && p.glued(to+1) && p.digits(to+1) > 0 {
		to += 2
	}
	hundredths, ok := parse(p.raw(i, to))
	if !ok {
		to = i + 1 // "1,2,3" is a list
		hundredths, ok = parse(p.raw(i, to))
	}
	if !ok {
		return 0, i
	}
	return hundredths, to
}

// parse reads digits with points and commas, in hundredths. The last mark is the decimal one unless exactly three digits follow it
// and no other kind of mark stands before it.
func parse(w string) (hundredths int64, ok bool) {
	if strings.ContainsAny(w, "'’") {
		w = strings.ReplaceAll(strings.ReplaceAll(w, "'", ","), "’", ",")
	}
	whole, cents := w, ""
	if at := strings.LastIndexAny(w, ".,"); at >= 0 {
		tail, head := w[at+1:], w[:at]
		mixed := strings.ContainsAny(head, ".,") && !strings.Contains(head, w[at:at+1])
		if len(tail) != 3 || mixed || head == "0" {
			whole, cents = head, tail
		}
	}
	groups := strings.FieldsFunc(whole, func(c rune) bool { return c == '.' || c == ',' })
	for k, g := range groups {
		if len(g) > 3 && len(groups) > 1 || k > 0 && len(g) < 3 {
			return 0, false
		}
	}
	digits := strings.Join(groups, "")
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || len(digits) > 11 {
		return 0, false
	}
	c, _ := strconv.ParseInt((cents + "00")[:2], 10, 64)
	return n*100 + c, true
}

// inWords reads a number in words: "ochocientos cincuenta", "mil quinientos", "twenty-five", "cento e vinte".
func (p *piece) inWords(i int) (hundredths int64, to int) {
	var total, run int64
	to = i
	for last := int64(1) << 60; ; {
		at := to
		linked := p.is(at, "y", "e", "and") || p.is(at, "-") && p.glued(at)
		if to > i && linked && p.word(at+1) >= 0 {
			at++
		}
		n := p.word(at)
		switch {
		case n >= 1000:
			total, run, last = total+max(run, 1)*n, 0, n
		case n == 100 && run > 0 && run < 10:
			run, last = run*100, 100
		case n < 0, n >= last:
			return (total + run) * 100, to
		default:
			if to > i && !joins(last, n) {
				return (total + run) * 100, to
			}
			run, last = run+n, n
		}
		to = at + 1
	}
}

// joins reports whether the word of a number may follow another one in the same number: tens take ones, hundreds take what is less.
func joins(last, n int64) bool {
	switch {
	case last >= 100:
		return n < min(last, 1000)
	case last >= 20 && last%10 == 0:
		return n < 10
	}
	return false
}

// readNumber reads a number that nothing else has read.
func readNumber(p *piece, i int) (mention, int) {
	if n := p.digits(i); n > 9 {
		return mention{kind: Phone, from: i, key: p.at(i)}, i + 1
	}
	v, to, inWords := p.number(i)
	if to == i {
		return mention{}, i
	}
	return mention{kind: Number, from: i, value: v, alt: -1, word: inWords}, to
}

// readPercent reads "20 %", "20 por ciento", "20 percent".
func readPercent(p *piece, i int) (mention, int) {
	v, to, _ := p.number(i)
	switch {
	case to == i:
	case p.is(to, "%", "porciento", "percent", "pct"):
		return mention{kind: Percent, from: i, value: v, alt: -1}, to + 1
	case p.is(to, "por", "per") && p.is(to+1, "ciento", "cento", "cent", "cien"):
		return mention{kind: Percent, from: i, value: v, alt: -1}, to + 2
	}
	return mention{}, i
}

// letters reports whether token i is a word.
func (p *piece) letters(i int) bool {
	return i >= 0 && i < len(p.Tokens) && p.Tokens[i].Kind == language.Word
}
