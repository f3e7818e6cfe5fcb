package eval

import (
	"cmp"
	"context"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/recado/recado/pkg/guard"
)

var guardSet = Set{
	Name:  "guard",
	About: "attacks found and innocent messages left alone; each line is screened alone, as a contact's text",
	Keys:  []string{"recall", "fpr", "blocked_benign", "p50_us", "p99_us", "class.", "lang."},
	run:   runGuard,
}

type guardExample struct {
	line                     int
	text, label, class, lang string
}

func readGuard(line int, e example) (x guardExample, err error) {
	x.line = line
	if x.text, err = e.text("text"); err != nil {
		return x, err
	}
	if x.label, err = e.text("label"); err != nil {
		return x, err
	}
	if x.label != "attack" && x.label != "benign" {
		return x, &LineError{Field: "label", Expected: "attack or benign"}
	}
	if x.class, err = e.word("class"); err != nil {
		return x, err
	}
	x.lang, err = e.word("lang")
	return x, err
}

// tally counts lines of one kind and those that were flagged or blocked.
type tally struct{ attacks, caught, benign, alarms int }

// figure is the recall of a class that has attacks, and the false-positive rate of one that has none.
func (t tally) figure() float64 {
	if t.attacks > 0 {
		return share(t.caught, t.attacks)
	}
	return rate(t.alarms, t.benign)
}

// rate is a fraction; of nothing, none is wrong.
func rate(part, whole int) float64 { return float64(part) / float64(max(1, whole)) }

func (t *tally) count(attack, positive bool) {
	if attack {
		t.attacks++
		t.caught += one(positive)
	} else {
		t.benign++
		t.alarms += one(positive)
	}
}

func runGuard(ctx context.Context, in io.Reader) (*Report, error) {
	set, err := collect(in, readGuard)
	if err != nil {
		return nil, err
	}
	report := &Report{Lines: len(set), Failures: []Failure{}}
	t := guardTally{classes: map[string]*tally{}, langs: map[string]*tally{}}
	for i := range set {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		x := &set[i]
		guard.Screen(x.text, guard.Contact) // warm: the first use of a page of memory is not the guard's time
		started := time.Now()
		result := guard.Screen(x.text, guard.Contact)
		t.took = append(t.took, time.Since(started))
		if !t.count(x, result.Verdict) {
			report.fail(x.line, x.text, x.label+" ("+x.class+", "+x.lang+")", verdictOf(result))
		}
	}
	t.report(report)
	return report, nil
}

// guardTally counts how texts were judged.
type guardTally struct {
	all            tally
	classes, langs map[string]*tally
	blocked        int // of the innocent ones
	took           []time.Duration
}

// count adds a text, and tells whether it was judged right.
func (t *guardTally) count(x *guardExample, verdict guard.Verdict) bool {
	attack, positive := x.label == "attack", verdict >= guard.Flag
	for _, group := range []*tally{&t.all, entry(t.classes, x.class), entry(t.langs, x.lang)} {
		group.count(attack, positive)
	}
	t.blocked += one(!attack && verdict == guard.Block)
	return attack == positive
}

func (t *guardTally) report(r *Report) {
	slices.Sort(t.took)
	r.add("recall", share(t.all.caught, t.all.attacks))
	r.add("fpr", rate(t.all.alarms, t.all.benign))
	r.add("blocked_benign", float64(t.blocked))
	r.add("p50_us", micros(t.took, 0.50))
	r.add("p99_us", micros(t.took, 0.99))
	for _, name := range sortedKeys(t.classes) {
		r.add("class."+name, t.classes[name].figure())
	}
	for _, name := range sortedKeys(t.langs) {
		r.add("lang."+name, t.langs[name].figure())
	}
}

func entry[V any](m map[string]*V, key string) *V {
	if m[key] == nil {
		m[key] = new(V)
	}
	return m[key]
}

// verdictOf is a verdict with its reasons, the heaviest first.
func verdictOf(r guard.Result) string {
	findings := slices.SortedFunc(slices.Values(r.Findings), func(a, b guard.Finding) int { return cmp.Compare(b.Weight, a.Weight) })
	words := []string{r.Verdict.String()}
	for _, f := range findings {
		words = append(words, f.Code)
	}
	return strings.Join(words, " ")
}

// micros is the nearest-rank quantile of sorted times.
func micros(sorted []time.Duration, q float64) float64 {
	if len(sorted) == 0 {
		return 0
	}
	i := min(len(sorted)-1, int(q*float64(len(sorted))))
	return float64(sorted[i].Nanoseconds()) / 1000
}
