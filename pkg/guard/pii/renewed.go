package pii

import "strings"

// maxRenewed is how many words a password has at most that somebody tells to have changed to.
const maxRenewed = 5

// changedTo reads the password that somebody changed to, if what follows calls it one: "I reset it to Maple Syrup 1979 with the
// spaces, that's my passphrase". The verb ends at end.
func (f *Finder) changedTo(end int) (got Span) {
	i, towards, named := end, false, false
	for range maxBehind {
		at := f.blanks(i, 1)
		to := f.lettersEnd(at)
		word := f.text[at:to]
		if to == at || f.at(to) != ' ' || !inSet(renewedLinks, word) && !inSet(renewedTo, word) {
			break
		}
		k, _ := cueLexicon.get(word)
		i, towards, named = to, inSet(renewedTo, word), named || k == cuePassword
	}
	start, _ := f.connector(i)
	if first := f.text[start:f.lettersEnd(start)]; !towards || inSet(unsaid, first) || inSet(noValues, first) {
		return got
	}
	i = start
	for n := range maxRenewed {
		to := f.valueEnd(i)
		if to == i {
			return got
		}
		if f.at(to) != ' ' || n > 0 && f.spellingNote(to+1) {
			end = to
			break
		}
		if end, i = to, to+1; n == maxRenewed-1 {
			return got
		}
	}
	if end-start < minLock || (!named || !titled(f.text[start:end])) && !f.calledSoon(end) {
		return got
	}
	return Span{TypeSecret, start, end}
}

var (
	renewedLinks = setOf("it la lo them mine this the password contrasena clave senha passphrase wifi de del of for hoy ayer yesterday today my mi back")
	renewedTo    = setOf("to a por as como")
)

// calledSoon reports after a value that ends at end, and a note of how it is written, a clause that calls it a password.
func (f *Finder) calledSoon(end int) bool {
	i := end
	if f.at(i) == ' ' && f.spellingNote(i+1) {
		for n := 0; n < maxBehind && f.at(i) == ' '; n++ {
			i = f.wordEnd(i + 1)
		}
	}
	if c := f.at(i); c != ',' && c != '.' && c != ';' && c != '(' && !f.follows(i, " (") && !f.follows(i, " - ") && !f.follows(i, "\"") {
		return false
	}
	is := false
	for range maxBehind {
		i = f.pastMarks(i, " ,.;(-\"")
		to := f.lettersEnd(i)
		if to == i {
			return false
		}
		word := f.text[i:to]
		switch k, _ := cueLexicon.get(word); {
		case k == cuePassword || k == cueClave || k == cuePass || k == cuePhrase && inSet(wholeNames, word):
			return is
		case inSet(behindIs, word) || word == "use" || word == "usa":
			is = true
		case !inSet(behindLinks, word):
			return false
		}
		if i = to; f.at(i) == '\'' {
			i = f.lettersEnd(i + 1)
			is = true
		}
	}
	return false
}

// titled reports words in capitals with a number at the end: Tin Roof Rusted 7.
func titled(words string) bool {
	n := 0
	for word := range strings.SplitSeq(words, " ") {
		if digitsOnly(word) {
			return n > 0 && strings.HasSuffix(words, " "+word)
		}
		if word == "" || !isUpper(word[0]) {
			return false
		}
		n++
	}
	return false
}
