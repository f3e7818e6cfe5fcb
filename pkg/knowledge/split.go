package knowledge

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/recado/recado/pkg/knowledge/extract"
	"github.com/recado/recado/pkg/tokens"
)

const (
	maxHeading = 300 // runes of a heading path
	// unspaced bounds what the tokenizer is given without white space, as its time grows with the square of it.
	unspaced = 64
)

func runes(s string) int { return utf8.RuneCountInString(s) }

// size is how long a text is as the cut counts.
func (c Cut) size(text string) int {
	if c.Characters {
		return runes(text)
	}
	n, last, space := 0, 0, 0
	for i, r := range text {
		if unicode.IsSpace(r) {
			space = i
		} else if i-max(space, last) >= unspaced {
			n, last = n+tokens.Count(text[last:i]), i
		}
	}
	return n + tokens.Count(text[last:])
}

// surely reports whether a text is longer than the most, without counting it: no sentence has so many characters in a token.
func (c Cut) surely(text string) bool { return len(text) > 16*c.Max }

// piece is a part of a block that is not cut further, and what stands between it and the piece before.
type piece struct {
	separator, text string
	size            int
	start, end      int // in runes of the document's text
	page            int
}

// section cuts a section whose text begins at a rune of the document's into chunks along its blocks, then lines, then sentences, then
// words. It says where the next one begins.
func (c Cut) section(s extract.Section, at int, also string) (out []Chunk, next int) {
	var pieces []piece
	for i, block := range s.Blocks {
		o := offsets{block: block, base: at}
		for _, p := range c.cut(piece{separator: "\n\n", text: strings.TrimSpace(block)}, "\n", lines, sentences, c.words) {
			p.start, p.end = o.of(p.text)
			p.page = s.Page(i)
			pieces = append(pieces, p)
		}
		at = o.base + o.runes + runes(block[o.at:]) + len(extract.Between)
	}
	heading := clip(strings.Join(s.Path, " > "), maxHeading)
	for _, chunk := range c.pack(pieces) {
		chunk.Heading, chunk.Also = heading, also
		out = append(out, chunk)
	}
	return out, at
}

// offsets finds the pieces of a block, which come in its order.
type offsets struct {
	block     string
	base      int
	at, runes int // bytes and runes before the piece that is looked for
}

func (o *offsets) of(text string) (start, end int) {
	i := strings.Index(o.block[o.at:], text)
	if i < 0 { // cannot be: pieces are substrings
		return o.base + o.runes, o.base + o.runes
	}
	o.runes += runes(o.block[o.at : o.at+i])
	start = o.base + o.runes
	o.runes += runes(text)
	o.at += i + len(text)
	return start, o.base + o.runes
}

// cut keeps a piece whole within the most, else takes it apart by the first splitter, and its parts by the next.
func (c Cut) cut(p piece, separator string, by ...func(string) []string) []piece {
	if p.text == "" {
		return nil
	}
	if len(by) == 0 || !c.surely(p.text) {
		if p.size = c.size(p.text); p.size <= c.Max || len(by) == 0 {
			return []piece{p}
		}
	}
	var out []piece
	for _, part := range by[0](p.text) {
		part = strings.TrimSpace(part)
		next := piece{separator: separator, text: part}
		if len(out) == 0 {
			next.separator = p.separator
		}
		out = append(out, c.cut(next, " ", by[1:]...)...)
	}
	return out
}

func lines(text string) []string { return strings.Split(text, "\n") }

// sentences cuts after a full stop, question or exclamation mark that white space follows.
func sentences(text string) (out []string) {
	start, ended := 0, false
	for i, r := range text {
		if ended && unicode.IsSpace(r) {
			out = append(out, text[start:i])
			start = i
		}
		ended = r == '.' || r == '?' || r == '!' || r == '…'
	}
	return append(out, text[start:])
}

