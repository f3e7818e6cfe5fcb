package cli

import (
	"errors"
	"flag"
	"fmt"
	"strings"
)

// Flags returns a command's flag set, whose --help prints usage, what it does, and its flags.
func (c *CLI) Flags(usage, about string) *flag.FlagSet {
	set := flag.NewFlagSet(usage, flag.ContinueOnError)
	set.SetOutput(c.Stderr)
	set.Usage = func() {
		set.SetOutput(c.Stdout)
		fmt.Fprintf(c.Stdout, "usage: recado %s\n\n%s\n", usage, about)
		some := false
		set.VisitAll(func(*flag.Flag) { some = true })
		if some {
			fmt.Fprintln(c.Stdout, "\nflags:")
			set.PrintDefaults()
		}
	}
	return set
}

// Parse reads flags before, between and after the arguments, and wants between low and high arguments.
func (c *CLI) Parse(set *flag.FlagSet, args []string, low, high int) ([]string, error) {
	var rest []string
	help := set.Usage
	set.Usage = func() {} // flag prints it after every mistake
	for {
		if err := set.Parse(args); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				help()
				return nil, err
			}
			name, _, _ := strings.Cut(set.Name(), " ")
			return nil, Usagef("see recado %s --help", name)
		}
		if set.NArg() == 0 {
			break
		}
		rest, args = append(rest, set.Arg(0)), set.Args()[1:]
	}
	if len(rest) < low || len(rest) > high {
		return nil, Usagef("usage: recado %s", set.Name())
	}
	return rest, nil
}

// DirFlag adds --dir.
func DirFlag(set *flag.FlagSet) *string {
	return set.String("dir", defaultDir, "where recado keeps its state")
}
