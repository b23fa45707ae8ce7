//go:build unix

// Command checkscale checks generated packages of growing size, and prints what time and memory it takes. It exits with 1 if a function
// is not verified.
//
//	go run ./internal/tools/checkscale              # 50, 100 and 200 functions, each size three times; the fastest run counts
//	go run ./internal/tools/checkscale -runs 1 400
//	go run ./internal/tools/checkscale -runs 1 -owners 35 35 525 2100	# types that own slices and maps, in packages of 35 functions
//	go run ./internal/tools/checkscale -runs 5 -owners 35 -edits 2100	# again after edits, in turns with go vet
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"

	"github.com/calvin-go/calvin/internal/verifytest/gen"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, build, os.Args[1:], os.Stdout, os.Stderr); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "checkscale:", err)
		os.Exit(1)
	}
}

// build builds calvin in a directory, and returns the executable.
func build(ctx context.Context, dir string) (string, error) {
	calvin := filepath.Join(dir, "calvin")
	if text, err := exec.CommandContext(ctx, "go", "build", "-o", calvin, "./cmd/calvin").CombinedOutput(); err != nil {
		return "", fmt.Errorf("build calvin: %w\n%s", err, text)
	}
	return calvin, nil
}

// run does what the arguments say, with the calvin that it is given by a function.
func run(ctx context.Context, build func(ctx context.Context, dir string) (string, error), args []string, out, usage io.Writer) error {
	flags := flag.NewFlagSet("checkscale", flag.ContinueOnError)
	flags.SetOutput(usage)
	runs := flags.Int("runs", 3, "check each package so many times")
	owners := flags.Int("owners", 0, "check types that own slices and maps, in packages of so many `functions` that one command imports")
	edits := flags.Bool("edits", false, "check each module, and then again after edits, in turns with go vet")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *edits && *owners == 0 {
		return errors.New("-edits edits a package of -owners")
	}
	sizes := []int{50, 100, 200}
	if flags.NArg() > 0 {
		sizes = nil
	}
	for _, arg := range flags.Args() {
		n, err := strconv.Atoi(arg)
		if err != nil {
			return fmt.Errorf("a size is a number, not %q", arg)
		}
		sizes = append(sizes, n)
	}
	dir, err := os.MkdirTemp("", "scale")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	calvin, err := build(ctx, dir)
	if err != nil {
		return err
	}
	var costs []cost
	for _, size := range sizes {
		to := filepath.Join(dir, strconv.Itoa(size))
		n, err := write(to, size, *owners)
		if err != nil {
			return fmt.Errorf("%d functions: %w", size, err)
		}
		if *edits {
			if err := edited(ctx, out, calvin, to, n, *runs); err != nil {
				return fmt.Errorf("%d functions: %w", n, err)
			}
			continue
		}
		best, err := fastest(ctx, calvin, to, n, *runs)
		if err != nil {
			return fmt.Errorf("%d functions: %w", n, err)
		}
		costs = append(costs, best)
	}
	if *edits {
		return nil
	}
	return table(out, costs)
}

// A cost is what checking a package took.
type cost struct {
	functions int
	wall, cpu time.Duration // cpu is that of all threads, and of the go command
	solver    string        // time of all workers in the solver
	peak      int64         // bytes, of memory in use
}

// write writes a module of n functions to dir: one package, or, if each is to have so many functions, packages of types that own memory. It
// returns how many functions are checked: the main function of the command that imports the packages is one more.
func write(dir string, n, each int) (checked int, err error) {
	files := map[string][]byte{"go.mod": []byte("module generated\n\ngo 1.26\n")}
	if each == 0 {
		src, err := gen.Package("generated", n)
		if err != nil {
			return 0, err
		}
		files["generated.go"] = src
		checked = n
	} else {
		if n%each != 0 {
			return 0, fmt.Errorf("packages of %d functions have a multiple of that", each)
		}
		var paths []string
		for i := range n / each {
			name := fmt.Sprintf("p%d", i)
			src, err := gen.Owners(name, each)
			if err != nil {
				return 0, err
			}
			files[filepath.Join(name, name+".go")] = src
			paths = append(paths, "generated/"+name)
		}
		files["main.go"] = gen.Importer(paths)
		checked = n + 1
	}
	for name, text := range files {
		file := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, text, 0o666)); err != nil {
			return 0, err
		}
	}
	return checked, nil
}

// fastest checks the module of n functions in dir so many times, and returns the fastest run's cost.
func fastest(ctx context.Context, calvin, dir string, n, runs int) (cost, error) {
	var best cost
	for i := range max(runs, 1) {
		c, err := check(ctx, calvin, dir, n)
		if err != nil {
			return cost{}, err
		}
		if i == 0 || c.wall < best.wall {
			best = c
		}
	}
	return best, nil
}

// solverTime is the line of -stats about the solver.
var solverTime = regexp.MustCompile(`(?m)^solver +(.*)$`)

func check(ctx context.Context, calvin, dir string, n int) (cost, error) {
	cmd := exec.CommandContext(ctx, calvin, "check", "-stats", "./...")
	cmd.Dir = dir
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	start := time.Now()
	if err := cmd.Run(); err != nil {
		return cost{}, fmt.Errorf("%w\n%s%s", err, stdout.String(), stderr.String())
	}
	c := cost{functions: n, wall: time.Since(start), cpu: processor(cmd.ProcessState)}
	if err := allVerified(stdout.String(), n); err != nil {
		return cost{}, err
	}
	if m := solverTime.FindStringSubmatch(stderr.String()); m != nil {
		c.solver = strings.TrimSpace(m[1])
	}
	c.peak = cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss
	if runtime.GOOS != "darwin" {
		c.peak <<= 10 // kilobytes elsewhere
	}
	return c, nil
}

// processor is the time of all threads of a command, and of those that it ran.
func processor(p *os.ProcessState) time.Duration { return p.UserTime() + p.SystemTime() }

// allVerified returns an error unless the output of a check says that n functions are verified, and that there is no other.
func allVerified(output string, n int) error {
	if !strings.Contains("\n"+output, fmt.Sprintf("\n%d verified, 0 failed, 0 unknown", n)) {
		return fmt.Errorf("not all of %d functions are verified:\n%s", n, output)
	}
	return nil
}

func table(out io.Writer, costs []cost) error {
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "functions\twall\tcpu\tsolver\twall/function\tcpu/function\tpeak\t")
	var walls, cpus []time.Duration
	for _, c := range costs {
		wall, cpu := c.wall/time.Duration(c.functions), c.cpu/time.Duration(c.functions)
		walls, cpus = append(walls, wall), append(cpus, cpu)
		fmt.Fprintf(t, "%d\t%.2f s\t%.2f s\t%s\t%.1f ms\t%.1f ms\t%d MB\t\n", c.functions, c.wall.Seconds(), c.cpu.Seconds(),
			c.solver, milliseconds(wall), milliseconds(cpu), c.peak>>20)
	}
	fmt.Fprintf(t, "largest/smallest\t\t\t\t%.2f\t%.2f\t\t\n", spread(walls), spread(cpus))
	return t.Flush()
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// spread is the largest over the smallest.
func spread(ds []time.Duration) float64 {
	least, most := ds[0], ds[0]
	for _, d := range ds {
		least, most = min(least, d), max(most, d)
	}
	return float64(most) / float64(least)
}
