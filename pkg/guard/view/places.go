package view

// smallNumbers counts the numbers of at most three digits in the row at i, leastCodes at most, and returns where they end.
func smallNumbers(text string, i int) (n, end int) {
	for n < leastCodes {
		digits := 0
		for i < len(text) && classes[text[i]] == digit {
			digits++
			i++
		}
		if digits == 0 || digits > 3 {
			return n, i
		}
		n++
		next := gap(text, i, 3)
		if next == i {
			return n, i
		}
		i = next
	}
	return n, i
}

// leastPlaces is how many numbers in a row are read as places in the alphabet.
const leastPlaces = 6

// places writes the numbers at i, from 1 to 26, as letters, and what is wider than the first gap as blanks.
func (d *decoder) places(text string, i int) int {
	d.raw, d.ends = d.raw[:0], d.ends[:0]
	usual := -1 // how wide the gap between letters is
	for i < len(text) {
		value, n := 0, 0
		for i+n < len(text) && n < 3 && classes[text[i+n]] == digit {
			value = value*10 + int(text[i+n]-'0')
			n++
		}
		if value < 1 || value > 26 || n > 2 || i+n < len(text) && classes[text[i+n]].letter() {
			return max(i, i+n)
		}
		d.raw = append(d.raw, 'a'+byte(value-1))
		d.ends = append(d.ends, end{i + n, len(d.raw)})
		next := gap(text, i+n, 3)
		switch width := wide(text[i+n : next]); {
		case usual < 0:
			usual = width
		case width > usual:
			d.raw = append(d.raw, ' ')
		}
		if i += n; next == i {
			return i
		}
		i = next
	}
	return i
}

// known reports a text most of whose letters are of known words.
func known(text []byte) bool {
	letters, found, n := 0, 0, 0
	var key uint64
	for i := 0; i <= len(text); i++ {
		if i < len(text) && text[i] != ' ' {
			key = letterKey(key, text[i])
			n++
			continue
		}
		if letters += n; n > 1 && wordCost(sealed(key, n), n) > 0 {
			found += n
		}
		key, n = 0, 0
	}
	return letters > 0 && found*2 > letters
}
