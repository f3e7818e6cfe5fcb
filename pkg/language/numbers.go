package language

import "github.com/recado/recado/pkg/language/lex"

// Number reads a whole number, in digits or words, from token i. It returns the value and the token after it.
func (t *Text) Number(i int) (value, next int, ok bool) {
	if v := t.Digits(i); v >= 0 {
		return v, i + 1, true
	}
	if t.Class(i) != lex.Number {
		return 0, i, false
	}
	value, next = int(t.Tokens[i].Lex.N), i+1
	for {
		n, after, more := t.numberTail(value, next)
		if !more {
			return value, next, true
		}
		value, next = n, after
	}
}

// numberTail adds the word at i to a number of which value has been read: "treinta" + "y uno", "ciento" + "veinte", "dos" + "mil".
func (t *Text) numberTail(value, i int) (sum, next int, ok bool) {
	at := i
	if value >= 20 && value < 100 && value%10 == 0 {
		if t.Is(i, "y", "e") {
			at++
		}
		if n := t.Word(at); n > 0 && n < 10 {
			return value + n, at + 1, true
		}
	}
	n := t.Word(i)
	switch {
	case n == 1000 && value > 1 && value < 1000, n == 100 && value > 0 && value < 10:
		return value * n, i + 1, true
	case value >= 1000 && value%1000 == 0 && n > 1 && n < 1000, value >= 100 && value%100 == 0 && n > 1 && n < 100:
		return value + n, i + 1, true
	}
	return 0, i, false
}

// Word returns the number that the word at i writes, and -1 when it is none.
func (t *Text) Word(i int) int {
	if t.Class(i) != lex.Number {
		return -1
	}
	return int(t.Tokens[i].Lex.N)
}
