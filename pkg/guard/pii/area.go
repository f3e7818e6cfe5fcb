package pii

// marked reports whether the groups tell an area code, which makes a local number whole.
func (w *window) marked() bool {
	return w.sizes(2, 4, 4) && starting(w.digits, "15") && w.groups[2].mark == '-' || // a mobile of Argentina without its area
		w.sizes(1, 4, 4) && starting(w.digits, "22") || // one of Santiago
		w.fifteen() || w.province() || w.bracketedArea()
}

// fifteen recognises a mobile of Argentina with the 15 after its area: 2944 15 42 1833.
func (w *window) fifteen() bool {
	n := w.size(0)
	return len(w.digits) == 12 && n >= 2 && n <= 4 && w.digits[1] != '0' && starting(w.digits[n:], "15") && argentina(w.digits)
}

// province recognises a number of Peru with its area, but for Lima's: 054-218330.
func (w *window) province() bool {
	d := w.digits
	if len(d) != 9 || w.size(0) != 3 || d[0] != '0' || !within(d[1], '4', '8') || !within(d[3], '2', '7') {
		return false
	}
	return w.sizes(3, 6) || w.sizes(3, 2, 2, 2) || w.sizes(3, 2, 4) || w.groups[1].mark == ')' || w.sizes(3, 3, 3) && w.groups[1].mark == '-'
}

// bracketedArea recognises an area in brackets as people of Chile and Ecuador write it: (32) 260 7255, (2) 2421 8330.
func (w *window) bracketedArea() bool {
	if len(w.groups) < 2 || w.f.text[w.start] != '(' || w.groups[1].mark != ')' || len(w.digits) != 9 {
		return false
	}
	switch d := w.digits; w.size(0) {
	case 1:
		return d[0] == '2' && d[1] == '2'
	case 2:
		return (within(d[0], '3', '7') || d[0] == '0') && within(d[2], '2', '7')
	}
	return false
}

// whose reports whether the words after say whose number it is, of the family or of one's own: "... es el de mi mamá".
func (w *window) whose() bool {
	i := w.f.blanks(w.end, 2)
	to := w.f.lettersEnd(i)
	if i == w.end || !inSet(copulas, w.f.text[i:to]) {
		return false
	}
	owned := false
	for range contextWords {
		i = w.f.blanks(to, 2)
		if to = w.f.lettersEnd(i); to == i {
			return false
		}
		switch word := w.f.text[i:to]; {
		case owned:
			return inSet(relatives, word) || inSet(counts, word)
		case inSet(owners, word):
			owned = true
		case !inSet(ofWords, word) && !inSet(counts, word):
			return false
		}
	}
	return false
}
