// Command train fits the model of urgency to the authored lines and writes its weights and data card.
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
	data, ordinary, out, card string
	seed                      uint64
	parts                     int
	errors                    string
	dry                       bool
}

func main() {
	var o options
	flag.StringVar(&o.data, "data", "pkg/language/train/data", "folder of *.jsonl with levels of urgency")
	flag.StringVar(&o.ordinary, "ordinary", "services/intent-router/intent/train/data", "folder of *.jsonl with messages, of which those that tell of no illness are routine")
	flag.StringVar(&o.out, "out", "pkg/language/urgency.bin", "file for the weights")
	flag.StringVar(&o.card, "card", "pkg/language/urgency.json", "file for the data card")
	flag.Uint64Var(&o.seed, "seed", 1, "seed of noise and order")
	flag.IntVar(&o.parts, "parts", 4, "judge one part of so many by a model that has not seen it")
	flag.StringVar(&o.errors, "errors", "", "file for the lines that are judged wrong")
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
	lines := examples(files)
	routine, err := loadOrdinary(o.ordinary)
	if err != nil {
		return err
	}
	var model *linear.Model
	var fitting sync.WaitGroup
	if !o.dry {
		fitting.Go(func() { model = fit(lines, routine, o.seed) })
	}
	judged := holdOut(lines, routine, o)
	fitting.Wait()
	figures := report(w, judged)
	if err := dump(o.errors, judged); err != nil || o.dry {
		return err
	}
	if err := os.WriteFile(o.out, model.Bytes(), 0o644); err != nil {
		return err
	}
	return writeCard(o, files, len(routine), model, figures)
}
