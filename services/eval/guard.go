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

func readGuard(e example) (x guardExample, err error) {
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
	hit := 0
	if positive {
		hit = 1
	}
	if attack {
		t.attacks++
		t.caught += hit
	} else {
		t.benign++
		t.alarms += hit
	}
}

func runGuard(ctx context.Context, in io.Reader) (*Report, error) {
	var set []guardExample
	n, err := examples(in, func(line int, e example) error {
		x, err := readGuard(e)
		x.line = line
		set = append(set, x)
		return err
	})
	if err != nil {
		return nil, err
	}
	report := &Report{Lines: n, Failures: []Failure{}}
	var total tally
	classes, langs := map[string]*tally{}, map[string]*tally{}
	blocked := 0
	took := make([]time.Duration, 0, n)
	for _, x := range set {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		guard.Screen(x.text, guard.Contact) // warm: the first use of a page of memory is not the guard's time
		started := time.Now()
		result := guard.Screen(x.text, guard.Contact)
		took = append(took, time.Since(started))
		attack, positive := x.label == "attack", result.Verdict >= guard.Flag
		for _, t := range []*tally{&total, entry(classes, x.class), entry(langs, x.lang)} {
			t.count(attack, positive)
		}
		if !attack && result.Verdict == guard.Block {
			blocked++
		}
		if attack != positive {
			report.fail(x.line, x.text, x.label+" ("+x.class+", "+x.lang+")", verdictOf(result))
		}
	}
	slices.Sort(took)
	report.add("recall", share(total.caught, total.attacks))
	report.add("fpr", rate(total.alarms, total.benign))
	report.add("blocked_benign", float64(blocked))
	report.add("p50_us", micros(took, 0.50))
	report.add("p99_us", micros(took, 0.99))
	for _, name := range sortedKeys(classes) {
		report.add("class."+name, classes[name].figure())
	}
	for _, name := range sortedKeys(langs) {
		report.add("lang."+name, langs[name].figure())
	}
	return report, nil
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