// words cuts at white space into runs of the target size at most; a run without white space is cut where it gets too long.
func (c Cut) words(text string) (out []string) {
	start, end, size := 0, 0, 0
	flush := func() {
		if end > start {
			out = append(out, text[start:end])
		}
		size = 0
	}
	for from, to := range fieldsOf(text) {
		n := c.size(text[end:to])
		if end > start && size+n > c.Target {
			flush()
			start = from
		}
		if end <= start {
			start, n = from, c.size(text[from:to])
		}
		size, end = size+n, to
	}
	flush()
	return out
}

// fieldsOf yields where words begin and end; longer ones than unspaced are cut.
func fieldsOf(text string) func(func(from, to int) bool) {
	return func(yield func(from, to int) bool) {
		from := -1
		for i, r := range text {
			if from >= 0 && (unicode.IsSpace(r) || i-from >= unspaced) {
				if !yield(from, i) {
					return
				}
				from = -1
			}
			if from < 0 && !unicode.IsSpace(r) {
				from = i
			}
		}
		if from >= 0 {
			yield(from, len(text))
		}
	}
}

// packer fills chunks.
type packer struct {
	cut     Cut
	out     []Chunk
	current Chunk
	body    strings.Builder
	fresh   bool // it holds more than what the chunk before ended with
}

// pack fills chunks up to the target; half a chunk takes one more piece up to the most, so that no tail stands alone.
func (c Cut) pack(pieces []piece) []Chunk {
	p := packer{cut: c}
	for _, next := range pieces {
		p.add(next)
	}
	if p.fresh {
		p.flush()
	}
	return p.out
}

func (p *packer) add(next piece) {
	size := p.current.Tokens
	if p.fresh && size+next.size+1 > p.cut.Target && (size > p.cut.Target/2 || size+next.size+1 > p.cut.Max) {
		p.flush()
		p.overlap()
		size = p.current.Tokens
	}
	if !p.fresh && size+next.size+1 > p.cut.Max { // the overlap would not fit
		p.body.Reset()
		p.current = Chunk{}
	}
	if p.body.Len() > 0 {
		p.body.WriteString(next.separator)
		p.current.Tokens++
	} else {
		p.current.Start = next.start
	}
	if !p.fresh {
		p.current.Page = next.page
	}
	p.body.WriteString(next.text)
	p.current.Tokens += next.size
	p.current.End, p.fresh = next.end, true
}

func (p *packer) flush() {
	p.current.Body = p.body.String()
	p.out = append(p.out, p.current)
	p.fresh = false
}

// overlap begins a chunk with the end of the one before: its last sentences or lines, as far as they are short. They are what the next
// sentences may refer to.
func (p *packer) overlap() {
	last := p.out[len(p.out)-1]
	p.body.Reset()
	p.current = Chunk{}
	if p.cut.Overlap == 0 {
		return
	}
	tail, size := p.cut.tail(last.Body)
	if tail == "" {
		return
	}
	p.body.WriteString(tail)
	p.current = Chunk{Start: last.End - runes(tail), End: last.End, Tokens: size}
}

// tail is the end of a body: its last sentence, and the ones before it while all are within the overlap.
func (c Cut) tail(body string) (tail string, size int) {
	rest := body
	for {
		start := lastSentence(rest)
		if start <= 0 {
			return tail, size // what stands before would be the whole body
		}
		longer := strings.TrimSpace(body[start:])
		n := 0
		if len(longer) <= 16*c.Overlap {
			n = c.size(longer)
		}
		if longer == "" || n > c.Overlap || n == 0 {
			return tail, size
		}
		tail, size, rest = longer, n, strings.TrimRight(body[:start], " \t\n")
	}
}

// lastSentence is where the last sentence or line of a text begins.
func lastSentence(text string) int {
	line := strings.LastIndexByte(text, '\n') + 1
	parts := sentences(text[line:])
	return len(text) - len(parts[len(parts)-1])
}
