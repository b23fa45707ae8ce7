// Command solvers checks the packages below testdata with other versions of Z3, and says where their verdicts differ
// from those of the library that is installed.
//
//	go run ./internal/tools/solvers [-every N] [-run REGEXP] [-examine] [-save DIR] [-base FILE] [-page] [SOLVER ...]
//
// A SOLVER is a version of npm's package z3-solver, such as 4.13.4, the path of a shared library (its name has .so or
// .dylib), or the path of a program that answers as z3 does. The package from npm is Z3 as WebAssembly: it is installed
// in a temporary directory, and node runs it as a program does that is called z3. That needs node and npm. A name that
// ends in .json is a file with what a solver has said before: -save writes one for each, and -one prints it, on another
// system for example; -base is such a file for the installed library. Where none is named, the versions of the page are
// tried, with -page it is written: docs/evaluation/solvers.md. With -examine the solvers are asked the formulas of
// prover.Examine only.
//
//	npm.go      Z3 from npm, behind a program that is called z3
//	serve.js    what node runs
//	run.go      what one solver says of the packages, in a process of its own
//	compare.go  where two of them differ
//	page.go     the table
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
)

// usual are the versions that the page is about.
var usual = []string{"4.12.5", "4.13.4", "4.15.4", "4.16.0", "5.2.0"}

func main() {
	if filepath.Base(os.Args[0]) == standIn {
		os.Exit(speak(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(command(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// A plan is what the arguments say.
type plan struct {
	every   int
	match   string
	examine bool
	save    string
	base    string
	page    string
	one     string // what a process of its own does with one solver
	solvers []string
}

// command does what the arguments say, and returns the exit code: 1 if a solver verifies what the installed one does not, or is wrong.
func command(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	var p plan
	flags := flag.NewFlagSet("solvers", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.IntVar(&p.every, "every", 1, "check one package of `N`")
	flags.StringVar(&p.match, "run", "", "check only the packages whose directories match `regexp`")
	flags.BoolVar(&p.examine, "examine", false, "ask only formulas that some version got wrong")
	flags.StringVar(&p.save, "save", "", "keep what solvers say in this `directory`")
	flags.StringVar(&p.base, "base", "", "a `file` with what the installed library has said")
	write := flags.Bool("page", false, "write the page")
	file := flags.String("o", "docs/evaluation/solvers.md", "the `file` of the page")
	flags.StringVar(&p.one, "one", "", "for the command itself: check with this `solver` and print the results")
	if flags.Parse(args) != nil {
		return 2
	}
	if _, err := regexp.Compile(p.match); err != nil || p.every < 1 {
		fmt.Fprintln(stderr, "solvers: -run takes a regular expression, -every a number from 1 on")
		return 2
	}
	if *write {
		p.page = *file
	}
	if p.solvers = flags.Args(); len(p.solvers) == 0 {
		p.solvers = usual
	}
	var code int
	var err error
	if p.one != "" {
		code, err = 0, p.alone(ctx, stdout)
	} else {
		code, err = p.all(ctx, stdout, stderr)
	}
	if err != nil {
		fmt.Fprintln(stderr, "solvers:", err)
		return 2
	}
	return code
}

// all asks the installed library and then each solver, and writes where they differ.
func (p plan) all(ctx context.Context, stdout, stderr io.Writer) (int, error) {
	dir, err := os.MkdirTemp("", "solvers-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	var base *results
	var rows []row
	code := 0
	first := installed
	if p.base != "" {
		first = p.base
	}
	for _, name := range append([]string{first}, p.solvers...) {
		r, err := p.ask(ctx, dir, name, stderr)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", name, err)
		}
		if base == nil {
			base = r
		}
		row := compare(base, r)
		fmt.Fprint(stdout, row)
		if len(row.proves) > 0 || len(r.Wrong) > 0 {
			code = 1
		}
		rows = append(rows, row)
	}
	if p.page != "" {
		return code, os.WriteFile(p.page, pageOf(rows, p.every), 0o644)
	}
	return code, nil
}

// ask has a process of its own find out what one solver says: two versions of a library do not get on in one process.
func (p plan) ask(ctx context.Context, dir, name string, stderr io.Writer) (*results, error) {
	if strings.HasSuffix(name, ".json") {
		return read(name)
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	solver, stop, err := prepare(ctx, dir, name, stderr)
	if err != nil {
		return nil, err
	}
	defer stop()
	args := []string{"-one", solver, "-every", fmt.Sprint(p.every), "-run", p.match}
	if p.examine {
		args = append(args, "-examine")
	}
	cmd := exec.CommandContext(ctx, self, args...)
	cmd.Stderr = stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	r, err := decode(out)
	if err != nil || p.save == "" {
		return r, err
	}
	return r, os.WriteFile(filepath.Join(p.save, filepath.Base(name)+".json"), out, 0o644)
}

// read reads what a solver has said on another system.
func read(file string) (*results, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return decode(data)
}

func decode(data []byte) (*results, error) {
	r := new(results)
	if err := json.Unmarshal(data, r); err != nil {
		return nil, fmt.Errorf("what a solver says: %w", err)
	}
	return r, nil
}

// installed stands for the library that Calvin finds by itself.
const installed = "installed"

// prepare makes a solver ready, and returns the path of its library or program.
func prepare(ctx context.Context, dir, name string, stderr io.Writer) (path string, stop func(), err error) {
	if name == installed || strings.ContainsRune(name, filepath.Separator) {
		return name, func() {}, nil
	}
	return fromNPM(ctx, dir, name, stderr)
}
