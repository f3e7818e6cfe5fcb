package view

// dress tracks combining marks and styled letters as a text is read.
type dress struct {
	// since counts the letters since the last hidden character, plus one; 0 where something else came between.
	since int
	// word is set within a word; bare once the last word was no dressed one.
	word, bare bool
	// ornate is set once a word has a mark that is no accent.
	ornate bool
}

// hidden notes a hidden character: a letter alone between two of them was torn from its word, and a blank that is none
// within a word is for that.
func (d *dress) hidden(v *View, blank bool) {
	if d.since == 2 || blank && d.word {
		v.Torn++
	}
	d.since = 1
}

// lined notes a mark that no letter has: a line through it, or under it.
func (d *dress) lined(v *View) {
	if !d.word {
		return
	}
	v.Dressed++
	if !d.ornate {
		v.DressedWords++
		d.ornate = true
	}
}

// shown notes a character that is seen, whether it is a letter, and whether it was written as another.
func (d *dress) shown(v *View, letter, dressed bool) {
	if dressed {
		v.Dressed++
		if !d.word {
			v.DressedWords++
			if d.bare || v.DressedRows == 0 {
				v.DressedRows++
			}
			d.bare = false
		}
	} else if letter && !d.word {
		d.bare = true
	}
	d.word = letter
	switch {
	case !letter:
		d.since, d.ornate = 0, false
	case d.since > 0:
		d.since++
	}
}
