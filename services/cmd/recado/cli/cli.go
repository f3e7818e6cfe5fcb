// Package cli is what the commands of recado share: flags, output, exit codes, and the way to a running recado.
package cli

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/tenantfile"
)

// CLI is what a command may touch of the process.
type CLI struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Getenv         func(string) string
}

// Command is one word that may follow recado.
type Command struct {
	Name, About string
	Run         func(ctx context.Context, c *CLI, args []string) error
}

// Main runs the command that the process was started with and exits with its code.
func Main(commands []Command) {
	ctx, stop := app.Signals(context.Background())
	c := &CLI{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv}
	err := c.Dispatch(ctx, commands, os.Args[1:])
	stop()
	os.Exit(c.ExitCode(err))
}

// Dispatch runs the command that the first argument names with the arguments after it.
func (c *CLI) Dispatch(ctx context.Context, commands []Command, args []string) error {
	if len(args) == 0 {
		usage(c.Stderr, commands)
		return usageError{}
	}
	switch asked := args[0]; {
	case asked == "help" && len(args) > 1:
		args = []string{args[1], "--help"}
	case asked == "help", asked == "-h", asked == "--help":
		usage(c.Stdout, commands)
		return nil
	case asked == "--version", asked == "-v":
		args[0] = "version"
	}
	for _, command := range commands {
		if command.Name == args[0] {
			return command.Run(ctx, c, args[1:])
		}
	}
	return Usagef("%q is no command; recado help lists them", args[0])
}

func usage(w io.Writer, commands []Command) {
	fmt.Fprintln(w, "usage: recado <command> [flags] [arguments]\n\ncommands:")
	for _, command := range commands {
		fmt.Fprintf(w, "  %-12s %s\n", command.Name, command.About)
	}
	fmt.Fprintln(w, "\nrecado help <command> says more. "+
		"Commands find a running recado by .recado/run.json, or by RECADO_ variables (docs/config.md).")
}

// ExitCode is 0 for done, 1 for failed and 2 for wrong use or wrong input; it prints the reason to Stderr.
func (c *CLI) ExitCode(err error) int {
	var wrong usageError
	var problems *tenantfile.Problems
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return 0
	case errors.As(err, &wrong):
		if wrong.text != "" {
			fmt.Fprintln(c.Stderr, "recado:", wrong.text)
		}
		return 2
	case errors.Is(err, app.ErrConfig), errors.Is(err, config.ErrWrong), errors.As(err, &problems):
		fmt.Fprintln(c.Stderr, "recado:", err)
		return 2
	default:
		fmt.Fprintln(c.Stderr, "recado:", err)
		return 1
	}
}

// usageError is a wrong command line.
type usageError struct{ text string }

func (e usageError) Error() string { return e.text }

// Usagef returns the error of a wrong command line: exit code 2.
func Usagef(format string, args ...any) error {
	return usageError{fmt.Sprintf(format, args...)}
}

// JSON prints a value for programs.
func (c *CLI) JSON(v any) error {
	encoder := json.NewEncoder(c.Stdout)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(v)
}
