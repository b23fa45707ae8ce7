// Command explorerewrites runs the rewriter of calvin explore over the packages of the standard library and of modules from the Go module
// proxy, with their tests, and type-checks what comes out; no test is run. It prints a table: how many packages there are,
// which of them cannot be instrumented and why, and what does not build.
//
//	go run ./internal/tools/explorerewrites [-compile] -out DIR [word ...]
//
// Modules are downloaded by the go command and copied to DIR. Words limit the run to the modules whose paths contain one; "std" is
// the standard library. Packages that do not build as they are, are left out. With -compile the compiler looks at them, which takes
// many times as long; packages of the standard library that the runtime imports are left out then. The exit code is 1 if an
// instrumented package does not build.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"

	"github.com/calvin-go/calvin/internal/modproxy"
)

func main() {
	out := flag.String("out", "", "keep sources and rewritten files in `dir`")
	compile := flag.Bool("compile", false, "have the compiler look at what is rewritten")
	flag.Parse()
	if *out == "" {
		flag.Usage()
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	failed, err := run(ctx, *out, *compile, flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, "explorerewrites:", err)
	}
	if err != nil || failed {
		os.Exit(1)
	}
}

// run builds what the words select, and prints the table. It reports whether something does not build.
func run(ctx context.Context, dir string, compile bool, words []string) (failed bool, err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return false, err
	}
	var results []*result
	for _, m := range modproxy.Matching(modules, func(m module) string { return m.path }, words) {
		r, err := m.build(ctx, dir, compile)
		if err != nil {
			return failed, fmt.Errorf("%s: %w", m.path, err)
		}
		fmt.Fprintf(os.Stderr, "%s: %d packages, %d do not build\n", m.path, r.built+len(r.failed), len(r.failed))
		results, failed = append(results, r), failed || len(r.failed) > 0
	}
	if len(results) == 0 {
		return false, fmt.Errorf("no module has a path with %s", strings.Join(words, " or "))
	}
	return failed, page(os.Stdout, results)
}

// build rewrites the packages of a module, and looks at what comes out.
func (m module) build(ctx context.Context, dir string, compile bool) (*result, error) {
	s := site{
		source: filepath.Join(dir, strings.NewReplacer("/", "_", "!", "_").Replace(m.path+"@"+m.version)),
		env:    append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod"), // the copy is ours: its go.sum may be completed
	}
	s.rewritten = s.source + ".rewritten"
	patterns := []string{"./..."}
	if m.path == standard {
		root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
		if err != nil {
			return nil, fmt.Errorf("go env GOROOT: %w", err)
		}
		s.source, patterns = filepath.Join(strings.TrimSpace(string(root)), "src"), []string{standard}
	} else if _, err := os.Stat(filepath.Join(s.source, "go.mod")); err != nil {
		if err := modproxy.Copy(ctx, m.path, m.version, s.source); err != nil {
			return nil, err
		}
	}
	if compile {
		return s.compile(ctx, &result{module: m}, patterns)
	}
	return s.check(ctx, &result{module: m}, patterns)
}
