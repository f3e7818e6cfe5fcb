package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/recado/recado/pkg/guard/linear"
	"github.com/recado/recado/pkg/guard/reading"
	"github.com/recado/recado/pkg/guard/view"
)

// curve says how many attacks each part of the score would find at some shares of benign texts.
func curve(w io.Writer, judged []verdict) {
	parts := []struct {
		name string
		of   func(v *verdict) float64
	}{
		{"rules", func(v *verdict) float64 { return v.rules }},
		{"model", func(v *verdict) float64 { return float64(v.logit) }},
		{"score", func(v *verdict) float64 { return v.score }},
		{"sum", func(v *verdict) float64 { return min(v.rules, maxRules) + float64(v.logit) }},
	}
	for _, part := range parts {
		var benign, attacks []float64
		for i := range judged {
			switch v := &judged[i]; {
			case v.made:
			case v.attack():
				attacks = append(attacks, part.of(v))
			case v.Class != "ordinary":
				benign = append(benign, part.of(v))
			}
		}
		slices.Sort(benign)
		fmt.Fprintf(w, "%-6s finds", part.name)
		for _, share := range []float64{0.002, 0.005, 0.01, 0.02, 0.05} {
			if len(benign) == 0 {
				break
			}
			at := benign[len(benign)-1-int(share*float64(len(benign)))]
			hit := 0
			for _, a := range attacks {
				if a > at {
					hit++
				}
			}
			fmt.Fprintf(w, "  %5.1f %% at %.1f %%", 100*float64(hit)/float64(len(attacks)), 100*share)
		}
		fmt.Fprintln(w)
	}
}

// reportDisguises says how many of the attacks that are found in plain each disguise hides.
func reportDisguises(w io.Writer, texts []example) {
	r := rand.New(rand.NewPCG(11, 11))
	var found []example
	for _, v := range judge(linear.Default, texts) {
		if v.attack() && v.flagged() && !v.made {
			found = append(found, *v.example)
		}
	}
	for _, d := range disguises {
		hidden := slices.Clone(found)
		for i := range hidden {
			hidden[i].Text = d.hide(r, hidden[i].Text)
		}
		hit := 0
		for _, v := range judge(linear.Default, hidden) {
			if v.flagged() {
				hit++
			}
		}
		fmt.Fprintf(w, "disguise %-10s %6.2f %% of %d found\n", d.name, 100*float64(hit)/float64(len(found)), len(found))
	}
}

// reportFrames says how many attacks and benign texts each family of rules hits.
func reportFrames(w io.Writer, texts []example) error {
	var r reading.Reader
	var views view.Buffer
	hits := map[string]*[3]int{}
	for i := range texts {
		plain := views.Plain(strings.ToValidUTF8(texts[i].Text, string(utf8.RuneError)))
		r.Rules.Start(false)
		r.Rules.Trace(&plain, func(name string) {
			if hits[name] == nil {
				hits[name] = new([3]int)
			}
			switch {
			case texts[i].attack():
				hits[name][0]++
			case texts[i].Class == "ordinary":
				hits[name][2]++
			default:
				hits[name][1]++
			}
		})
	}
	var names []string
	for name := range hits {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		h := hits[name]
		fmt.Fprintf(w, "%5d %5d %5d  %s\n", h[0], h[1], h[2], name)
	}
	return nil
}
