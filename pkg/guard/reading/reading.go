// Package reading reads a text in all its views, the same way for judging it and for learning from it.
package reading

import (
	"github.com/recado/recado/pkg/guard/attack"
	"github.com/recado/recado/pkg/guard/linear"
	"github.com/recado/recado/pkg/guard/view"
)

// Reader is the memory of a reading. Its zero value is ready; not for concurrent use.
type Reader struct {
	Rules    attack.Reader
	Features linear.Features
	// offset is where what was read begins in its view.
	offset int
}

// Cap is how much the reader holds on to.
func (r *Reader) Cap() int { return max(r.Rules.Cap(), r.Features.Cap()) }

// Weights of what is found beside the words.
const (
	// taggedText weighs text that is spelled in tags: it is meant to be unseen.
	taggedText = attack.BlockAt - 1
	// manyHidden weighs more hidden characters than a careless copy leaves; fewHidden those.
	manyHidden = 2
	fewHidden  = 0.5
)

// View reads a view and calls see once for all of it, or for its head and its tail where it is too long; what the rules
// found and the features are then in r. Foreign is a text that is not the contact's.
func (r *Reader) View(v *view.View, foreign bool, see func()) {
	head, tail := attack.Parts(v.Text)
	r.part(v, head, 0, foreign)
	see()
	if tail != "" {
		r.part(v, tail, len(v.Text)-len(tail), foreign)
		see()
	}
}

func (r *Reader) part(v *view.View, text string, offset int, foreign bool) {
	r.offset = offset
	r.Rules.Start(foreign)
	r.Rules.Read(text)
	r.Features.Read(&r.Rules, v)
}

// Hiding is the weight of the hidden characters of a plain view.
func Hiding(v *view.View) float64 {
	switch {
	case v.Hidden == 0:
		return 0
	case v.Tags >= 4:
		return taggedText
	case v.Hidden >= 8:
		return manyHidden
	}
	return fewHidden
}
