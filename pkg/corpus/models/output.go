package models

import (
	"flag"
	"os"
	"strings"
)

// Flags are those that every trainer has.
type Flags struct {
	Out, Errors string
	Seed        uint64
	Dry         bool
}

// Define adds the flags to a set; the path that f holds is its default.
func (f *Flags) Define(set *flag.FlagSet) {
	set.StringVar(&f.Out, "out", f.Out, "file for the weights; its card is written beside it")
	set.StringVar(&f.Errors, "errors", f.Errors, "file for the examples that are judged wrong")
	set.Uint64Var(&f.Seed, "seed", 1, "seed of noise and order")
	set.BoolVar(&f.Dry, "dry", false, "judge what is put aside, and write nothing")
}

// Dump writes what line makes of each, where that is not empty; without a path it does nothing.
func Dump[V any](path string, all []V, line func(*V) string) error {
	if path == "" {
		return nil
	}
	var b strings.Builder
	for i := range all {
		b.WriteString(line(&all[i]))
	}
	return os.WriteFile(path, []byte(b.String()), 0o644)
}

// Rounded returns the figures, which are not below zero, to three digits.
func Rounded(figures map[string]float64) map[string]float64 {
	out := make(map[string]float64, len(figures))
	for name, x := range figures {
		out[name] = float64(int(x*1000+0.5)) / 1000
	}
	return out
}
