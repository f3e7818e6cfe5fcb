package names

import "math/bits"

// slips counts the slips of the keyboard between two keys: a letter more, less or other, or two neighbours swapped.
// It returns limit+1 where there are more.
func slips(a, b []byte, limit int) int {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if len(a) > len(b) {
		a, b = b, a
	}
	switch {
	case len(b)-len(a) > limit || len(b) > maxKey:
		return limit + 1
	case len(a) == 0:
		return len(b)
	case len(b) == 1:
		return 1
	case len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0]:
		return 1
	case limit < 2:
		return limit + 1
	}
	return distance(a, b, limit)
}

// distance is the number of edits between a and b, swaps among them.
func distance(a, b []byte, limit int) int {
	var rows [3][maxKey + 1]uint8
	before, last, row := &rows[0], &rows[1], &rows[2]
	for j := range len(b) + 1 {
		last[j] = uint8(j)
	}
	for i := range a {
		row[0] = uint8(i + 1)
		least := row[0]
		for j := range b {
			cost := last[j]
			if a[i] != b[j] {
				cost = min(cost, last[j+1], row[j]) + 1
			}
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				cost = min(cost, before[j-1]+1)
			}
			row[j+1] = cost
			least = min(least, cost)
		}
		if int(least) > limit {
			return limit + 1
		}
		before, last, row = last, row, before
	}
	return min(int(last[len(b)]), limit+1)
}

// fuzzy finds the word that is the fewest slips away: one, or two in long words. Two that are as near are no find.
func (m *Matcher) fuzzy(said string, key []byte) int {
	letters := singular(said)
	if letters < minFuzzy || len(key) < minFuzzy {
		return none
	}
	limit := 1
	if letters >= minTwoSlips && len(key) >= minTwoSlips-2 {
		limit = 2
	}
	found, best := none, limit+1
	mask := maskOf(key)
	for n := max(minFuzzy-1, len(key)-limit); n <= min(len(key)+limit, maxKey); n++ {
		from := int(m.byLen[n])
		for i, w := range m.words[from:m.byLen[n+1]] {
			if w.mask&longWord == 0 || bits.OnesCount16((w.mask^mask)&^longWord) > 2*limit {
				continue
			}
			word := m.letters[int(m.at[n])+i*n:][:n]
			if !alike(word, key, letters) || inflected(word, key) {
				continue
			}
			switch d := slips(word, key, limit); {
			case d > limit || d > best:
			case d == best:
				found = none
			default:
				found, best = from+i, d
			}
		}
	}
	return found
}

// alike reports whether two keys can be one word: people rarely miss the first letter, and of a short word too little is left then.
func alike(a, b []byte, letters int) bool {
	return a[0] == b[0] || letters > 7 && a[len(a)-1] == b[len(b)-1] && a[1] == b[1]
}

// inflected reports whether a word is another form and no slip: "consultar" and "consulto" are not "consulta".
func inflected(name, said []byte) bool {
	n, last := len(name), said[len(said)-1]
	switch len(said) {
	case n:
		return isVowel(last) && isVowel(name[n-1]) && last != name[n-1] && string(name[:n-1]) == string(said[:n-1])
	case n + 1:
		return (last == 'r' || last == 'n') && string(said[:n]) == string(name)
	}
	return false
}

// diminutive finds the word that a small one comes from: "limpiecita", "taquitos", "cafezinho".
func (m *Matcher) diminutive(said string, key []byte) int {
	n := len(key)
	if singular(said) < 6 || n < 5 || n > maxKey {
		return none
	}
	last := key[n-1]
	if (last != 'a' && last != 'o') || key[n-3] != 'i' || key[n-2] != 't' && key[n-2] != 'n' && key[n-2] != 'k' {
		return none
	}
	if key[n-2] == 'n' && said[singular(said)-2] != 'h' {
		return none
	}
	var room [maxKey + 1]byte
	base := append(room[:0], key[:n-3]...)
	if base[n-4] == 'g' { // "agüita", "lengüita"
		if w := m.exact(append(base[:n-4], 'w', last)); w >= 0 {
			return w
		}
		base[n-4] = 'g'
	}
	for _, end := range [...]byte{last, 'a', 'o', 'e', 0} {
		if w := m.exact(ended(base, end)); w >= 0 {
			return w
		}
	}
	if base[len(base)-1] == 's' { // "cafecito", "limonadita" do without it
		base = base[:len(base)-1]
		for _, end := range [...]byte{0, 'e', last} {
			if w := m.exact(ended(base, end)); w >= 0 {
				return w
			}
		}
	}
	return none
}

func ended(base []byte, end byte) []byte {
	if end == 0 {
		return base
	}
	return append(base, end)
}
