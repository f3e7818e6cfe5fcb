package names

import (
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/lex"
)

// loose marks may stand inside a name as it is said.
func loose(mark string) bool {
	switch mark {
	case ".", "-", "/", "&", "+", "(", ")", "'", "\"", "*":
		return true
	}
	return false
}

// isOrdinary reports whether a token is a word that every message may hold, so that it names nothing by sounding like a name.
func isOrdinary(tok *language.Token) bool {
	return tok.Lex.Class != lex.None || tok.Langs() != 0 || tok.Kinds()&lex.Ordinary != 0
}
