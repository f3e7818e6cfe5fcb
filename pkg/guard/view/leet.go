package view

// leetLetter gives the letter that a digit or symbol stands for; where two are possible the first.
var leetLetter = func() (t [256]byte) {
	for c, l := range map[byte]byte{
		'0': 'o', '1': 'i', '2': 'z', '3': 'e', '4': 'a', '5': 's', '6': 'g', '7': 't', '8': 'b', '9': 'g',
		'@': 'a', '$': 's', '!': 'i', '|': 'i', '+': 't', '(': 'c',
	} {
		t[c] = l
	}
	return t
}()

// strokes are letters drawn with several marks, the longest first.
var strokes = [...]struct {
	marks  string
	letter byte
}{
	{`|\/|`, 'm'},
	{`/\/\`, 'm'},
	{`|\|`, 'n'},
	{`/\/`, 'n'},
	{`|_|`, 'u'},
	{`|-|`, 'h'},
	{`\/`, 'v'},
	{`/\`, 'a'},
	{`()`, 'o'},
	{`|<`, 'k'},
	{`|>`, 'p'},
	{`|)`, 'd'},
	{`|_`, 'l'},
	{`><`, 'x'},
}

// leetWord is what the run without blanks from start to end holds.
type leetWord struct {
	start, end int
	letters    int
	marks      int // digits and symbols that stand for letters
	inner      int // of them those before a letter
	ones       int // of them those that are i or l
	plain      bool
}

// readLeet writes digits and symbols of words as letters, each "1" of a word that is not known as "i".
func readLeet(r *reading, b *Buffer) bool {
	r.kind = Leet
	text := r.from.Text
	sure, trailing := 0, 0
	b.leet = b.leet[:0]
	for i := 0; i < len(text); {
		w := leetWordAt(text, i)
		i = w.end + 1
		switch {
		case w.marks == 0:
			continue
		case w.sure(text):
			sure++
			w.plain = true
		case w.maybe(text):
			trailing++
			w.plain = true
		}
		b.leet = append(b.leet, w)
	}
	if sure == 0 && trailing < 2 {
		b.leet = b.leet[:0]
		return false
	}
	for i := range b.leet {
		if w := &b.leet[i]; w.plain || sure+trailing > 0 && w.loose(text, sure+trailing) {
			w.plain = true
			r.unleet(w, false)
		}
	}
	return r.legible > 0
}

func leetWordAt(text string, start int) leetWord {
	w := leetWord{start: start, end: len(text)}
	inner := 0
	for i := start; i < len(text); i++ {
		c := text[i]
		if c <= ' ' {
			w.end = i
			break
		}
		cl := classes[c]
		switch {
		case cl.letter() || cl == foreign:
			w.letters++
			w.inner = inner
		case leetLetter[c] != 0:
			inner += w.mark(text, i)
		case cl == backslash || c == '/' && i+1 < len(text) && text[i+1] == '\\':
			w.marks++
			inner++
		case cl != within:
			inner = 0
		}
	}
	return w
}

// mark notes a digit or symbol that may stand for a letter and returns how many it is.
func (w *leetWord) mark(text string, i int) int {
	c := text[i]
	before := i > w.start && wordy(text[i-1])
	after := i+1 < len(text) && wordy(text[i+1])
	if !before && !after || !after && classes[c] != digit && c != '$' && c != '@' {
		return 0
	}
	w.marks++
	if c == '1' || c == '|' || c == '!' {
		w.ones++
	}
	return 1
}

// wordy reports what may stand in a leet word beside a mark.
func wordy(c byte) bool { return classes[c].letter() || classes[c] >= foreign || leetLetter[c] != 0 }

// sure reports a word with marks where only leet has them.
func (w *leetWord) sure(text string) bool {
	if w.letters == 0 || w.inner == 0 || w.letters+w.marks < 3 {
		return false
	}
	return !w.doubtful(text) && !w.blob(text) && !coded(text[w.start:w.end])
}

// doubtful reports codes in capitals and names after an at sign: one in a text is no leet, two may be.
func (w *leetWord) doubtful(text string) bool {
	return w.shouts(text) || text[w.start] == '@' && w.marks == 1
}

// shouts reports a word without small letters.
func (w *leetWord) shouts(text string) bool {
	for i := w.start; i < w.end; i++ {
		if classes[text[i]] == lower {
			return false
		}
	}
	return true
}

// blob reports what is rather encoded than spelled, and addresses.
func (w *leetWord) blob(text string) bool {
	return isAddress(text[w.start:w.end]) || escaped(text[w.start:w.end]) || w.end-w.start >= minBase64 && (odd(text[w.start:w.end]) && mixedCase(text[w.start:w.end]) || w.marks > w.letters)
}

func mixedCase(w string) bool {
	changes := 0
	for i := 1; i < len(w); i++ {
		if classes[w[i]] == upper && classes[w[i-1]] == lower {
			changes++
		}
	}
	return changes > 1
}

// maybe reports a word that has them at its end only, as many honest ones do, or is doubtful.
func (w *leetWord) maybe(text string) bool {
	return w.letters > 1 && w.marks > 0 && (w.marks <= 2 || w.inner > 0) && !w.blob(text) && !coded(text[w.start:w.end])
}

// loose reports what is leet only among other leet: "l05", "d4705", "3l".
func (w *leetWord) loose(text string, sure int) bool {
	if w.letters == 0 || w.marks == 0 || w.blob(text) {
		return false
	}
	if w.knownOne(text) != 0 {
		return true
	}
	first := classes[text[w.start]]
	return first == lower && text[w.start] != 'x' || first == upper && sure > 1
}

// unleet writes one word with letters for its marks.
func (r *reading) unleet(w *leetWord, asL bool) {
	text := r.from.Text
	one := byte(0)
	if w.ones > 0 {
		one = w.knownOne(text)
	}
	capital := byte(0)
	if w.shouts(text) {
		capital = 'a' - 'A'
	}
	r.copyTo(w.start)
	run := leetRun{start: len(r.text)}
	for i := w.start; i < w.end; i++ {
		if letter, n := strokeAt(text[i:w.end]); n > 0 {
			r.copyTo(i)
			r.putByte(letter-capital, i+n)
			i += n - 1
			run.marks++
			continue
		}
		c := text[i]
		letter := leetLetter[c]
		if letter == 0 || !w.reads(text, i) {
			if !wordy(c) {
				r.copyTo(i + 1)
				r.judge(&run)
			}
			continue
		}
		if !w.gendered(text, i) {
			run.marks++
		}
		if (c == '1' || c == '|') && (one == 'l' || one == 0 && asL && r.mayBeL(text, i, w)) {
			letter = 'l'
		}
		r.copyTo(i)
		r.putByte(letter-capital, i+1)
	}
	r.copyTo(w.end)
	r.judge(&run)
}

// gendered reports the sign at i that leaves open whom a word means: "tod@s".
func (w *leetWord) gendered(text string, i int) bool {
	return text[i] == '@' && (i+2 >= w.end || classes[text[i+1]] == lower && !wordy(text[i+2]))
}

// leetRun is a run of letters of a leet word: where it begins in what is written, and how many of them are marks that
// letters are not written as otherwise ("tod@s").
type leetRun struct{ start, marks int }

// judge counts a run that is a word, and begins the next.
func (r *reading) judge(run *leetRun) {
	if run.marks > 0 {
		var s spelling
		if s.figures(r.text[run.start:]); s.n > 2 && s.legible() {
			r.legible++
		}
	}
	*run = leetRun{start: len(r.text)}
}

// reads reports whether the mark at i is a letter of the word: a symbol at its end is punctuation.
func (w *leetWord) reads(text string, i int) bool {
	if classes[text[i]] == digit || text[i] == '@' || text[i] == '$' {
		return true
	}
	return i+1 < w.end && wordy(text[i+1])
}

func strokeAt(s string) (byte, int) {
	if c := s[0]; c != '|' && c != '/' && c != '\\' && c != '(' && c != '>' {
		return 0, 0
	}
	for _, st := range strokes {
		if len(s) >= len(st.marks) && s[:len(st.marks)] == st.marks {
			return st.letter, len(st.marks)
		}
	}
	return 0, 0
}
