// Command surfaces goes again through an inspection of all that users meet: installing, bad input, the editor, forms
// for review, HTML pages, the terminal, the docs, speed. Its tables have what was asked then, and what is expected of
// the answer now; out comes a table of what happened, with the reason for each row that is not handled well.
//
//	go run ./internal/tools/surfaces [-run REGEXP] [-v] [-page] [-calvin FILE]
//
// It builds calvin, unless -calvin names one that is built, and runs it in directories of its own, without network.
// Rows name the programs that they need besides; those of which one is missing here are left out, and counted so. With
// -page it writes docs/evaluation/surfaces.md.
//
//	row.go          what a row asks, and what is expected
//	step.go         one step: a command line, an edit, a look at a file
//	editor.go       what an editor asks of calvin lsp
//	browser.go      pages in Chromium
//	page.go         the table of what has happened
//	rows_install.go, rows_input.go, rows_editor.go, rows_review.go, rows_pages.go, rows_terminal.go, rows_docs.go, rows_large.go
//	                the tables
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(command(ctx, tables(), os.Args[1:], os.Stdout, os.Stderr))
}

// command does what the arguments say, and returns the exit code: 1 if a row is handled worse than the tables say, or has become better.
func command(ctx context.Context, all []table, args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("surfaces", flag.ContinueOnError)
	flags.SetOutput(stderr)
	only := flags.String("run", "", "run only the rows whose numbers and questions match `regexp`")
	write := flags.Bool("page", false, "write the page")
	file := flags.String("o", "docs/evaluation/surfaces.md", "the `file` of the page")
	calvin := flags.String("calvin", "", "the calvin to ask; without it one is built")
	verbose := flags.Bool("v", false, "print all that rows print which are not handled well")
	if flags.Parse(args) != nil {
		return 2
	}
	match, err := regexp.Compile(*only)
	if err != nil || flags.NArg() > 0 || *write && *only != "" {
		fmt.Fprintln(stderr, "surfaces: takes flags only; -run takes a regular expression, and cannot be used with -page")
		return 2
	}
	dir, err := os.MkdirTemp("", "surfaces-")
	if err != nil {
		fmt.Fprintln(stderr, "surfaces:", err)
		return 2
	}
	defer os.RemoveAll(dir)
	b, err := newBench(ctx, dir, *calvin)
	if err != nil {
		fmt.Fprintln(stderr, "surfaces:", err)
		return 2
	}
	results := b.runAll(ctx, all, match, stderr, *verbose)
	if ctx.Err() != nil {
		return 2
	}
	text := pageOf(results)
	if *write {
		if err := os.WriteFile(*file, text, 0o644); err != nil {
			fmt.Fprintln(stderr, "surfaces:", err)
			return 2
		}
	} else {
		stdout.Write(text)
	}
	return results.exit(stderr)
}

// A bench has what all rows use.
type bench struct {
	dir  string   // each row has a directory there
	bin  string   // the directory of calvin
	repo string   // the root of this module
	env  []string // of every command
}

// newBench builds calvin, if need be.
func newBench(ctx context.Context, dir, calvin string) (*bench, error) {
	repo, err := filepath.Abs(".")
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(repo, "cmd", "calvin")); err != nil {
		return nil, fmt.Errorf("run this in the root of the module: %w", err)
	}
	b := &bench{dir: dir, bin: filepath.Join(dir, "bin"), repo: repo}
	if err := os.Mkdir(b.bin, 0o755); err != nil {
		return nil, err
	}
	build := exec.CommandContext(ctx, "go", "build", "-o", b.bin+string(filepath.Separator), "./cmd/calvin", "./cmd/calvin-vet")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build calvin: %w\n%s", err, out)
	}
	if calvin != "" {
		if calvin, err = filepath.Abs(calvin); err != nil {
			return nil, err
		}
		if err := os.Remove(filepath.Join(b.bin, "calvin")); err != nil {
			return nil, err
		}
		if err := os.Symlink(calvin, filepath.Join(b.bin, "calvin")); err != nil {
			return nil, err
		}
	}
	return b, b.environment(ctx)
}

// environment sets what commands see: the same on every machine, but for where Go keeps what it has built.
func (b *bench) environment(ctx context.Context) error {
	home := filepath.Join(b.dir, "home")
	if err := os.Mkdir(home, 0o755); err != nil {
		return err
	}
	goroot, err := goEnv(ctx, "GOROOT")
	if err != nil {
		return err
	}
	b.env = []string{
		"PATH=" + b.bin + string(filepath.ListSeparator) + os.Getenv("PATH"), "HOME=" + home, "LC_ALL=C", "TMPDIR=" + os.TempDir(),
		"BIN=" + b.bin, "REPO=" + b.repo, "GOBIN_DIR=" + filepath.Join(goroot, "bin"),
		"CALVIN_CACHE=off", "GOFLAGS=-mod=mod", "GOPROXY=off", "GOTOOLCHAIN=local",
		"GIT_AUTHOR_NAME=n", "GIT_AUTHOR_EMAIL=n@example.com", "GIT_COMMITTER_NAME=n", "GIT_COMMITTER_EMAIL=n@example.com",
	}
	for _, name := range []string{"GOCACHE", "GOMODCACHE"} {
		value, err := goEnv(ctx, name)
		if err != nil {
			return err
		}
		b.env = append(b.env, name+"="+value)
	}
	return nil
}

// goEnv asks the go command for one of its variables.
func goEnv(ctx context.Context, name string) (string, error) {
	out, err := exec.CommandContext(ctx, "go", "env", name).Output()
	if err != nil {
		return "", fmt.Errorf("go env %s: %w", name, err)
	}
	return string(trimNewline(out)), nil
}
