// Package spoken writes telephone numbers and e-mail addresses that were said in words as they are written.
package spoken

import "strings"

// spokenDigits are numbers as people say them in a telephone number.
var spokenDigits = func() map[string]string {
	out := map[string]string{}
	for _, line := range []string{
		"0 cero zero oh", "1 uno un una one um uma", "2 dos two dois duas", "3 tres three três", "4 cuatro four quatro", "5 cinco five",
		"6 seis six meia", "7 siete seven sete", "8 ocho eight oito", "9 nueve nine nove", "10 diez ten dez", "11 once eleven onze",
		"12 doce twelve doze", "13 trece thirteen treze", "14 catorce fourteen quatorze", "15 quince fifteen quinze",
		"16 dieciséis dieciseis sixteen dezesseis", "17 diecisiete seventeen dezessete", "18 dieciocho eighteen dezoito",
		"19 diecinueve nineteen dezenove", "20 veinte twenty vinte", "21 veintiuno", "22 veintidós veintidos", "23 veintitrés veintitres",
		"24 veinticuatro", "25 veinticinco", "26 veintiséis veintiseis", "27 veintisiete", "28 veintiocho", "29 veintinueve",
		"30 treinta thirty trinta", "40 cuarenta forty quarenta", "50 cincuenta fifty cinquenta", "60 sesenta sixty sessenta",
		"70 setenta seventy", "80 ochenta eighty oitenta", "90 noventa ninety",
	} {
		words := strings.Fields(line)
		for _, word := range words[1:] {
			out[word] = words[0]
		}
	}
	return out
}()

// Phone writes a telephone number's words as digits; what is no number word stays.
func Phone(text string) string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r == ' ' || r == ',' || r == '-' })
	var b strings.Builder
	for i := 0; i < len(words); i++ {
		word := words[i]
		digits, known := spokenDigits[word]
		if !known {
			b.WriteString(word)
			continue
		}
		if unit, skip := unitAfter(digits, words[i+1:]); skip > 0 { // treinta y cuatro, thirty four
			digits, i = digits[:1]+unit, i+skip
		}
		b.WriteString(digits)
	}
	return b.String()
}

// unitAfter is the unit that follows a ten, and how many words it takes.
func unitAfter(ten string, words []string) (unit string, skip int) {
	if len(ten) != 2 || ten[1] != '0' || ten == "10" {
		return "", 0
	}
	linked := len(words) > 1 && (words[0] == "y" || words[0] == "e")
	if linked {
		words = words[1:]
	}
	if len(words) == 0 {
		return "", 0
	}
	unit = spokenDigits[words[0]]
	switch {
	case len(unit) != 1 || unit == "0":
		return "", 0
	case linked:
		return unit, 2
	}
	return unit, 1
}

// mailSigns are the signs of an e-mail address as people say them.
var mailSigns = map[string]string{
	"arroba": "@", "at": "@", "punto": ".", "dot": ".", "ponto": ".", "guion": "-", "guión": "-", "dash": "-", "hyphen": "-", "hífen": "-",
	"underscore": "_", "guionbajo": "_", "subrayado": "_", "underline": "_",
}

// Email writes an e-mail address's words as signs.
func Email(text string) string {
	text = strings.NewReplacer("(", " ", ")", " ", "[", " ", "]", " ").Replace(strings.ToLower(text))
	text = strings.NewReplacer("guion bajo", "guionbajo", "guión bajo", "guionbajo").Replace(text)
	words := strings.Fields(text)
	for i, word := range words {
		if sign, known := mailSigns[word]; known && i > 0 {
			words[i] = sign
		}
	}
	return strings.Join(words, "")
}
