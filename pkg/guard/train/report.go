package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/recado/recado/pkg/guard/attack"
	"github.com/recado/recado/pkg/guard/linear"
	"github.com/recado/recado/pkg/guard/reading"
	"github.com/recado/recado/pkg/guard/view"
)

// verdict is what a model makes of an example.
type verdict struct {
	*example
	score, rules float64
	logit        float32
	codes        []string
}

func (v *verdict) flagged() bool { return v.score >= attack.FlagAt }
func (v *verdict) wrong() bool   { return v.flagged() != v.attack() }

func judge(m *linear.Model, texts []example) []verdict {
	var views view.Buffer
	j := reading.Judge{Model: m}
	out := make([]verdict, len(texts))
	for i := range texts {
		text := strings.ToValidUTF8(texts[i].Text, string(utf8.RuneError))
		plain := views.Plain(text)
		o := j.Text(len(text), &plain, views.Derived(&plain), false)
		out[i] = verdict{example: &texts[i], score: o.Score, rules: o.Rules, logit: o.Logit}
		for _, f := range o.Findings {
			out[i].codes = append(out[i].codes, fmt.Sprintf("%s/%s:%.1f", f.View, f.Code, f.Weight))
		}
	}
	return out
}

// The share of texts that may be flagged where the bias is set.
const (
	lookalikesFlagged = 0.01
	ordinaryFlagged   = 0.0008
)

func within(judged []verdict) bool {
	var all, flagged [2]int
	for i := range judged {
		v := &judged[i]
		if v.attack() || v.file == "generated" {
			continue
		}
		kind := 0
		if v.Class == "ordinary" {
			kind = 1
		}
		all[kind]++
		if v.flagged() {
			flagged[kind]++
		}
	}
	return float64(flagged[0]) <= lookalikesFlagged*float64(all[0]) && float64(flagged[1]) <= ordinaryFlagged*float64(all[1])
}

// shift moves the scores of all so that they keep the bars, and returns by how much.
func shift(judged []verdict) float64 {
	low, high := -9.0, 6.0
	for range 12 {
		middle := (low + high) / 2
		for i := range judged {
			judged[i].score = judged[i].rules + points(judged[i].logit+float32(middle))
		}
		if within(judged) {
			low = middle
		} else {
			high = middle
		}
	}
	for i := range judged {
		judged[i].score = judged[i].rules + points(judged[i].logit+float32(low))
	}
	return low
}

func points(logit float32) float64 { return gain * float64(max(floor, min(linear.Ceiling, logit))) }

// figure is how many texts of a group were flagged and blocked.
type figure struct {
	Group   string  `json:"group"`
	Texts   int     `json:"texts"`
	Flagged int     `json:"flagged"`
	Blocked int     `json:"blocked"`
	Share   float64 `json:"share"`
}

func report(w io.Writer, m *linear.Model, texts []example) []verdict {
	judged := judge(m, texts)
	tabulate(w, judged)
	return judged
}

func tabulate(w io.Writer, judged []verdict) []figure {
	groups := map[string]*figure{}
	count := func(group string, v *verdict) {
		g := groups[group]
		if g == nil {
			g = &figure{Group: group}
			groups[group] = g
		}
		g.Texts++
		if v.flagged() {
			g.Flagged++
		}
		if v.score >= attack.BlockAt {
			g.Blocked++
		}
	}
	for i := range judged {
		v := &judged[i]
		if v.file == "generated" {
			count("generated "+v.Label, v)
			continue // it is easier than what people write
		}
		if !v.attack() {
			count("benign file "+v.file, v)
		}
		count(v.Label+" "+v.Class, v)
		count(v.Label+" all", v)
		count(v.Label+" all "+v.Lang, v)
	}
	var out []figure
	for _, g := range groups {
		g.Share = float64(g.Flagged) / float64(g.Texts)
		out = append(out, *g)
	}
	slices.SortFunc(out, func(a, b figure) int { return strings.Compare(a.Group, b.Group) })
	curve(w, judged)
	for _, g := range out {
		fmt.Fprintf(w, "%-32s %5d texts  %6.2f %% flagged  %6.2f %% blocked\n", g.Group, g.Texts, 100*g.Share, 100*float64(g.Blocked)/float64(g.Texts))
	}
	return out
}

