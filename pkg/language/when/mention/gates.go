package mention

import (
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/lex"
)

// timeClasses are the classes of words at which a time without the words before it may stand.
var timeClasses = classBits(lex.Number, lex.Noon, lex.Half, lex.Quarter)

// mayBeTime reports whether a time without the words before it may stand at i.
func (s *Scan) mayBeTime(i int) bool {
	t := s.Token(i)
	return t.Kind == language.Number || timeClasses>>t.Lex.Class&1 != 0 || t.Lex.Lists&lex.Halfway != 0 || t.Norm == "a"
}

// MayRefuse reports whether the text holds a word that rules anything out.
func (s *Scan) MayRefuse() bool {
	return s.Said&lex.Refuses != 0 || s.Lists&(lex.Excepts|lex.Done|lex.AtWork|lex.Busy) != 0
}
