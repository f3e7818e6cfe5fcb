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
	dry             bool
}

func main() {
	var o options
	flag.StringVar(&o.data, "data", "pkg/guard/train/data", "folder of *.jsonl")
	flag.StringVar(&o.out, "out", "pkg/guard/linear/weights.bin", "file for the weights")
	flag.StringVar(&o.card, "card", "pkg/guard/linear/card.json", "file for the data card")
	flag.Uint64Var(&o.seed, "seed", 1, "seed of noise and order")
	flag.IntVar(&o.folds, "folds", 4, "cross-validate by frame in so many folds")
	flag.BoolVar(&o.dry, "dry", false, "cross-validate and write nothing")
	flag.StringVar(&o.holdout, "holdout", "", "train without the files whose names hold this, report on them, and write nothing")
	flag.StringVar(&o.errors, "errors", "", "file for the texts that are judged wrong")
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
	}
	judged, by := crossValidate(w, o.folds, o.seed, all)
	figures := tabulate(w, judged)
	if err := dump(o.errors, judged); err != nil || o.dry {
		return err
	}
	final := fit(all, o.seed, members) // it has seen every frame, and takes the shift of those that had not
	final.head.Bias += float32(by)
	model := final.model()
	if err := os.WriteFile(o.out, model.Bytes(), 0o644); err != nil {
		return err
	}
	return writeCard(o, files, model, figures)
}

// tryOut reports what a model that was fitted to train makes of test.
func tryOut(w io.Writer, o options, train, test []example) error {
	_, by := crossValidate(w, o.folds, o.seed, train)
	l := fit(train, o.seed, members)
	l.head.Bias += float32(by)
	judged := report(w, l.model(), test)
	reportDisguises(w, l.model(), test)
	return dump(o.errors, judged)
}

// crossValidate judges the frames of each fold by a model that was fitted to the others, shifts all scores to where they
// keep the bars, and returns by how much.
func crossValidate(w io.Writer, folds int, seed uint64, all []example) (judged []verdict, by float64) {
	for k := range folds {
		train, dev := splitFrame(all, folds, k)
		l := fit(train, seed, 1)
		judged = append(judged, judge(l.model(), dev)...)
	}
	by = shift(judged)
	fmt.Fprintf(w, "bias shifted by %.2f\n", by)
	return judged, by
}
