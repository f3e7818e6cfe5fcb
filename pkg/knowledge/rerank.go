package knowledge

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// What the parts of a text's score weigh beside its BM25. Measured on pkg/knowledge/testdata and on encyclopaedic paragraphs alike.
const (
	sentenceWeight  = 1.0 // the most of the question in one sentence: an answer stands together
	proximityWeight = 0.5 // neighbours of the question that are neighbours in the text
	headWeight      = 0.3 // of the question in title and headings
	halfSaid        = 0.5 // what the title says counts so much in each sentence
	near            = 5   // words apart, at most, that are neighbours
	// vectorScale brings a calibrated cosine to the scale of the text's score.
	vectorScale = 2.7
)

// question is what was asked, as the candidates are judged by it.
type question struct {
	terms []term
	idf   []float64 // of each term in the scope
	sum   float64   // of all
	means map[string][]int
	guess []correction // of each term; empty where none was needed
}

// correction is the word of the candidates that a misspelt one stands for.
type correction struct {
	word     string
	distance int
	held     int // by so many candidates
	idf      float64
}

// passage is a candidate's words.
type passage struct {
	head      []word
	sentences [][]word
}

func passageOf(r found) passage {
	p := passage{head: wordsOf(r.Title + "\n" + r.Heading)}
	for _, s := range Sentences(r.Body) {
		p.sentences = append(p.sentences, wordsOf(s))
	}
	return p
}

// judge gives each row its score, and the coverage that corrected words add to. What has no vector is judged by its text, which is on the
// same scale.
func judge(rows []found, asked asked) []float64 {
	passages := make([]passage, len(rows))
	for i, r := range rows {
		passages[i] = passageOf(r)
	}
	q := newQuestion(rows, asked.terms, passages)
	out := make([]float64, len(rows))
	for i, r := range rows {
		text, corrected := q.score(passages[i], r.BM25, r.Coverage)
		rows[i].Coverage = min(1, r.Coverage+corrected)
		out[i] = text
		if space, embedded := profileFor(r.Space, asked.in); embedded && r.Cosine != nil && !math.IsNaN(*r.Cosine) {
			near := (*r.Cosine - space.Low) / (space.High - space.Low)
			out[i] = space.textWeight*text + space.vectorWeight*vectorScale*near
		}
	}
	return out
}

func newQuestion(rows []found, terms []term, passages []passage) *question {
	q := &question{terms: terms, means: map[string][]int{}, guess: make([]correction, len(terms))}
	if len(rows) == 0 || len(rows[0].Weights) != len(terms) {
		q.terms, q.guess = nil, nil
		return q
	}
	q.idf = rows[0].Weights
	for i, t := range terms {
		q.sum += q.idf[i]
		for _, s := range t.stems {
			q.means[s] = append(q.means[s], i)
		}
	}
	q.correct(passages, rows[0])
	return q
}

// correct reads words that occur nowhere in the scope as the most similar ones of the candidates.
func (q *question) correct(passages []passage, scope found) {
	var unknown []int
	for i, t := range q.terms {
		if scope.Frequencies[i] == 0 && utf8.RuneCountInString(t.folded) >= shortestTypo && strings.Trim(t.folded, "0123456789") != "" {
			unknown = append(unknown, i)
		}
	}
	if len(unknown) == 0 {
		return
	}
	held := map[word]int{}
	for _, p := range passages {
		own := map[word]bool{}
		for _, words := range append(p.sentences, p.head) {
			for _, w := range words {
				if !own[w] {
					own[w] = true
					held[w]++
				}
			}
		}
	}
	for _, i := range unknown {
		for w, n := range held {
			q.guess[i] = q.guess[i].orBetter(q.terms[i], w, n)
		}
		g := &q.guess[i]
		if g.word == "" {
			continue
		}
		g.idf = q.terms[i].weight * math.Log(1+(max(scope.Size-float64(g.held), 0)+0.5)/(float64(g.held)+0.5)) * certainty[g.distance]
		q.means[g.word] = append(q.means[g.word], i)
	}
}

// Letters that a word has at least: one that is corrected, one whose stem may be compared, one in which a letter may be quite another,
// and one that bears two mistakes.
const (
	shortestTypo = 4
	shortestStem = 5
	otherLetter  = 7
	longWord     = 9
)

// certainty is what a corrected word is worth by the number of its mistakes.
var certainty = [...]float64{1, 0.9, 0.7}

