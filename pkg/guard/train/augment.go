package main

import (
	"math/rand/v2"

	"github.com/recado/recado/pkg/language/noise"
)

// altered returns the texts as the world alters them: with noise, in company and in disguise.
func altered(texts []example, seed uint64) (out []example) {
	r := rand.New(rand.NewPCG(seed, 3))
	var benign []string
	for i := range texts {
		if !texts[i].attack() {
			benign = append(benign, texts[i].Text)
		}
	}
	for i := range texts {
		e := texts[i]
		e.Text = noise.Noisy(r, texts[i].Text)
		out = append(out, e)
		if r.IntN(2) == 0 {
			e.Text = texts[i].Text
			for range 1 + r.IntN(5) {
				e.Text = among(r, e.Text, benign[r.IntN(len(benign))])
			}
			out = append(out, e)
		}
		chance := benignHidden
		if e.attack() {
			chance = attackHidden
		}
		if r.IntN(chance) == 0 {
			e.Text = disguise(r, texts[i].Text)
			out = append(out, e)
		}
	}
	return out
}

// One in so many texts is learned in a disguise, too: innocent people seldom wear one.
const (
	attackHidden = 3
	benignHidden = 10
)

func among(r *rand.Rand, text, around string) string {
	switch r.IntN(3) {
	case 0:
		return around + ". " + text
	case 1:
		return text + ". " + around
	}
	return around + "\n" + text
}
