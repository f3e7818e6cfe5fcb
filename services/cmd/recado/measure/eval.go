// Package measure is the commands that measure Recado: eval its quality, bench its speed.
package measure

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"strconv"
	"strings"

	"github.com/recado/recado/pkg/corpus"
	"github.com/recado/recado/services/cmd/recado/cli"
	"github.com/recado/recado/services/eval"
)

// bound is one --min or --max.
type bound struct {
	key   string
	value float64
	most  bool
}

// bounds collects --min and --max, in order.
type bounds struct {
	list *[]bound
	most bool
}

func (b bounds) String() string { return "" }

func (b bounds) Set(text string) error {
	key, number, ok := strings.Cut(text, "=")
	value, err := strconv.ParseFloat(number, 64)
	if !ok || key == "" || err != nil || math.IsNaN(value) { // nothing is less or more than what is no number
		return errors.New("expected KEY=NUMBER")
	}
	*b.list = append(*b.list, bound{key, value, b.most})
	return nil
}

// Eval is recado eval.
func Eval(ctx context.Context, c *cli.CLI, args []string) error {
	var about strings.Builder
	about.WriteString("Measures a part of Recado on a file of examples, " +
		"one JSON object a line, packed where its name ends in .bz2, " +
		"and prints the figures. SET is one of:\n")
	for _, s := range eval.All() {
		figures := strings.ReplaceAll(strings.Join(s.Keys, " ")+" ", ". ", ".<name> ")
		fmt.Fprintf(&about, "  %-10s %s\n             figures: %s\n", s.Name, s.About, figures)
	}
	set := c.Flags("eval SET FILE [--min KEY=VALUE] [--max KEY=VALUE] [--failures N] [--json | --markdown]", about.String()+
		"With --markdown it takes several files. "+
		"Exit 0 when it ran, 1 when a figure missed its --min or --max, 2 for a file or a flag that is wrong.")
	var limits []bound
	set.Var(bounds{list: &limits}, "min", "`KEY=VALUE`: exit 1 where the figure is less (repeatable)")
	set.Var(bounds{list: &limits, most: true}, "max", "`KEY=VALUE`: exit 1 where the figure is more (repeatable)")
	failures := set.Int("failures", 0, "print the first `N` examples that came out wrong")
	asJSON := set.Bool("json", false, "print JSON: the figures and all failures, or the first of --failures")
	markdown := set.Bool("markdown", false, "print one table of Markdown, a row for each file, without times")
	rest, err := c.Parse(set, args, 2, maxFiles+1)
	if err != nil {
		return err
	}
	kind, err := eval.Find(rest[0])
	if err != nil {
		return cli.Usagef("%s", err)
	}
	if *failures < 0 {
		return cli.Usagef("--failures: expected 0 or more, got %d", *failures)
	}
	for _, l := range limits {
		if !kind.Has(l.key) {
			return cli.Usagef("%s: %q is no figure of %s; recado eval --help lists them", l.flag(), l.key, kind.Name)
		}
	}
	if *markdown {
		return printMarkdown(ctx, c, kind, rest[1:])
	}
	if len(rest) > 2 {
		return cli.Usagef("one FILE is expected without --markdown, got %d", len(rest)-1)
	}
	report, err := evaluate(ctx, kind, rest[1])
	if err != nil {
		return err
	}
	if err := printReport(c, report, *failures, *asJSON); err != nil {
		return err
	}
	return missed(report, limits)
}

func (b bound) flag() string {
	if b.most {
		return "--max"
	}
	return "--min"
}

func evaluate(ctx context.Context, kind eval.Set, path string) (*eval.Report, error) {
	file, err := corpus.Open(path)
	if err != nil {
		if wrong, ok := errors.AsType[*fs.PathError](err); ok {
			return nil, cli.Usagef("open %s: %v", path, wrong.Err)
		}
		return nil, err
	}
	defer file.Close()
	report, err := kind.Run(ctx, file)
	var line *eval.LineError
	var unread *fs.PathError
	switch {
	case errors.As(err, &line):
		return nil, cli.Usagef("%s: %v", path, line)
	case errors.As(err, &unread):
		return nil, cli.Usagef("read %s: %v", path, unread.Err)
	}
	return report, err
}

func printReport(c *cli.CLI, r *eval.Report, failures int, asJSON bool) error {
	if asJSON {
		if failures > 0 {
			r.Failures = r.Failures[:min(failures, len(r.Failures))]
		}
		figures := make(map[string]float64, len(r.Figures))
		for _, f := range r.Figures {
			figures[f.Key] = f.Value
		}
		return c.JSON(struct {
			*eval.Report
			Figures map[string]float64 `json:"figures"`
		}{r, figures})
	}
	fmt.Fprintf(c.Stdout, "%s: %d lines, %d wrong\n", r.Set, r.Lines, len(r.Failures))
	for _, f := range r.Figures {
		fmt.Fprintf(c.Stdout, "  %-28s %s\n", f.Key, number(f.Value))
	}
	for _, f := range r.Failures[:min(failures, len(r.Failures))] {
		text, err := json.Marshal(f.Text) // one line, whatever it holds
		if err != nil {
			return err
		}
		fmt.Fprintf(c.Stdout, "line %d: want %s, got %s\n  %s\n", f.Line, f.Want, f.Got, text)
	}
	return nil
}

// number prints counts whole and fractions with four digits.
func number(v float64) string {
	if v == float64(int64(v)) {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'f', 4, 64)
}

// missed names the figures that are out of bounds; one that the file cannot give, a class that it does not hold, is out.
func missed(r *eval.Report, limits []bound) error {
	var out []string
	for _, l := range limits {
		value, ok := r.Figure(l.key)
		switch {
		case !ok:
			out = append(out, l.key+" is not in this file")
		case l.most && value > l.value:
			out = append(out, fmt.Sprintf("%s is %s, at most %s was asked", l.key, number(value), number(l.value)))
		case !l.most && value < l.value:
			out = append(out, fmt.Sprintf("%s is %s, at least %s was asked", l.key, number(value), number(l.value)))
		}
	}
	if len(out) == 0 {
		return nil
	}
	return errors.New(strings.Join(out, "; "))
}