// orBetter keeps the nearest word, of equals that of most candidates.
func (c correction) orBetter(t term, w word, held int) correction {
	if w.folded[0] != t.folded[0] { // hardly anyone mistypes the first letter
		return c
	}
	most, swap := 1, confused
	if len(t.folded) >= otherLetter {
		swap = anyLetter
	}
	if len(t.folded) >= longWord {
		most = 2
	}
	d := distance(t.folded, w.folded, most, swap)
	if d > 1 && len(t.stems[0]) >= shortestStem && distance(t.stems[0], w.stem, 1, confused) <= 1 {
		d = 1
	}
	if d > most {
		return c
	}
	n := correction{word: w.stem, distance: d, held: held}
	if c.word != "" && cmp.Or(cmp.Compare(c.distance, d), cmp.Compare(held, c.held), cmp.Compare(c.word, n.word)) < 0 {
		return c
	}
	return n
}

// score is the text's, per weight of the whole question, and the part of the question that corrections found. What the index covers and
// the passage does not hold stands in other wordings of its question: they count as its title and as a sentence.
func (q *question) score(p passage, bm25, covered float64) (score, corrected float64) {
	if q.sum <= 0 {
		return 0, 0
	}
	inHead, inBody := q.in(p.head), make([]bool, len(q.terms))
	places := make([][]int, len(q.terms))
	at, best := 0, 0.0
	for _, sentence := range p.sentences {
		said := q.in(sentence)
		for i := range said {
			inBody[i] = inBody[i] || said[i]
		}
		best = max(best, q.weigh(func(i int) float64 {
			switch {
			case said[i]:
				return 1
			case inHead[i]:
				return halfSaid
			}
			return 0
		}))
		for _, w := range sentence {
			for _, i := range q.meant(w) {
				places[i] = append(places[i], at)
			}
			at++
		}
	}
	for i, g := range q.guess {
		if g.word != "" && (inHead[i] || inBody[i]) {
			bm25 += g.idf
			corrected += g.idf
		}
	}
	heads, held := 0.0, 0.0
	for i := range q.terms {
		if inHead[i] {
			heads += q.worth(i)
		}
		if (inHead[i] || inBody[i]) && q.guess[i].word == "" {
			held += q.idf[i]
		}
	}
	worded := max(0, covered*q.sum-held)
	score = bm25 + sentenceWeight*max(best, worded) + proximityWeight*q.together(places) + headWeight*(heads+worded)
	return score / q.sum, corrected / q.sum
}

// worth is a term's idf, or that of what it was read as.
func (q *question) worth(i int) float64 {
	if q.guess[i].word != "" {
		return q.guess[i].idf
	}
	return q.idf[i]
}

func (q *question) weigh(part func(i int) float64) (sum float64) {
	for i := range q.terms {
		sum += q.worth(i) * part(i)
	}
	return sum
}

// meant are the terms that a word answers.
func (q *question) meant(w word) []int {
	if by := q.means[w.stem]; by != nil {
		return by
	}
	return q.means[w.bare]
}

func (q *question) in(words []word) []bool {
	out := make([]bool, len(q.terms))
	for _, w := range words {
		for _, i := range q.meant(w) {
			out[i] = true
		}
	}
	return out
}

// together is what terms that follow each other in the question weigh, by how near each other they stand in the text.
func (q *question) together(places [][]int) (sum float64) {
	for i := 0; i+1 < len(places); i++ {
		closest := near + 1
		for _, a := range places[i] {
			for _, b := range places[i+1] {
				if apart := max(a-b, b-a); apart > 0 {
					closest = min(closest, apart)
				}
			}
		}
		if closest <= near {
			sum += (q.worth(i) + q.worth(i+1)) / 2 / float64(closest)
		}
	}
	return sum
}

// lookalikes are letters that are written for one another.
var lookalikes = [...]string{"bv", "csz", "gj", "iy", "ck", "kq", "nñ", "mn", "xs", "ou"}

func anyLetter(rune, rune) bool { return true }

func confused(a, b rune) bool {
	return slices.ContainsFunc(lookalikes[:], func(s string) bool { return strings.ContainsRune(s, a) && strings.ContainsRune(s, b) })
}

// distance counts letters put in, left out, swapped with the next, or changed into one that may stand for it, which any other is two of;
// past the most it is more than that.
func distance(a, b string, most int, may func(a, b rune) bool) int {
	if a == b {
		return 0
	}
	x, y := []rune(a), []rune(b)
	if len(x)-len(y) > most || len(y)-len(x) > most {
		return most + 1
	}
	before, last, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(x); i++ {
		row[0] = i
		for j := 1; j <= len(y); j++ {
			change := 2
			switch {
			case x[i-1] == y[j-1]:
				change = 0
			case may(x[i-1], y[j-1]):
				change = 1
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+change)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		if slices.Min(row) > most {
			return most + 1
		}
		before, last, row = last, row, before
	}
	return last[len(y)]
}
