package view

// smallNumbers counts the numbers of at most three digits in the row at i, minCodes at most, and returns where they end.
func smallNumbers(text string, i int) (n, end int) {
	for n < minCodes {
		i += octalPrefix(text, i)
		digits := 0
		for i < len(text) && classes[text[i]] == digit {
			digits++
			i++
		}
		if digits == 0 || digits > 3 {
			return n, i
		}
		n++
		next := codeGap(text, i, 3)
		if next == i {
			return n, i
		}
		i = next
	}
	return n, i
}

// minPlaces is how many numbers in a row are read as places in the alphabet.
const minPlaces = 6

// narrowest returns how wide the narrowest of the gaps between the first numbers at i is.
func narrowest(text string, i int) int {
	width := maxWide
	for range minPlaces {
		for i < len(text) && classes[text[i]] == digit {
			i++
		}
		next := gap(text, i, 3)
		if next == i || next >= len(text) || classes[text[next]] != digit {
			break
		}
		width, i = min(width, wide(text[i:next])), next
	}
	return width
}

// places writes the numbers at i, from 1 to 26, as letters, and 0 and gaps wider than the narrowest as blanks.
func (d *decoder) places(text string, i int) int {
	d.raw, d.ends = d.raw[:0], d.ends[:0]
	usual := narrowest(text, i)
	for i < len(text) {
		value, n := 0, 0
		for i+n < len(text) && n < 3 && classes[text[i+n]] == digit {
			value = value*10 + int(text[i+n]-'0')
			n++
		}
		if n < 1 || n > 2 || value > 26 || i+n < len(text) && classes[text[i+n]].letter() {
			return max(i, i+n)
		}
		letter := byte(' ')
		if value > 0 {
			letter = 'a' + byte(value-1)
		}
		d.raw = append(d.raw, letter)
		d.ends = append(d.ends, end{i + n, len(d.raw)})
		next := gap(text, i+n, 3)
		if wide(text[i+n:next]) > usual {
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
