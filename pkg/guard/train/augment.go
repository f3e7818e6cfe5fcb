package main

import "math/rand/v2"

// augment adds to the texts what the world does to them: noise, company and disguises.
func augment(texts []example, seed uint64) []example {
	r := rand.New(rand.NewPCG(seed, 3))
	out := append([]example(nil), texts...)
	var around []string
	for i := range texts {
		if texts[i].Class == "ordinary" && len(texts[i].Text) < 160 {
			around = append(around, texts[i].Text)
		}
	}
	for i := range texts {
		e := texts[i]
		e.Text = noisy(r, texts[i].Text)
		out = append(out, e)
		if e.attack() && len(around) > 0 && r.IntN(3) == 0 {
			e.Text = among(r, texts[i].Text, around[r.IntN(len(around))])
			out = append(out, e)
		}
		if chance := 6; r.IntN(chance) == 0 {
			e.Text = disguise(r, texts[i].Text)
			out = append(out, e)
		}
	}
	return out
}

func among(r *rand.Rand, text, around string) string {
	switch r.IntN(3) {
	case 0:
		return around + ". " + text
	case 1:
		return text + ". " + around
	}
	return around + "\n" + text
}
