package mention

import (
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/lex"
)

// The classes of words at which a reader may find something, besides the words above.
var (
	pastClasses    = classBits(lex.Weekday, lex.Week, lex.Months, lex.Weekend, lex.Feira, lex.Number)
	weekendClasses = classBits(lex.This, lex.Next, lex.Other, lex.Weekend)
	weekClasses    = classBits(lex.This, lex.Next, lex.Other, lex.Week)
	monthClasses   = classBits(lex.This, lex.Next, lex.Other, lex.Months, lex.Month)
	nearClasses    = classBits(lex.Today, lex.Tomorrow, lex.Manana, lex.Pasado)
	plainClasses   = nearClasses | classBits(lex.Ordinal, lex.Number, lex.Feira, lex.Month)
	timeClasses    = classBits(lex.Number, lex.Noon, lex.Half, lex.Quarter)
)

// mayBeTime tells whether a time without the words before it may stand at i.
func (s *Scan) mayBeTime(i int) bool {
	t := s.Token(i)
	return t.Kind == language.Number || timeClasses>>t.Lex.Class&1 != 0 || t.Lex.Lists&lex.Halfway != 0 || t.Norm == "a"
}

// MayRefuse tells whether the text holds a word that rules anything out.
func (s *Scan) MayRefuse() bool {
	return s.Said&lex.Refuses != 0 || s.Lists&(lex.Excepts|lex.Done|lex.AtWork|lex.Busy) != 0
}
