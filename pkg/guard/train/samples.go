package main

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/recado/recado/pkg/guard/linear"
	"github.com/recado/recado/pkg/guard/reading"
	"github.com/recado/recado/pkg/guard/view"
)

// gain is what one unit of the logit adds to a score.
const gain = 1.0

// maxRules is what the rules may add to a sample: what they find beyond it says no more.
const maxRules = 6

// span is a range of a block's ids.
type span struct{ from, to uint32 }

func (s span) of(ids []uint32) []uint32 { return ids[s.from:s.to] }

// window is a passage of a view as the model sees it.
type window struct {
	// words are the features of its words, and whole those of what stands around it; windows that overlap share words.
	words, whole span
	// all is how many features its words had before some were dropped.
	all int32
	// given is what the rules add to the score, less what the passage is short of.
	given float32
}

// label is what a text is, and which windows it has.
type label struct {
	from, to uint32
	attack   bool
	weight   float32
}

// block holds the samples of some texts in flat arrays: millions of small slices cost more memory than what they hold.
type block struct {
	ids     []uint32
	windows []window
	texts   []label
}

// sample is one text of a block.
type sample struct {
	*block
	at uint32
}

// blockTexts is how many texts a block holds.
const blockTexts = 4096

// numbering gives features, by their bucket or their number before, new numbers. Those of the most frequent are the lowest, so
// that their weights lie together.
type numbering []uint32

// dropped is the number of a feature that is not learned.
const dropped = math.MaxUint32

// sampler makes samples of texts. Not for concurrent use.
type sampler struct {
	views  view.Buffer
	reader reading.Reader
	block  block // at hand
	moved  []uint32
}

// read makes blocks of the texts, whose features are numbered so.
func (s *sampler) read(texts []example, to numbering) (out []*block) {
	for some := range slices.Chunk(texts, blockTexts) {
		s.block.ids, s.block.windows, s.block.texts = s.block.ids[:0], s.block.windows[:0], s.block.texts[:0]
		for i := range some {
			s.text(&some[i])
		}
		s.renumber(&s.block, to)
		out = append(out, &block{
			ids: slices.Clone(s.block.ids), windows: slices.Clone(s.block.windows), texts: slices.Clone(s.block.texts),
		})
	}
	return out
}

func (s *sampler) text(e *example) {
	from := uint32(len(s.block.windows))
	plain := s.views.Plain(strings.ToValidUTF8(e.Text, string(utf8.RuneError)))
	s.view(&plain)
	derived := s.views.Derived(&plain)
	for i := range derived {
		s.view(&derived[i])
	}
	s.block.texts = append(s.block.texts, label{from, uint32(len(s.block.windows)), e.attack(), weightOf(e)})
}

func (s *sampler) view(v *view.View) {
	b := &s.block
	s.reader.View(v, false, func() {
		f := &s.reader.Features
		begin := uint32(len(b.ids))
		b.ids = append(b.ids, f.IDs...)
		f.Passages(func(p linear.Passage) {
			rules, _ := s.reader.Rules.Weight()
			start, end := f.Span(p.From, p.To)
			whole := uint32(len(b.ids))
			b.ids = f.Whole(b.ids, p)
			b.windows = append(b.windows, window{
				words: span{begin + uint32(start), begin + uint32(end)}, whole: span{whole, uint32(len(b.ids))},
				all: end - start, given: gain*float32(min(rules, maxRules)) - f.Short(p),
			})
		})
	})
}

// renumber gives the features of a block new numbers, in place.
func (s *sampler) renumber(b *block, to numbering) {
	s.moved = s.moved[:0]
	left := b.ids[:0]
	for _, id := range b.ids {
		s.moved = append(s.moved, uint32(len(left)))
		if to[id] != dropped {
			left = append(left, to[id])
		}
	}
	s.moved = append(s.moved, uint32(len(left)))
	for i := range b.windows {
		for _, at := range [...]*span{&b.windows[i].words, &b.windows[i].whole} {
			at.from, at.to = s.moved[at.from], s.moved[at.to]
		}
	}
	b.ids = left
}

// markWhole marks the features that a view has as a whole.
func (b *block) markWhole(marks []bool) {
	for i := range b.windows {
		for _, id := range b.windows[i].whole.of(b.ids) {
			marks[id] = true
		}
	}
}

// longText is the size from which an innocent text is easily taken for an attack.
const longText = 350

// weightOf says how much an example counts.
func weightOf(e *example) float32 {
	switch {
	case e.known: // the least that the guard must know
		return 15
	case e.attack():
		return 1
	case e.Class == "ordinary":
		return 4
	}
	if len(e.Text) > longText {
		return 10
	}
	return 8 // where few look-alikes may be flagged, those that are count
}
