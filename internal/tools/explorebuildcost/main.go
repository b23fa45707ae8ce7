// Command explorebuildcost prints what it costs to build tests for calvin explore: in go packages of modules that the module proxy
// has, out comes a row a package with the time of instrumenting and building its tests, that of go test -race -c, and their
// ratio: after a change to the package, and when there is none. What both need of the standard library has been built before.
//
//	go run ./internal/tools/explorebuildcost [package@version ...]
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/calvin-go/calvin/explore"
	"github.com/calvin-go/calvin/explore/instrument"
)

// packages are those that are measured where none are named: module, a blank, the package in it.
var packages = []string{
	"golang.org/x/sync@v0.18.0 ./errgroup",
	"golang.org/x/sync@v0.18.0 ./semaphore",
	"github.com/hashicorp/golang-lru/v2@v2.0.7 .",
	"github.com/puzpuzpuz/xsync/v4@v4.2.0 .",
	"github.com/alitto/pond/v2@v2.5.0 .",
}

// child is the environment variable that makes this program instrument and build: so its time can be told from others'.
const child = "CALVIN_BUILDCOST"

func main() {
	ctx := context.Background()
	var err error
	if os.Getenv(child) != "" {
		err = instrumented(ctx, os.Args[1], os.Args[2])
	} else {
		list := packages
		if len(os.Args) > 1 {
			list = os.Args[1:]
		}
		err = table(ctx, list)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "explorebuildcost:", err)
		os.Exit(1)
	}
}

const row = "%-44s %-8s %10s %10s %8s %12s\n"

// table measures the packages.
func table(ctx context.Context, list []string) error {
	dir, err := os.MkdirTemp("", "calvin-buildcost-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	fmt.Printf(row, "package", "", "explore", "-race", "ratio", "ratio (wall)")
	for i, name := range list {
		module, pkg, _ := strings.Cut(name, " ")
		m := measured{dir: filepath.Join(dir, fmt.Sprint(i)), pkg: pkg}
		if err := m.fetch(ctx, module); err != nil {
			return err
		}
		for _, when := range []string{"", "changed", "again"} {
			if when != "again" {
				if err := m.change(); err != nil {
					return err
				}
			}
			ours, race, err := m.both(ctx)
			if err != nil {
				return err
			}
			if when != "" { // the first time is for what both need
				fmt.Printf(row, name, when, seconds(ours.processor), seconds(race.processor), ratio(ours.processor, race.processor), ratio(ours.wall, race.wall))
			}
		}
	}
	return nil
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.2f s", d.Seconds()) }

func ratio(a, b time.Duration) string { return fmt.Sprintf("%.2f", float64(a)/float64(b)) }

// A measured is a package in a module of our own.
type measured struct {
	dir, pkg string
	changes  int
}

// A cost is what a build took.
type cost struct{ processor, wall time.Duration }

// fetch copies a module from the module cache to m.dir.
func (m *measured) fetch(ctx context.Context, module string) error {
	cmd := exec.CommandContext(ctx, "go", "mod", "download", "-json", module)
	out, err := cmd.Output()
	var info struct{ Dir, Error string }
	if jsonErr := json.Unmarshal(out, &info); jsonErr != nil || info.Error != "" {
		return fmt.Errorf("download %s: %w %s", module, err, info.Error)
	}
	if err := os.CopyFS(m.dir, os.DirFS(info.Dir)); err != nil {
		return err
	}
	return filepath.Walk(m.dir, func(path string, info os.FileInfo, err error) error {
		if err != nil {
			return err
		}
		return os.Chmod(path, info.Mode()|0o200)
	})
}

// change changes a file of the package.
func (m *measured) change() error {
	files, err := filepath.Glob(filepath.Join(m.dir, m.pkg, "*.go"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("no files in %s: %w", m.pkg, err)
	}
	m.changes++
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if err := os.WriteFile(name, fmt.Appendf(data, "\n// %d %d\n", m.changes, os.Getpid()), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// both builds the tests in both ways.
func (m *measured) both(ctx context.Context) (ours, race cost, err error) {
	self, err := os.Executable()
	if err != nil {
		return ours, race, err
	}
	cmd := exec.CommandContext(ctx, self, m.dir, m.pkg)
	cmd.Env = append(os.Environ(), child+"=1")
	if ours, err = timed(cmd); err != nil {
		return ours, race, err
	}
	cmd = exec.CommandContext(ctx, "go", "test", "-race", "-c", "-o", os.DevNull, m.pkg)
	cmd.Dir = m.dir
	race, err = timed(cmd)
	return ours, race, err
}

// timed runs a command and returns what it took, with the processes that it started.
func timed(cmd *exec.Cmd) (cost, error) {
	began := time.Now()
	if out, err := cmd.CombinedOutput(); err != nil {
		return cost{}, fmt.Errorf("%v: %w\n%s", cmd.Args, err, out)
	}
	return cost{cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), time.Since(began)}, nil
}

// instrumented instruments the tests of a package and builds them.
func instrumented(ctx context.Context, dir, pkg string) error {
	out, err := os.MkdirTemp("", "calvin-buildcost-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(out)
	return explore.Build(ctx, explore.Options{Config: instrument.Config{Dir: dir, Patterns: []string{pkg}}}, out)
}
