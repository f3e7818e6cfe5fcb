package services_test

import (
	"cmp"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// styleList holds the places that broke a rule of docs/style.md when the rule was made, each with its number.
const styleList = "testdata/style.txt"

const styleHeader = `# What is over the limits of docs/style.md, "Size and shape": rule, place, number. Numbers may only shrink; services/style_test.go
# fails until the list follows. Lower it with: go test ./services -run TestStyle -count=1 -update
# A line is added by hand only, for code that has moved or that a review accepts as it is.
`

var updateStyle = flag.Bool("update", false, "lower the numbers of "+styleList+"; none is raised or added")

func TestStyleKeepsToItsLimits(t *testing.T) {
	t.Parallel()
	found := measure(repository(t))
	listed, err := readStyleList(styleList)
	if err != nil {
		t.Fatal(err)
	}
	logTotals(t, found)
	if *updateStyle {
		listed = lowered(listed, found)
		if err := writeStyleList(styleList, listed); err != nil {
			t.Fatal(err)
		}
	}
	for _, problem := range compare(listed, found) {
		t.Error(problem)
	}
}

// compare says where the list and the code differ.
func compare(listed, found map[offence]int) (problems []string) {
	for place, number := range found {
		switch was, known := listed[place]; {
		case !known:
			problems = append(problems, fmt.Sprintf("%s %d: over the limit of %s (docs/style.md); mend it, or, where it only moved, add this line to services/%s by hand",
				place, number, limits[place.rule], styleList))
		case number > was:
			problems = append(problems, fmt.Sprintf("%s %d: the list allows %d", place, number, was))
		case number < was:
			problems = append(problems, fmt.Sprintf("%s %d: better than the %d of the list; lower it with -update", place, number, was))
		}
	}
	for place, was := range listed {
		if found[place] == 0 {
			problems = append(problems, fmt.Sprintf("%s %d: no longer there; take it off the list with -update", place, was))
		}
	}
	slices.Sort(problems)
	return problems
}

// lowered is the list with every number that has shrunk; nothing is raised or added.
func lowered(listed, found map[offence]int) map[offence]int {
	out := map[offence]int{}
	for place, was := range listed {
		if number := min(was, found[place]); number > 0 {
			out[place] = number
		}
	}
	return out
}

func readStyleList(name string) (map[offence]int, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	out := map[offence]int{}
	for i, line := range strings.Split(string(text), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Fields(line)
		if len(fields) != 3 || limits[fields[0]] == "" {
			return nil, fmt.Errorf("%s:%d: expected a rule, a place and a number: %q", name, i+1, line)
		}
		number, err := strconv.Atoi(fields[2])
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, i+1, err)
		}
		place := offence{fields[0], fields[1]}
		if _, twice := out[place]; twice {
			return nil, fmt.Errorf("%s:%d: %s is listed twice", name, i+1, place)
		}
		out[place] = number
	}
	return out, nil
}

func writeStyleList(name string, listed map[offence]int) error {
	var out strings.Builder
	out.WriteString(styleHeader)
	for _, place := range slices.SortedFunc(maps.Keys(listed), offence.compare) {
		fmt.Fprintf(&out, "%s %d\n", place, listed[place])
	}
	return os.WriteFile(name, []byte(out.String()), 0o644)
}

func logTotals(t *testing.T, found map[offence]int) {
	t.Helper()
	places, sums := map[string]int{}, map[string]int{}
	for place, number := range found {
		places[place.rule]++
		sums[place.rule] += number
	}
	for _, rule := range slices.Sorted(maps.Keys(limits)) {
		t.Logf("%-13s %4d places, numbers add up to %6d (limit: %s)", rule, places[rule], sums[rule], limits[rule])
	}
}

func (o offence) String() string { return o.rule + " " + o.place }

func (o offence) compare(other offence) int {
	return cmp.Or(cmp.Compare(o.rule, other.rule), cmp.Compare(o.place, other.place))
}

// repository is every Go file of the three modules, parsed once for all tests that read them.
func repository(t *testing.T) []source {
	t.Helper()
	files, err := readRepository()
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 300 {
		t.Fatalf("read only %d files: the test looks in the wrong place", len(files))
	}
	return files
}

var readRepository = sync.OnceValues(func() (out []source, err error) {
	for name, root := range map[string]string{"proto": "../proto", "pkg": "../pkg", "services": "."} {
		err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(file, ".go") {
				return err
			}
			relative, err := filepath.Rel(root, file)
			if err != nil {
				return err
			}
			text, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			parsed, err := parseSource(path.Join(name, filepath.ToSlash(relative)), text)
			out = append(out, parsed)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
})
