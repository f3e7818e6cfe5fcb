package attack

// minGlued is the least length of a word that may be several without their blanks.
const minGlued = 14

const maxPiece = 16

// takeApart reads the open word as words without blanks between them, when all of it is such words and one is about a
// model: "ignoratusinstrucciones". The pieces share the span of the whole.
func (w *writer) takeApart(end int) bool {
	word := w.s.Folded[w.from:]
	if len(word) > maxWord {
		return false
	}
	var best [maxWord + 1]int8 // fewest words up to here, 0 for none
	var from [maxWord + 1]int8
	best[0] = 1
	for i := range word {
		if best[i] == 0 {
			continue
		}
		h := uint64(hashSeed)
		for j := i; j < len(word) && j-i < maxPiece; j++ {
			h = hashByte(h, word[j])
			if j == i || best[j+1] != 0 && best[j+1] <= best[i]+1 {
				continue
			}
			if _, ok := words.words.get(finish(h)); ok {
				best[j+1], from[j+1] = best[i]+1, int8(i)
			}
		}
	}
	if best[len(word)] < 3 {
		return false
	}
	return w.pieces(from[:len(word)+1], end)
}

var telling = classOf("IGNORE|FORGET|INSTR|PROMPT|REVEAL|PRETEND|UNREST|DISABLE|ADMIN")

func (w *writer) pieces(from []int8, end int) bool {
	var cuts [maxWord]int8
	n, about := 0, false
	for at := len(from) - 1; at > 0; at = int(from[at]) {
		cuts[n] = int8(at)
		n++
		c, _ := words.words.get(hashWord(w.s.Folded[w.from+int(from[at]) : w.from+at]))
		about = about || c.Meets(telling)
	}
	if !about {
		return false
	}
	start := w.from
	for i := n - 1; i >= 0; i-- {
		to := w.from + int(cuts[i])
		c, _ := words.words.get(hashWord(w.s.Folded[start:to]))
		w.piece(end, start, to, c)
		w.pos++
		start = to
	}
	w.pos--
	return true
}

// piece puts a token of one of the words in the open one.
func (w *writer) piece(end, from, to int, c Class) {
	if w.key.past {
		c = inPast(c)
	}
	t := w.next(end)
	t.From, t.To, t.Class, t.Hash, t.Slot, t.Stamp = int32(from), int32(to), c, letters(w.s.Folded[from:to]), -1, 0
	w.s.Seen = w.s.Seen.or(c)
}
