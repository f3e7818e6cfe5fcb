package pii

import "strings"

// tiedValue reports words tied together from the lead to end that are the password which pos names without an is: right after
// the name or at the end of their clause, and not how its network is called.
func (f *Finder) tiedValue(pos, end int, l lead) bool {
	word := f.text[l.at:end]
	if l.cue != cuePassword && (l.cue != cueClave || !hasCapital(word)) || !tied(word) {
		return false
	}
	if l.at == f.wordEnd(pos)+1 {
		return true
	}
	b := backward{text: f.text[max(0, l.at-contextBytes):l.at]}
	return hasCapital(word) && !inSet(networks, b.word()) && (f.at(end) == 0 || strings.IndexByte("\n,.;", f.at(end)) >= 0)
}

// tied reports words that a sign ties together as only a password has them, and no name of a field: pan_recien_hecho,
// Plantilla$Rota, but not user_password.
func tied(word string) bool {
	letters, signs, from := 0, 0, 0
	for i := 0; i <= len(word); i++ {
		if i < len(word) && (isLetter(word[i]) || isDigit(word[i]) || word[i] >= 0x80) {
			letters++
			continue
		}
		if i < len(word) && strings.IndexByte("_$&", word[i]) < 0 {
			return false
		}
		if part := word[from:i]; part == "" || len(part) > 2 && fieldPart(part) {
			return false
		}
		signs, from = signs+1, i+1
	}
	return signs > 1 && letters >= minTied && hasSmall(word)
}

// minTied is how many letters and digits words that are tied together have at least.
const minTied = 8

// fieldPart reports a word as names of fields and settings have them.
func fieldPart(word string) bool {
	k, _ := cueLexicon.get(word)
	return k != noCue || len(word) > 3 && inSet(logins, word) || inSet(fieldParts, word) || aboutOf(word)&(sayOther|sayPhone|sayID) != 0
}

var fieldParts = setOf("field fields hash hashed column table reset set new old min max length policy hint confirm confirmation input form value attempt attempts encoder verify expired required env var the and campo tabla admin root client access id api server host base db")

func hasCapital(word string) bool { return strings.ContainsAny(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") }

// tiedBetween reports words with an underscore between that may be a password.
func (f *Finder) tiedBetween(pos, end int) bool {
	return strings.IndexByte(f.text[pos:end], '_') > 0 && tied(f.text[pos:end])
}
