// Command train fits the guard's linear model to the authored texts and writes its weights and their card.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/recado/recado/pkg/corpus"
	"github.com/recado/recado/pkg/corpus/models"
)

// options of a run; the flags' defaults are those of `make retrain`.
type options struct {
	models.Flags
	frames, disguises bool
}

// textFiles are the authored ones; templates make more.
const textFiles = "corpora/guard/*.jsonl*"

func main() {
	o := options{Flags: models.Flags{Out: "pkg/guard/linear/weights.bin"}}
	o.Define(flag.CommandLine)
	flag.BoolVar(&o.frames, "frames", false, "report what each frame of the rules hits, and stop")
	flag.BoolVar(&o.disguises, "disguises", false, "report how many of the attacks that are found each disguise hides, and stop")
	flag.Parse()
	debug.SetGCPercent(10) // the samples are most of the memory, and live long
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
	case o.disguises:
		reportDisguises(w, all)
		return nil
	}
	model, judged := fit(all, o.Seed)
	by := shift(judged)
	fmt.Fprintf(w, "bias shifted by %.2f\n", by)
	tabulate(w, judged)
	if err := models.Dump(o.Errors, judged, wrongLine); err != nil || o.Dry {
		return err
	}
	model.Bias += float32(by) // by what keeps the bars in texts that a member had not seen
	taught := models.Model{
		File: o.Out, Corpus: []string{textFiles, "pkg/guard/train/templates/*.txt"}, Code: []string{"pkg/guard/train"},
	}
	return taught.Write(".", model.Bytes(), cardOf(o.Seed, files, model))
}
