// Command recado runs Recado on one machine and looks into it wherever it runs.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/tenantfile"
)

type command struct {
	name, about string
	run         func(ctx context.Context, c *cli, args []string) error
}

// commands in the order in which one meets them.
var commands = []command{
	{"version", "print the version", runVersion},
	{"up", "run everything in one process, with its own NATS and PostgreSQL", runUp},
	{"demo", "play a conversation with each demo tenant, and stay up", runDemo},
	{"local", "run NATS and PostgreSQL only, for services that run as processes of their own", runLocal},
	{"migrate", "bring the database to this version's schema", runMigrate},
	{"topology", "create, check or print the streams and consumers", runTopology},
	{"tenant", "apply, check or list tenants", runTenant},
	{"trace", "print the way of a message through every hop", runTrace},
	{"doctor", "check everything, send a message through every hop, say how to mend", runDoctor},
	{"deadletter", "list, show, retry or drop what was given up", runDeadletter},
	{"contact", "erase a contact and the key of what it said", runContact},
	{"chat", "talk to a tenant through the web chat door", runChat},
	{"index", "make files searchable for a tenant", runIndex},
	{"search", "search a tenant's documents", runSearch},
	{"guard", "screen a text: verdict, reasons, views, masked text", runGuard},
	{"understand", "read a text as the intent router does, and say why", runUnderstand},
	{"eval", "measure a part of Recado on a file of examples", runEval},
	{"sandbox", "serve the channels' send APIs on loopback", runSandbox},
	{"bench", "measure the pipeline beside a bare relay", runBench},
}

// cli is what a command may touch of the process.
type cli struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	getenv         func(string) string
}

func main() {
	ctx, stop := app.Signals(context.Background())
	c := &cli{stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, getenv: os.Getenv}
	err := c.dispatch(ctx, os.Args[1:])
	stop()
	os.Exit(c.exitCode(err))
}

func (c *cli) dispatch(ctx context.Context, args []string) error {
	if len(args) == 0 {
		c.usage(c.stderr)
		return usageError{}
	}
	if args[0] == "help" || args[0] == "-h" || args[0] == "--help" {
		c.usage(c.stdout)
		return nil
	}
	for _, command := range commands {
		if command.name == args[0] {
			return command.run(ctx, c, args[1:])
		}
	}
	return usageError{fmt.Sprintf("%q is no command; recado help lists them", args[0])}
}

func (c *cli) usage(w io.Writer) {
	fmt.Fprintln(w, "usage: recado <command> [flags] [arguments]\n\ncommands:")
	for _, command := range commands {
		fmt.Fprintf(w, "  %-12s %s\n", command.name, command.about)
	}
	fmt.Fprintln(w, "\nrecado <command> --help says more. Commands find a running recado by .recado/run.json, or by RECADO_ variables (docs/config.md).")
}

// exitCode is 0 for done, 1 for failed and 2 for wrong use or wrong input; the reason goes to stderr.
func (c *cli) exitCode(err error) int {
	var wrong usageError
	var problems *tenantfile.Problems
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return 0
	case errors.As(err, &wrong):
		if wrong.text != "" {
			fmt.Fprintln(c.stderr, "recado:", wrong.text)
		}
		return 2
	case errors.Is(err, app.ErrConfig), errors.Is(err, config.ErrWrong), errors.As(err, &problems):
		fmt.Fprintln(c.stderr, "recado:", err)
		return 2
	default:
		fmt.Fprintln(c.stderr, "recado:", err)
		return 1
	}
}

// usageError is a wrong command line.
type usageError struct{ text string }

func (e usageError) Error() string { return e.text }
