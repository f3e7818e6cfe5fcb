package knowledge

import (
	"context"
	"fmt"
	"strings"

	"github.com/recado/recado/pkg/knowledge/extract"
)

// Cut says how long chunks are, in tokens unless it counts characters.
type Cut struct {
	Target     int  // a chunk is closed once it has so many
	Max        int  // no chunk has more
	Overlap    int  // at most so many of a chunk's end are repeated in the next one
	Characters bool // counts characters instead of tokens
}

// Bounds of a cut.
const (
	minTarget  = 50
	maxTarget  = 1000
	maxMax     = 1200
	maxOverlap = 200
)

// Cuts are the presets by name; the default, around which retrieval is best, is "standard".
var Cuts = map[string]Cut{
	"standard":   {Target: 250, Max: 400, Overlap: 37},
	"paragraphs": {Target: 512, Max: 512},
	"long":       {Target: 800, Max: 1000, Overlap: 100},
	"characters": {Target: 1000, Max: 1200, Overlap: 200, Characters: true},
}

// Standard is the cut where nothing else is said.
func Standard() Cut { return Cuts["standard"] }

// Check names the setting that is out of bounds.
func (c Cut) Check() error {
	switch {
	case c.Target < minTarget || c.Target > maxTarget:
		return fmt.Errorf("target: expected %d to %d", minTarget, maxTarget)
	case c.Max < c.Target || c.Max > maxMax:
		return fmt.Errorf("max: expected the target, %d, to %d", c.Target, maxMax)
	case c.Overlap < 0 || c.Overlap > min(maxOverlap, c.Target/2):
		return fmt.Errorf("overlap: expected 0 to %d", min(maxOverlap, c.Target/2))
	}
	return nil
}

// calledBy are words that ask for a kind of document and seldom stand in it.
var calledBy = map[Kind]string{Policy: "política policy"}

// reader is for those who name none.
var reader = extract.New(extract.Config{OCR: "auto", Workers: 2})

// Chunks reads a document and cuts it as is standard. An error that matches ErrUnreadable says what is wrong with it.
func Chunks(ctx context.Context, d Document) ([]Chunk, error) {
	text, err := reader.Read(ctx, extract.File{Type: d.Type, Title: d.Title, Body: d.Body})
	if err != nil {
		return nil, err
	}
	return Standard().Split(d, text), nil
}

// Split cuts what was read of a document. The offsets of the chunks count in the text's String.
func (c Cut) Split(d Document, text extract.Text) []Chunk {
	if d.Kind == FAQ && text.Type == Plain {
		return c.faq(d, text.Sections[0])
	}
	var out []Chunk
	at := 0
	for _, s := range text.Sections {
		chunks, end := c.section(s, at, calledBy[d.Kind])
		out, at = append(out, chunks...), end
	}
	return out
}

// faq keeps the question's wordings apart from the answer: found by both, quoted without them. The first paragraph holds the
// wordings when it starts with the title.
func (c Cut) faq(d Document, s extract.Section) []Chunk {
	first, rest, _ := strings.Cut(s.Blocks[0], "\n")
	also, at := "", 0
	if len(s.Blocks) > 1 && strings.TrimSpace(first) == strings.TrimSpace(d.Title) {
		also, at = rest, runes(s.Blocks[0])+len(extract.Between)
		s.Blocks = s.Blocks[1:]
	}
	out, _ := c.section(s, at, also)
	return out
}
