package pii

import "strings"

// typedOften are the words for numbers that people write most, and so most often wrongly.
var typedOften = map[about]string{
	sayPhone:    "telefono celular whatsapp movil",
	sayDocument: "documento identidad",
	sayCC:       "cedula",
	sayPassport: "pasaporte passport",
}

// addTypos adds to a list the words with a letter left out, doubled or changed with its neighbour, unless they are listed.
func addTypos(list map[string]about) {
	for a, words := range typedOften {
		for word := range strings.FieldsSeq(words) {
			for i := 1; i < len(word)-1; i++ {
				head, c, next, tail := word[:i], word[i:i+1], word[i+1:i+2], word[i+2:]
				for _, typo := range [...]string{head + next + tail, head + c + c + next + tail, head + next + c + tail} {
					if _, known := list[typo]; !known {
						list[typo] = a
					}
				}
			}
		}
	}
}
