// Package cli takes a command line and runs it: it reads flags, calls package verify, and renders what comes back. This file has the
// list of commands and the exit codes; the others:
//
//	arguments.go  dashes, and what is wrong with a command line
//	help.go       the help of commands and flags, in groups
//	man.go        calvin man
//	completion.go calvin completion, and what shells complete
//	check.go      calvin check, and its exit code
//	flags.go      its flags, and the forms of output
//	explore.go    calvin explore
//	replay.go     calvin replay
//	infer.go      calvin infer
//	drafts.go     calvin infer -contracts
//	report.go     calvin report
//	explain.go    calvin explain
//	lsp.go        calvin lsp
//	doctor.go     calvin doctor
//	solver.go     what to do without Z3's library
//	cache.go      calvin cache
//	version.go    calvin version
//	html.go       the files of -html and -json
//	progress.go   what a terminal shows meanwhile
package cli

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"
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
	args           []string // as the user wrote them, the command's name first
}

// A program is calvin with its commands.
type program struct {
	env      *environment
	root     *cobra.Command
	commands []*cobra.Command // in the order in which they are listed
	help     map[*cobra.Command]help
	code     int // of the command that has run
}

// newProgram makes the commands. Help, man pages and completions are made of them, too.
func newProgram(env *environment) *program {
	p := &program{env: env, help: map[*cobra.Command]help{}}
	p.root = &cobra.Command{
		Use:               "calvin",
		Short:             "verify and explore concurrent Go",
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
		Args:              cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return p.noCommand(args[0])
			}
			p.code = exitUsage
			return p.overview(env.stderr)
		},
	}
	p.root.SetIn(env.stdin)
	p.root.SetOut(env.stdout)
	p.root.SetErr(env.stderr)
	p.root.SetFlagErrorFunc(flagError)
	for _, add := range []func(*program) *cobra.Command{
		checkCommand, exploreCommand, replayCommand, inferCommand, reportCommand, explainCommand, lspCommand, cacheCommand, doctorCommand, versionCommand,
		completionCommand, manCommand, helpCommand,
	} {
		p.commands = append(p.commands, add(p))
	}
	p.root.AddCommand(p.commands...)
	p.root.SetHelpCommand(p.commands[len(p.commands)-1])
	p.root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { p.code = p.showHelp(cmd) })
	return p
}

// runs is a command that ends with an exit code.
func (p *program) runs(run func(ctx context.Context, env *environment, args []string) int) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		p.code = run(cmd.Context(), p.env, args)
		return nil
	}
}

// Execute runs the command line, without the program's name, and returns the exit code.
func Execute(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	env := &environment{stdin, stdout, stderr, args}
	p := newProgram(env)
	if len(args) > 0 {
		switch args[0] {
		case "-version", "--version", "-v":
			args = append([]string{"version"}, args[1:]...)
		}
	}
	p.root.SetArgs(p.twoDashes(args))
	if err := p.root.ExecuteContext(ctx); err != nil {
		return env.fail(err)
	}
	return p.code
}

// fail reports an error that ends the command.
func (e *environment) fail(err error) int {
	fmt.Fprintf(e.stderr, "calvin: %v\n", err)
	return exitUsage
}
