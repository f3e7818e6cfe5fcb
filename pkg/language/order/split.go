package order

import "github.com/recado/recado/pkg/language"

// piece is some of a counted thing, and how it is wanted.
type piece struct {
	count int
	note  string
}

// split reads how a count is shared out: "una con todo y dos sin cilantro", "una sin pepinillo y la otra normal",
// "mitad carne mitad pollo". What nobody speaks of is left plain. It returns nil where nothing is shared out.
func (o *order) split(g *group, end int) []piece {
	if g.count < 2 {
		return nil
	}
	var pieces []piece
	left := g.count
	for i := g.to; i < end && left > 0; {
		at := i
		for at < end && (o.linking(at, at) || o.Is(at, "y", "e", "and", ",")) && !o.NewLine(at) {
			at++
		}
		p, to := o.piece(at, end, g.count, left)
		if p.count == 0 {
			break
		}
		pieces, left, i = append(pieces, p), left-p.count, to
	}
	if len(pieces) == 0 {
		return nil
	}
	if left > 0 {
		pieces = append(pieces, piece{count: left})
	}
	return pieces
}

// piece reads one share at token i; its count is 0 when there is none.
func (o *order) piece(i, end, all, left int) (piece, int) {
	count, at := o.share(i, end, all, left)
	if count < 1 || count > left || at >= end {
		return piece{}, i
	}
	for at < end && o.Is(at, "que", "sea", "sean", "es", "va", "vaya", "de", "ellos", "ellas", "esos", "esas", "of", "them", "one", "ones", ":", "el", "las", "los") && !o.opensNote(at, end, true) {
		at++
	}
	if at < end && o.Is(at, "normal", "normales", "regular", "sencillo", "sencilla", "plain", "asi", "igual") {
		return piece{count: count}, at + 1
	}
	if at < end && (o.opensNote(at, end, true) || o.Is(i, "mitad", "half", "metade") && o.Tokens[at].Kind == language.Word) {
		to := o.shareEnd(at, end)
		return piece{count, o.noteText(at, to)}, to
	}
	return piece{}, i
}

// shareEnd is noteEnd that also stops where the next share begins.
func (o *order) shareEnd(from, end int) int {
	for k := from + 1; k < end; k++ {
		if o.Is(k, "mitad", "half", "metade") {
			end = k
			if o.Is(k-1, "y", "e", "and", ",", "a") && k-1 > from {
				end = k - 1
			}
			break
		}
	}
	return o.noteEnd(from, end)
}

// share reads which part of the count is spoken of: a number, "la otra", "mitad".
func (o *order) share(i, end, all, left int) (count, to int) {
	switch {
	case o.Is(i, "mitad", "half", "metade"), o.Is(i, "la", "a") && o.Is(i+1, "mitad", "metade"):
		if o.Is(i, "la", "a") {
			i++
		}
		if all%2 != 0 {
			return 0, i
		}
		return all / 2, i + 1
	case o.Is(i, "el", "la", "the", "a", "o") && o.Is(i+1, "otro", "otra", "other", "outra", "outro"):
		return min(1, left), i + 2
	case o.Is(i, "los", "las", "the", "as", "os") && o.Is(i+1, "otros", "otras", "other", "others", "outras", "outros", "demas"):
		if n, to, ok := o.Number(i + 2); ok && to < end {
			return n, to
		}
		return left, i + 2
	case o.Is(i, "el", "the", "o") && o.Is(i+1, "resto", "rest"):
		return left, i + 2
	case o.Is(i, "otro", "otra", "another", "outra", "outro"):
		return 1, i + 1
	}
	n, to, ok := o.Number(i)
	if !ok || n > left || to >= end {
		return 0, i
	}
	return n, to
}
