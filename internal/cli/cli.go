// Package cli takes a command line and runs it: it reads flags, calls package verify, and renders what comes back. This file has the
// list of commands and the exit codes; the others:
//
//	check.go     calvin check, and its exit code
//	flags.go     its flags, and the forms of output
//	explore.go   calvin explore
//	replay.go    calvin replay
//	infer.go     calvin infer
//	explain.go   calvin explain
//	lsp.go       calvin lsp
//	cache.go     calvin cache
//	version.go   calvin version
//	html.go      the page of -html
//	progress.go  what a terminal shows meanwhile
package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
)

// The exit codes, the same for every form of output.
const (
	exitVerified = 0 // everything is verified, or trusted
	exitFailed   = 1 // something does not hold
	exitUsage    = 2 // the command line, a package or an annotation is in error
	exitUnknown  = 3 // nothing failed, but something is unknown
)

// An environment is what a command may touch.
type environment struct {
	stdin          io.Reader
	stdout, stderr io.Writer
}

// A command is one word after calvin.
type command struct {
	name, args, short string
	run               func(context.Context, *environment, []string) int
}

func commands() []command {
	return []command{
		{"check", "[flags] [packages]", "verify annotated packages", runCheck},
		{"explore", "[flags] [packages]", "run tests under every schedule that matters", runExplore},
		{"replay", "TRACE", "run one recorded schedule again", runReplay},
		{"infer", "[flags] [packages]", "propose annotations, as a diff", runInfer},
		{"explain", "CODE", "explain a finding, with an example and its fix", runExplain},
		{"lsp", "[flags]", "serve an editor: a language server on standard input and output", runLSP},
		{"cache", "clean|stat", "empty the cache of proofs, or print its size", runCache},
		{"version", "", "print the versions of calvin, Go and Z3, and the commit", runVersion},
	}
}

// Execute runs the command line, without the program's name, and returns the exit code.
func Execute(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	env := &environment{stdin, stdout, stderr}
	if len(args) == 0 {
		usage(stderr)
		return exitUsage
	}
	name := args[0]
	switch name {
	case "help", "-h", "-help", "--help":
		usage(stdout)
		return exitVerified
	case "-version", "--version":
		name = "version"
	}
	for _, c := range commands() {
		if c.name == name {
			return c.run(ctx, env, args[1:])
		}
	}
	fmt.Fprintf(stderr, "calvin: there is no command %s\n", name)
	usage(stderr)
	return exitUsage
}

func usage(w io.Writer) {
	fmt.Fprint(w, "Calvin verifies concurrent Go.\n\nusage:\n\n")
	for _, c := range commands() {
		fmt.Fprintf(w, "\tcalvin %-28s %s\n", strings.TrimSpace(c.name+" "+c.args), c.short)
	}
	fmt.Fprint(w, "\nRun calvin check -h or calvin explore -h for the flags.\n")
}

// fail reports an error that ends the command.
func (e *environment) fail(err error) int {
	fmt.Fprintf(e.stderr, "calvin: %v\n", err)
	return exitUsage
}

// parse reads the flags of a command. Done means that the command is at its end, with the exit code.
func (e *environment) parse(fs *flag.FlagSet, args []string) (done bool, code int) {
	fs.SetOutput(e.stderr)
	switch err := fs.Parse(args); {
	case err == nil:
		return false, exitVerified
	case errors.Is(err, flag.ErrHelp):
		return true, exitVerified
	default:
		return true, exitUsage
	}
}
