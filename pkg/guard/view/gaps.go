package view

// usualGap returns how wide the commonest gap of a row is, and how many bytes the least of those.
func usualGap(text string, row []piece) (usual, least int) {
	var count, shortest [maxWide + 1]int
	for i := range row[1:] {
		gap := text[row[i].end:row[i+1].start]
		w := wide(gap)
		if count[w]++; shortest[w] == 0 || len(gap) < shortest[w] {
			shortest[w] = len(gap)
		}
	}
	for w := range count {
		if count[w] > count[usual] {
			usual = w
		}
	}
	return usual, shortest[usual]
}

// wide tells what parts words from what parts letters: more of it is wider.
func wide(gap string) (n int) {
	for _, c := range gap {
		switch c {
		case ' ', '\t', '\n', '\r':
			n += 2
		case '/', '|':
			n++
		}
	}
	return min(n, maxWide)
}
