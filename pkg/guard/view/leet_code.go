package view

import "strings"

// isAddress reports an e-mail address, a link or a file: their digits are their own.
func isAddress(w string) bool {
	dot, at := false, false
	for i := 1; i+1 < len(w); i++ {
		switch {
		case w[i] == '@':
			at = true
		case w[i] == '.' && classes[w[i-1]].letter() && classes[w[i+1]].letter():
			dot = true
		case w[i] == ':' && w[i+1] == '/':
			return true
		}
	}
	return dot && at
}

// escaped reports a word with an entity or with the escape of a character in it.
func escaped(w string) bool {
	for i := 0; i+3 < len(w); i++ {
		switch w[i] {
		case '&':
			if strings.IndexByte(w[i:], ';') > 0 {
				return true
			}
		case '%', '=':
			if isHex(w[i+1]) && isHex(w[i+2]) {
				return true
			}
		case '\\':
			if w[i+1] == 'u' && i+5 < len(w) && isHex(w[i+2]) && isHex(w[i+3]) && isHex(w[i+4]) && isHex(w[i+5]) {
				return true
			}
		}
	}
	return false
}

// coded reports what has digits and letters for other reasons: "10am", "2x1", "5kg", "1er", "B12", "4K", "ABC1234", "$50".
func coded(w string) bool {
	for len(w) > 0 && !wordy(w[len(w)-1]) {
		w = w[:len(w)-1]
	}
	for len(w) > 0 && (!wordy(w[0]) || w[0] == '(' || w[0] == '+' && len(w) > 1 && classes[w[1]] == digit) {
		w = w[1:]
	}
	parts, letters, digits := 0, 0, 0
	last := other
	for i := range len(w) {
		cl := classes[w[i]]
		if cl.letter() {
			letters++
			cl = lower
		} else if cl == digit {
			digits++
		}
		if cl != last && (cl == lower || cl == digit) {
			parts++
		}
		last = cl
	}
	unit := lowered(w)
	switch {
	case digits == 0:
		return letters < 2 || w[0] == '$' && letters < 3
	case letters == 0:
		return true
	case classes[w[0]] == digit && len(unit) == letters:
		return units[unit] || letters == 1
	case parts == 2:
		return letters == 1 || digits > 2
	case parts == 3 && letters == 1:
		return strings.ContainsAny(w, "xXhH") // 2x1, 1h20
	}
	return false
}

// lowered returns the letters at the end of w, in lower case, as a key.
func lowered(w string) string {
	i := len(w)
	for i > 0 && classes[w[i-1]].letter() {
		i--
	}
	return w[i:]
}

// units follow a number without a blank.
var units = func() map[string]bool {
	m := map[string]bool{}
	for _, u := range []string{
		"am", "pm", "AM", "PM", "hrs", "hr", "hs", "h", "min", "mins", "seg", "kg", "kgs", "gr", "grs", "g", "mg", "ml", "lt", "lts",
		"cm", "mm", "mts", "km", "kms", "er", "ra", "ro", "do", "da", "to", "ta", "mo", "ma", "vo", "va", "no", "st", "nd", "rd", "th",
		"mil", "usd", "USD", "mxn", "MXN", "eur", "EUR", "pen", "PEN", "soles", "pesos", "euros", "veces", "pax", "mb", "gb", "GB", "MB",
		"oz", "lb", "lbs", "pcs", "pzs", "pz", "cc", "hp", "px", "d", "D", "px.", "años", "anos", "dias", "días", "meses", "personas",
	} {
		m[u] = true
	}
	return m
}()
