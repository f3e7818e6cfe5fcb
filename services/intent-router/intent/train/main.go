// Command train fits the intents' linear model to the authored messages and writes its weights and data card.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/recado/recado/pkg/language/linear"
)

// options of a run; the flags' defaults are those of `make generate`.
type options struct {
	data, out, card string
	seed            uint64
	parts           int
	test            string
	errors          string
	dry             bool
	urgency         string
	vocabulary      string
	code            string
}

func main() {
	var o options
	flag.StringVar(&o.data, "data", "services/intent-router/intent/train/data", "folder of *.jsonl")
	flag.StringVar(&o.out, "out", "services/intent-router/intent/weights.bin", "file for the weights")
	flag.StringVar(&o.card, "card", "services/intent-router/intent/card.json", "file for the data card")
	flag.Uint64Var(&o.seed, "seed", 1, "seed of noise and order")
	flag.IntVar(&o.parts, "parts", 4, "judge one part of so many by a model that has not seen it")
	flag.StringVar(&o.test, "holdout", "", "train without the files whose names hold this, report on them, and write nothing")
	flag.StringVar(&o.errors, "errors", "", "file for the messages that are judged wrong")
	flag.StringVar(&o.vocabulary, "vocabulary", "", "write the words of all messages and rules to this file, and stop")
	flag.StringVar(&o.urgency, "urgency", "pkg/language/train/data", "folder of *.jsonl with lines of urgency, whose words count too")
	flag.StringVar(&o.code, "code", "pkg/language", "folder of the code whose words are words")
	flag.BoolVar(&o.dry, "dry", false, "judge the part put aside, and write nothing")
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
	all := examples(files)
	if o.vocabulary != "" {
		return writeVocabulary(o, all)
	}
	reader := newReader()
	if o.test != "" {
		train, test := splitFile(all, o.test)
		judged := judge(reader, fit(reader, train, o.seed), test)
		report(w, judged)
		return dump(o.errors, judged)
	}
	var model *linear.Model
	var fitting sync.WaitGroup
	if !o.dry {
		fitting.Go(func() { model = fit(reader, all, o.seed) })
	}
	judged := holdOut(reader, all, o)
	fitting.Wait()
	figures := report(w, judged)
	if err := dump(o.errors, judged); err != nil || o.dry {
		return err
	}
	figures["temperature"] = float64(model.Calibrate(scoresOf(judged)))
	if err := os.WriteFile(o.out, model.Bytes(), 0o644); err != nil {
		return err
	}
	return writeCard(o, files, model, figures)
}
