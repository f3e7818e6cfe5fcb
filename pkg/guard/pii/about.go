package pii

import "strings"

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
	sayPerson  // a name begins: what the words before it say is over
)

const sayID = sayRUT | sayCUIT | sayRUC | sayNSS | sayNUSS | saySSN | sayDNI | sayDocument | sayCC | sayCE | sayNIT | sayPassport | sayRFC | sayCIF

var aboutLexicon = func() map[string]about {
	out := map[string]about{}
	for a, list := range aboutWords {
		for word := range strings.FieldsSeq(list) {
			out[word] |= a
		}
	}
	return out
}()

func aboutOf(word string) about {
	var w folded
	if !w.fold(word) {
		return 0
	}
	return aboutLexicon[string(w.bytes())]
}

const (
	contextWords = 6
	contextBytes = 96
)
