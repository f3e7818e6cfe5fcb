package pii

// minTurns is how many numbers one turns a lock to at least.
const minTurns = 3

// turnsEnd returns the end of the turns of a lock at i, or 0: "derecha 24, izquierda 8, derecha 31", "R24-L8-R31", "24 right, 8 left, 31 right".
func (f *Finder) turnsEnd(i int) (end int) {
	for n := 0; ; n++ {
		to := f.turn(i)
		if to == 0 {
			if n < minTurns {
				return 0
			}
			return end
		}
		end = to
		i = f.pastMarks(to, " ,-/")
		if f.follows(i, "y ") || f.follows(i, "luego ") || f.follows(i, "then ") || f.follows(i, "and ") || f.follows(i, "e ") {
			i = f.blanks(f.lettersEnd(i), 1)
		}
	}
}

// turn returns the end of one turn at i, or 0.
func (f *Finder) turn(i int) (end int) {
	if isDigit(f.at(i)) {
		if end = f.smallNumber(i); end == 0 {
			return 0
		}
		i = f.blanks(end, 1)
		for n := 0; n < 2 && (f.follows(i, "a ") || f.follows(i, "to ") || f.follows(i, "la ") || f.follows(i, "the ")); n++ {
			i = f.lettersEnd(i) + 1
		}
		if to := f.lettersEnd(i); inSet(sides, f.text[i:to]) {
			return to
		}
		return 0
	}
	to := f.lettersEnd(i)
	if !inSet(sides, f.text[i:to]) && (to != i+1 || !inSet(sideLetters, f.text[i:to])) {
		return 0
	}
	i = f.pastMarks(to, " :")
	if f.follows(i, "a ") || f.follows(i, "to ") || f.follows(i, "al ") {
		i = f.lettersEnd(i) + 1
	}
	return f.smallNumber(i)
}

// smallNumber returns the end of one or two digits at i, or 0.
func (f *Finder) smallNumber(i int) (end int) {
	for end = i; end-i < 3 && isDigit(f.at(end)); end++ {
	}
	if end == i || end-i > 2 || f.wordAt(end) {
		return 0
	}
	return end
}

var (
	sides       = setOf("derecha izquierda right left direita esquerda dcha izda izq der")
	sideLetters = setOf("r l d i e")
)
