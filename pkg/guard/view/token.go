package view

import "strings"

// ForgedToken returns where the next text of the form [ABC_1] opens at or after from, or -1. Hidden characters between
// its parts do not save it: it is looked for without them.
func ForgedToken(text string, from int) int {
	for from < len(text) {
		i := strings.IndexByte(text[from:], '[')
		if i < 0 {
			return -1
		}
		if from += i + 1; isToken(text[from:]) {
			return from - 1
		}
	}
	return -1
}

func isToken(rest string) bool {
	letters, digits, underscore := 0, 0, false
	for i, r := range rest {
		switch {
		case i > 64:
			return false
		case r >= 'A' && r <= 'Z' && !underscore:
			letters++
		case r == '_' && letters > 0 && !underscore:
			underscore = true
		case r >= '0' && r <= '9' && underscore:
			digits++
		case r == ']':
			return digits > 0
		case !Invisible(r):
			return false
		}
	}
	return false
}
