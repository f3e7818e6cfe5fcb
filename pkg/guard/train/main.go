// Command train fits the guard's linear model to the authored texts and writes its weights and data card.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"github.com/recado/recado/pkg/corpus"
	"github.com/recado/recado/pkg/corpus/models"
)

// options of a run; the flags' defaults are those of `make retrain`.
type options struct {
	models.Flags
	folds   int
	holdout string
	frames  bool
}

// textFiles are the authored ones; templates make more.
const textFiles = "pkg/guard/train/data/*.jsonl"

func main() {
	o := options{Flags: models.Flags{Out: "pkg/guard/linear/weights.bin"}}
	o.Define(flag.CommandLine)
	flag.IntVar(&o.folds, "folds", 4, "cross-validate by frame in so many folds")
	flag.StringVar(&o.holdout, "holdout", "", "train without the files whose names hold this, report on them, and write nothing")
	flag.BoolVar(&o.frames, "frames", false, "report what each frame of the rules hits, and stop")
	flag.Parse()
	debug.SetGCPercent(30) // the samples are most of the memory, and live long
	if err := run(os.Stdout, o); err != nil {
		fmt.Fprintln(os.Stderr, "train:", err)
		os.Exit(1)
	}
}

func run(w io.Writer, o options) error {
	files, err := corpus.Load(textFiles, check)
	if err != nil {
		return err
	}
	made, err := generate(o.Seed)
	if err != nil {
		return err
	}
	all := append(corpus.Once(files, (*example).text), made...)
	switch {
	case o.frames:
		return reportFrames(w, all)
	case o.holdout != "":
		return tryOut(w, o, all)
	}
	judged, by := crossValidate(w, o.folds, o.Seed, all)
	figures := tabulate(w, judged)
	if err := models.Dump(o.Errors, judged, wrongLine); err != nil || o.Dry {
		return err
	}
	final := fit(all, o.Seed, members) // it has seen every frame, and takes the shift of those that had not
	final.head.Bias += float32(by)
	model := final.model()
	taught := models.Model{
		File: o.Out, Corpus: []string{textFiles, "pkg/guard/train/templates/*.txt"}, Code: []string{"pkg/guard/train"},
	}
	return taught.Write(".", model.Bytes(), cardOf(o.Seed, files, model, figures))
}

// tryOut fits a model to all but the files that are held out, and reports what it makes of those.
func tryOut(w io.Writer, o options, all []example) error {
	train, test := corpus.Split(all, func(e *example) bool { return strings.Contains(e.file, o.holdout) })
	_, by := crossValidate(w, o.folds, o.Seed, train)
	l := fit(train, o.Seed, members)
	l.head.Bias += float32(by)
	judged := judge(l.model(), test)
	tabulate(w, judged)
	reportDisguises(w, l.model(), test)
	return models.Dump(o.Errors, judged, wrongLine)
}

// crossValidate judges the frames of each fold by a model that was fitted to the others, shifts all scores to where they
// keep the bars, and returns by how much.
func crossValidate(w io.Writer, folds int, seed uint64, all []example) (judged []verdict, by float64) {
	of := make([][]verdict, folds)
	var wait sync.WaitGroup
	for half := range workers {
		wait.Go(func() {
			for k := half; k < folds; k += workers {
				train, dev := splitFrame(all, folds, k)
				l := fit(train, seed, 1)
				of[k] = judge(l.model(), dev)
			}
		})
	}
	wait.Wait()
	judged = slices.Concat(of...)
	by = shift(judged)
	fmt.Fprintf(w, "bias shifted by %.2f\n", by)
	return judged, by
}
