package strictyaml

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// maxProblems keeps the report of a file that is no tenant at all readable.
const maxProblems = 100

// position is a place in the file, counted from 1.
type position struct{ line, column int }

// positions gives the place of each field by its path, such as services[2].price.
type positions map[string]position

// of returns the place of a field, else of the nearest field around it.
func (p positions) of(field string) position {
	for {
		if at, ok := p[field]; ok {
			return at
		}
		i := strings.LastIndexAny(field, ".[")
		if i < 0 {
			return position{1, 1}
		}
		field = field[:i]
	}
}

// Problem is one thing that is wrong with a file.
type Problem struct {
	Line, Column int
	Field        string // path, such as services[2].price; empty for the file as a whole
	Expected     string
}

// Problems is everything that is wrong with a file, as an error.
type Problems struct {
	List   []Problem
	source string
	at     positions
}

// Add notes that something else was expected of a field; it finds the field's line and column.
func (p *Problems) Add(field, format string, args ...any) {
	p.addAt(p.at.of(field), field, format, args...)
}

func (p *Problems) addAt(at position, field, format string, args ...any) {
	if len(p.List) >= maxProblems {
		return
	}
	p.List = append(p.List, Problem{at.line, at.column, field, fmt.Sprintf(format, args...)})
}

// AddFile notes that something else was expected of the file as a whole.
func (p *Problems) AddFile(format string, args ...any) {
	p.addAt(position{1, 1}, "", format, args...)
}

// Empty returns an empty list of problems of the same file.
func (p *Problems) Empty() *Problems { return &Problems{source: p.source, at: p.at} }

// Has reports whether something is wrong with a field.
func (p *Problems) Has(field string) bool {
	return slices.ContainsFunc(p.List, func(q Problem) bool { return q.Field == field })
}

// Err returns p in the order of the file, or nil where nothing is wrong.
func (p *Problems) Err() error {
	if len(p.List) == 0 {
		return nil
	}
	slices.SortStableFunc(p.List, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return p
}

// Error lists the problems, one a line: file.yaml:12:5: services[2].price: expected …
func (p *Problems) Error() string {
	var b strings.Builder
	for i, q := range p.List {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s:%d:%d: ", p.source, q.Line, q.Column)
		if q.Field != "" {
			b.WriteString(q.Field + ": ")
		}
		b.WriteString(q.Expected)
	}
	return b.String()
}
