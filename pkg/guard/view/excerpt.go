package view

import "unicode/utf8"

// A view of a long text holds only what reads differently, with what stands around it: the rest was read before. So many
// disguises in one text are read within the bounds of all of them.
const (
	// minLong is the size from which a text is long.
	minLong = 2 << 10
	// around is how many bytes are kept on either side, to the end of the word.
	around = 160
	// maxTail is how much longer a word may make it.
	maxTail = 40
)

// spot is a passage of a reading that reads differently.
type spot struct{ from, to int }

// spot notes that what is written from from on reads differently.
func (r *reading) spot(from int) {
	r.changed = true
	if n := len(r.spots); n > 0 && from <= r.spots[n-1].to+2*around+2*maxTail {
		r.spots[n-1].to = len(r.text)
		return
	}
	r.spots = append(r.spots, spot{from, len(r.text)})
}

// excerpt leaves of a reading of a long text its spots.
func (r *reading) excerpt() {
	if len(r.spots) == 0 || len(r.from.Text) <= minLong || r.kind == HTML && len(r.from.Text) <= MaxView/2 {
		return
	}
	size, done := 0, 0
	for _, s := range r.spots {
		from, to := r.wordBegin(s.from-around, done), r.wordEnd(s.to+around)
		if from > done {
			r.text[size], r.at[size] = '\n', r.at[from-1]
			size++
		}
		copy(r.at[size:], r.at[from:to])
		size += copy(r.text[size:], r.text[from:to])
		done = to
	}
	if done < len(r.text) {
		r.end = r.at[done]
	}
	r.text, r.at = r.text[:size], r.at[:size]
}

// wordBegin returns where the word at i begins, not before least.
func (r *reading) wordBegin(i, least int) int {
	if i <= least {
		return least
	}
	for n := 0; n < maxTail && i > least && r.text[i-1] > ' '; n++ {
		i--
	}
	for i > least && !utf8.RuneStart(r.text[i]) {
		i--
	}
	return i
}

// wordEnd returns where the word at i ends.
func (r *reading) wordEnd(i int) int {
	for n := 0; n < maxTail && i < len(r.text) && r.text[i] > ' '; n++ {
		i++
	}
	for i < len(r.text) && !utf8.RuneStart(r.text[i]) {
		i++
	}
	return min(i, len(r.text))
}