func dump(path string, judged []verdict) error {
	if path == "" {
		return nil
	}
	var b strings.Builder
	for _, v := range judged {
		if !v.wrong() {
			continue
		}
		fmt.Fprintf(&b, "%s\t%s\t%.1f\t%.1f\t%.1f\t%s\t%s\n", v.Class, v.Lang, v.score, v.rules, v.logit, strings.Join(v.codes, " "), strings.ReplaceAll(v.Text, "\n", "⏎"))
	}
	return os.WriteFile(path, []byte(b.String()), 0o644)
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

// card is what is known of the data and the model.
type card struct {
	Model      map[string]any            `json:"model"`
	Seed       uint64                    `json:"seed"`
	Files      []cardFile                `json:"files"`
	Classes    map[string]map[string]int `json:"classes"`
	Dev        []figure                  `json:"dev"`
	Thresholds map[string]float64        `json:"thresholds"`
}

type cardFile struct {
	Name   string `json:"name"`
	Texts  int    `json:"texts"`
	SHA256 string `json:"sha256"`
}

func writeCard(o options, files []file, m *linear.Model, dev []figure) error {
	c := card{
		Model: map[string]any{
			"kind": "logistic regression over hashed features", "buckets": linear.Buckets, "bits": 8, "epochs": epochs, "rate": rate,
			"l2": decay, "least_frames": leastDoc, "scale": m.Scale, "bias": m.Bias, "gain": m.Gain, "floor": m.Floor, "ceiling": linear.Ceiling,
		},
		Seed: o.seed, Classes: map[string]map[string]int{}, Dev: dev,
		Thresholds: map[string]float64{"flag": attack.FlagAt, "block": attack.BlockAt, "lookalikes_flagged": lookalikesFlagged, "ordinary_flagged": ordinaryFlagged},
	}
	for _, f := range files {
		c.Files = append(c.Files, cardFile{f.name, len(f.examples), f.sum})
		for _, e := range f.examples {
			if c.Classes[e.Class] == nil {
				c.Classes[e.Class] = map[string]int{}
			}
			c.Classes[e.Class][e.Lang]++
		}
	}
	b, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(o.card, append(b, '\n'), 0o644)
}

// curve says how many attacks each part of the score would find at some shares of benign texts.
func curve(w io.Writer, judged []verdict) {
	parts := []struct {
		name string
		of   func(v *verdict) float64
	}{
		{"rules", func(v *verdict) float64 { return v.rules }},
		{"model", func(v *verdict) float64 { return float64(v.logit) }},
		{"score", func(v *verdict) float64 { return v.score }},
		{"sum", func(v *verdict) float64 { return min(v.rules, mostRules) + float64(v.logit) }},
	}
	for _, part := range parts {
		var benign, attacks []float64
		for i := range judged {
			switch v := &judged[i]; {
			case v.file == "generated":
			case v.attack():
				attacks = append(attacks, part.of(v))
			case v.Class != "ordinary" && !strings.HasPrefix(v.file, "twins"):
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
func reportDisguises(w io.Writer, m *linear.Model, texts []example) {
	r := rand.New(rand.NewPCG(11, 11))
	var found []example
	for _, v := range judge(m, texts) {
		if v.attack() && v.flagged() && v.file != "generated" {
			found = append(found, *v.example)
		}
	}
	for _, d := range disguises {
		hidden := slices.Clone(found)
		for i := range hidden {
			hidden[i].Text = d.hide(r, hidden[i].Text)
		}
		hit := 0
		for _, v := range judge(m, hidden) {
			if v.flagged() {
				hit++
			}
		}
		fmt.Fprintf(w, "disguise %-10s %6.2f %% of %d found\n", d.name, 100*float64(hit)/float64(len(found)), len(found))
	}
}
