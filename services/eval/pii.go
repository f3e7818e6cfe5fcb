package eval

import (
	"context"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/recado/recado/pkg/guard"
)

var piiSet = Set{
	Name:  "pii",
	About: "personal data found; a find is right when it covers 95 % of an entity and spills at most 2 characters",
	Keys:  []string{"recall", "precision", "typed_f1", "negative_masked", "type."},
	run:   runPII,
}

// entity is a span in code points, end excluded.
type entity struct {
	kind       string
	start, end int
}

func (e entity) String() string { return fmt.Sprintf("%s %d-%d", e.kind, e.start, e.end) }

const (
	coverShare = 0.95
	maxSpill   = 2
)

// hits says whether a find is right for an entity, whatever its type.
func (e entity) hits(want entity) bool {
	covered := max(0, min(e.end, want.end)-max(e.start, want.start))
	spilled := (e.end - e.start) - covered
	return float64(covered) >= coverShare*float64(want.end-want.start) && spilled <= maxSpill
}

func readPII(e example) (text string, want []entity, err error) {
	if text, err = e.text("text"); err != nil {
		return "", nil, err
	}
	var list []example
	if err := e.read("entities", "a list", &list); err != nil {
		return "", nil, err
	}
	length := utf8.RuneCountInString(text)
	for i, item := range list {
		one, err := readEntity(item, fmt.Sprintf("entities[%d].", i), length)
		if err != nil {
			return "", nil, err
		}
		want = append(want, one)
	}
	return text, want, nil
}

func readEntity(item example, at string, length int) (one entity, err error) {
	if item.read("type", "", &one.kind) != nil || one.kind == "" {
		return one, &LineError{Field: at + "type", Expected: "the name of a type"}
	}
	if item.read("start", "", &one.start) != nil || one.start < 0 {
		return one, &LineError{Field: at + "start", Expected: "a count of code points"}
	}
	if item.read("end", "", &one.end) != nil || one.end <= one.start || one.end > length {
		return one, &LineError{Field: at + "end", Expected: fmt.Sprintf("a count of code points after start and up to %d", length)}
	}
	return one, nil
}

// piiTally counts entities and finds.
type piiTally struct {
	entities, found, foundTyped int
	finds, right, rightTyped    int
	negative                    int
	types                       map[string]*tally
}

func runPII(ctx context.Context, in io.Reader) (*Report, error) {
	report := &Report{Failures: []Failure{}}
	t := piiTally{types: map[string]*tally{}}
	n, err := examples(in, func(line int, e example) error {
		text, want, err := readPII(e)
		if err != nil {
			return err
		}
		got := findsOf(text)
		if !t.add(want, got) {
			report.fail(line, text, list(want), list(got))
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	report.Lines = n
	report.add("recall", share(t.found, t.entities))
	report.add("precision", share(t.right, t.finds))
	p, r := share(t.rightTyped, t.finds), share(t.foundTyped, t.entities)
	report.add("typed_f1", 2*p*r/max(p+r, 1e-9))
	report.add("negative_masked", float64(t.negative))
	for _, kind := range sortedKeys(t.types) {
		report.add("type."+kind, share(t.types[kind].caught, t.types[kind].attacks))
	}
	return report, nil
}

func findsOf(text string) []entity {
	var out []entity
	for _, f := range guard.Screen(text, guard.Contact).PII {
		out = append(out, entity{f.Type, f.Start, f.End})
	}
	return out
}

// add counts one line and says whether all of it was right, types included.
func (t *piiTally) add(want, got []entity) bool {
	ok := true
	for _, w := range want {
		hit, typed := match(got, func(g entity) bool { return g.hits(w) }, w.kind)
		t.entities++
		t.found += hit
		t.foundTyped += typed
		entry(t.types, w.kind).count(true, hit == 1)
		ok = ok && typed == 1
	}
	for _, g := range got {
		hit, typed := match(want, g.hits, g.kind)
		t.finds++
		t.right += hit
		t.rightTyped += typed
		ok = ok && typed == 1
	}
	if len(want) == 0 && len(got) > 0 {
		t.negative++
	}
	return ok
}

// match says, as counts, whether one of the list is a hit, and whether one of that type is.
func match(list []entity, hits func(entity) bool, kind string) (hit, typed int) {
	for _, e := range list {
		if !hits(e) {
			continue
		}
		hit = 1
		if e.kind == kind {
			typed = 1
		}
	}
	return hit, typed
}

func list(entities []entity) string {
	if len(entities) == 0 {
		return "nothing"
	}
	words := make([]string, len(entities))
	for i, e := range entities {
		words[i] = e.String()
	}
	return strings.Join(words, ", ")
}
