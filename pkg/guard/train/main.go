// Command train fits the guard's linear model to the authored texts and writes its weights and data card.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
)

// Options of a run; the flags' defaults are those of `make generate`.
type options struct {
	data, out, card string
	seed            uint64
	folds           int
	holdout         string
	errors          string
	frames          bool
	write           bool
}

func main() {
	var o options
	flag.StringVar(&o.data, "data", "pkg/guard/train/data", "folder of *.jsonl")
	flag.StringVar(&o.out, "out", "pkg/guard/linear/weights.bin", "file for the weights")
	flag.StringVar(&o.card, "card", "pkg/guard/linear/card.json", "file for the data card")
	flag.Uint64Var(&o.seed, "seed", 1, "seed of noise and order")
	flag.IntVar(&o.folds, "folds", 0, "cross-validate by frame in so many folds, and write nothing")
	flag.StringVar(&o.holdout, "holdout", "", "train without the files whose names hold this, report on them, and write nothing")
	flag.StringVar(&o.errors, "errors", "", "file for the texts of dev that are judged wrong")
	flag.BoolVar(&o.frames, "frames", false, "report what each frame of the rules hits, and stop")
	flag.Parse()
	if err := run(os.Stdout, o); err != nil {
		fmt.Fprintln(os.Stderr, "train:", err)
		os.Exit(1)
	}
}

func run(w io.Writer, o options) error {
	files, err := load(o.data)
	if err != nil {
		return err
	}
	made, err := generate(o.seed)
	if err != nil {
		return err
	}
	all := append(examples(files), made...)
	switch {
	case o.frames:
		return reportFrames(w, all)
	case o.holdout != "":
		train, test := splitFile(all, o.holdout)
		return tryOut(w, o, train, test)
	case o.folds > 0:
		return crossValidate(w, o, all)
	}
	train, dev := splitFrame(all, 5, 0)
	trial := fit(train, o.seed)
	cut := calibrate(&trial, dev)
	fmt.Fprintf(w, "bias shifted by %.2f\n", cut)
	figures := report(w, trial.model(), dev)
	if err := writeErrors(o.errors, trial.model(), dev); err != nil {
		return err
	}
	final := fit(all, o.seed) // the model that is kept has seen dev too, and takes its bias shift
	final.head.Bias += float32(cut)
	model := final.model()
	if err := os.WriteFile(o.out, model.Bytes(), 0o644); err != nil {
		return err
	}
	return writeCard(o, files, model, figures)
}

// tryOut reports what a model that was fitted to train makes of test.
func tryOut(w io.Writer, o options, train, test []example) error {
	inner, dev := splitFrame(train, 5, 0)
	trial := fit(inner, o.seed)
	cut := calibrate(&trial, dev)
	l := fit(train, o.seed)
	l.head.Bias += float32(cut)
	report(w, l.model(), test)
	return writeErrors(o.errors, l.model(), test)
}

func crossValidate(w io.Writer, o options, all []example) error {
	var judged, missed []verdict
	for k := range o.folds {
		train, dev := splitFrame(all, o.folds, k)
		l := fit(train, o.seed)
		judged = append(judged, judge(l.model(), dev)...)
	}
	fmt.Fprintf(w, "score shifted by %.2f\n", shift(judged))
	for _, v := range judged {
		if v.wrong() {
			missed = append(missed, v)
		}
	}
	tabulate(w, judged)
	return dump(o.errors, missed)
}
