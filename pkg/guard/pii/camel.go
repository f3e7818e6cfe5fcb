package pii

// settingOf returns what a word says, or the name of a setting whose words are joined: nitEmpresa, telContacto, clienteRut.
func settingOf(word string) about {
	if a := aboutOf(word); a != 0 {
		return a
	}
	return aboutHumps(word)
}

// aboutHumps returns what the words say that capitals part in one: the number of identity or the telephone, whosever it is,
// before all else.
func aboutHumps(word string) (a about) {
	first := humpEnd(word, 0)
	if first == len(word) || first < 2 { // iPhone
		return 0
	}
	issued := false
	for start, end := 0, first; start < len(word); start, end = end, humpEnd(word, end) {
		part := word[start:end]
		switch {
		case len(part) == 2 && start > 0 && isSmall(part[1]) && isUpper(word[start-1]): // FACe
		case inSet(attributes, part):
			return 0
		case issued && (part == "Id" || part == "ID"):
			a |= sayDocument // nationalId
		default:
			a |= aboutOf(part)
		}
		issued = inSet(issuers, part)
	}
	switch id := a & (sayID | sayPhone | sayCard | sayBank); {
	case a&sayOther != 0 && id&^sayDocument == 0, id == 0 && a&sayHolder != 0 && a&sayCounted != 0:
		return sayOther
	default:
		return id
	}
}

// attributes are what a setting may tell of a number instead of the number.
var attributes = setOf("tipo type fecha date estado status total count max min length valid valido verified is es has expiry vencimiento model modelo marca brand")

// humpEnd returns where the word in camel case ends that begins at i.
func humpEnd(word string, i int) int {
	for i++; i < len(word); i++ {
		if isUpper(word[i]) && (isSmall(word[i-1]) || i+1 < len(word) && isUpper(word[i-1]) && isSmall(word[i+1])) {
			return i
		}
	}
	return len(word)
}

// firstOf reports the name of a setting for the first, the second number of its kind: tel1, documento2.
func firstOf(word string) bool {
	n := len(word) - 1
	return isLetter(word[n-1]) && settingOf(word[:n])&(sayID|sayPhone) != 0
}
