// Command train fits the model of urgency to the authored lines and writes its weights and data card.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/recado/recado/pkg/corpus"
	"github.com/recado/recado/pkg/corpus/models"
	"github.com/recado/recado/pkg/language/linear"
)

// options of a run; the flags' defaults are those of `make retrain`.
type options struct {
	models.Flags
	parts int
}

// What is learned from: lines of urgency, and messages, of which those that tell of no illness are routine.
const (
	urgencyFiles = "corpora/urgency/*.jsonl*"
	messageFiles = "corpora/intents/*.jsonl*"
)

func main() {
	o := options{Flags: models.Flags{Out: "pkg/language/urgency/urgency.bin"}}
	o.Define(flag.CommandLine)
	flag.IntVar(&o.parts, "parts", 4, "judge one part of so many by a model that has not seen it")
	flag.Parse()
	if err := run(os.Stdout, o); err != nil {
		fmt.Fprintln(os.Stderr, "train:", err)
		os.Exit(1)
	}
}

// taught says what the weights come from.
func (o *options) taught() models.Model {
	return models.Model{
		File: o.Out, Corpus: []string{urgencyFiles, messageFiles},
		Code: []string{"pkg/language/train", "pkg/language/linear", "pkg/language/noise"},
	}
}

func run(w io.Writer, o options) error {
	files, err := corpus.Load(urgencyFiles, check)
	if err != nil {
		return err
	}
	lines := corpus.Once(files, (*example).words)
	routine, err := loadOrdinary()
	if err != nil {
		return err
	}
	var model *linear.Model
	var fitting sync.WaitGroup
	if !o.Dry {
		fitting.Go(func() { model = fit(lines, routine, o.Seed) })
	}
	judged := holdOut(lines, routine, o)
	fitting.Wait()
	figures := report(w, judged)
	if err := models.Dump(o.Errors, judged, wrongLine); err != nil || o.Dry {
		return err
	}
	return o.taught().Write(".", model.Bytes(), cardOf(o.Seed, files, len(routine), model, figures))
}
