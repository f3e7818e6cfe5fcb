// Command train fits the intents' linear model to the authored messages and writes its weights and data card.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/recado/recado/pkg/corpus"
	"github.com/recado/recado/pkg/corpus/models"
	"github.com/recado/recado/pkg/language/linear"
)

// options of a run; the flags' defaults are those of `make retrain`.
type options struct {
	models.Flags
	parts                     int
	holdout, vocabulary, code string
}

// What is learned from; the words of the lines of urgency count in the vocabulary, too.
const (
	messageFiles = "corpora/intents/*.jsonl*"
	urgencyFiles = "corpora/urgency/*.jsonl*"
)

func main() {
	const here = "services/intent-router/intent/"
	o := options{Flags: models.Flags{Out: here + "weights.bin"}}
	o.Define(flag.CommandLine)
	flag.IntVar(&o.parts, "parts", 4, "judge one part of so many by a model that has not seen it")
	flag.StringVar(&o.holdout, "holdout", "", "train without the files whose names hold this, report on them, and write nothing")
	flag.StringVar(&o.vocabulary, "vocabulary", "", "write the words of all messages and rules to this file, and stop")
	flag.StringVar(&o.code, "code", "pkg/language", "folder of the code whose words are words")
	flag.Parse()
	if err := run(os.Stdout, o); err != nil {
		fmt.Fprintln(os.Stderr, "train:", err)
		os.Exit(1)
	}
}

// taught says what the weights come from.
func (o *options) taught() models.Model {
	return models.Model{
		File: o.Out, Corpus: []string{messageFiles},
		Code: []string{"services/intent-router/intent/train", "pkg/language/linear", "pkg/language/noise"},
	}
}

func run(w io.Writer, o options) error {
	files, err := corpus.Load(messageFiles, check)
	if err != nil {
		return err
	}
	all := examples(files)
	if o.vocabulary != "" {
		return writeVocabulary(o, all)
	}
	reader := newReader()
	if o.holdout != "" {
		train, test := corpus.Split(all, func(e *example) bool { return strings.Contains(e.file, o.holdout) })
		judged := judge(reader, fit(reader, train, o.Seed), test)
		report(w, judged)
		return models.Dump(o.Errors, judged, wrongLine)
	}
	var model *linear.Model
	var fitting sync.WaitGroup
	if !o.Dry {
		fitting.Go(func() { model = fit(reader, all, o.Seed) })
	}
	judged := holdOut(reader, all, o)
	fitting.Wait()
	figures := report(w, judged)
	if err := models.Dump(o.Errors, judged, wrongLine); err != nil || o.Dry {
		return err
	}
	figures["temperature"] = float64(model.Calibrate(scoresOf(judged)))
	return o.taught().Write(".", model.Bytes(), cardOf(o.Seed, files, model, figures))
}
