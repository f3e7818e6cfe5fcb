package eval

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/recado/recado/services/eval/retrieval"
)

var retrievalSet = Set{
	Name: "retrieval",
	About: "documents found by questions, in a fresh database: one JSON file {documents, queries}; text. and vector. are the\n" +
		"             halves of the search alone, bare. is without accents, typos. with every second longer word misspelt",
	Keys: []string{
		"recall_1", "recall_3", "recall_5", "recall_10", "mrr_10", "p50_ms", "p99_ms", "refused", "index_ms",
		"text.", "vector.", "bare.", "typos.",
	},
	run:  func(context.Context, io.Reader) (*Report, error) { return nil, errNoLibrary },
	play: playRetrieval,
}

var errNoLibrary = errors.New("retrieval is measured on a database")

func playRetrieval(ctx context.Context, in io.Reader, p Pipeline) (report *Report, err error) {
	set, err := retrieval.Read(in)
	if wrong, ok := errors.AsType[*retrieval.FieldError](err); ok {
		return nil, &LineError{Line: wrong.Line, Field: wrong.Field, Expected: wrong.Expected}
	}
	if err != nil {
		return nil, err
	}
	if p.Library == nil {
		return nil, errNoLibrary
	}
	library, stop, err := p.Library(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, stop()) }()
	result, err := library.Measure(ctx, set)
	if err != nil {
		return nil, err
	}
	return reportRetrieval(set, result), nil
}

func reportRetrieval(set retrieval.Set, result *retrieval.Result) *Report {
	report := &Report{Lines: len(set.Queries), Failures: []Failure{}}
	for i, f := range result.Figures {
		prefix := retrieval.Variants[i].Name
		if prefix != "" {
			prefix += "."
		}
		report.add(prefix+"recall_1", f.Recall1)
		report.add(prefix+"recall_3", f.Recall3)
		report.add(prefix+"recall_5", f.Recall5)
		report.add(prefix+"recall_10", f.Recall10)
		report.add(prefix+"mrr_10", f.MRR10)
		if i == 0 {
			report.add("p50_ms", millis(f.P50))
			report.add("p99_ms", millis(f.P99))
			report.add("refused", float64(len(result.Refused)))
			report.add("index_ms", millis(result.Indexed))
		}
	}
	for _, o := range result.Outcomes {
		if o.At != 1 {
			q := set.Queries[o.Query]
			report.fail(o.Query+1, q.Text, fmt.Sprintf("%v first", q.Relevant), fmt.Sprintf("%q first, it %s", o.First, place(o.At)))
		}
	}
	return report
}

func place(at int) string {
	if at == 0 {
		return "not among ten"
	}
	return fmt.Sprintf("at %d", at)
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
