package view

// minRough is how many letters a word has whose order is judged.
const minRough = 5

// order notes what the order of a word's letters says.
func (s *survey) order(w *word) {
	forth := w.forth + int(letterCosts[w.three<<5&0x7FFF])
	back := w.back + int(letterCosts[w.three&31]) + int(letterCosts[w.three&31<<5|w.three>>5&31])
	if w.letters >= minRough && forth > 7*w.letters {
		s.rough++
	}
	s.backward += gained(forth, back, w.letters)
}

// turnedKey is the key of three letters from their end.
func turnedKey(three int) int { return three&31<<10 | three&(31<<5) | three>>10 }

// rows counts the words since the last that was longer than one letter, and than two; torn is what the passage of scraps is
// worth.
type rows struct{ singles, shorts, torn int }

func (s *survey) row(r *rows, letters int) {
	switch {
	case letters > 2:
		r.singles, r.shorts = 0, 0
		return
	case letters == 1:
		r.singles++
		s.singles = max(s.singles, r.singles)
	default:
		r.singles = 0
	}
	r.shorts++
	s.shorts = max(s.shorts, r.shorts)
}

// strangers has, per letter, a bit for each letter that hardly ever follows it.
var strangers = func() (t [32]uint32) {
	const all = 1<<27 - 2
	for _, w := range [...]string{
		"babcdeijlmnorstuvy", "cacehiklnoqrstuyz", "dabcdefghijlmnorstuvwyz", "faefilorstuy", "gadeghilmnorstuyz", "haeilmnorstuwy",
		"jaeiouj", "kabeghiklnorstuwy", "labcdefghijklmnopqrstuvwyz", "mabefimnopstuyw", "pacdehilmnoprstuyk", "qu",
		"sabcdefghijklmnopqrstuvwyz", "tabcefhilmnorstuwyzxl", "vaeiorsuy", "wabdehiklnorstwy", "xaceghiopqtuyx", "yabcdegilmnoprstuwy",
		"zacegilmnopqtuvyz",
	} {
		t[w[0]&31] = all
		for _, c := range w[1:] {
			t[w[0]&31] &^= 1 << (c & 31)
		}
	}
	return t
}()

// doubles reports a word most of whose vowels, of the first twelve letters, are said again after a consonant.
func (w *word) doubles() bool {
	twice, once := 0, 0
	last, before := uint64(0), uint64(0)
	for rest := w.turned & keyMask; rest != 0; rest >>= 5 {
		c := rest & 31
		if vowels>>c&1 != 0 {
			if c == before && vowels>>last&1 == 0 {
				twice++
			} else {
				once++
			}
		}
		before, last = last, c
	}
	return twice > 0 && 2*twice >= once
}

// thick reports a text of so many bytes that may read differently all over, as no honest one in our languages does.
func (s *survey) thick(size int) bool {
	return 7*(s.starred+s.camel+2*s.mixed+2*s.foreign+scrapWorth*s.unknownWords) > 2*size
}
