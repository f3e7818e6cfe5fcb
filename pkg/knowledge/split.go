package knowledge

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Sizes of chunks in tokens: around the target retrieval is best, above the most a context holds too few.
const (
	targetTokens  = 250
	maxTokens     = 400
	overlapTokens = targetTokens * 15 / 100
	maxHeading    = 300 // runes of a heading path
)

// tokensOf estimates the tokens of a Spanish text, on the safe side of the tokenizers in use.
func tokensOf(text string) int { return (utf8.RuneCountInString(text)*10 + 31) / 32 }

// piece is a part of a block that is not cut further, and what stands between it and the piece before.
type piece struct{ separator, text string }

// split cuts a section into chunks along its blocks, then lines, then sentences, then words.
func split(s section, also string) []Chunk {
	var pieces []piece
	for _, block := range s.blocks {
		pieces = append(pieces, cut(piece{"\n\n", strings.TrimSpace(block)}, "\n", lines, sentences, wordRuns)...)
	}
	heading := clip(strings.Join(s.path, " > "), maxHeading)
	var out []Chunk
	for _, body := range pack(pieces) {
		out = append(out, Chunk{Heading: heading, Body: body, Also: also, Tokens: tokensOf(body)})
	}
	return out
}

// cut keeps a piece whole within the most, else takes it apart by the first splitter, and its parts by the next.
func cut(p piece, separator string, by ...func(string) []string) []piece {
	if p.text == "" {
		return nil
	}
	if tokensOf(p.text) <= maxTokens || len(by) == 0 {
		return []piece{p}
	}
	var out []piece
	for i, part := range by[0](p.text) {
		part = strings.TrimSpace(part)
		next := piece{separator, part}
		if i == 0 {
			next.separator = p.separator
		}
		out = append(out, cut(next, " ", by[1:]...)...)
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

// wordRuns cuts at white space into runs of the target size; a run without white space is cut where it gets too long.
func wordRuns(text string) (out []string) {
	limit := targetTokens * 3
	var run []string
	size := 0
	flush := func() {
		if len(run) > 0 {
			out, run, size = append(out, strings.Join(run, " ")), nil, 0
		}
	}
	for w := range strings.FieldsSeq(text) {
		for w != "" {
			head := clip(w, limit)
			n := utf8.RuneCountInString(head)
			if size+n > limit {
				flush()
			}
			run, size, w = append(run, head), size+n+1, w[len(head):]
		}
	}
	flush()
	return out
}

// pack fills chunks up to the target; half a chunk takes one more piece up to the most, so that no tail stands alone.
func pack(pieces []piece) []string {
	var out []string
	var current strings.Builder
	size, fresh := 0, false
	flush := func() {
		if fresh {
			out = append(out, current.String())
		}
		tail := overlap(current.String())
		current.Reset()
		current.WriteString(tail)
		size, fresh = tokensOf(tail), false
	}
	for _, p := range pieces {
		n := tokensOf(p.text)
		if fresh && size+n > targetTokens && (size > targetTokens/2 || size+n > maxTokens) {
			flush()
		}
		if !fresh && size+n > maxTokens { // the overlap would not fit
			current.Reset()
			size = 0
		}
		if current.Len() > 0 {
			current.WriteString(p.separator)
		}
		current.WriteString(p.text)
		size, fresh = tokensOf(current.String()), true
	}
	if fresh {
		out = append(out, current.String())
	}
	return out
}

// overlap is the last sentence or line of a chunk when it is short: what the next one may refer to.
func overlap(body string) string {
	parts := lines(body)
	last := sentences(parts[len(parts)-1])
	tail := strings.TrimSpace(last[len(last)-1])
	if tail == body || tokensOf(tail) > overlapTokens {
		return ""
	}
	return tail
}
