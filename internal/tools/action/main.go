// Command action runs Calvin's GitHub action with act, which needs neither GitHub nor containers, on a module with a
// change, twice, and checks what the action shows: annotations at changed lines, the rest in the log, the summary,
// check and explore, the report, and what the second run has from the first.
//
//	go run ./internal/tools/action [-act VERSION] [-v]
//
// It needs git, npm and node. It installs act from the module proxy and npm's @actions/cache in a temporary directory.
// A part of this module stands in for actions/setup-go; actions/cache is one of a few lines over @actions/cache, with
// the server that act has; act checks out by itself.
package main

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"

	"golang.org/x/tools/txtar"
)

// files has the module, what is changed in it, the workflow, and what stands in for the actions that it uses.
//
//go:embed testdata/files.txtar
var files []byte

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(command(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// command does what the arguments say, and returns the exit code: 1 if the action shows something else than it should.
func command(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("action", flag.ContinueOnError)
	flags.SetOutput(stderr)
	version := flags.String("act", "v0.2.89", "the `version` of act")
	verbose := flags.Bool("v", false, "print all that act prints")
	if flags.Parse(args) != nil {
		return 2
	}
	log := io.Discard
	if *verbose {
		log = stdout
	}
	dir, err := os.MkdirTemp("", "action-")
	if err == nil {
		defer os.RemoveAll(dir)
		err = try(ctx, dir, *version, stdout, log)
	}
	if err != nil {
		fmt.Fprintln(stderr, "action:", err)
		return 1
	}
	return 0
}

// try prepares all in a directory, and runs the action twice.
func try(ctx context.Context, dir, version string, stdout, log io.Writer) error {
	repo, err := filepath.Abs(".")
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(repo, "action.yml")); err != nil {
		return fmt.Errorf("run this in the root of the module: %w", err)
	}
	w := &workplace{dir: dir, repo: repo, log: log}
	if err := w.prepare(ctx, version); err != nil {
		return err
	}
	for _, run := range []struct {
		name string
		want []string
	}{
		{"first", append(shown, `nothing to restore`, `kept calvin-Linux-\w+ as \d+`)},
		{"second", append(shown, `restored calvin-Linux-`)},
	} {
		out, err := w.act(ctx)
		if err != nil {
			return err
		}
		if err := compare(out, run.want); err != nil {
			return fmt.Errorf("the %s run: %w\n%s", run.name, err, out)
		}
		fmt.Fprintf(stdout, "the %s run is as it should be: %d lines looked for\n", run.name, len(run.want))
	}
	return nil
}

// shown is what each run has to show, as regular expressions.
var shown = []string{
	`::error file=m\.go,line=27,.*title=CV0202 `,                  // at a changed line
	`\| m\.go:28: CV0101 `,                                        // a consequence at another line: in the log
	`\| m\.go:16: data race \(TestCounter\)`,                      // explore, too
	`::notice title=calvin::calvin: 0 verified, 1 failed`,         // what was not changed is not looked at
	`Summary - ## ✗ calvin: 3 findings`,                           // the summary
	"\\| CV0202 \\| `m\\.go:27:2`",                                // its table
	"\\| race \\| `m\\.go:16:2` TestCounter",                      // of both
	`\| exit code: 1$`,                                            // an output
	`check\.html.*check\.json.*explore\.html.*explore\.json.*ind`, // the report
}

// compare looks for what is to be shown.
func compare(out []byte, want []string) error {
	var missing []string
	for _, w := range want {
		if !regexp.MustCompile("(?m)" + w).Match(out) {
			missing = append(missing, w)
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("nothing matches\n\t%s", strings.Join(missing, "\n\t"))
	}
	return nil
}

// A workplace is a directory with act, the module, and the actions.
type workplace struct {
	dir, repo string
	log       io.Writer
}

// prepare installs act, writes all files, and commits the module, unchanged and changed.
func (w *workplace) prepare(ctx context.Context, version string) error {
	install := exec.CommandContext(ctx, "go", "install", "github.com/nektos/act@"+version)
	install.Env = append(os.Environ(), "GOBIN="+w.dir, "GOFLAGS=")
	if err := w.run(install); err != nil {
		return err
	}
	for _, f := range txtar.Parse(files).Files {
		path := filepath.Join(w.dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			return err
		}
	}
	npm := exec.CommandContext(ctx, "npm", "install", "--silent", "--no-audit", "--no-fund")
	npm.Dir = filepath.Join(w.dir, "cache")
	if err := w.run(npm); err != nil {
		return err
	}
	return w.commits(ctx)
}

// commits makes the history of the module: its second commit takes the lock away, and the workflow names the first one.
func (w *workplace) commits(ctx context.Context) error {
	git := func(args ...string) error {
		cmd := exec.CommandContext(ctx, "git", append([]string{"-c", "user.name=n", "-c", "user.email=n@example.com"}, args...)...)
		cmd.Dir = filepath.Join(w.dir, "m")
		return w.run(cmd)
	}
	for _, args := range [][]string{{"init", "-q", "-b", "main", "."}, {"add", "."}, {"commit", "-qm", "base"}, {"tag", "base"}} {
		if err := git(args...); err != nil {
			return err
		}
	}
	file := filepath.Join(w.dir, "m", "m.go")
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	before, after, found := bytes.Cut(text, []byte("Get() int {\n\tc.mu.Lock()\n"))
	if !found {
		return fmt.Errorf("m.go has no lock to take away")
	}
	if err := os.WriteFile(file, bytes.Join([][]byte{before, after}, []byte("Get() int {\n")), 0o644); err != nil {
		return err
	}
	return git("commit", "-qam", "head")
}

// run runs a command whose words are of interest only if it fails.
func (w *workplace) run(cmd *exec.Cmd) error {
	out, err := cmd.CombinedOutput()
	w.log.Write(out)
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, out)
	}
	return nil
}

// act runs the workflow, and returns what act prints. The job fails, as the module is wrong.
func (w *workplace) act(ctx context.Context) ([]byte, error) {
	in := func(name string) string { return filepath.Join(w.dir, name) }
	cmd := exec.CommandContext(ctx, in("act"), "push", "-P", "ubuntu-latest=-self-hosted",
		"--local-repository", "calvin-go/calvin@main="+w.repo,
		"--local-repository", "actions/setup-go@v5="+in("setup"),
		"--local-repository", "actions/cache@v4="+in("cache"),
		"--cache-server-path", in("store"), "--cache-server-addr", "127.0.0.1", "--artifact-server-addr", "127.0.0.1")
	cmd.Dir = in("m")
	var out bytes.Buffer
	cmd.Stdout = io.MultiWriter(&out, w.log)
	cmd.Stderr = cmd.Stdout
	err := cmd.Run()
	if err == nil {
		return nil, fmt.Errorf("the job succeeds, though the module is wrong\n%s", out.Bytes())
	}
	if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) {
		return nil, err
	}
	return out.Bytes(), nil
}
