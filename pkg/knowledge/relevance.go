package knowledge

import (
	"cmp"
	"math"
	"slices"
)

// reranked is how many fused hits are judged by relevance.
const reranked = 50

// asked is a question as ranking sees it: how much of a question its words make, and whether it has a vector.
type asked struct {
	terms    []term
	carries  float64
	embedded bool
}

// lightlyAsked is how much of a question light words alone make: only a text in nearly the same words answers it.
const lightlyAsked = 0.5

func carriedBy(words []term) float64 {
	if slices.ContainsFunc(words, func(w term) bool { return w.weight == 1 }) {
		return 1
	}
	return lightlyAsked
}

// rank gives each hit its relevance and orders by the score of rerank.go; equal ones keep the order of the fusion.
//
// Relevance is coverage, the part of the question's words that the chunk holds, weighted by how rare each is in the scope (one that
// occurs nowhere counts as if it occurred once) and by how much such a word carries anywhere; a question of light words alone is
// covered in part at most. It is mixed with the calibrated cosine by the weights of the embedding space. A semantic space may make a
// chunk relevant by itself. Without a vector coverage stands alone.
func (x *Index) rank(rows []found, q Query, question asked) []Hit {
	var out []Hit
	space := x.embedder.Space()
	scores := x.profile.judge(rows, question.terms, func(r found) (float64, bool) {
		if !question.embedded || r.Cosine == nil || math.IsNaN(*r.Cosine) {
			return 0, false
		}
		return (*r.Cosine - space.Low) / (space.High - space.Low), true
	})
	for _, i := range byScore(scores) {
		r := rows[i]
		h := Hit{
			Document: r.DocumentID, Ord: r.Ord, Kind: r.Kind, Title: r.Title, Heading: r.Heading, Content: r.Body,
			Source: r.Source, Page: r.Page,
			Coverage: r.Coverage * question.carries, TextRank: r.TextRank, VectorRank: r.VecRank, Fused: r.Fused,
		}
		if r.Cosine != nil && !math.IsNaN(*r.Cosine) {
			h.Cosine = *r.Cosine
			h.Calibrated = Calibrated(space, h.Cosine)
		}
		h.Relevance = x.profile.relevance(h.Coverage, h.Calibrated, question.embedded && r.Cosine != nil)
		if h.Relevance >= q.Least {
			out = append(out, h)
		}
	}
	return out[:min(len(out), q.TopK)]
}

// byScore are the places of scores, the highest first.
func byScore(scores []float64) []int {
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	return order
}

func (p profile) relevance(coverage, calibrated float64, embedded bool) float64 {
	if !embedded {
		return coverage
	}
	mixed := p.textWeight*coverage + p.vectorWeight*calibrated
	if p.semantic {
		return max(mixed, calibrated)
	}
	return mixed
}

// scale is relevance, as questions whose answer is known found it, beside the likeness that people expect of a number from 0 to 1: from 0.7
// on nine tenths of the right passages stand, and one in sixteen of the unrelated. Measured on the clinic of testdata with hash-es-v1.
var scale = []struct{ relevance, similarity float64 }{{0, 0}, {0.20, 0.35}, {0.42, 0.70}, {0.60, 0.85}, {1, 1}}

// Similarity is a hit's relevance on the scale on which 0.7 is the usual threshold.
func Similarity(relevance float64) float64 {
	return along(relevance, func(i int) (from, to float64) { return scale[i].relevance, scale[i].similarity })
}

// RelevanceOf is the other way: what Query.Least is for a threshold of similarity.
func RelevanceOf(similarity float64) float64 {
	return along(similarity, func(i int) (from, to float64) { return scale[i].similarity, scale[i].relevance })
}

// along follows the lines between the points of the scale.
func along(x float64, point func(i int) (from, to float64)) float64 {
	x = min(1, max(0, x))
	for i := 1; ; i++ {
		from, to := point(i)
		if x > from && i < len(scale)-1 {
			continue
		}
		before, low := point(i - 1)
		return low + (x-before)/(from-before)*(to-low)
	}
}
