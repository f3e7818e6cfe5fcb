package pii

import "strings"

// askedBehind is how many words after a number may tell what it is.
const askedBehind = 10

// heardBehind returns what the words after a number say, up to its line's end, and whether they tell that it is valid for
// minutes.
func (f *Finder) heardBehind(end int) (says asked, lives bool) {
	sentences := 0
	for i, n := end, 0; n < askedBehind; n++ {
		i = f.gap(i, &sentences)
		to := f.wordEnd(i)
		if to == i || sentences > 1 {
			return says, lives
		}
		word := f.text[i:to]
		a, _ := askedLexicon.get(word)
		if a&asksLives != 0 {
			lives = lives || f.minutes(to)
		}
		if a == 0 && aboutOf(word)&sayOther != 0 && !inSet(cueLinks, word) {
			return says, lives
		}
		if sentences == 0 {
			says |= a
		}
		i = to
	}
	return says, lives
}

// gap skips what stands between two words of a line and counts the ends of sentences in it.
func (f *Finder) gap(i int, sentences *int) int {
	for from := i; i-from < 4; i++ {
		switch c := f.at(i); c {
		case '.', '?', '!':
			*sentences++
		case ' ', ',', ';', ':', '(', ')', '"', '-', '\'':
		default:
			return i
		}
	}
	return i
}

// minutes reports a number of minutes or seconds within the next words.
func (f *Finder) minutes(i int) bool {
	for range 4 {
		i = f.blanks(i, 1)
		to := f.wordEnd(i)
		if to == i {
			return false
		}
		if isDigit(f.text[i]) {
			next := f.blanks(to, 1)
			return to-i < 3 && inSet(shortTimes, f.text[next:f.lettersEnd(next)]) || inSet(shortTimes, strings.TrimLeft(f.text[i:to], "0123456789"))
		}
		i = to
	}
	return false
}

var shortTimes = setOf("min mins minuto minutos minute minutes seg segs segundos seconds sec secs")

// verifiedBehind reports "for the verification", "para verificar", "as my login code" after a number.
func (f *Finder) verifiedBehind(end int) bool {
	i := f.blanks(end, 1)
	to := f.lettersEnd(i)
	if i == end || !inSet(purposes, f.text[i:to]) {
		return false
	}
	for range 4 {
		i = to + 1
		if to = f.lettersEnd(i); to == i {
			return false
		}
		word := f.text[i:to]
		if inSet(proving, word) {
			return true
		}
		if f.at(to) != ' ' && f.at(to) != '-' || aboutOf(word)&sayLink == 0 && !inSet(proofKinds, word) {
			return false
		}
	}
	return false
}

var (
	purposes   = setOf("for para as to como pra de")
	proving    = setOf("verification verify verificacion verificar verificarme verificarte verificacao validar validacion autenticacion autenticar authenticate authentication login otp 2fa sesion sessao sign log")
	proofKinds = setOf("iniciar inicio inicie two step steps factor dos pasos doble second code codigo google whatsapp my mi one time number")
)

// pairBehind reports another number of six digits after one, with words between that tell of a second.
func (f *Finder) pairBehind(end int) bool {
	i, second := end, false
	for range maxBetween {
		for c := f.at(i); c == ' ' || c == ','; c = f.at(i) {
			i++
		}
		to := f.wordEnd(i)
		word := f.text[i:to]
		switch {
		case to == i:
			return false
		case digitsOnly(word):
			return second && to-i == sixDigits && f.alone(i, to) && !f.unitAfter(to) && !rounded(word)
		case inSet(alternatives, word), inSet(joiners, word):
			second = true
		case !inSet(joining, word) && !inSet(arrivals, word):
			return false
		}
		i = to
	}
	return false
}
