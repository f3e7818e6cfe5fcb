package grounding

import (
	"slices"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/lex"
	"github.com/recado/recado/services/agent-runner/grounding/figure"
)

// maxNumber is the largest number that is read, in hundredths; longer ones are something else.
const maxNumber = 99_999_999_999_00

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
	if n, ok := figure.Words[w]; ok {
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
	hundredths, ok := figure.Parse(p.raw(i, to))
	if !ok {
		to = i + 1 // "1,2,3" is a list
		hundredths, ok = figure.Parse(p.raw(i, to))
	}
	if !ok {
		return 0, i
	}
	return hundredths, to
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
			if to > i && !figure.Joins(last, n) {
				return (total + run) * 100, to
			}
			run, last = run+n, n
		}
		to = at + 1
	}
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
