package knowledge

import (
	"slices"
	"strings"

	"github.com/recado/recado/pkg/tokens"
)

// alike is the part of their words that near-identical passages share, of those of both.
const alike = 0.9

// distinct keeps the best hits, at most so many, and of near-identical ones the first. Passages of other numbers are never the same:
// prices and hours are what tells them apart; nor is what a business says what a person's own documents do.
func distinct(hits []Hit, most int) (out []Hit) {
	var seen []bag
	for _, h := range hits {
		if len(out) == most {
			break
		}
		said := bagOf(h)
		if slices.ContainsFunc(seen, said.same) {
			continue
		}
		seen, out = append(seen, said), append(out, h)
	}
	return out
}

// bag is what a passage says, without its order.
type bag struct {
	words   map[string]bool
	numbers string
	whose   bool // a person's
}

func bagOf(h Hit) bag {
	b := bag{words: map[string]bool{}, whose: h.Personal}
	for _, w := range fields(h.Content) {
		if strings.ContainsAny(w, "0123456789") {
			b.numbers += w + " "
			continue
		}
		b.words[w] = true
	}
	return b
}

func (b bag) same(other bag) bool {
	if b.numbers != other.numbers || b.whose != other.whose {
		return false
	}
	shared := 0
	for w := range b.words {
		if other.words[w] {
			shared++
		}
	}
	return float64(shared) >= alike*float64(len(b.words)+len(other.words)-shared)
}

// within keeps the first hits that a budget of tokens has room for, and fills the rest of it with their neighbours, those of the best
// hit first: what follows, then what comes before. A neighbour that is a hit itself is not said twice.
func within(budget int, hits []Hit) []Hit {
	kept := hits[:0]
	for _, h := range hits {
		if cost := costOf(h.Title, h.Heading, h.Content); len(kept) == 0 || cost <= budget {
			budget -= cost
			kept = append(kept, h)
		}
	}
	for i := range kept {
		h := &kept[i]
		for _, n := range []struct {
			ord  int
			text *string
		}{{h.Ord + 1, &h.After}, {h.Ord - 1, &h.Before}} {
			known := slices.ContainsFunc(kept, func(k Hit) bool { return k.Document == h.Document && k.Ord == n.ord })
			if n.ord > h.Ord {
				*n.text = unrepeated(h.Content, *n.text)
			} else {
				*n.text = strings.TrimSpace(strings.TrimSuffix(*n.text, overlap(*n.text, h.Content)))
			}
			if cost := costOf(*n.text); known || cost > budget {
				*n.text = ""
			} else {
				budget -= cost
			}
		}
	}
	return kept
}

func unrepeated(before, after string) string {
	return strings.TrimSpace(strings.TrimPrefix(after, overlap(before, after)))
}

// leastOverlap is how much two texts share, in bytes, that is repeated and no chance.
const leastOverlap = 12

// overlap is the end of a text with which the next one begins.
func overlap(before, after string) string {
	for n := min(len(before), len(after)); n >= leastOverlap; n-- {
		if strings.HasSuffix(before, after[:n]) {
			return after[:n]
		}
	}
	return ""
}

func costOf(texts ...string) (n int) {
	for _, t := range texts {
		n += tokens.Estimate(t)
	}
	return n
}
