package attack

// again is after how many words a frame is looked for again: what it says there may belong to something else.
const again = 12

// match calls found with the first and last word of each frame, once in a dozen words.
func (s *frameSet) match(l *live, toks []Token, seen Class, marks Marks, found func(f *frame, first, last int)) {
	l.known, l.some, l.list, l.hit = Class{}, Class{}, l.list[:0], [maxFrames / 64]uint64{}
	for i := range toks {
		if i%again == 0 {
			l.hit = [maxFrames / 64]uint64{}
		}
		class := toks[i].Class.and(s.opens)
		if news := class.without(l.known); !news.Empty() {
			l.learn(s, news, seen, marks)
		}
		class = class.and(l.some)
		for c := class.Next(0); c < MaxClasses; c = class.Next(c + 1) {
			for _, id := range l.list[l.spans[c].from:l.spans[c].to] {
				f := &s.all[id]
				if l.hit[id/64]>>(id%64)&1 != 0 || !f.steps[0].fits(&toks[i]) || !f.opensAt(toks, i) {
					continue
				}
				if last := follow(toks, i, f.steps[1:]); last >= 0 && f.inScript(&toks[i], &toks[last]) && f.free(toks, i, last) && l.marked(f, i, last) {
					l.hit[id/64] |= 1 << (id % 64)
					found(f, i, last)
				}
			}
		}
	}
}

// live remembers, for a text, which frames it may hold by the class that opens them.
type live struct {
	known, some Class // classes that were looked at, and those that may open a frame
	list        []uint16
	hit         [maxFrames / 64]uint64 // those that were found
	spans       [MaxClasses]struct{ from, to uint16 }
	marks       []place // in order
	scripted    bool    // it has known words of other scripts
}

// learn finds the frames that a word of these classes may open in a text with all the seen ones and these marks.
func (l *live) learn(s *frameSet, classes, seen Class, marks Marks) {
	l.known = l.known.or(classes)
	for c := classes.Next(0); c < MaxClasses; c = classes.Next(c + 1) {
		at := &l.spans[c]
		at.from = uint16(len(l.list))
		for i := range s.first[c] {
			opening := &s.first[c][i]
			if !seen.Meets(opening.second) {
				continue
			}
			if f := &s.all[opening.frame]; f.marks&^marks == 0 && (l.scripted || !f.script) && f.possible(seen) {
				l.list = append(l.list, opening.frame)
			}
		}
		if at.to = uint16(len(l.list)); at.to > at.from {
			l.some = l.some.or(bit(c))
		}
	}
}

// markReach is how many words from a frame the literal stands at most that it needs.
const markReach = 24

// marked reports whether the literals stand near that a frame needs.
func (l *live) marked(f *frame, first, last int) bool {
	return f.marks == 0 || f.marks&^l.marksIn(int32(first-markReach), int32(last+markReach+1)) == 0
}

// possible reports whether a text with these classes has words for the third step and those after it.
func (f *frame) possible(seen Class) bool {
	for i := 2; i < len(f.steps); i++ {
		if !seen.Meets(f.steps[i].any) {
			return false
		}
	}
	return true
}

func (s *step) fits(t *Token) bool { return t.Class.Meets(s.any) && !t.Class.Meets(s.not) }

// follow returns the last token of the nearest way through the steps after token i, or -1.
func follow(toks []Token, i int, steps []step) int {
	if len(steps) == 0 {
		return i
	}
	for j := i + 1; j < len(toks) && toks[j].Pos-toks[i].Pos <= steps[0].gap; j++ {
		if !steps[0].fits(&toks[j]) {
			continue
		}
		if last := follow(toks, j, steps[1:]); last >= 0 {
			return last
		}
	}
	return -1
}

var leading = classOf("LEAD|MODAL")

func (f *frame) opensAt(toks []Token, i int) bool {
	t := &toks[i]
	if f.present && t.past {
		return false
	}
	return !f.clause || t.Opens || i > 0 && toks[i-1].Class.Meets(leading)
}

// inScript reports whether the first or the last word is of another script, where the frame wants one.
func (f *frame) inScript(first, last *Token) bool { return !f.script || first.Foreign || last.Foreign }

// free reports whether no negative guard holds around the match.
func (f *frame) free(toks []Token, first, last int) bool {
	within := f.within.without(f.steps[0].any)
	for i := first + 1; i < last; i++ {
		if toks[i].Class.Meets(within) {
			return false
		}
	}
	for i := first - 1; i >= 0 && toks[first].Pos-toks[i].Pos <= 2; i-- {
		veto := f.before2
		if toks[first].Pos-toks[i].Pos == 1 {
			veto = veto.or(f.before)
		}
		if toks[i].Class.Meets(veto) {
			return false
		}
	}
	return f.freeAfter(toks, last)
}

var lead = classOf("LEAD")

func (f *frame) freeAfter(toks []Token, last int) bool {
	for i := last + 1; i < len(toks) && toks[i].Pos-toks[last].Pos <= 5; i++ {
		veto := f.after
		if toks[i].Pos-toks[last].Pos <= 2 {
			veto = veto.or(f.soon)
		}
		if toks[i-1].Class.Meets(lead) { // "... and me": another wish begins
			veto = veto.without(me)
		}
		if toks[i].Class.Meets(veto) {
			return false
		}
	}
	return true
}
