package language

// loose marks may stand inside a name as it is said.
func loose(mark string) bool {
	switch mark {
	case ".", "-", "/", "&", "+", "(", ")", "'", "\"", "*":
		return true
	}
	return false
}

// isOrdinary tells whether a token is a word that every message may hold, so that it names nothing by sounding like a name.
func isOrdinary(tok *Token) bool {
	known := tok.known()
	return tok.lex.class != classNone || known.langs != 0 || known.kinds&kOrdinary != 0
}
