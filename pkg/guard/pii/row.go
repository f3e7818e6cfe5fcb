package pii

// numberRow remembers a stretch of text whose words are all numbers, as in long lists: what stands before each of them need
// not be read again.
type numberRow struct{ from, to int }

// reaches reports whether all words in reach before start are numbers, or end in a digit and are as long as one.
func (r *numberRow) reaches(text string, start int) bool {
	first := max(0, start-contextBytes)
	i, from := start, start
	for i > first {
		if i == r.to && r.from < r.to {
			i, from = r.from, r.from
			continue
		}
		if classes[text[i-1]]&(digit|letter) == 0 {
			if text[i-1] >= 0x80 {
				return false
			}
			i--
			continue
		}
		end := i
		for i > first && classes[text[i-1]]&(digit|letter) != 0 {
			i--
		}
		if !numeral(text[i:end]) {
			return false
		}
		if i > first {
			from = i
		}
	}
	if !wordBefore(text, start) {
		*r = numberRow{from, start}
	}
	return i >= first || numeral(cut(text, first))
}

// cut is what is left after i of a word that begins before it.
func cut(text string, i int) string {
	if classes[text[i-1]]&(digit|letter) == 0 {
		return ""
	}
	end := i
	for end < len(text) && classes[text[end]]&(digit|letter) != 0 {
		end++
	}
	return text[i:end]
}

// numeral reports digits alone, or a code that ends in one and is as long as a number; true of nothing at all.
func numeral(word string) bool {
	for i := range len(word) {
		if !isDigit(word[i]) {
			return len(word) >= 4 && isDigit(word[len(word)-1])
		}
	}
	return true
}
