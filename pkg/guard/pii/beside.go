package pii

// byName reports a word that begins as a name does right before the digits.
func (w *window) byName() bool {
	b := backward{text: w.f.text[max(0, w.start-contextBytes):w.start]}
	word := b.word()
	return !b.broke && len(word) > 2 && isUpper(word[0]) && word[1] >= 'a' && aboutOf(word) == 0
}

// byNameInLine is byName where a comma may stand between, and no line's end.
func (w *window) byNameInLine() bool {
	b := backward{text: w.f.text[max(0, w.start-contextBytes):w.start]}
	word := b.word()
	return len(word) > 2 && isUpper(word[0]) && isSmall(word[1]) && aboutOf(word) == 0 && hasEnd(w.f.text[:w.start], " ")
}

// besideName recognises "Pérez Juan, 28.456.123, ...": seven or eight digits with full stops between the commas of a list.
func (w *window) besideName() bool {
	if len(w.groups) != 3 || !w.only(".") || w.size(0) > 2 || w.size(1) != 3 || w.size(2) != 3 || !w.groups[1].tight || !w.groups[2].tight {
		return false
	}
	switch w.f.at(w.end) {
	case 0, ',', ';', '\n':
	default:
		return false
	}
	b := backward{text: w.f.text[max(0, w.start-contextBytes):w.start]}
	word := b.word()
	return b.broke && len(word) > 2 && word[0] >= 'A' && word[0] <= 'Z' && word[1] >= 'a' && aboutOf(word) == 0 && w.digits[len(w.digits)-1] != '0'
}
