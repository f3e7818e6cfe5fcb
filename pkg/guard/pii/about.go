package pii

import (
	"unicode/utf8"
)

// about is what a word says of a number near it.
type about uint32

const (
	sayPhone about = 1 << iota
	sayOther       // an order, a price, a reference: no personal data
	sayUnit        // counts right after the number only
	sayLink        // says nothing, and joins a word to its number
	sayRUT
	sayCUIT
	sayRUC
	sayNSS
	sayNUSS
	saySSN
	sayDNI
	sayDocument
	sayCC
	sayCE
	sayNIT
	sayPassport
	sayRFC
	sayCIF
	sayCard
	saySecret
	sayBank // CLABE, CBU, IBAN: an account by its own check digits
	sayCURP
	sayFar     // with sayOther: from a few words away too
	sayFiscal  // of an invoice: the number may be who pays it
	sayCounted // a number of something: with sayLink
	sayHolder  // somebody who may have a number with the business
	sayNIE
	sayPerson // a name begins: what the words before it say is over
)

const sayID = sayRUT | sayCUIT | sayRUC | sayNSS | sayNUSS | saySSN | sayDNI | sayDocument | sayCC | sayCE | sayNIT | sayPassport | sayRFC | sayCIF | sayNIE

var aboutList = func() map[string]about {
	out := flagged(aboutWords)
	addTypos(out)
	return out
}()

var aboutLexicon = newWords(aboutList)

func aboutOf(word string) about {
	if len(word) > 2 && word[0] < utf8.RuneSelf && openings[opening(word[0], word[1], word[2])]&mayBeAbout == 0 {
		return 0
	}
	a, _ := aboutLexicon.get(word)
	return a
}

const (
	contextWords = 6
	// contextTokens counts the linking words and the digits among them too.
	contextTokens = 20
	contextBytes  = 96
)
