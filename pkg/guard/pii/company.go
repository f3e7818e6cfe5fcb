package pii

import "strings"

// ofCompany reports a small letter at pos that is no word, and somewhere before it a company or its number.
func (f *Finder) ofCompany(pos int) bool {
	if strings.IndexByte("aey", f.text[pos]) >= 0 {
		return false
	}
	b := backward{text: f.text[max(0, pos-contextBytes):pos]}
	for range 2 * contextWords {
		word := b.word()
		if inSet(companyWords, word) || aboutOf(word)&sayCIF != 0 {
			return true
		}
	}
	return false
}

// yearIn reports a year between marks after the letter at pos: F-2025-0031.
func (f *Finder) yearIn(pos int) bool {
	i := pos + 1
	if c := f.at(i); c == '-' || c == '/' {
		i++
	}
	c := f.at(i + 4)
	return (f.exactly(i, "20") || f.exactly(i, "19")) && isDigit(f.at(i+3)) && (c == '-' || c == '/')
}

// behindCompany reports a word for a company right before pos.
func (f *Finder) behindCompany(pos int) bool {
	b := backward{text: f.text[max(0, pos-contextBytes):pos]}
	return inSet(companyWords, b.word()) && !b.broke
}

var companyWords = setOf("empresa sociedad compania mercantil cooperativa fundacion")
