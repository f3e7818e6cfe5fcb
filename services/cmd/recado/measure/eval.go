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

// evalFlags are what recado eval was asked for.
type evalFlags struct {
	limits   []bound
	failures int
	asJSON   bool
	markdown bool
	scripts  bool
	lab      labFlags
}

// Eval is recado eval.
func Eval(ctx context.Context, c *cli.CLI, args []string) error {
	var o evalFlags
	rest, err := o.parse(c, args)
	if err != nil {
		return err
	}
	kind, err := eval.Find(rest[0])
	if err != nil {
		return cli.Usagef("%s", err)
	}
	if err := o.check(kind, len(rest)-1); err != nil {
		return err
	}
	j := &judge{kind: kind, pipeline: o.lab.pipeline(c)}
	if o.markdown {
		return j.printMarkdown(ctx, c, rest[1:])
	}
	report, err := j.evaluate(ctx, rest[1])
	if err != nil {
		return err
	}
	if err := printReport(c, report, &o); err != nil {
		return err
	}
	if m := o.lab.meter; m != nil && !o.asJSON {
		if err := m.Print(c.Stdout); err != nil {
			return err
		}
	}
	return missed(report, o.limits)
}

func (o *evalFlags) parse(c *cli.CLI, args []string) ([]string, error) {
	var about strings.Builder
	about.WriteString("Measures a part of Recado on a file of examples, " +
		"one JSON object a line (retrieval: one in all), packed where its name ends in .bz2, " +
		"and prints the figures. SET is one of:\n")
	for _, s := range eval.All() {
		figures := strings.ReplaceAll(strings.Join(s.Keys, " ")+" ", ". ", ".<name> ")
		fmt.Fprintf(&about, "  %-10s %s\n             figures: %s\n", s.Name, s.About, figures)
	}
	set := c.Flags("eval SET FILE [--min KEY=VALUE] [--max KEY=VALUE] [--failures N] [--json | --markdown]", about.String()+
		"With --markdown it takes several files. "+
		"Exit 0 when it ran, 1 when a figure missed its --min or --max, 2 for a file or a flag that is wrong.")
	set.Var(bounds{list: &o.limits}, "min", "`KEY=VALUE`: exit 1 where the figure is less (repeatable)")
	set.Var(bounds{list: &o.limits, most: true}, "max", "`KEY=VALUE`: exit 1 where the figure is more (repeatable)")
	set.IntVar(&o.failures, "failures", 0, "print the first `N` examples that came out wrong")
	set.BoolVar(&o.asJSON, "json", false, "print JSON: the figures and all failures, or the first of --failures")
	set.BoolVar(&o.markdown, "markdown", false, "print one table of Markdown, a row for each file, without times")
	set.BoolVar(&o.scripts, "transcripts", false, "scenarios: print the conversations in which something failed, the first of --failures")
	o.lab.add(set)
	return c.Parse(set, args, 2, maxFiles+1)
}

func (o *evalFlags) check(kind eval.Set, files int) error {
	if o.failures < 0 {
		return cli.Usagef("--failures: expected 0 or more, got %d", o.failures)
	}
	for _, l := range o.limits {
		if !kind.Has(l.key) {
			return cli.Usagef("%s: %q is no figure of %s; recado eval --help lists them", l.flag(), l.key, kind.Name)
		}
	}
	if files > 1 && !o.markdown {
		return cli.Usagef("one FILE is expected without --markdown, got %d", files)
	}
	return o.lab.check()
}

func (b bound) flag() string {
	if b.most {
		return "--max"
	}
	return "--min"
}

// judge evaluates files of one kind.
type judge struct {
	kind     eval.Set
	pipeline eval.Pipeline
}

func (j *judge) evaluate(ctx context.Context, path string) (*eval.Report, error) {
	file, err := corpus.Open(path)
	if err != nil {
		if wrong, ok := errors.AsType[*fs.PathError](err); ok {
			return nil, cli.Usagef("open %s: %v", path, wrong.Err)
		}
		return nil, err
	}
	defer file.Close()
	report, err := j.kind.Play(ctx, file, j.pipeline)
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

func printReport(c *cli.CLI, r *eval.Report, o *evalFlags) error {
	if !o.scripts {
		r.Transcripts = nil
	}
	if o.asJSON {
		if o.failures > 0 {
			r.Failures = r.Failures[:min(o.failures, len(r.Failures))]
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
	for _, f := range r.Failures[:min(o.failures, len(r.Failures))] {
		text, err := json.Marshal(f.Text) // one line, whatever it holds
		if err != nil {
			return err
		}
		fmt.Fprintf(c.Stdout, "line %d: want %s, got %s\n  %s\n", f.Line, f.Want, f.Got, text)
	}
	scripts := r.Transcripts
	if o.failures > 0 {
		scripts = scripts[:min(o.failures, len(scripts))]
	}
	for _, t := range scripts {
		fmt.Fprintf(c.Stdout, "\n== line %d: %s\n%s", t.Line, t.ID, t.Script)
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
