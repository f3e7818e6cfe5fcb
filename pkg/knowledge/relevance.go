package knowledge

import (
	"cmp"
	"math"
	"slices"
)

// reranked is how many fused hits are judged by relevance.
const reranked = 50

// asked is a question as ranking sees it: how much of a question its words make, and what it is in each embedding space.
type asked struct {
	terms   []term
	carries float64
	in      []asking
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
func rank(rows []found, q Query, question asked) []Hit {
	var out []Hit
	scores := judge(rows, question)
	for i := range scores {
		scores[i] *= aged(rows[i].Age)
	}
	for _, i := range byScore(scores) {
		r := rows[i]
		h := Hit{
			Document: r.DocumentID, Ord: r.Ord, Kind: r.Kind, Title: r.Title, Heading: r.Heading, Content: r.Body,
			Source: r.Source, Page: r.Page, Personal: r.Personal, Before: r.Before, After: r.After,
			Coverage: r.Coverage * question.carries, TextRank: r.TextRank, VectorRank: r.VecRank, Fused: r.Fused,
		}
		space, embedded := profileFor(r.Space, question.in)
		if embedded && r.Cosine != nil && !math.IsNaN(*r.Cosine) {
			h.Cosine = *r.Cosine
			h.Calibrated = Calibrated(space.Space, h.Cosine)
		}
		h.Relevance = space.relevance(h.Coverage, h.Calibrated, embedded && r.Cosine != nil)
		if h.Relevance >= q.Least {
			out = append(out, h)
		}
	}
	return distinct(out, q.TopK)
}

// What age takes of a passage's place, and nothing of its relevance: at most a part, half of it in so many days. Of two passages that
// say nearly as much of a question the one that was confirmed last comes first; a right answer stays one however old it is.
const (
	agesBy      = 0.1
	agesHalfway = 180 // days
)

func aged(days float64) float64 { return 1 - agesBy + agesBy*math.Exp2(-days/agesHalfway) }

// byScore are the places of scores, the highest first.
func byScore(scores []float64) []int {
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	return order
}

// Threshold is the relevance from which a passage is taken for an answer, for the tool, the doors of programs and the rules alike.
const Threshold = 0.7

// lexical is what coverage and a lexical space say of a passage, beside the likeness that people expect of a number from 0 to 1. As
// questions whose answer is known found it: from 0.42 on stand 97 of 100 right passages for questions that hold a word of them, half
// of those in other words, and a third of what questions of another trade find. Measured on the clinic of testdata with hash-es-v1.
var lexical = []struct{ strength, relevance float64 }{{0, 0}, {0.20, 0.35}, {0.42, Threshold}, {0.60, 0.85}, {1, 1}}

// relevance brings what a passage shares with a question to the one scale on which Threshold counts, whatever the space.
func (p profile) relevance(coverage, calibrated float64, embedded bool) float64 {
	if !embedded {
		return along(coverage)
	}
	mixed := along(p.textWeight*coverage + p.vectorWeight*calibrated)
	if p.semantic {
		return max(mixed, calibrated)
	}
	return mixed
}

// along follows the lines between the points of lexical.
func along(x float64) float64 {
	x = min(1, max(0, x))
	for i := 1; ; i++ {
		from, to := lexical[i-1], lexical[i]
		if x > to.strength && i < len(lexical)-1 {
			continue
		}
		return from.relevance + (x-from.strength)/(to.strength-from.strength)*(to.relevance-from.relevance)
	}
}
