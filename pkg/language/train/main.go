// Command train fits the model of urgency to the authored lines and writes its weights and data card.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/recado/recado/pkg/corpus/models"
	"github.com/recado/recado/pkg/language/corpus"
	"github.com/recado/recado/pkg/language/linear"
)

// options of a run; the flags' defaults are those of `make retrain`.
type options struct {
	corpus.Flags
	ordinary string
	parts    int
}

func main() {
	o := options{Flags: corpus.Flags{Data: "pkg/language/train/data", Out: "pkg/language/urgency.bin"}}
	o.Define(flag.CommandLine)
	flag.StringVar(&o.ordinary, "ordinary", "services/intent-router/intent/train/data", "folder of *.jsonl with messages, of which those that tell of no illness are routine")
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
		File: o.Out, Corpus: []string{o.Data + "/*.jsonl", o.ordinary + "/*.jsonl"},
		Code: []string{"pkg/language/train", "pkg/language/linear", "pkg/language/noise"},
	}
}

func run(w io.Writer, o options) error {
	files, err := corpus.Load(o.Data, check)
	if err != nil {
		return err
	}
	lines := corpus.Once(files, (*example).words)
	routine, err := loadOrdinary(o.ordinary)
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
	if err := corpus.Dump(o.Errors, judged, wrongLine); err != nil || o.Dry {
		return err
	}
	return o.taught().Write(".", model.Bytes(), cardOf(o.Seed, files, len(routine), model, figures))
}
