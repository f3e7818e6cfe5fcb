package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
)

// flags returns a command's flag set, whose --help prints usage, what it does, and its flags.
func (c *cli) flags(usage, about string) *flag.FlagSet {
	set := flag.NewFlagSet(usage, flag.ContinueOnError)
	set.SetOutput(c.stderr)
	set.Usage = func() {
		set.SetOutput(c.stdout)
		fmt.Fprintf(c.stdout, "usage: recado %s\n\n%s\n", usage, about)
		some := false
		set.VisitAll(func(*flag.Flag) { some = true })
		if some {
			fmt.Fprintln(c.stdout, "\nflags:")
			set.PrintDefaults()
		}
	}
	return set
}

// parse reads flags before, between and after the arguments, and wants between low and high arguments.
func (c *cli) parse(set *flag.FlagSet, args []string, low, high int) ([]string, error) {
	var rest []string
	quiet := set.Usage
	for {
		set.Usage = func() {}
		if err := set.Parse(args); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				quiet()
				return nil, err
			}
			return nil, usageError{"see recado " + firstWord(set.Name()) + " --help"}
		}
		if set.NArg() == 0 {
			break
		}
		rest, args = append(rest, set.Arg(0)), set.Args()[1:]
	}
	if len(rest) < low || len(rest) > high {
		return nil, usageError{fmt.Sprintf("usage: recado %s", set.Name())}
	}
	return rest, nil
}

func firstWord(text string) string {
	var word string
	_, _ = fmt.Sscan(text, &word)
	return word
}

// json prints a value for programs.
func (c *cli) json(v any) error {
	encoder := json.NewEncoder(c.stdout)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(v)
}
