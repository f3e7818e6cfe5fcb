//go:build !race

package pii_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/recado/recado/pkg/corpus"
	"github.com/recado/recado/pkg/guard/pii"
	"github.com/recado/recado/pkg/guard/view"
)

// entity is one piece of personal data of a line, in code points, the end excluded.
type entity struct {
	Type  string `json:"type"`
	Start int    `json:"start"`
	End   int    `json:"end"`
	Value string `json:"value"`
}

type line struct {
	Text     string   `json:"text"`
	Entities []entity `json:"entities"`
	Lang     string   `json:"lang"`
}

func lines(t testing.TB) []line {
	t.Helper()
	files, err := corpus.Load("corpora/pii/dev/annotated.jsonl*", func(*line, string) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	return files[0].Examples
}

// find returns what the finder finds, in code points of the original.
func find(f *pii.Finder, text string) (out []entity) {
	var buf view.Buffer
	plain := buf.Plain(text)
	for _, sp := range f.Find(plain.Text) {
		start, end := plain.Original(sp.Start, sp.End)
		at := utf8.RuneCountInString(text[:start])
		out = append(out, entity{sp.Kind, at, at + utf8.RuneCountInString(text[start:end]), text[start:end]})
	}
	return out
}

// hit: 95 % of the span are covered, and at most two characters more.
func hit(want, got entity) bool {
	covered := min(want.End, got.End) - max(want.Start, got.Start)
	spilt := max(0, want.Start-got.Start) + max(0, got.End-want.End)
	return covered*100 >= 95*(want.End-want.Start) && spilt <= 2
}

// checked are the types whose check digits leave no excuse.
var checked = map[string]bool{
	pii.TypeCard: true, pii.TypeIBAN: true, pii.TypeDNI: true, pii.TypeNIE: true, pii.TypeCIF: true, pii.TypeNUSS: true, pii.TypeCURP: true,
	pii.TypeRFC: true, pii.TypeCLABE: true, pii.TypeNSS: true, pii.TypeRUC: true, pii.TypeCUIT: true, pii.TypeCBU: true, pii.TypeRUT: true, pii.TypeNIT: true,
}

// tally counts, for one type, what was to be found, found, and found under its name.
type tally struct{ wanted, found, typed int }

func TestDevelopmentSetIsFound(t *testing.T) {
	t.Parallel()
	var f pii.Finder
	tallies := map[string]*tally{}
	extra, finds, touched, negatives := 0, 0, 0, 0
	for n, l := range lines(t) {
		got := find(&f, l.Text)
		finds += len(got)
		used := make([]bool, len(got))
		for _, e := range l.Entities {
			if tallies[e.Type] == nil {
				tallies[e.Type] = &tally{}
			}
			c := tallies[e.Type]
			c.wanted++
			i := slices.IndexFunc(got, func(g entity) bool { return hit(e, g) })
			if i < 0 {
				t.Logf("line %d: missed %s %q in %q: %+v", n+1, e.Type, e.Value, l.Text, got)
				continue
			}
			used[i] = true
			c.found++
			if got[i].Type == e.Type {
				c.typed++
			} else {
				t.Logf("line %d: %s %q is taken for %s in %q", n+1, e.Type, e.Value, got[i].Type, l.Text)
			}
		}
		for i, g := range got {
			if !used[i] {
				extra++
				t.Logf("line %d: %s %q is none in %q", n+1, g.Type, g.Value, l.Text)
			}
		}
		if len(l.Entities) == 0 {
			negatives++
			if len(got) > 0 {
				touched++
			}
		}
	}
	wanted, found, typed := 0, 0, 0
	var report strings.Builder
	for _, kind := range slices.Sorted(maps.Keys(tallies)) {
		c := tallies[kind]
		if checked[kind] && c.found < c.wanted {
			t.Errorf("%s has check digits, and %d of %d are missed", kind, c.wanted-c.found, c.wanted)
		}
		wanted, found, typed = wanted+c.wanted, found+c.found, typed+c.typed
		fmt.Fprintf(&report, "\n%-12s recall %.3f (%d of %d), typed %.3f", kind, ratio(c.found, c.wanted), c.found, c.wanted, ratio(c.typed, c.wanted))
	}
	recall, precision, innocent := ratio(found, wanted), ratio(finds-extra, finds), ratio(touched, negatives)
	t.Logf("recall %.4f, precision %.4f, typed %.4f, innocent lines touched %.4f of %d%s", recall, precision, ratio(typed, wanted), innocent, negatives, &report)
	if recall < 0.99 || precision < 0.99 || innocent > 0.01 {
		t.Errorf("recall %.4f and precision %.4f, want 0.99; innocent lines touched %.4f, want 0.01 at most%s", recall, precision, innocent, &report)
	}
}

func ratio(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}
